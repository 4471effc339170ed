import { afterEach, expect, it, vi } from 'vitest';
import { setLongTimeout } from '../../src/jobs/long-timeout.ts';

afterEach(() => void vi.useRealTimers());

const day = 24 * 60 * 60 * 1000;

it('waits for longer than a timer of Node.js can', () => {
  vi.useFakeTimers();
  const callback = vi.fn();
  setLongTimeout(callback, 60 * day);
  vi.advanceTimersByTime(60 * day - 1);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
});

it('can be cancelled after its first timer has ended', () => {
  vi.useFakeTimers();
  const callback = vi.fn();
  const cancel = setLongTimeout(callback, 60 * day);
  vi.advanceTimersByTime(30 * day);
  cancel();
  vi.advanceTimersByTime(60 * day);
  expect(callback).not.toHaveBeenCalled();
});
