import type { OutputStream } from './command-io.ts';

/** A progress bar on a terminal; elsewhere a line every few seconds. */
export interface Progress {
  advance(steps: number): void;
  end(): void;
}

const width = 30;
const lineIntervalMs = 5000;

/** Without a total, as of standard input, there is no bar. */
export function createProgress(
  stream: OutputStream,
  title: string,
  total: number | undefined,
  now = () => performance.now(),
): Progress {
  let done = 0;
  let lastLine = now();
  const draw = () => {
    const count = done.toLocaleString('en');
    const counts = total === undefined ? count : `${count} of ${total.toLocaleString('en')}`;
    if (stream.isTTY) {
      stream.write(`\r${title}${total === undefined ? '' : ` [${barOf(done, total)}]`} ${counts}`);
    } else if (now() - lastLine >= lineIntervalMs) {
      lastLine = now();
      stream.write(`${title}: ${counts}\n`);
    }
  };
  draw();
  return {
    advance(steps) {
      done += steps;
      draw();
    },
    end() {
      if (stream.isTTY) stream.write('\n');
    },
  };
}

function barOf(done: number, total: number): string {
  const filled = total === 0 ? width : Math.min(width, Math.floor((done / total) * width));
  return '#'.repeat(filled).padEnd(width);
}
