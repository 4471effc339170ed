/**
 * Loaded into a measured service by `--import`: appends the CPU milliseconds of each long turn of its
 * event loop to the file TURN_FILE. Unlike `turn-meter.mjs`, it does not count other threads.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.TURN_FILE;
const shortMs = 10;

if (file && isMainThread) {
  const spent = () =>
    Number.parseInt(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8'), 10) / 1e6;
  let last = spent();
  setInterval(() => {
    const now = spent();
    if (now - last > shortMs) appendFileSync(file, `${(now - last).toFixed(0)}\n`);
    last = now;
  }, 1).unref();
}
