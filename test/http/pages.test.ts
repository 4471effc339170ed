import { describe, expect, it, vi } from 'vitest';
import { rows } from '../../src/http/rest/rows.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser, createSharedPage } from '../support/browser.ts';
import { documentRows } from '../support/document-rows.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();
const { body: question } = await rest('POST', '/questions', makeQuestion());
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

describe.skipIf(!chromium)('the home page in a browser', () => {
  const visit = createBrowser();

  it('leads to pages that are there', async () => {
    const { page, problems, asked } = await visit();
    await page.goto(url);
    expect(await page.title()).toBe('Quaestor');
    const links = await page.locator('a').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets).toEqual([
      '/graphql',
      '/docs',
      '/questions',
      '/schema.graphql',
      '/openapi.json',
    ]);
    for (const target of targets) {
      expect([target, (await page.goto(url + target))?.status()]).toEqual([target, 200]);
    }
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([url]));
    expect(problems).toEqual([]);
  });
});

describe.skipIf(!chromium)('the policy of pages in a browser', () => {
  const visit = createBrowser();

  it.each([
    ['/', 'a'],
    ['/docs', '.opblock'],
    ['/graphql', '.graphiql-query-editor .view-line'],
  ])('is kept by %s itself, and stops a script from elsewhere', async (path, content) => {
    const { page, problems } = await visit();
    const answer = await page.goto(url + path);
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe-eval');
    await page.locator(content).first().waitFor();
    expect(problems).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.body.append(script);
    });
    await vi.waitFor(() => expect(problems.join('\n')).toContain('Content Security Policy'));
    expect(await page.title()).toMatch(/^Quaestor/);
  });
});

describe.skipIf(!chromium)('the REST documentation in a browser', () => {
  const visit = createSharedPage(async ({ page }) => {
    await page.goto(`${url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  it('lists every operation, asks no other host and complains of nothing', async () => {
    const { page, problems, asked } = await visit();
    expect(await page.title()).toBe('Quaestor REST API');
    const shown = await page.locator('.opblock-summary-path').all();
    const operations = await Promise.all(
      shown.map(async (path) => {
        const method = await path
          .locator('xpath=preceding::*[contains(@class, "-method")][1]')
          .innerText();
        return `${method} ${await path.getAttribute('data-path')}`;
      }),
    );
    const documented = [...rows, ...documentRows].map(({ method, path }) => `${method} ${path}`);
    expect(operations.sort()).toEqual([...new Set(documented)].sort());
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([url]));
    expect(problems).toEqual([]);
  });

  it('shows the answer of a list that is tried out', async () => {
    const { page, problems } = await visit();
    const operation = page.locator('#operations-questions-listQuestions');
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').last().innerText()).toMatch(/^200/);
    expect(await answer.innerText()).toContain(question.question_text);
    expect(problems).toEqual([]);
  });

  it('has examples that work as they stand', async () => {
    const { page, problems } = await visit();
    for (const [name, id, status] of [
      ['createQuestion', '', 201],
      ['replaceQuestion', question.id, 200],
      ['updateQuestion', question.id, 200],
      ['restoreQuestion', question.id, 200],
    ]) {
      const operation = page.locator(`#operations-questions-${name}`);
      await operation.locator('.opblock-summary').click();
      if (id) await operation.locator('input[placeholder="id"]').fill(id);
      await operation.getByRole('button', { name: 'Execute' }).click();
      const answer = operation.locator('.live-responses-table .response-col_status').last();
      expect([name, Number.parseInt(await answer.innerText(), 10)]).toEqual([name, status]);
    }
    expect(problems).toEqual([]);
  });
});
