import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that start whole services or a browser, or wait for time limits: started last, they would
 * prolong the run.
 */
const isLong =
  /\/test\/(embedded\/|commands\/|auth\/commands|runs\/(command-line|compare|end|kinds|limits|streams|texts)|quizzes\/forms|http\/(transport|deadlines|openapi-answers|parity)|analyses\/analysis-types)/;

/** Long files first, isolated ones last; otherwise Vitest's order. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === 'isolated' ? 2 : isLong.test(moduleId) ? 0 : 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
