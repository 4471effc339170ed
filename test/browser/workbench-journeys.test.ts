import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { holdRuns } from '../support/held-runs.ts';
import { makeQuestion } from '../support/questions.ts';
import { save, settled, signIn } from '../support/workbench.ts';

const held = await holdRuns();
const service = await createTestApp({
  env: { ...held.env, PORT: '0', ANONYMOUS_SCOPES: 'questions:read' },
});
const { app, rest } = service;
const url = await app.listen();
const asAdmin = bearer((await logIn(service)).access_token);
const create = async (fields: Record<string, unknown>): Promise<Json> =>
  (await rest('POST', '/questions', makeQuestion(fields), asAdmin)).body;

const words = { Rivers: 'river flows through delta', Poets: 'poet wrote famous sonnet' };
for (const [topic_focus, text] of Object.entries(words)) {
  for (let n = 0; n < 12; n += 1) {
    await create({ question_text: `Which ${text} number ${n}?`, topic_focus });
  }
}
const untold = await create({ question_text: 'Which river flows through the widest delta?' });
const flawed = await create({ question_text: 'Which  river &amp; delta is the longest?' });

describe.skipIf(!chromium)('journeys through the workbench', () => {
  const visit = createBrowser();

  it('cancels a run', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/analyses/run/semantic`);
    await signIn(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await held.waiting();
    await page.getByRole('heading', { name: 'Running', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('heading', { name: 'The run was canceled' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('accepts a suggested topic, and saves the report as a file', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/analyses/run/topics`);
    await signIn(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const row = page.locator('tr', { hasText: untold.question_text });
    await row.getByRole('button', { name: 'Accept' }).click();
    await row.getByText('Accepted', { exact: true }).waitFor();
    const { body } = await rest('GET', `/questions/${untold.id}`);
    expect(Object.keys(words)).toContain(body.topic_focus);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as HTML' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('topics-report.html');
    expect(await readFile(await file.path(), 'utf8')).toContain('<svg');
    expect(problems).toEqual([]);
  });

  it('applies a fix, and shows it in the history', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/questions/${flawed.id}`);
    await signIn(page);
    await page.getByRole('button', { name: /^Apply: .* & / }).click();
    await page.locator('.stem', { hasText: 'river & delta' }).waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.locator('ins', { hasText: '&' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('edits in two tabs whose tokens have ended, which renew them one after the other', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions/${untold.id}`);
    await signIn(page);
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((address) => void window.open(address), `${url}/#/questions/${flawed.id}`),
    ]);
    const tabs = [page, other];
    for (const tab of tabs) await tab.getByRole('button', { name: 'Edit', exact: true }).click();
    for (const tab of tabs) await tab.getByLabel('Topic', { exact: true }).fill('Deltas');
    // An access token is valid for 15 minutes.
    for (const tab of tabs) await tab.clock.setSystemTime(Date.now() + 16 * 60_000);
    await Promise.all(tabs.map(save));
    for (const tab of tabs) await tab.locator('.question .tags', { hasText: 'Deltas' }).waitFor();
    for (const tab of tabs)
      expect(await tab.getByRole('button', { name: 'Sign out' }).count()).toBe(1);
  });

  it('is walked through by keyboard alone, with the focus in sight', async () => {
    const { page, problems } = await visit();
    const at = (role: 'button' | 'link', name: string) =>
      page.getByRole(role, { name, exact: true });
    await page.goto(url);
    await settled(page);
    await tabTo(page, at('button', 'Sign in'));
    await page.keyboard.press('Enter');
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await at('button', 'Sign out').waitFor();
    await tabTo(page, at('link', 'Questions'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    await tabTo(page, page.getByLabel('Choose all on this page'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, at('button', 'Edit'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Topic', { exact: true }));
    await page.keyboard.type(' by keys');
    await tabTo(page, at('button', 'Save'));
    await page.keyboard.press('Enter');
    await page.locator('.question .tags', { hasText: 'by keys' }).waitFor();
    await tabTo(page, at('link', 'Analyses'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Analyses', exact: true }).waitFor();
    await tabTo(page, at('link', 'Run Coverage'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Run: Coverage' }).waitFor();
    await tabTo(page, at('button', 'Run'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Questions and targets' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('does not move what is already shown', async () => {
    const { page } = await visit();
    await page.goto(url);
    await signIn(page);
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: { nodeName: string } }[];
        })[]) {
          const names = entry.sources.map(({ node }) => node?.nodeName);
          if (!entry.hadRecentInput && entry.value > 0.01) moved.push(`${entry.value} ${names}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const paths = ['', 'questions', `questions/${flawed.id}`, 'analyses', 'quizzes/new', 'import'];
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [...paths, 'admin/accounts', 'admin/sessions']) {
        await page.goto('about:blank');
        await page.goto(`${url}/#/${path}`);
        await settled(page);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
        expect([width, path, moved]).toEqual([width, path, []]);
      }
    }
  });
});

/** Presses Tab until the focus is on the control, and expects that the focus can be seen. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  // What is still on its way cannot be reached.
  await control.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const isSeen = await control.evaluate((element) => {
      if (element !== document.activeElement) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    if (isSeen !== undefined)
      return expect([String(control), isSeen]).toEqual([String(control), true]);
  }
  throw new Error(`Tab does not lead to ${control}.`);
}
