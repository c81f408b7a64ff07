import type { PdfPrinter } from './pdf-printer';

/** Longer than two attempts of the printer take. */
const ANSWER_MS = 60_000;

/** Prints with the process of `worker/printer.ts`, which knows no secret and reaches no database. */
export class RemotePrinter implements PdfPrinter {
  private readonly closing = new AbortController();

  public constructor(private readonly address: string) {}

  public async render(html: string, signal?: AbortSignal): Promise<Buffer> {
    const signals = [this.closing.signal, AbortSignal.timeout(ANSWER_MS), ...(signal ? [signal] : [])];
    const answer = await fetch(new URL('/print', this.address), {
      method: 'POST',
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: html,
      signal: AbortSignal.any(signals),
    });
    if (!answer.ok) throw new Error(`The PDF printer answered ${answer.status}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  public close(): Promise<void> {
    this.closing.abort(new Error('The PDF printer is closed'));
    return Promise.resolve();
  }
}
