import type { OutputStream } from './command-io.ts';

/** A progress bar, drawn only on a terminal. */
export interface Progress {
  advance(steps: number): void;
  end(): void;
}

const width = 30;

export function createProgress(stream: OutputStream, title: string, total: number): Progress {
  let done = 0;
  const draw = () => {
    if (!stream.isTTY) return;
    const filled = total === 0 ? width : Math.floor((done / total) * width);
    const bar = `${'#'.repeat(filled)}${' '.repeat(width - filled)}`;
    stream.write(`\r${title} [${bar}] ${done}/${total}`);
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
