/** A clock that stands still until it is moved. */
export function createClock(start = '2026-01-31T12:00:00Z') {
  let now = new Date(start).getTime();
  return {
    clock: () => new Date(now),
    /** Moves it on by so many seconds. */
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}
