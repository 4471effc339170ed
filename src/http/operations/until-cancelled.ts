import type { Cancellation } from '../../domain/cancellation.ts';

/** The outcome of the work, or the reason as an error if it is cancelled first. */
export function untilCancelled<T>(
  work: T | PromiseLike<T>,
  cancellation: Cancellation,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = cancellation.onCancel(() => reject(cancellation.reason));
    Promise.resolve(work).then(
      (result) => {
        forget();
        resolve(result);
      },
      (error) => {
        forget();
        reject(error);
      },
    );
  });
}
