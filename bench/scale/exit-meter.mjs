/**
 * Loaded into a measured process by `--import`: writes its CPU seconds and peak resident memory to the
 * file METER_FILE when it ends.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.METER_FILE;

if (file && isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    writeFileSync(file, JSON.stringify({ cpuSeconds, peakBytes: maxRSS * 1024 }));
  });
}
