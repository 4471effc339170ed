/**
 * Loaded into a measured service by `--import`: appends the CPU milliseconds of each long turn of its
 * event loop to the file TURN_FILE. CPU time, unlike waiting time, does not depend on what else runs.
 */
import { appendFileSync } from 'node:fs';

const file = process.env.TURN_FILE;
const shortMs = 20;

if (file) {
  let last = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    const turn = (user + system) / 1000;
    if (turn > shortMs) appendFileSync(file, `${turn.toFixed(0)}\n`);
  }, 1).unref();
}
