import { expect, it } from 'vitest';
import { createProgress } from '../../src/commands/progress.ts';

function createScreen(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return {
    written,
    begin: (total: number | undefined) =>
      createProgress(stream as never, 'Reading', total, () => time),
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

it('a terminal shows a bar, and counts alone where the end is unknown', () => {
  const { begin, written } = createScreen(true);
  const progress = begin(2000);
  progress.advance(1000);
  progress.end();
  expect(written).toEqual([
    `\rReading [${' '.repeat(30)}] 0 of 2,000`,
    `\rReading [${'#'.repeat(15)}${' '.repeat(15)}] 1,000 of 2,000`,
    '\n',
  ]);
  begin(undefined).advance(1000);
  expect(written.at(-1)).toBe('\rReading 1,000');
});

it('what is not a terminal gets a line every few seconds', () => {
  const { begin, written, wait } = createScreen(false);
  const progress = begin(3000);
  for (let second = 0; second < 12; second += 1) {
    wait(1000);
    progress.advance(250);
  }
  progress.end();
  expect(written).toEqual(['Reading: 1,250 of 3,000\n', 'Reading: 2,500 of 3,000\n']);
});
