import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { makeQuestion } from '../support/questions.ts';
import { edit, expectAccessibleView, save, settled, signIn } from '../support/workbench.ts';

const service = await createTestApp({
  env: { PORT: '0', WORKERS: '1', ANONYMOUS_SCOPES: 'questions:read' },
});
const { app, rest } = service;
const url = await app.listen();
const asAdmin = bearer((await logIn(service)).access_token);
const create = async (fields: Record<string, unknown>): Promise<Json> =>
  (await rest('POST', '/questions', makeQuestion(fields), asAdmin)).body;

const moons = await create({
  question_text: 'Which planet has the most moons?',
  correct_answer: 'Saturn',
  incorrect_answers: ['Jupiter', 'Mars'],
  category: 'Astronomy',
});
await create({
  question_text: 'Which planet has the most moons of all?',
  correct_answer: 'Saturn',
  incorrect_answers: ['Jupiter', 'Uranus'],
  category: 'Astronomy',
});
const answers = ['Saturn', 'Saturn', 'Jupiter'].map((option) => ({
  question_id: moons.id,
  option,
}));
await rest('POST', '/responses', answers, asAdmin);

describe.skipIf(!chromium)('editing in the workbench', () => {
  const visit = createBrowser();

  it('adds a question, with advice while it is typed', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/questions`);
    await signIn(page);
    await page.keyboard.press('n');
    await page.getByLabel('Question', { exact: true }).fill('Which planet has the most moons?');
    await page.getByText('Still needed: correct answer, category, level.').waitFor();
    await page.getByLabel('Correct answer', { exact: true }).fill('Saturn');
    const advice = page.locator('.advice').getByRole('link', { name: moons.question_text });
    await advice.first().waitFor();
    await page.getByLabel('Question', { exact: true }).fill('Which metal is liquid at 20 °C?');
    await page.getByLabel('Correct answer', { exact: true }).fill('Mercury');
    await page.getByLabel('Category').selectOption('Science');
    await page.getByLabel('Level').selectOption('Basic');
    await expectAccessibleView(page, 'a new question');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.key', { hasText: 'Mercury' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('changes, deletes and exports many at once, and takes it back', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c']) {
      made.push(await create({ question_text: `Bulk ${name}?`, source: 'bulk' }));
    }
    const stored = async () =>
      (await rest('GET', '/questions?source=bulk&sort=created_at')).body.data;
    const { page } = await visit();
    await page.goto(`${url}/#/questions?source=bulk`);
    await signIn(page);
    const note = page.locator('.note');
    await page.getByLabel('Choose all on this page').check();
    await page.getByText('3 questions chosen').waitFor();
    await expectAccessibleView(page, 'chosen questions');
    await choose(page, 'Level', 'Advanced');
    await note.getByText('3 questions: level is now Advanced.').waitFor();
    expect((await stored()).map((each: Json) => each.difficulty)).toEqual([2, 2, 2]);
    await note.getByRole('button', { name: 'Undo' }).click();
    await note.getByText('Undone.').waitFor();
    expect((await stored()).map((each: Json) => each.difficulty)).toEqual(
      made.map(({ difficulty }) => difficulty),
    );
    await page.getByLabel('Choose all on this page').check();
    await choose(page, 'Category', 'Literature');
    await note.getByText('3 questions: category is now Literature.').waitFor();
    await page.getByLabel('Choose all on this page').check();
    await page.locator('.bulk').getByRole('button', { name: 'Topic', exact: true }).click();
    await page.locator('dialog').getByLabel('Topic').fill('Poetry');
    await page.locator('dialog button[type=submit]').click();
    await note.getByText('3 questions: topic is now Poetry.').waitFor();
    expect(
      (await stored()).map(({ category, topic_focus }: Json) => [category, topic_focus]),
    ).toEqual(made.map(() => ['Literature', 'Poetry']));
    await page.getByLabel('Choose: Bulk b?').check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Export chosen', 'CSV'),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect([text.includes('Bulk b?'), text.includes('Bulk a?')]).toEqual([true, false]);
    const id = made[1].id;
    await rest('PATCH', `/questions/${id}`, { topic_focus: 'Changed elsewhere' }, asAdmin);
    await page.locator('.bulk').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await note.getByText('1 question deleted.').waitFor();
    expect(await stored()).toHaveLength(2);
    await note.getByRole('button', { name: 'Undo' }).click();
    await note.getByText('Undone.').waitFor();
    expect(await stored()).toHaveLength(3);
    expect((await rest('GET', `/questions/${id}`)).body.topic_focus).toBe('Changed elsewhere');
  });

  it('shows the duplicates of a question and how it was answered', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/questions/${moons.id}?tab=duplicates`);
    await signIn(page);
    await page.locator('ins', { hasText: 'of all?' }).waitFor();
    await expectAccessibleView(page, 'duplicates');
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await page.getByRole('row', { name: 'Saturn correct 2 67%' }).waitFor();
    await expectAccessibleView(page, 'statistics');
    expect(problems).toEqual([]);
  });

  it('shows the state of the bank at a glance', async () => {
    for (const analysis_type of ['quality', 'coverage']) {
      const { body } = await rest('POST', '/analysis/run', { analysis_type }, asAdmin);
      const read = () => rest('GET', `/analysis/${body.id}`, undefined, asAdmin);
      const status = expect.poll(async () => (await read()).body.status, { timeout: 120_000 });
      await status.toBe('SUCCEEDED');
    }
    const { page, problems } = await visit();
    await page.goto(url);
    await page.getByRole('heading', { name: /^\d+ questions$/ }).waitFor();
    await page.getByRole('link', { name: /added, \d+ in all/ }).waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: /need a look, .*blueprint/ }).waitFor();
    await page.getByRole('heading', { name: 'Open findings', exact: true }).waitFor();
    const finding = page
      .locator('section', { hasText: 'Open findings' })
      .locator('.bars a')
      .first();
    const count = Number(await finding.locator('.count').innerText());
    await finding.click();
    await page.getByText(/^Finding: /).waitFor();
    const words = count === 1 ? '1 question' : `${count} questions`;
    await page.getByText(words, { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'the blueprint of the last coverage run' }).waitFor();
    const report = page.locator('section', { hasText: 'Recent runs' }).locator('.rows a').first();
    expect(await report.getAttribute('href')).toMatch(/^#\/analyses\/[0-9a-f-]{36}$/);
    await expectAccessibleView(page, 'the dashboard');
    expect(problems).toEqual([]);
  });

  it('takes what is done the moment it is shown', async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('.top')) return;
        watch.disconnect();
        dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
        location.hash = '#/questions';
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.goto(url);
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.locator('.rows li').first().waitFor();
  });

  it('is used by keys, which ? lists', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions`);
    await settled(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessibleView(page, 'shortcuts');
    await page.keyboard.press('Escape');
    const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
    await opener.press('Enter');
    await page.getByRole('button', { name: 'Close' }).click();
    await opener.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('j');
    const current = (n: number) => page.locator('.rows li').nth(n).locator('[aria-current]');
    await current(0).waitFor();
    await page.keyboard.press('j');
    await current(1).waitFor();
    await page.keyboard.press('k');
    await current(0).waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 question chosen').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${url}/#/questions`);
  });

  it('loses nothing when the session ends while somebody types', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions/${moons.id}`);
    await signIn(page);
    await edit(page);
    const topic = page.getByLabel('Topic', { exact: true });
    await topic.fill('Satellites');
    const { body } = await rest('GET', '/auth/sessions', undefined, asAdmin);
    const path = `/auth/sessions/${body.data.at(-1).id}`;
    expect((await rest('DELETE', path, undefined, asAdmin)).status).toBe(204);
    // An access token is valid for 15 minutes.
    await page.clock.setSystemTime(Date.now() + 16 * 60_000);
    await save(page);
    await page.getByText('your session has ended').waitFor();
    expect(await topic.inputValue()).toBe('Satellites');
    await page.reload();
    await page.getByText('Saving changes: topic.').waitFor();
    await signIn(page);
    expect(await topic.inputValue()).toBe('Satellites');
    await save(page);
    await page.locator('.tags', { hasText: 'Satellites' }).first().waitFor();
  });

  it('lets nobody type into what is being saved', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions/${moons.id}`);
    await signIn(page);
    await edit(page);
    const topic = page.getByLabel('Topic', { exact: true });
    await topic.fill('Small bodies');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation')) await released;
      await route.continue();
    });
    await save(page);
    await page.getByLabel('Level').and(page.locator(':disabled')).waitFor();
    await topic.pressSequentially(' lost');
    expect(await topic.inputValue()).toBe('Small bodies');
    release();
    await page.locator('.question .tags', { hasText: 'Small bodies' }).waitFor();
  });

  it('shows texts of every kind as they are, within the page', async () => {
    const long = 'x'.repeat(2000);
    const odd = [
      await create({ question_text: '<script>document.title = 1</script><b>bold</b>' }),
      await create({ question_text: 'מהו היום הראשון בשבוע?', correct_answer: 'יום ראשון' }),
      await create({ question_text: long, correct_answer: 'y'.repeat(1000) }),
      await create({
        question_text: 'Which 👩‍👩‍👧‍👦 is 🏳️‍🌈?',
        correct_answer: '🙂',
        incorrect_answers: Array.from({ length: 20 }, (_, n) => `choice ${n} 🎲`),
      }),
    ];
    const { page, problems } = await visit();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const { id, question_text } of odd) {
        await page.goto(`${url}/#/questions/${id}`);
        await page.locator('.stem', { hasText: question_text.slice(0, 500) }).waitFor();
        await settled(page);
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect([question_text.slice(0, 20), width, wider]).toEqual([
          question_text.slice(0, 20),
          width,
          0,
        ]);
      }
    }
    expect(await page.title()).toBe('Quaestor: Questions');
    expect(await page.locator('main b').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

/** Opens a menu and takes one of its entries. */
async function choose(page: Page, menu: string, entry: string): Promise<void> {
  const opened = page.locator('details.menu', { has: page.locator(`summary`, { hasText: menu }) });
  await opened.locator('summary').press('Enter');
  await opened.getByRole('button', { name: entry, exact: true }).click();
}
