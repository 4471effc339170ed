import { FormatError } from '../format-error.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** How the text is encoded, judging by its beginning; undefined if it is no text. */
export function detectEncoding(sample: Uint8Array): Encoding | undefined {
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const wide = detectWide(sample);
  if (wide) return wide;
  if (sample.includes(0) || countControls(sample) > sample.length * maxControls) return undefined;
  return isUtf8(sample) ? 'utf-8' : 'windows-1252';
}

/** UTF-16 without a mark: of mostly Latin text, every other byte is zero. */
function detectWide(sample: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 5;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return undefined;
}

/** Texts may have some control characters. */
const maxControls = 0.3;

function countControls(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) count += 1;
  return count;
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    // The sample may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes a text without its byte-order mark; fails at a line that is encoded otherwise. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      const readable = new TextDecoder(encoding).decode(chunk).split('\uFFFD')[0] ?? '';
      const at = line + countLines(readable);
      throw new FormatError(
        `Line ${at.toLocaleString('en')} is not valid ${encoding.toUpperCase()}, as the file is up to there.`,
        {
          line: at,
          code: 'encoding',
          suggestion: 'Save the whole file as UTF-8, or name its encoding.',
        },
      );
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    line += countLines(text);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
