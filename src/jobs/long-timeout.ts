/** What setTimeout can wait for; with more it fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Calls back after any number of milliseconds; returns a function that prevents it. */
export function setLongTimeout(callback: () => void, milliseconds: number): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number) => {
    const step = Math.min(left, maxTimerMs);
    timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
