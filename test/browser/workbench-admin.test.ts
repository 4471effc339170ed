import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { chromium, createBrowser } from '../support/browser.ts';
import { startReceiver } from '../support/receiver.ts';
import { codeAt } from '../support/second-factor.ts';
import { expectAccessible, expectAccessibleView, signIn } from '../support/workbench.ts';

const service = await createTestApp({
  env: { PORT: '0', ANONYMOUS_SCOPES: 'questions:read', WEBHOOK_ALLOW_PRIVATE: 'on' },
});
const { app, rest } = service;
const url = await app.listen();
const pages = ['accounts', 'keys', 'webhooks', 'sessions'].map((name) => `/#/admin/${name}`);

describe.skipIf(!chromium)('administration in the workbench', () => {
  const visit = createBrowser();

  it('creates an account, changes its role and disables it', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/admin`);
    await signIn(page);
    const email = 'ada@example.org';
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password').fill('short');
    await page.locator('select[name=role]').selectOption('ANALYST');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('password: Must have 12 to 128 characters.').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: `Change ${email}` }).click();
    const changed = page.locator('dialog').getByLabel('Role');
    expect(await changed.inputValue()).toBe('ANALYST');
    await changed.selectOption('EDITOR');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await logIn(service, { email, password })).scope)
      .toContain('questions:write');
    await page.getByRole('button', { name: `Change ${email}` }).click();
    await page.getByLabel('Quota, points a minute').fill('500');
    await page.getByLabel('New password').fill('another good password');
    await page.locator('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('500 points a minute').waitFor();
    expect((await rest('POST', '/auth/login', { email, password })).status).toBe(401);
    await page.getByRole('button', { name: `Disable ${email}` }).click();
    await page.getByRole('button', { name: `Enable ${email}` }).waitFor();
    await page.getByRole('button', { name: `Delete ${email}` }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    const row = page.getByRole('button', { name: `Change ${email}` });
    await row.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  it('keeps a form that is being filled in when the session ends', async () => {
    const { page } = await visit();
    await page.goto(`${url}/#/admin/accounts`);
    await signIn(page);
    const email = 'eve@example.org';
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Password').fill(password);
    await page.context().clearCookies();
    // An access token is valid for 15 minutes.
    await page.clock.setSystemTime(Date.now() + 16 * 60_000);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('your session has ended').waitFor();
    await page.clock.setSystemTime(Date.now());
    await signIn(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: `Change ${email}` }).waitFor();
    expect((await logIn(service, { email, password })).scope).toContain('questions:read');
  });

  it('shows a new API key once, and revokes it', async () => {
    const { page, problems } = await visit();
    await page.goto(`${url}/#/admin/keys`);
    await signIn(page);
    await page.getByText('You have no API keys.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    await page.getByLabel('questions:write').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    await expectAccessibleView(page, 'a new key');
    const status = async () => (await rest('GET', '/auth/me', undefined, bearer(key))).status;
    expect(await status()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click();
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0);
    await expectAccessibleView(page, 'a question before a key is revoked');
    await page.locator('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no API keys.').waitFor();
    expect(await status()).toBe(401);
    expect(problems).toEqual([]);
  });

  it('creates a webhook, sends a test and sends it again, and disables it', async () => {
    const receiver = await startReceiver();
    const { page, problems } = await visit();
    await page.goto(`${url}/#/admin/webhooks`);
    await signIn(page);
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('question.created').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test was delivered: the receiver answered 204.').waitFor();
    await page.getByText('Attempts and body').click();
    await expectAccessibleView(page, 'a webhook');
    await page.getByRole('button', { name: /^Send again: webhook.test/ }).click();
    // It stays so: this service has no worker.
    await page.getByText('pending', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('button', { name: 'Enable', exact: true }).waitFor();
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(problems).toEqual([]);
  });

  it('ends other sessions, and signs out of its own', async () => {
    const tokens = await logIn(service);
    const { page, problems } = await visit();
    const viewer = await makeAccount(service, tokens.access_token);
    const other = await logIn(service, viewer);
    const passwordExpiresAt = new Date(Date.now() + 3_600_000);
    await service.app.database.prisma.account.update({
      where: { id: viewer.id },
      data: { passwordExpiresAt },
    });
    await page.goto(`${url}/#/admin/sessions`);
    await page.getByText('To see your sessions, sign in.').waitFor();
    await signIn(page, viewer);
    await page.getByRole('button', { name: /^End the session/ }).click();
    await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
    const refresh = { grant_type: 'refresh_token', refresh_token: other.refresh_token };
    expect((await rest('POST', '/auth/token', refresh)).status).toBe(400);
    const note = page.getByText('The service made up your password');
    expect(await note.getByRole('link').getAttribute('href')).toBe('#/admin/sessions');
    await page.getByLabel('Current password').fill(viewer.password);
    await page.getByLabel('New password').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed').waitFor();
    await note.waitFor({ state: 'detached' });
    await logIn(service, { ...viewer, password: 'another good password' });
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByText('you need the scope webhooks:manage').waitFor();
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await page.getByText('To see your sessions, sign in.').waitFor();
    expect(problems).toEqual([]);
  });

  it('sets up a second factor, asks for its code at the next login, and removes it', async () => {
    const { page, problems } = await visit();
    const viewer = await makeAccount(service, (await logIn(service)).access_token);
    await page.goto(`${url}/#/admin/sessions`);
    await signIn(page, viewer);
    const card = page.getByRole('region', { name: 'Second factor' });
    await card.getByLabel('Your password').fill(viewer.password);
    await card.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = await card.getByLabel('Key', { exact: true }).inputValue();
    expect(await card.getByRole('link').getAttribute('href')).toContain(`secret=${secret}`);
    await expectAccessibleView(page, 'a second factor that is being set up');
    await card.getByLabel('Code').fill(codeAt(secret, new Date()));
    await card.getByRole('button', { name: 'Confirm' }).click();
    const shown = await card.getByLabel('Recovery codes', { exact: true }).inputValue();
    const [first = '', second = '', ...others] = shown.split(' ');
    expect(others).toHaveLength(8);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();

    await page.locator('.top').getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in', exact: true });
    await dialog.getByLabel('E-mail').fill(viewer.email);
    await dialog.getByLabel('Password').fill(viewer.password);
    await dialog.locator('button[type=submit]').click();
    await dialog.getByLabel('Code').fill('000000');
    await expectAccessibleView(page, 'a login that asks for a code');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('The code is wrong').waitFor();
    await dialog.getByLabel('Code').fill(first);
    await dialog.locator('button[type=submit]').click();
    await card.getByText('9 recovery codes are left').waitFor();
    await card.getByLabel('Your password').fill(viewer.password);
    await card.getByLabel('Code of the app').fill(second);
    await card.getByRole('button', { name: 'Remove second factor' }).click();
    await card.getByRole('button', { name: 'Set up a second factor' }).waitFor();
    await logIn(service, viewer);
    // The browser reports each login that was answered with 401.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
  });

  it('lets who must have a second factor set it up, and go on', async () => {
    const strict = await createTestApp({ env: { PORT: '0', REQUIRE_SECOND_FACTOR: 'all' } });
    const { page, problems } = await visit();
    await page.goto(`${await strict.app.listen()}/#/admin/sessions`);
    await signIn(page);
    await page.getByText('Your account must have a second factor').waitFor();
    const card = page.getByRole('region', { name: 'Second factor' });
    await card.getByLabel('Your password').fill(admin.password);
    await card.getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = await card.getByLabel('Key', { exact: true }).inputValue();
    await card.getByLabel('Code').fill(codeAt(secret, new Date()));
    await card.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('this one').waitFor();
    expect(await card.getByLabel('Recovery codes', { exact: true }).count()).toBe(1);
    expect(await page.getByText('Your account must have a second factor').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('breaks no rule of accessibility', async () => {
    const { page, problems } = await visit();
    await expectAccessible(page, url, pages.slice(0, 2));
    await signIn(page);
    await expectAccessible(page, url, pages);
    expect(problems).toEqual([]);
  });
});
