import { expect, type TestContext } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What an experiment with faults counted. */
export interface Figures {
  readonly acknowledged: number;
  readonly present: number;
  readonly lost: number;
  readonly doubled: number;
  /** Answers that no client should get. */
  readonly failed: number;
}

declare module 'vitest' {
  interface TaskMeta {
    experiment?: { readonly name: string } & Figures;
  }
}

/** Notes the figures of an experiment for the table, and expects that nothing was lost. */
export function record({ task }: TestContext, name: string, figures: Figures): void {
  task.meta.experiment = { name, ...figures };
  const { acknowledged, lost, doubled, failed } = figures;
  expect(acknowledged).toBeGreaterThan(0);
  expect({ lost, doubled, failed }).toEqual({ lost: 0, doubled: 0, failed: 0 });
}

/** Prints the figures of all experiments when the run is over. */
export default class ExperimentTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const rows = tests.flatMap(toRow);
    if (rows.length > 0) console.table(rows);
  }
}

function toRow(test: TestCase) {
  const { experiment } = test.meta();
  if (experiment) {
    const { name, ...figures } = experiment;
    return [{ experiment: name, ...figures }];
  }
  return test.result().state === 'skipped' ? [{ experiment: `skipped: ${test.fullName}` }] : [];
}
