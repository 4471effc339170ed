/** Runs one type over a number of bench questions, and prints its cost as JSON. */
import { findAnalysisType } from '../../src/analyses/registry.ts';
import { embedByLetters } from './letter-vectors.ts';
import { type Measured, readBenchPages } from './measure.ts';

const [, , name = '', parameters = '{}', count = '0'] = process.argv;
const type = findAnalysisType(name);
if (!type) throw new Error(`Unknown analysis type ${name}`);
const total = Number(count);

const reading = { wall: 0, cpu: 0 };
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** The pages; measures the time of reading them separately. */
async function* timedPages() {
  const pages = readBenchPages(total);
  while (true) {
    const [wall, cpu] = [performance.now(), cpuNow()];
    const { value, done } = await pages.next();
    reading.wall += (performance.now() - wall) / 1000;
    reading.cpu += cpuNow() - cpu;
    if (done) return;
    yield value;
  }
}

const [wall, cpu] = [performance.now(), cpuNow()];
await type.run(timedPages(), type.parameters.parse(JSON.parse(parameters)), {
  total,
  progress: () => {},
  signal: { aborted: false },
  embed: async (texts) => texts.map(embedByLetters),
});
const seconds = (performance.now() - wall) / 1000 - reading.wall;
const measured: Measured = {
  type: name,
  questionsPerSecond: Math.round(total / seconds),
  peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
  cpuSeconds: Number((cpuNow() - cpu - reading.cpu).toFixed(2)),
};
console.log(JSON.stringify(measured));
