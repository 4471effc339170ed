import { showNumber } from '../../parts/labels.tsx';

/** For example "2 forms of 20 questions". */
export function sizeOf(request: unknown): string {
  const { forms = 1, length = 0 } = request as { forms?: number; length?: number };
  const questions = length === 1 ? '1 question' : `${showNumber(length)} questions`;
  return forms === 1 ? questions : `${showNumber(forms)} forms of ${questions}`;
}
