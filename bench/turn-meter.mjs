/**
 * Loaded into a measured service by `--import`: appends the CPU milliseconds of each long turn of its
 * event loop to the file TURN_FILE. CPU time, unlike waiting time, does not depend on what else runs; that
 * of the main thread alone: others collect garbage and compile at the same time, and keep nobody waiting.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.TURN_FILE;
const shortMs = 20;

if (file && isMainThread) {
  const thread = `/proc/self/task/${process.pid}/schedstat`;
  const cpuMs = () => Number(readFileSync(thread, 'utf8').split(' ')[0]) / 1e6;
  let last = cpuMs();
  setInterval(() => {
    const turn = cpuMs() - last;
    last += turn;
    if (turn > shortMs) appendFileSync(file, `${turn.toFixed(0)}\n`);
  }, 1).unref();
}
