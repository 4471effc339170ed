import { expect, it } from 'vitest';
import { createClosers } from '../../src/closers.ts';
import { createLog } from '../../src/log.ts';
import type { Json } from '../support/app.ts';

const logged: Json[] = [];
const log = createLog(
  { level: 'info', isPretty: false },
  { write: (line) => void logged.push(JSON.parse(line)) },
);

it('closes in reverse order, and a step that fails does not stop the next', async () => {
  const closed: string[] = [];
  const closers = createClosers(log);
  closers.add('first', async () => void closed.push('first'));
  closers.add('second', () => {
    throw new Error('stuck');
  });
  closers.add('third', () => Promise.reject(new Error('gone')));
  closers.add('fourth', () => void closed.push('fourth'));
  await closers.close();
  expect(closed).toEqual(['fourth', 'first']);
  expect(logged).toMatchObject([
    { level: 'error', step: 'third', err: { message: 'gone' }, msg: 'Shutdown step failed' },
    { level: 'error', step: 'second', err: { message: 'stuck' }, msg: 'Shutdown step failed' },
  ]);
});

it('closes once, however often it is called', async () => {
  let count = 0;
  const closers = createClosers(log);
  closers.add('only', () => {
    count += 1;
  });
  await Promise.all([closers.close(), closers.close()]);
  await closers.close();
  expect(count).toBe(1);
});

it('goes on to the next step when one takes too long, and stays within its time', async () => {
  const closed: string[] = [];
  const closers = createClosers(log, 60);
  closers.add('first', () => void closed.push('first'));
  closers.add('stuck', () => new Promise(() => undefined));
  closers.add('told', (timeoutMs) => {
    expect(timeoutMs).toBeLessThan(60);
    closed.push('told');
  });
  logged.length = 0;
  await closers.close();
  expect(closed).toEqual(['told', 'first']);
  expect(logged).toMatchObject([{ level: 'error', step: 'stuck', msg: 'Shutdown step failed' }]);
});
