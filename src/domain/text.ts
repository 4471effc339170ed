import { z } from 'zod';

/** Characters as people and PostgreSQL count them: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The first so many UTF-16 units of a text, without half a character at their end. */
export function cutText(text: string, length: number): string {
  const isCutInTwo = length < text.length && isHighHalf(text.charCodeAt(length - 1));
  return text.slice(0, isCutInTwo ? length - 1 : length);
}

/** Whether PostgreSQL can hold the text: it has no U+0000 and no half characters. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A string that is trimmed, brought to NFC, and refused when PostgreSQL could not keep it as it is. */
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
    return { code: 'bad_character', detail: 'A lone surrogate is not a character.' };
  }
  const length = countCharacters(value);
  if (length < min) return { code: 'too_short', detail: 'Must not be empty.' };
  if (length > max) {
    const [limit, given] = [max.toLocaleString('en'), length.toLocaleString('en')];
    return { code: 'too_long', detail: `Takes at most ${limit} characters; this has ${given}.` };
  }
  return undefined;
}
