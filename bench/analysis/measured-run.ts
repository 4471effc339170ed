/** Runs one type over so many bench questions, and prints what it took as JSON. */
import { findAnalysisType } from '../../src/analyses/registry.ts';
import { embedByLetters } from './letter-vectors.ts';
import { type Measured, readBenchPages } from './measure.ts';

const [, , name = '', parameters = '{}', wanted = '0'] = process.argv;
const type = findAnalysisType(name);
if (!type) throw new Error(`There is no analysis ${name}.`);
const total = Number(wanted);

const reading = { wall: 0, cpu: 0 };
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** The same pages, with the time of reading them kept apart. */
async function* pagesApart() {
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
await type.run(pagesApart(), type.parameters.parse(JSON.parse(parameters)), {
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
