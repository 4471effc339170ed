import { standBackFor } from '../../src/jobs/traffic.ts';

let standBack: (() => void) | undefined;

/** On a machine of two cores: the milliseconds of a rest. */
export default function rest(shared: SharedArrayBuffer): number {
  standBack ??= standBackFor(shared, 2);
  const start = performance.now();
  standBack();
  return performance.now() - start;
}
