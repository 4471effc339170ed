/** A bar for people at a terminal; nothing for machines. */
export interface Progress {
  advance(steps: number): void;
  end(): void;
}

const width = 30;

export function createProgress(title: string, total: number): Progress {
  let done = 0;
  const draw = () => {
    if (!process.stderr.isTTY) return;
    const filled = total === 0 ? width : Math.floor((done / total) * width);
    const bar = `${'#'.repeat(filled)}${' '.repeat(width - filled)}`;
    process.stderr.write(`\r${title} [${bar}] ${done}/${total}`);
  };
  draw();
  return {
    advance(steps) {
      done += steps;
      draw();
    },
    end() {
      if (process.stderr.isTTY) process.stderr.write('\n');
    },
  };
}
