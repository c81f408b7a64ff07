import { progressBar } from '../../api/operations/backup/progress-bar';

function recorder(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe('progress bar', () => {
  test('in a log: one line at each full 10 %, none twice', () => {
    const output = recorder(false);
    const bar = progressBar('Employees', 600, output);
    for (let done = 0; done < 600; done++) bar.tick();
    bar.finish();
    bar.tick();
    expect(output.written).toHaveLength(11);
    expect(output.written[0]).toBe('Employees: 0 % (0/600)\n');
    expect(output.written[5]).toBe('Employees: 50 % (300/600)\n');
    expect(output.written[10]).toBe('Employees: 100 % (600/600)\n');
  });

  test('on a terminal: one line that redraws itself and ends once', () => {
    const output = recorder(true);
    const bar = progressBar('Answers', 4, output);
    bar.update(1);
    bar.update(1);
    bar.update(4);
    bar.finish();
    bar.finish();
    const text = output.written.join('');
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(text.endsWith('100 %  4/4\n')).toBe(true);
    expect(output.written.slice(0, -1).every((line) => line.startsWith('\r'))).toBe(true);
    expect(output.written[1]).toContain('████████░░░░░░░░░░░░░░░░░░░░░░  25 %  1/4');
  });

  test.each([
    ['nothing to do', 0, 0, '100 % (0/0)'],
    ['more than the total', 5, 9, '100 % (5/5)'],
    ['less than nothing', 5, -1, '0 % (0/5)'],
  ])('%s', (_name, total, done, last) => {
    const output = recorder(false);
    const bar = progressBar('Step', total, output);
    bar.update(done);
    bar.finish();
    expect(output.written.at(-1)).toBe(`Step: ${last}\n`);
  });

  test('a step that ends early shows how far it came', () => {
    const output = recorder(true);
    const bar = progressBar('Step', 1000, output);
    bar.update(15);
    bar.update(19);
    bar.finish();
    expect(output.written.join('').endsWith('  1 %  19/1000\n')).toBe(true);
  });
});
