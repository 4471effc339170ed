import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { admin } from './accounts.ts';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Signs in by the dialog of the page. */
export async function signIn(page: Page, { email, password } = admin): Promise<void> {
  await page.locator('.top').getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in', exact: true });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.locator('button[type=submit]').click();
  await page.locator('.top').getByRole('button', { name: 'Sign out', exact: true }).waitFor();
}

/** Opens the editor of the question that is shown, by its key. */
export async function edit(page: Page): Promise<void> {
  // The key works once the page of the question is there.
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.keyboard.press('e');
}

/** Saves what is typed into the editor of a question. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Waits until a page shows what it has loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').filter({ visible: true }).first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count(), { timeout: 120_000 }).toBe(0);
}

/** Opens each path of the workbench in both themes and expects that no rule of WCAG 2.2 AA is broken. */
export async function expectAccessible(
  page: Page,
  url: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    await page.goto('about:blank');
    await page.goto(url + path);
    await settled(page);
    await expectAccessibleView(page, path);
  }
}

/** The same for what a page shows now. */
export async function expectAccessibleView(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect([name, theme, await violationsOf(page)]).toEqual([name, theme, []]);
  }
}

/** The rules that a page breaks, in words. */
async function violationsOf(page: Page): Promise<string[]> {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(path, 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
  });
}
