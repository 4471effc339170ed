import { ErrorNote } from './error-note.tsx';

/** The first of several failures, if there is one. */
export function Failure({ of }: { of: readonly unknown[] }) {
  const failure = of.find((each) => each !== undefined);
  return failure === undefined ? null : <ErrorNote error={failure} />;
}
