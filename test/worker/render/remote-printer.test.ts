import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { RemotePrinter } from '../../../worker/render/remote-printer';
import { pdfText } from './pdf.probe';
import { chromiumPath } from './report.sample';

/** What the container of the printer is given (docker-compose.yml). */
const ENVIRONMENT = { PATH: process.env.PATH, NODE_ENV: 'production', CHROMIUM_PATH: chromiumPath, PRINTER_PORT: '0' };
const slow = `<p>${'<i>word</i> '.repeat(30_000)}`;

let printer: ChildProcess;
let address: string;

beforeAll(async () => {
  printer = spawn(process.execPath, ['-r', 'tsx/cjs', resolve('worker/printer.ts')], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await listening(printer);
});

afterAll(async () => {
  if (printer.exitCode !== null) return;
  printer.kill('SIGTERM');
  expect(await once(printer, 'exit')).toEqual([0, null]);
});

async function listening({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The printer has no output.');
  for await (const line of createInterface(stdout)) {
    const { message, address: at } = JSON.parse(line) as { message: string; address?: { port: number } };
    if (message === 'printer ready') return `http://127.0.0.1:${at?.port}`;
  }
  throw new Error('The printer ended.');
}

const post = (body: string) => fetch(`${address}/print`, { method: 'POST', body });

test('prints for another process, with a Chromium that has no secret to read', async () => {
  const pdf = await new RemotePrinter(address).render('<p>Evaluación de Ana</p>');
  expect(pdfText(pdf)).toContain('Evaluación de Ana');
  const environment = readFileSync(`/proc/${printer.pid}/environ`, 'utf8').split('\0').filter(Boolean);
  expect(environment.map((entry) => entry.split('=')[0]).sort()).toEqual(Object.keys(ENVIRONMENT).sort());
});

test('a document that no one waits for any more makes room for the next', async () => {
  const remote = new RemotePrinter(address);
  const left = new AbortController();
  const documents = [1, 2, 3, 4].map(() => remote.render(slow, left.signal).catch((error: Error) => error.message));
  left.abort(new Error('The job was cancelled'));
  expect(await Promise.all(documents)).toEqual(Array(4).fill('The job was cancelled'));
  expect(pdfText(await remote.render('<p>next</p>'))).toContain('next');
});

test('closing rejects what is printing', async () => {
  const remote = new RemotePrinter(address);
  const document = remote.render(slow);
  await Promise.all([expect(document).rejects.toThrow('The PDF printer is closed'), remote.close()]);
});

test('answers nothing but documents and whether it is there, and refuses what is too long', async () => {
  expect((await fetch(`${address}/health`)).status).toBe(200);
  expect((await fetch(`${address}/print`)).status).toBe(404);
  expect((await fetch(`${address}/etc/passwd`)).status).toBe(404);
  const endless = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('<p>')) });
  const answer = await fetch(`${address}/print`, { method: 'POST', body: endless, duplex: 'half' });
  expect(answer.status).toBe(413);
  expect((await post('<p>short')).headers.get('content-type')).toBe('application/pdf');
});

test('a printer without Chromium says so to whoever asks and in its log, and one that is away is an error', async () => {
  const broken = spawn(process.execPath, ['-r', 'tsx/cjs', resolve('worker/printer.ts')], {
    env: { ...ENVIRONMENT, CHROMIUM_PATH: '/nonexistent/chromium' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const remote = new RemotePrinter(await listening(broken));
  await expect(remote.render('<p>x')).rejects.toThrow(/^The PDF printer answered 500: .*nonexistent/s);
  broken.kill('SIGKILL');
  await once(broken, 'exit');
  await expect(remote.render('<p>x')).rejects.toThrow('fetch failed');
});
