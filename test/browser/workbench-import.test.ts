import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { expectAccessibleView, signIn } from '../support/workbench.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0', WORKERS: '1' } });
const url = await app.listen();

const table = (rows: readonly string[], header = 'question,answer,subject,level') => ({
  name: 'questions.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows, ''].join('\n')),
});
const total = async () => (await rest('GET', '/questions?limit=1')).body.page.total;

describe.skipIf(!chromium)('importing in the workbench', () => {
  const visit = createBrowser();

  it('shows how a file is read, marks its bad cells, imports the rest and takes it back', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/import`);
    await signIn(page);
    const rows = [
      'Which river flows through Paris?,Seine,Geography,easy,1',
      'Who wrote The Trial?,Kafka,Literature,impossible,2',
      'How many sides has a heptagon?,7,Mathematics,basic,3',
    ];
    const file = table(rows, 'question,answer,subject,level,nr');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Unknown field "nr"').waitFor();
    // By its name until the titles of formats arrive.
    await expect.poll(() => page.getByLabel('Format').innerText()).toContain('Detected: CSV');
    expect(await page.getByLabel('Use of the column subject').inputValue()).toBe('');
    await expectAccessibleView(page, 'a dry run');
    await page.getByLabel('Use of the column nr').selectOption('Ignore');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 2 questions, leave out 1 row' }).waitFor();
    expect(await page.locator('td.bad').innerText()).toContain('impossible');
    expect(await total()).toBe(0);
    await page.getByRole('button', { name: 'Import 2 questions' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(await total()).toBe(2);
    await expectAccessibleView(page, 'a report');
    await page.reload();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('heading', { name: 'Undone' }).waitFor();
    expect(await total()).toBe(0);
  });

  it('shows the file that was chosen last, whichever arrives last', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/import`);
    await signIn(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let uploads = 0;
    await page.route('**/questions/import?*', async (route) => {
      uploads += 1;
      if (uploads === 1) await released;
      await route.continue();
    });
    const input = page.locator('input[type=file]');
    await input.setInputFiles(table(['Who wrote The Castle?,Kafka,Literature,basic']));
    await page.getByText('Sending the file').waitFor();
    const rows = ['How many sides has a hexagon?,6,Mathematics,basic'];
    await input.setInputFiles({ ...table(rows), name: 'second.csv' });
    await page.getByText('How many sides has a hexagon?').waitFor();
    const arrived = page.waitForResponse('**/questions/import?*');
    release();
    await arrived;
    // Until what follows the answer has been read: the record of a check.
    await page.getByLabel('Source of rows without one').fill('Euclid');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 1 question' }).waitFor();
    await page.getByText('How many sides has a hexagon?').waitFor();
    expect(await page.getByText('Who wrote The Castle?').count()).toBe(0);
  });

  it('follows a large import in the background', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/import`);
    await signIn(page);
    const rows = Array.from({ length: 1500 }, (_, n) => `Is ${n} a number?,yes,Mathematics,0`);
    await page.locator('input[type=file]').setInputFiles(table(rows));
    const start = page.getByRole('button', { name: 'Import 1,500 questions' });
    await start.click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(await total()).toBe(1500);
    expect(problems).toEqual([]);
  });
});
