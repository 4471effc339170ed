import type { Page, Response } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { chromium, createSharedPage, expectPolicy } from '../support/browser.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0', WORKERS: '1' } });
const url = await app.listen();
const { body: question } = await rest(
  'POST',
  '/questions',
  makeQuestion({ question_text: 'Which planet has the most moons?' }),
);

const examples = ['ScienceQuestions', 'Search', 'CreateQuestion', 'CheckQuality', 'History'];

const isOperation = (response: Response) =>
  response.url() === `${url}/graphql` && response.request().method() === 'POST';

const visit = createSharedPage(async ({ page }) => {
  // The page has the same address.
  const schema = page.waitForResponse(isOperation);
  await page.goto(`${url}/graphql`);
  await schema;
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
});

describe.skipIf(!chromium)('the policy of pages in a browser', () => {
  it.each(['/graphql'])('is kept by %s itself, and stops a script from elsewhere', async (path) => {
    await expectPolicy(url + path, await visit());
  });
});

describe.skipIf(!chromium)('GraphiQL in a browser', () => {
  const openTab = async (page: Page, name: string) => {
    await page.locator('.graphiql-tab-button', { hasText: name }).click();
    await settle(page, `"activeTabIndex":${examples.indexOf(name)}`);
  };

  /** GraphiQL persists the content of its tabs with a delay. */
  const settle = (page: Page, text: string) =>
    // Polled from outside: the content security policy of the page forbids repeated evaluation within
    // it.
    vi.waitFor(
      async () => {
        const { origins } = await page.context().storageState();
        const stored = origins.flatMap(({ localStorage }) => localStorage);
        const state = stored.find(({ name }) => name === 'graphiql:tabState')?.value;
        expect(state).toContain(text);
      },
      { timeout: 120_000, interval: 50 },
    );

  const execute = async (page: Page): Promise<string> => {
    const answer = page.waitForResponse(isOperation);
    await page.locator('.graphiql-execute-button').click();
    await answer;
    const shown = page.locator('.result-window .view-lines');
    await shown
      .getByText(/"(data|errors)"/)
      .first()
      .waitFor();
    return (await shown.innerText()).replaceAll('\u00a0', ' ');
  };

  it('loads from this host alone, without a complaint', async () => {
    const { page, problems, asked } = await visit();
    expect(await page.title()).toBe('Quaestor GraphiQL');
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([url]));
    expect(problems).toEqual([]);
  });

  it('shows the examples in tabs, and runs each at the first click', async () => {
    const { page, problems } = await visit();
    expect(await page.locator('.graphiql-tab-button').allInnerTexts()).toEqual(examples);
    await expect.poll(() => execute(page), { timeout: 120_000 }).toContain(question.question_text);
    for (const name of examples.slice(1)) {
      await openTab(page, name);
      const result = await execute(page);
      expect(result, name).toContain('"data"');
      expect(result, name).not.toContain('"errors"');
    }
    expect(problems).toEqual([]);
  });

  it('shows the descriptions of the schema', async () => {
    const { page, problems } = await visit();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const explorer = page.locator('.graphiql-doc-explorer');
    await explorer.getByText('Query', { exact: true }).first().click();
    await explorer.getByText('Read operations.').waitFor();
    await explorer.getByText('QuestionConnection', { exact: true }).click();
    await explorer.getByText('A page of questions.').waitFor();
    expect(problems).toEqual([]);
  });

  // Last: the browser reports the rejected request on its console.
  it('shows what is wrong with a query', async () => {
    const { page } = await visit();
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('query Wrong { nonsense }');
    await settle(page, 'query Wrong { nonsense }');
    // The result of an earlier test is shown until this one arrives.
    const run = expect.poll(() => execute(page), { timeout: 120_000 });
    await run.toMatch(/Cannot query field[\s\S]*BAD_REQUEST/);
  });
});
