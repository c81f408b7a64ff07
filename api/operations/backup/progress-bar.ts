/** Where a progress bar draws; `process.stdout` is one. */
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how far a step of known length has come. */
export interface ProgressBar {
  /** Sets how much is done, out of the total. */
  update(done: number): void;
  tick(): void;
  /** Draws the end state and ends the line; further calls do nothing. */
  finish(): void;
}

const WIDTH = 30;
const LINE_START = '\r\u001b[2K';

/** A progress bar named `label`: one line that redraws itself on a terminal, elsewhere (a log) one line at each full 10 %. */
export function progressBar(label: string, total: number, output: ProgressOutput = process.stdout): ProgressBar {
  let done = 0;
  let shown = -1;
  let finished = false;

  function draw(): void {
    const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
    const step = output.isTTY ? percent : Math.floor(percent / 10) * 10;
    if (step === shown) return;
    shown = step;
    if (!output.isTTY) return void output.write(`${label}: ${step} % (${done}/${total})\n`);
    const filled = Math.round((WIDTH * percent) / 100);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    output.write(`${LINE_START}${label.padEnd(28)} ${bar} ${String(percent).padStart(3)} %  ${done}/${total}`);
  }

  function update(value: number): void {
    if (finished) return;
    done = Math.min(Math.max(value, 0), Math.max(total, 0));
    draw();
  }

  draw();
  return {
    update,
    tick: () => update(done + 1),
    finish() {
      if (finished) return;
      if (output.isTTY) shown = -1; // the counts of the last redraw may be behind its percentage
      draw();
      finished = true;
      if (output.isTTY) output.write('\n');
    },
  };
}
