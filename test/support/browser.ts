import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { readWebDocuments } from '../../src/http/documents/web-documents.ts';
import { closeAfterFile } from './close-after-file.ts';

/** The headless shell first: it has no windows to draw, which halves the CPU time of a page. */
const executables = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The installed browser; undefined if there is none. */
export const chromium = [process.env.CHROMIUM, ...executables].find(
  (path) => path && existsSync(path),
);

/** A page that records its errors and requests. */
export interface Visit {
  readonly page: Page;
  /** Console errors and warnings, and uncaught errors. */
  readonly problems: string[];
  /** Requested URLs, except those within the page itself (blob:, data:). */
  readonly asked: URL[];
}

let browser: Promise<Browser> | undefined;

/** Opens pages in one browser, which is closed after the test file. */
export function createBrowser(): () => Promise<Visit> {
  return async () => {
    const visit = await openPage();
    const sent = recordDocuments(visit.page);
    onTestFinished(async () => {
      await close(visit);
      // What the workbench sends is what TRUSTED_DOCUMENTS_ONLY lets everybody run.
      const trusted = readWebDocuments();
      expect([...sent].filter((document) => !trusted.has(document))).toEqual([]);
    });
    return visit;
  };
}

/** Opens one page that all tests of a file share, because loading it takes seconds. */
export function createSharedPage(load: (visit: Visit) => Promise<void>): () => Promise<Visit> {
  let shared: Promise<Visit> | undefined;
  return () => {
    shared ??= openPage().then(async (visit) => {
      await load(visit);
      return visit;
    });
    const used = shared;
    // Nobody knows in which state a failed test leaves it: the next one starts afresh.
    onTestFailed(async () => {
      if (shared === used) shared = undefined;
      await used.then(close, () => undefined);
    });
    return used;
  };
}

/** Pages left open keep using CPU: their editors run for a while. */
async function close({ page }: Visit): Promise<void> {
  // A request that a test still holds must not fail after it.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

/** Asserts that a page keeps its policy, and that the policy stops a script from elsewhere. */
export async function expectPolicy(url: string, { page, problems }: Visit): Promise<void> {
  const { headers } = await fetch(url, { headers: { accept: 'text/html' } });
  expect(headers.get('content-security-policy')).toContain('default-src');
  expect(headers.get('content-security-policy')).not.toContain('unsafe-eval');
  expect(problems).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
  });
  await expect.poll(() => problems.join('\n')).toContain('Content Security Policy');
  expect(await page.title()).toMatch(/^Quaestor/);
  // For the other tests that share the page.
  problems.length = 0;
}

/** The GraphQL documents that pages of the workbench send. */
function recordDocuments(page: Page): ReadonlySet<string> {
  const sent = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(page.url());
    const isOperation = request.method() === 'POST' && request.url() === `${origin}/graphql`;
    if (pathname === '/' && isOperation) sent.add(request.postDataJSON().query);
  });
  return sent;
}

async function openPage(): Promise<Visit> {
  browser ??= launch().catch((error: unknown) => {
    // The next test tries again.
    browser = undefined;
    throw error;
  });
  const page = await (await browser).newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  // What is waited for arrives sooner or later: the test ends first.
  page.context().setDefaultTimeout(120_000);
  const problems: string[] = [];
  const asked: URL[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(new URL(request.url()));
  });
  return { page, problems, asked };
}

async function launch(): Promise<Browser> {
  const playwright = await import('playwright-core');
  closeAfterFile(async () => {
    const closing = await browser;
    browser = undefined;
    await closing?.close();
  });
  return playwright.chromium.launch({
    ...(chromium ? { executablePath: chromium } : {}),
    // Containers run tests as root, where the sandbox does not work.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
