import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start whole services or a browser: begun last, one of them would keep all waiting. */
const isLong =
  /\/test\/(embedded\/|auth\/commands|runs\/(command-line|lost|nodes)|http\/(pages|graphiql))/;

/** Long files first, those with a process of their own last; otherwise as Vitest has it. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === 'isolated' ? 2 : isLong.test(moduleId) ? 0 : 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
