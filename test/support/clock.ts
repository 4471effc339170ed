/** A frozen clock that tests advance. */
export function createClock(start = '2026-01-31T12:00:00Z') {
  let now = new Date(start).getTime();
  return {
    clock: () => new Date(now),
    /** Advances it by this many seconds. */
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}
