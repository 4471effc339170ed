import { describe, expect, it } from 'vitest';
import { rows } from '../../src/http/rest/rows.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createSharedPage, expectPolicy } from '../support/browser.ts';
import { documentRows } from '../support/document-rows.ts';
import { keepOperations } from '../support/keep-operations.ts';
import { makeQuestion } from '../support/questions.ts';
import { settled } from '../support/workbench.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();
const { body: question } = await rest('POST', '/questions', makeQuestion());
const tried = [
  'listQuestions',
  'createQuestion',
  'updateQuestionFields',
  'updateQuestion',
  'restoreQuestion',
];
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('pages', () => {
  it('are kept by browsers until they change', async () => {
    for (const path of ['/', '/docs', '/docs/swagger-ui-bundle.js', '/graphql', '/openapi.json']) {
      const first = await fetch(url + path, { headers: html });
      const etag = first.headers.get('etag') ?? '';
      expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"/)]);
      await first.arrayBuffer();
      const again = await fetch(url + path, { headers: { ...html, 'if-none-match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it.each(['br', 'gzip'])('are sent as %s to whom takes it', async (encoding) => {
    const send = async (accepted: string) => {
      const response = await fetch(`${url}/graphql`, {
        headers: { ...html, 'accept-encoding': accepted },
      });
      const size = Number(response.headers.get('content-length'));
      return {
        encoding: response.headers.get('content-encoding'),
        size,
        text: await response.text(),
      };
    };
    const small = await send(encoding);
    const whole = await send('identity');
    expect([small.encoding, whole.encoding]).toEqual([encoding, null]);
    expect(small.text).toBe(whole.text);
    expect(small.size).toBeLessThan(whole.size / 3);
  });

  it('do not show GraphiQL where it is switched off', async () => {
    const off = await createTestApp({ env: { GRAPHIQL: 'off' } });
    const page = await off.rest('GET', '/graphql', undefined, { accept: 'text/html' });
    expect(page.status).toBe(406);
    expect(page.headers.get('content-type')).toContain('json');
    expect((await off.rest('GET', '/')).body).not.toContain('/graphql"');
    expect((await off.graphql('{ questions { totalCount } }')).status).toBe(200);
  });
});

describe('the home page without scripts', () => {
  it('leads to pages that are there', async () => {
    const page = await (await fetch(url)).text();
    const targets = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, target = '']) => target);
    expect(targets).toContain('/graphql');
    for (const target of targets) {
      const { status } = await fetch(url + target, { headers: html });
      expect([target, status]).toEqual([target, 200]);
    }
  });
});

const visitDocs = createSharedPage(async ({ page }) => {
  await page.goto(`${url}/docs`);
  await page.locator('.opblock').first().waitFor();
});

describe.skipIf(!chromium)('the REST documentation in a browser', () => {
  it('lists every operation, asks no other host and complains of nothing', async () => {
    const { page, problems, asked } = await visitDocs();
    expect(await page.title()).toBe('Quaestor REST API');
    const operations = await page.locator('.opblock-summary').evaluateAll((summaries) =>
      summaries.map((summary) => {
        const method = summary.querySelector('.opblock-summary-method')?.textContent;
        const path = summary.querySelector('.opblock-summary-path')?.getAttribute('data-path');
        return `${method} ${path}`;
      }),
    );
    const documented = [...rows, ...documentRows].map(({ method, path }) => `${method} ${path}`);
    expect(operations).toEqual(expect.arrayContaining([...new Set(documented)]));
    expect(operations).toContain('GET /healthz');
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([url]));
    expect(problems).toEqual([]);
  });

  /** With the operations that are tried out alone, since Swagger UI takes seconds for the others. */
  const visitTrial = createSharedPage(async ({ page }) => {
    await page.route('**/openapi.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: keepOperations(await response.json(), tried) });
    });
    await page.goto(`${url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  it('shows the answer of a list that is tried out', async () => {
    const { page, problems } = await visitTrial();
    const operation = page.locator('#operations-questions-listQuestions');
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').last().innerText()).toMatch(/^200/);
    expect(await answer.innerText()).toContain(question.question_text);
    await operation.locator('.opblock-summary').click();
    expect(problems).toEqual([]);
  });

  it('has examples that work as they stand', async () => {
    const { page, problems } = await visitTrial();
    for (const [name, id, status] of [
      ['createQuestion', '', 201],
      ['updateQuestionFields', question.id, 200],
      ['updateQuestion', question.id, 200],
      ['restoreQuestion', question.id, 200],
    ]) {
      const operation = page.locator(`#operations-questions-${name}`);
      await operation.locator('.opblock-summary').click();
      if (id) await operation.locator('input[placeholder="id"]').fill(id);
      await operation.getByRole('button', { name: 'Execute' }).click();
      const answer = operation.locator('.live-responses-table .response-col_status').last();
      expect([name, Number.parseInt(await answer.innerText(), 10)]).toEqual([name, status]);
      // Every operation that is open is drawn again at each step.
      await operation.locator('.opblock-summary').click();
    }
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!chromium)('the policy of pages in a browser', () => {
  const visitHome = createSharedPage(async ({ page }) => {
    await page.goto(url);
    await settled(page);
  });

  it.each([
    ['/', visitHome],
    ['/docs', visitDocs],
  ])('is kept by %s itself, and stops a script from elsewhere', async (path, visit) => {
    await expectPolicy(url + path, await visit());
  });
});
