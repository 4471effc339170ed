/**
 * Called before `npm version`, and by `npm run components`: whether the packages in package-lock.json keep the time
 * frames of SECURITY.md. All of them: what is bundled is a development dependency too.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `npm audit --json` prints, or what npm says instead. */
interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, Omit<Weakness, 'stopsRelease'>>>;
  readonly message?: string;
}

interface Weakness {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  readonly stopsRelease: boolean;
}

const severities = ['low', 'moderate', 'high', 'critical'];
/** With a weakness of this severity or more nothing is released. */
const maxSeverity = 'high';
/** So long an update within a major version may wait. */
export const updateDays = 90;

const dayMs = 24 * 60 * 60 * 1000;

/** The weaknesses in an answer of `npm audit --json`, the worst first; undefined for an answer that has none of that. */
export function listWeaknesses({ vulnerabilities }: Audit): Weakness[] | undefined {
  if (!vulnerabilities) return undefined;
  return Object.values(vulnerabilities)
    .map(({ name, severity, range }) => ({
      name,
      severity,
      range,
      stopsRelease: severities.indexOf(severity) >= severities.indexOf(maxSeverity),
    }))
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
}

/**
 * Days since the first release after `current` that has the same major version; undefined if there is none.
 * `times` has those of all versions, as `npm view <name> time --json` prints them.
 */
export function daysBehind(
  current: string,
  times: Readonly<Record<string, string>>,
  now: Date,
): number | undefined {
  const published = Object.entries(times)
    .filter(([version]) => isUpdate(version, current))
    .map(([, time]) => Date.parse(time));
  if (published.length === 0) return undefined;
  return Math.floor((now.getTime() - Math.min(...published)) / dayMs);
}

/** 0.2.0 may break what 0.1.0 promised, so before 1.0 the second number is the major version. */
function isUpdate(version: string, current: string): boolean {
  const [next, now] = [readNumbers(version), readNumbers(current)];
  if (!next || !now) return false;
  const isSameMajor = next[0] === now[0] && (next[0] > 0 || next[1] === now[1]);
  return isSameMajor && (next[1] > now[1] || (next[1] === now[1] && next[2] > now[2]));
}

function readNumbers(version: string): [number, number, number] | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function askNpm<T>(...args: string[]): T {
  const options = { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const;
  const { stdout } = spawnSync('npm', [...args, '--json'], options);
  return JSON.parse(stdout || '{}');
}

function check(): void {
  const audit = askNpm<Audit>('audit');
  const weaknesses = listWeaknesses(audit);
  for (const { name, severity, range } of weaknesses ?? []) {
    console.log(`${severity}: ${name} ${range}`);
  }
  const late = Object.entries(askNpm<Record<string, { current: string }>>('outdated')).flatMap(
    ([name, { current }]) => {
      const days = daysBehind(current, askNpm('view', name, 'time'), new Date());
      if (days !== undefined) console.log(`${name} ${current}: an update waits for ${days} days`);
      return days !== undefined && days > updateDays ? [name] : [];
    },
  );
  const serious = weaknesses?.filter(({ stopsRelease }) => stopsRelease).map(({ name }) => name);
  const broken = [...new Set([...(serious ?? []), ...late])];
  if (broken.length > 0) {
    fail(`Update before a release: ${broken.join(', ')}. SECURITY.md says why, in "Updates".`);
  }
  // What is not known is no reason to release.
  if (!weaknesses) fail(`npm audit gave no answer; run this again where it does. ${audit.message}`);
  if (!process.exitCode) console.log('All components are within their time frames.');
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check();
