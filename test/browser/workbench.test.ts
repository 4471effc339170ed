import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser, expectPolicy } from '../support/browser.ts';
import { makeQuestion } from '../support/questions.ts';
import { edit, expectAccessible, save, signIn } from '../support/workbench.ts';

const service = await createTestApp({ env: { PORT: '0' } });
const { app, rest } = service;
const url = await app.listen();
const hostile = '<img src=x onerror="document.title=1"> \u202eabc';
const { body: moon } = await rest(
  'POST',
  '/questions',
  makeQuestion({ question_text: 'Which planet does the Moon circle?', correct_answer: 'Earth' }),
);
await rest('POST', '/questions', makeQuestion({ question_text: hostile, category: 'Geography' }));
const asAdmin = bearer((await logIn(service)).access_token);

describe.skipIf(!chromium)('the workbench', () => {
  const visit = createBrowser();

  it('shows real questions at the first visit, and asks no other host', async () => {
    const opened = await visit();
    const { page, problems, asked } = opened;
    await page.goto(url);
    await page.getByRole('heading', { name: '2 questions', exact: true }).waitFor();
    expect(await page.title()).toBe('Quaestor');
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([url]));
    expect(problems).toEqual([]);
    await expectPolicy(url, opened);
    const { headers } = await fetch(url, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('keeps its search in the address, which others can open', async () => {
    const { page } = await visit();
    await page.goto(url);
    await page.getByRole('heading', { name: '2 questions', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('planet');
    await page.keyboard.press('Enter');
    await page.getByText('1 question', { exact: true }).waitFor();
    const address = page.url();
    expect(address).toContain('search=planet');
    const other = await visit();
    await other.page.goto(address);
    await other.page.getByText('1 question', { exact: true }).waitFor();
    await other.page.getByText('Which planet does the Moon circle?').click();
    await other.page.locator('.key', { hasText: 'Earth' }).waitFor();
    await other.page.goBack();
    await other.page.waitForURL(address);
    // A pause after a space loses neither the space nor what is typed next.
    const box = page.getByRole('searchbox');
    await box.fill('moon ');
    await page.waitForURL(/search=moon$/);
    await box.pressSequentially('circle');
    await page.waitForURL(/search=moon\+circle$/);
    expect(await box.inputValue()).toBe('moon circle');
    // Enter leads from a question to the list, which small screens show alone.
    await page.getByText('Which planet does the Moon circle?').click();
    await page.locator('.stem').waitFor();
    await box.fill('planet');
    await box.press('Enter');
    await page.waitForURL(/#\/questions\?search=planet$/);
  });

  it('shows HTML of a question as text', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions?category=GEOGRAPHY`);
    await page.getByText('onerror').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('Quaestor: Questions');
  });

  it('saves an edit, and shows it in the history', async () => {
    const { page, problems } = await visit();
    const { body: sun } = await rest(
      'POST',
      '/questions',
      makeQuestion({ question_text: 'What do planets circle?', correct_answer: 'Sun' }),
    );
    await page.goto(`${url}/#/questions/${sun.id}`);
    await signIn(page);
    await edit(page);
    await page.getByLabel('Correct answer', { exact: true }).fill('The Sun');
    await page.getByText('Saving changes: correct answer.').waitFor();
    await save(page);
    await page.locator('.key', { hasText: 'The Sun' }).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.locator('ins', { hasText: /^The\s*$/ }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.key', { hasText: /^Sun/ }).waitFor();
    await page.getByText('Version 3', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it('loses nothing when somebody else saved first', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions/${moon.id}`);
    await signIn(page);
    await edit(page);
    await page.getByLabel('Topic', { exact: true }).fill('Moons');
    await rest('PATCH', `/questions/${moon.id}`, { correct_answer: 'Terra' }, asAdmin);
    await save(page);
    await page.getByText('Somebody else saved this question').waitFor();
    await page.getByRole('button', { name: 'Continue with both' }).click();
    await save(page);
    await page.locator('.key', { hasText: 'Terra' }).waitFor();
    const { body } = await rest('GET', `/questions/${moon.id}`);
    expect([body.correct_answer, body.topic_focus]).toEqual(['Terra', 'Moons']);
  });

  it('is signed in again after a reload, in every tab, without a token that scripts can read', async () => {
    const { page } = await visit();
    await page.goto(url);
    await page.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      const deadlines: number[] = [];
      Object.assign(window, { deadlines });
      AbortSignal.timeout = (milliseconds) => {
        deadlines.push(milliseconds);
        return timeout(milliseconds);
      };
    });
    await signIn(page);
    // The service may work on a request for 30 s; what it answers in time is waited for.
    const deadlines = await page.evaluate(
      () => (window as unknown as { deadlines: number[] }).deadlines,
    );
    expect(Math.min(...deadlines)).toBeGreaterThan(30_000);
    const stored = await page.evaluate(() => JSON.stringify(localStorage) + document.cookie);
    expect(stored).not.toMatch(/eyJ|refresh/);
    const open = async () => {
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate((address) => void window.open(address), url),
      ]);
      await tab.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
      return tab;
    };
    const tabs = [await open(), await open(), await open()];
    await Promise.all([page, ...tabs].map((tab) => tab.reload()));
    for (const tab of [page, ...tabs]) {
      await tab.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    }
  });

  it('keeps the rules of accessibility in both themes', async () => {
    const { page } = await visit();
    const paths = [
      '/',
      '/#/questions',
      `/#/questions/${moon.id}`,
      '/#/questions/new',
      '/#/import',
      '/#/nowhere',
    ];
    await expectAccessible(page, url, paths);
  });
});
