import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { makeQuestion } from '../support/questions.ts';
import { expectAccessible, expectAccessibleView, signIn } from '../support/workbench.ts';

const service = await createTestApp({
  env: {
    PORT: '0',
    WORKERS: '1',
    ANONYMOUS_SCOPES: 'questions:read,quizzes:play',
    // Who plays without an account runs the documents of the workbench too.
    TRUSTED_DOCUMENTS_ONLY: 'on',
  },
});
const { app, rest } = service;
const url = await app.listen();
const asAdmin = bearer((await logIn(service)).access_token);
const questions = ['Science', 'Geography'].flatMap((category) =>
  [0, 1, 2, 0].map((difficulty) => makeQuestion({ category, difficulty })),
);
await rest('POST', '/questions', questions, asAdmin);

describe.skipIf(!chromium)('quizzes in the workbench', () => {
  const visit = createBrowser();

  it('builds a form that fits a blueprint, and shows it as a player sees it', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/quizzes`);
    await page.getByText('you need the scope quizzes:read').waitFor();
    await signIn(page);
    await page.getByRole('link', { name: 'Build the first one' }).click();
    await page.getByText('of 4').first().waitFor();
    await page.getByLabel('Name').fill('Midterm');
    await page.getByLabel('Questions in a form', { exact: true }).fill('3');
    await page.getByLabel('Science, Basic: more').click();
    await page.getByLabel('Science, Basic: more').click();
    await page.waitForURL(/cells=SCIENCE\.BASIC%3A2/);
    await expectAccessibleView(page, 'the form builder');
    await page.getByRole('button', { name: 'Assemble', exact: true }).click();
    await page.getByText('Optimal.').waitFor();
    await page.getByRole('heading', { name: 'Midterm', exact: true }).waitFor();
    await page.locator('.numbered .answer').nth(2).waitFor();
    expect(await page.locator('.numbered li').count()).toBe(3);
    expect(await page.locator('.numbered li', { hasText: /Science\s*Basic/ }).count()).toBe(2);
    await expectAccessibleView(page, 'a form');
    await page.getByLabel('As a player').click();
    await page.locator('.sheet input[type=radio]').nth(8).waitFor();
    expect(await page.locator('.sheet .answer').count()).toBe(0);
    await expectAccessibleView(page, 'a form as a player sees it');

    await page.context().addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    const [printed] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Print with answers' }).click(),
    ]);
    await printed.locator('[data-printed]', { hasText: 'Midterm' }).waitFor();
    await printed.close();
    await page.getByText('Download', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.menu[open]').getByRole('button', { name: 'Markdown', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Midterm.md');
    expect(await readFile(await file.path(), 'utf8')).toContain('# Midterm');
    expect(problems).toEqual([]);
  });

  it('marks constraints that contradict each other where they are, until they are changed', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/quizzes/new?length=4&cells=SCIENCE.:3,GEOGRAPHY.:2,.ADVANCED:1`);
    await signIn(page);
    await page.getByRole('button', { name: 'Assemble', exact: true }).click();
    const note = page.getByRole('alert');
    await note.waitFor();
    expect(await note.innerText()).toContain('A form needs exactly 3 Science questions; 4 match.');
    // How many there are may arrive after what contradicts itself.
    await expect
      .poll(() => page.locator('.marked').allInnerTexts())
      .toEqual([
        expect.stringContaining('of 4 conflict'),
        expect.stringContaining('of 4 conflict'),
        expect.stringContaining('Questions in a form conflict'),
      ]);
    expect(await page.getByLabel('Science', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await expectAccessibleView(page, 'an infeasible form');
    // Others see the same by the address.
    await page.reload();
    await page.locator('.marked').nth(2).waitFor();
    await page.getByLabel('Questions in a form: more').click();
    await page.locator('.setting.marked').waitFor({ state: 'detached' });
    await page.getByLabel('Topic to add').fill('Nothing');
    await page.keyboard.press('Enter');
    await page.locator('.setting', { hasText: 'Topic: Nothing of 0' }).waitFor();
    await page.getByRole('button', { name: 'Assemble', exact: true }).click();
    await page.locator('.setting.marked', { hasText: 'Topic: Nothing conflict' }).waitFor();
    await page.getByLabel('Topic: Nothing: less').click();
    await page.getByRole('button', { name: 'Assemble', exact: true }).click();
    await page.getByText('Optimal.').waitFor();
    expect(problems).toEqual([]);
  });

  it('is played without an account, goes on after a reload, and ends with the score', async () => {
    const { page, problems } = await visit();
    let count = () => {};
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('Playable')) await counted;
      await route.continue();
    });
    await page.goto(`${url}/#/quizzes/play`);
    await page.getByLabel('Science', { exact: true }).check();
    await page.getByLabel('Questions', { exact: true }).fill('2');
    // What is being typed stays when something else arrives.
    count();
    await page.getByText('Out of 4 questions').waitFor();
    expect(await page.getByLabel('Questions', { exact: true }).inputValue()).toBe('2');
    await expectAccessibleView(page, 'the start of a quiz');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Question 1 of 2').waitFor();
    await page.keyboard.press('1');
    await page.getByText(/^(Right|Wrong)\.$/).waitFor();
    await expectAccessibleView(page, 'an answered question');
    // Twice draws one question, not two.
    await page.getByRole('button', { name: 'Next question' }).dblclick();
    await page.getByText('Question 2 of 2').waitFor();
    await page.reload();
    await page.getByText('Question 2 of 2').waitFor();
    await page.locator('.game .choices button', { hasText: 'Answer' }).click();
    await page.getByText('Right.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: /^[12] of 2 right$/ }).waitFor();
    await page.getByRole('link', { name: 'Play again' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('says which scope is missing, and breaks no rule of accessibility', async () => {
    const { page, problems } = await visit();
    const viewer = await makeAccount(service, asAdmin.authorization?.slice(7) ?? '');
    await expectAccessible(page, url, ['/#/quizzes', '/#/quizzes/new']);
    await signIn(page, viewer);
    await page.getByText(`The account ${viewer.email} does not have it`).waitFor();
    await page.goto(`${url}/#/quizzes/forms/nothing`);
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, url, ['/#/quizzes', '/#/quizzes/play/nothing']);
    expect(problems).toEqual([]);
  });
});
