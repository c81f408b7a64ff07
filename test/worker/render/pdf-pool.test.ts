import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfPool } from '../../../worker/render/pdf-pool';
import { until } from '../../support/until';
import { pdfInfo, pdfText } from './pdf.probe';
import { chromiumPath } from './report.sample';

const page = (body: string) => `<!doctype html><style>@page { size: A4 }</style><p>${body}</p>`;
const slow = page('<i>word</i> '.repeat(30_000));

/** Main processes of Chromium that a process (this one, unless said otherwise) started for printing, by their profile. */
function browsersOf(owner: number = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const args = commandLine(pid);
      return (
        args.some((arg) => arg.includes(`evaluation-pdf-${owner}-`)) && !args.some((arg) => arg.startsWith('--type='))
      );
    });
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it has just ended
  }
}

const profilesOf = (owner: number = process.pid) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`evaluation-pdf-${owner}-`));

const pools: PdfPool[] = [];
function newPool(options: Partial<ConstructorParameters<typeof PdfPool>[0]> = {}): PdfPool {
  const pool = new PdfPool({ executablePath: chromiumPath, ...options });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  expect(browsersOf()).toEqual([]);
  expect(profilesOf()).toEqual([]);
});

describe('reliability M11-M13: the PDF renderer', () => {
  test('holds no browser before the first document, one for many, and none after closing', async () => {
    const pool = newPool();
    expect(browsersOf()).toEqual([]);
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const pdfs = await Promise.all(texts.map((text) => pool.render(page(text))));
    expect(pdfs.map((pdf) => pdfText(pdf).trim())).toEqual(texts);
    expect(browsersOf()).toHaveLength(1);
    await pool.close();
    expect(browsersOf()).toEqual([]);
    await expect(pool.render(page('late'))).rejects.toThrow('shutting down');
  });

  test('M13: talks to Chromium over a pipe and gives it nothing of our environment but where programs and fonts are', async () => {
    await newPool().render(page('x'));
    const [pid] = browsersOf();
    expect(commandLine(pid!)).toContain('--remote-debugging-pipe');
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    const names = variables.map((variable) => variable.slice(0, variable.indexOf('=')));
    expect(names).toEqual(expect.arrayContaining(['HOME', 'TMPDIR']));
    const places = ['PATH', 'LANG', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'XDG_DATA_DIRS'];
    expect(names.filter((name) => !['HOME', 'TMPDIR', ...places].includes(name))).toEqual([]);
  });

  test('replaces pages after their number of uses', async () => {
    const pool = newPool({ size: 1, usesPerPage: 2 });
    for (const text of ['1', '2', '3', '4', '5']) expect(pdfText(await pool.render(page(text))).trim()).toBe(text);
  });

  test('a browser that is killed between documents is replaced', async () => {
    const pool = newPool();
    await pool.render(page('before'));
    const [pid] = browsersOf();
    process.kill(pid!, 'SIGKILL');
    expect(pdfText(await pool.render(page('after'))).trim()).toBe('after');
    expect(browsersOf()).not.toContain(pid);
  });

  test('a browser that is killed in the middle of a document is replaced and the document printed', async () => {
    const pool = newPool();
    await pool.render(page('warm'));
    const [pid] = browsersOf();
    const printing = pool.render(slow);
    process.kill(pid!, 'SIGKILL');
    expect(Number(pdfInfo(await printing).Pages)).toBeGreaterThan(10);
  });

  test('a frozen browser times out and is replaced', async () => {
    const pool = newPool();
    await pool.render(page('warm'));
    const [pid] = browsersOf();
    process.kill(pid!, 'SIGSTOP');
    const timeout = new AbortController(); // the clock of this document alone: starting a browser may take long
    const started = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
    const printing = pool.render(page('frozen'));
    await until(() => started.mock.calls.length > 0);
    timeout.abort(new DOMException('The time is over', 'TimeoutError'));
    await expect(printing).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(started.mock.calls[0]).toEqual([20_000]);
    started.mockRestore();
    await until(() => !browsersOf().includes(pid!));
    expect(pdfText(await pool.render(page('again'))).trim()).toBe('again');
  });

  test('a document may be given up while it waits and while it prints; the others are not disturbed', async () => {
    const pool = newPool({ size: 1 });
    const printing = new AbortController();
    const waiting = new AbortController();
    const first = pool.render(slow, printing.signal);
    const second = pool.render(page('second'), waiting.signal);
    const third = pool.render(page('third'));
    waiting.abort(new Error('not wanted'));
    await expect(second).rejects.toThrow('not wanted');
    printing.abort(new Error('nor this one'));
    await expect(first).rejects.toThrow('nor this one');
    expect(pdfText(await third).trim()).toBe('third');
    await expect(pool.render(page('x'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });

  test('closes the browser when there is nothing to do, and starts it again', async () => {
    const pool = newPool({ idleMs: 1 });
    await pool.render(page('one'));
    await until(() => browsersOf().length === 0 && profilesOf().length === 0);
    expect(pdfText(await pool.render(page('two'))).trim()).toBe('two');
  });

  test('closing rejects what is printing and what waits', async () => {
    const pool = newPool({ size: 1 });
    const documents = [pool.render(slow), pool.render(page('waits'))].map((document) =>
      document.catch((error: Error) => error.message),
    );
    await pool.close();
    expect(await Promise.all(documents)).toEqual(Array(2).fill('The PDF renderer is shutting down'));
  });

  test('a program that is no browser fails the document, and the next one tries again', async () => {
    const pool = newPool({ executablePath: '/nonexistent/chromium' });
    await expect(pool.render(page('x'))).rejects.toThrow(/nonexistent/);
    await expect(pool.render(page('x'))).rejects.toThrow(/nonexistent/);
    expect(profilesOf()).toEqual([]);
  });

  test('M13: Chromium ends with a killed process, and the next launch removes what it left', async () => {
    const script = `
      const { PdfPool } = require(${JSON.stringify(join(__dirname, '../../../worker/render/pdf-pool.ts'))});
      const pool = new PdfPool({ executablePath: ${JSON.stringify(chromiumPath)} });
      pool.render('<p>x</p>').then(() => process.stdout.write('printed'));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['-r', 'tsx/cjs', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(browsersOf(child.pid)).toHaveLength(1);
    expect(profilesOf(child.pid)).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => browsersOf(child.pid).length === 0);
    await newPool().render(page('next'));
    expect(profilesOf(child.pid)).toEqual([]);
  });

  test('the tools of these tests see a browser that is there', () => {
    expect(existsSync(chromiumPath)).toBe(true);
    expect(execFileSync(chromiumPath, ['--version']).toString()).toMatch(/\d+\.\d+/);
  });
});
