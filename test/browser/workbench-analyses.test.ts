import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { makeQuestion } from '../support/questions.ts';
import { expectAccessible, expectAccessibleView, settled, signIn } from '../support/workbench.ts';

const service = await createTestApp({ env: { PORT: '0', WORKERS: '1', RATE_LIMIT: 'off' } });
const { app, rest } = service;
const url = await app.listen();
const asAdmin = bearer((await logIn(service)).access_token);

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script> &quot;?';
const texts = [
  hostile,
  'ما هي عاصمة فرنسا؟',
  'x'.repeat(2000),
  'Which planet does the Moon circle?',
  'WHICH PLANET DOES THE MOON CIRCLE?',
  'Which of these is not a planet?',
];
for (const question_text of texts) {
  await rest('POST', '/questions', makeQuestion({ question_text, correct_answer: 'Earth' }));
}

async function run(analysis_type: string, parameters = {}): Promise<string> {
  const { body } = await rest('POST', '/analysis/run', { analysis_type, parameters }, asAdmin);
  const path = `/analysis/${body.id}`;
  const read = async () => (await rest('GET', path, undefined, asAdmin)).body;
  // The first one that embeds texts loads a model.
  const status = expect.poll(async () => (await read()).status, { timeout: 120_000 });
  await status.not.toMatch(/QUEUED|RUNNING/);
  expect(await read(), analysis_type).toMatchObject({ status: 'SUCCEEDED', error: null });
  return body.id;
}

