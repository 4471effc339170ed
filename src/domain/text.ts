import * as z from 'zod';

/** Counts code points, as PostgreSQL does, not UTF-16 code units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The first `length` UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  const splitsPair = length < text.length && isHighSurrogate(text.charCodeAt(length - 1));
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** Whether PostgreSQL can store the text: no U+0000, no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A string that is trimmed, normalized to NFC, and rejected if PostgreSQL cannot store it. */
export function text(min: number, max: number) {
  return z
    .string()
    .check((payload) => {
      payload.value = payload.value.normalize('NFC').trim();
      const fault = textFault(payload.value, min, max);
      if (fault) {
        const { code, detail } = fault;
        payload.issues.push({
          code: 'custom',
          input: payload.value,
          message: detail,
          params: { code },
          continue: true,
        });
      }
    })
    .meta({ minLength: min, maxLength: max });
}

function textFault(value: string, min: number, max: number) {
  if (value.includes('\0')) return { code: 'bad_character', detail: 'U+0000 cannot be stored.' };
  if (!value.isWellFormed()) {
    return { code: 'bad_character', detail: 'Lone surrogates cannot be stored.' };
  }
  if (value.length < min) return { code: 'too_short', detail: 'Must not be empty.' };
  // A text has at most as many characters as code units: most need not be counted.
  const length = value.length > max ? countCharacters(value) : value.length;
  if (length > max) {
    const [limit, given] = [max.toLocaleString('en'), length.toLocaleString('en')];
    return { code: 'too_long', detail: `Must have at most ${limit} characters; got ${given}.` };
  }
  return undefined;
}
