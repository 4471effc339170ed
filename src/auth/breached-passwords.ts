import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Log } from '../log.ts';
import { packageFile } from '../package-file.ts';

export interface BreachOptions {
  /** A service with the range protocol of Have I Been Pwned, asked besides the bundled list. */
  readonly url?: string | undefined;
  readonly log: Pick<Log, 'warn'>;
  readonly timeoutMs?: number;
}

const bytesPerPassword = 5;
const prefixLength = 5;
/** A padded answer has about 1,000 lines of 40 characters. */
const maxAnswerBytes = 1024 * 1024;

/** Whether a password has become known by a breach. */
export async function isBreached(password: string, options: BreachOptions): Promise<boolean> {
  // Who tries a known password tries it in other cases too.
  for (const each of new Set([password, password.toLowerCase()])) {
    if (await isBundled(digestOf(each))) return true;
  }
  return options.url !== undefined && isFoundAt(options.url, digestOf(password), options);
}

function digestOf(password: string): string {
  return createHash('sha1').update(password).digest('hex').toUpperCase();
}

/** Looks for the beginning of the SHA-1 in a sorted list. Read each time: few passwords are set, and it is long. */
async function isBundled(digest: string): Promise<boolean> {
  const list = await readFile(packageFile('src/auth/breached-passwords.bin'));
  const wanted = Buffer.from(digest, 'hex').readUIntBE(0, bytesPerPassword);
  let [low, high] = [0, list.length / bytesPerPassword];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list.readUIntBE(middle * bytesPerPassword, bytesPerPassword) < wanted) low = middle + 1;
    else high = middle;
  }
  const at = low * bytesPerPassword;
  return at < list.length && list.readUIntBE(at, bytesPerPassword) === wanted;
}

/**
 * Sends the first 5 of 40 digits alone, which about a thousand passwords share, and looks for the rest in the answer.
 * False if the service gives none: then the bundled list decides.
 */
async function isFoundAt(
  url: string,
  digest: string,
  { log, timeoutMs = 2000 }: BreachOptions,
): Promise<boolean> {
  try {
    const response = await fetch(`${url}/range/${digest.slice(0, prefixLength)}`, {
      // Padded, so that the length of an answer does not tell which one it is.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'quaestor', Accept: 'text/plain' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new Error(`It answered ${response.status}.`);
    return readSuffixes(await readText(response)).has(digest.slice(prefixLength));
  } catch (error) {
    log.warn(
      { reason: explain(error) },
      'BREACHED_PASSWORDS_URL gave no answer: the bundled list decides',
    );
    return false;
  }
}

/** Of a connection that failed, fetch tells the reason as the cause. */
function explain(error: unknown): string {
  const { cause, message } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? message;
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new Error('It answered more than 1 MB.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The rest of the digits of each password, without the padding, which has the count 0. */
function readSuffixes(text: string): Set<string> {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const entries = lines.map((line) => /^([\dA-F]{35}):(\d+)$/i.exec(line));
  if (entries.length === 0 || entries.includes(null)) {
    throw new Error('It answered something else than suffixes and counts.');
  }
  return new Set(
    entries.flatMap((entry) => (Number(entry?.[2]) > 0 ? [entry?.[1]?.toUpperCase() ?? ''] : [])),
  );
}
