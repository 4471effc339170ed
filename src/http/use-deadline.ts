import type { ExecutionResult } from 'graphql';
import { cancelStatementsWith } from '../db/statement-scope.ts';
import { ServiceError } from '../domain/errors.ts';
import { describeForGraphql } from './public-error.ts';
import type { ServerPlugin } from './server-plugin.ts';

/**
 * A query or mutation, over REST or GraphQL, is answered at its deadline even if its work goes on; its
 * statements are cancelled then, and when its client hangs up.
 */
export function useDeadline(): ServerPlugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { deadline } = args.contextValue;
      const { signal } = deadline;
      setExecuteFn((given) =>
        untilAborted(
          cancelStatementsWith(signal, () => executeFn(given)),
          signal,
        ),
      );
      deadline.start();
      return { onExecuteDone: () => deadline.stop() };
    },
  };
}

function untilAborted(
  work: ExecutionResult | Promise<ExecutionResult>,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const end = () => {
      const { reason } = signal;
      if (reason instanceof ServiceError) resolve({ errors: [describeForGraphql(reason)] });
      else reject(reason);
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
}