describe.skipIf(!chromium)('analyses in the workbench', () => {
  const visit = createBrowser();

  it('are run by a form, followed while they run, and read as a report', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/analyses`);
    await signIn(page);
    await page.getByRole('link', { name: 'Run Readability', exact: true }).click();
    await page.getByLabel('Target grade').fill('[12, 0]');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.about .fault', { hasText: 'min <= max' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Run Quality', exact: true }).click();
    await page.getByLabel('Max words').fill('30');
    await page.getByLabel('Intermediate').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: /need a look/ }).waitFor();
    expect(await page.locator('.report svg[role=img]').count()).toBeGreaterThan(0);
    await page.getByText('How it was computed').click();
    await page.getByText('max words').waitFor();
    // The navigation stays in sight, however long the report.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await expect.poll(async () => (await sections.boundingBox())?.y).toBe(0);
    await page.getByRole('link', { name: 'Run again' }).click();
    await expect.poll(() => page.getByLabel('Max words').inputValue()).toBe('30');
    expect(await page.getByLabel('Intermediate').isChecked()).toBe(true);
    expect(await page.getByLabel('Basic').isChecked()).toBe(false);
    await page.goBack();
    await page.getByRole('link', { name: 'Which of these is not a planet?' }).click();
    await page.locator('.stem', { hasText: 'Which of these is not a planet?' }).waitFor();
    // The refused request is an error of the console; nothing else is.
    expect(problems.filter((text) => !/status of 4/.test(text))).toEqual([]);
  });

  it('show texts of questions as text, and nothing wider than the page', async () => {
    const { page, problems } = await visit();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${url}/#/analyses/${await run('quality')}`);
    await signIn(page);
    await page.getByText('onerror').first().waitFor();
    await settled(page);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Quaestor: Analyses');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    expect(problems).toEqual([]);
  });

  it('are printed without what is only for the screen', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/analyses/${await run('quality')}`);
    await signIn(page);
    const plot = page.locator('.report svg[role=img]').filter({ visible: true }).first();
    await plot.waitFor();
    // In the colors of paper, whatever the screen has.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await plot.isVisible()).toBe(true);
    for (const part of ['.top', '.sections', '.back-link', '.actions'])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
    expect(await page.locator('button').filter({ visible: true }).count()).toBe(0);
    const color = await page.evaluate(() => getComputedStyle(document.body).color);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    expect(color).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.goto(`${url}/#/questions`);
    const row = page.locator('.rows li').first();
    await row.waitFor();
    await page.emulateMedia({ media: 'print' });
    const widths = [row, row.locator('a')].map(async (part) => (await part.boundingBox())?.width);
    const [whole, link] = await Promise.all(widths);
    expect(link).toBe(whole);
  });

  it('leave people where they are when an answer arrives late', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/analyses/run/coverage`);
    await signIn(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isRun = (request: Request) => request.postData()?.includes('RunAnalysis') ?? false;
    await page.route('**/graphql', async (route) => {
      if (isRun(route.request())) await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('heading', { name: 'Latest changes', exact: true }).waitFor();
    const answered = page.waitForResponse((response) => isRun(response.request()));
    release();
    await (await answered).finished();
    // Time enough for what follows the answer.
    await page.getByRole('link', { name: 'Questions', exact: true }).click();
    await page.getByText('onerror').first().waitFor();
    expect(page.url()).toBe(`${url}/#/questions`);
  });

  it('take the questions that were chosen in the list, also when they are run again', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/questions`);
    await signIn(page);
    await page.getByLabel('Choose: Which of these is not a planet?').check();
    await page.getByText('Analyze chosen', { exact: true }).click();
    await page
      .locator('.menu[open]')
      .getByRole('button', { name: 'Coverage', exact: true })
      .click();
    await page.getByText('1 chosen question.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Run again' }).click();
    await page.waitForURL(/run\/coverage\?from=/);
    await page.getByText('1 chosen question.', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('say so when a run is gone, failed or cannot be compared', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/analyses/01a1e446-eaa5-7220-9dc7-f96c93260a68`);
    await signIn(page);
    await page.getByRole('heading', { name: 'This run is gone' }).waitFor();
    const failed = await run('quality');
    await app.database.pool.query(
      `UPDATE analyses SET status = 'FAILED', error = '{"code":"time_limit","detail":"It took too long."}' WHERE id = $1`,
      [failed],
    );
    await page.goto(`${url}/#/analyses/${failed}`);
    await page.getByRole('heading', { name: 'The run failed' }).waitFor();
    await page.getByText('It took too long.').waitFor();
    const ids = [await run('quality'), await run('coverage')];
    await page.goto(`${url}/#/analyses/${ids.join('/compare/')}`);
    await page.getByRole('heading', { name: 'The runs cannot be compared' }).waitFor();
  });

  it('are files of their own that ask for nothing', async () => {
    const { page, problems, asked } = await visit();
    const path = `/analysis/${await run('quality')}/report`;
    await page.setExtraHTTPHeaders(asAdmin);
    await page.goto(url + path);
    await page.getByRole('heading', { name: /need a look/ }).waitFor();
    expect(await page.locator('script, img, link').count()).toBe(0);
    expect(asked.map(({ pathname }) => pathname)).toEqual([path]);
    expect(problems).toEqual([]);
    await page.getByText('How it was computed').click();
    const { body } = await rest('GET', path, undefined, { ...asAdmin, accept: 'text/html' });
    // Its policy forbids axe-core: the same document without one.
    await page.setExtraHTTPHeaders({});
    await page.goto('about:blank');
    await page.setContent(body.replace(/<meta http-equiv[^>]+>/, ''));
    await expectAccessibleView(page, 'a file');
  });

  it('are compared with earlier runs', async () => {
    const { page, problems } = await visit();
    await run('quality');
    const id = await run('quality', { rules: { all_capitals: 'off' } });
    await page.goto(`${url}/#/analyses/${id}`);
    await signIn(page);
    await page.getByText('Compare with…').click();
    await page.locator('.menu[open] button').first().click();
    await page
      .getByRole('heading', { name: /resolved/ })
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Resolved findings', exact: true }).waitFor();
    await expectAccessibleView(page, 'a comparison');
    expect(problems).toEqual([]);
  });

  // Each of twelve pages, in both themes.
  it('keep the rules of accessibility', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/analyses`);
    await signIn(page);
    await settled(page);
    const ids = [];
    const { body } = await rest('GET', '/analysis/types', undefined, asAdmin);
    for (const { name } of body.data) {
      // Of these, the plots show all questions.
      const isWhole = ['readability', 'comparison', 'item_statistics'].includes(name);
      ids.push(await run(name, isWhole ? { items: 'all' } : {}));
    }
    await expectAccessible(page, url, [
      '/#/analyses',
      '/#/analyses/run/quality',
      ...ids.map((id) => `/#/analyses/${id}`),
    ]);
    expect(problems).toEqual([]);
  });
});
