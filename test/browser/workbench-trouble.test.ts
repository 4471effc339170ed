import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { makeQuestion } from '../support/questions.ts';
import { edit, save, signIn } from '../support/workbench.ts';

const env = {
  // It comes back on the same port.
  PORT: String(await findFreePort()),
  DATABASE_URL: await createTestDatabase(),
  ANONYMOUS_SCOPES: 'questions:read',
  DRAIN_DELAY: '0',
};
const service = await createTestApp({ env });
const url = await service.app.listen();
const asAdmin = bearer((await logIn(service)).access_token);
const { body: question } = await service.rest(
  'POST',
  '/questions',
  makeQuestion({ question_text: 'Which planet does the Moon circle?' }),
  asAdmin,
);

describe('the home page', () => {
  it('is a plain page with the addresses for curl', async () => {
    const response = await fetch(url, { headers: { accept: '*/*' } });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('<a href="/docs">');
    expect(text).not.toContain('<script');
  });
});

describe.skipIf(!chromium)('the workbench in trouble', () => {
  const visit = createBrowser();

  it('has a plain page with the addresses for browsers without scripts', async () => {
    const { page } = await visit();
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const plain = await context?.newPage();
    await plain?.goto(url);
    await plain?.getByRole('link', { name: 'REST API', exact: true }).click();
    expect(plain?.url()).toBe(`${url}/docs`);
    await context?.close();
  });

  it('waits for a slow answer, and reads again after a failed one', async () => {
    const { page } = await visit();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${url}/#/questions`);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    release();
    await page.getByText(question.question_text).waitFor();
    await page.unroute('**/graphql');
    await page.route('**/{graphql,readyz}', (route) => route.abort());
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByText('trying again until it answers').waitFor();
    await page.unroute('**/{graphql,readyz}');
    await page.getByText('Connected again.').waitFor();
    await page.getByRole('heading', { name: '1 question', exact: true }).waitFor();
  });

  it('signs in GraphiQL and the REST documentation too', async () => {
    const { page } = await visit();
    await page.goto(url);
    await signIn(page);
    // Without the nine megabytes that follow the script.
    await page.route('**/graphql', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const headers = { ...route.request().headers(), 'accept-encoding': 'identity' };
      const response = await route.fetch({ headers });
      const [body = ''] = /^[\s\S]*?<\/script>/.exec(await response.text()) ?? [];
      return route.fulfill({ response, body });
    });
    for (const path of ['/docs', '/graphql']) {
      await page.goto(url + path, { waitUntil: 'domcontentloaded' });
      const email = await page.evaluate(
        async () => (await (await fetch('/auth/me')).json()).account?.email,
      );
      expect([path, email]).toEqual([path, admin.email]);
    }
  });

  // Last: it stops the service of this file.
  it('says that the service is away, and goes on when it is there again', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/questions/${question.id}`);
    await signIn(page);
    await edit(page);
    await page.getByLabel('Topic', { exact: true }).fill('Moons');
    await service.app.stop();
    await save(page);
    await page.getByText('trying again until it answers').waitFor();
    const again = await createTestApp({ env });
    await again.app.listen();
    await page.getByText('Connected again.').waitFor();
    await save(page);
    await page.locator('.question .tags', { hasText: 'Moons' }).waitFor();
    const { body } = await again.rest('GET', `/questions/${question.id}`);
    expect(body.topic_focus).toBe('Moons');
  });
});
