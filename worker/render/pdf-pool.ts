import { Semaphore } from 'async-mutex';
import { type Page } from 'playwright-core';
import { PdfBrowser } from './pdf-browser';

export interface PdfPoolOptions {
  /** The Chromium program (configuration `CHROMIUM_PATH`). */
  executablePath: string;
  /** Documents printed concurrently; more than the number of cores slows each one down (default 2). */
  size?: number;
  /** Milliseconds after which printing a document fails (default 20,000). */
  timeoutMs?: number;
  /** Documents after which a page is replaced (default 100). */
  usesPerPage?: number;
  /** Milliseconds without work after which the browser is closed (default 60,000). */
  idleMs?: number;
}

interface Slot {
  page: Page;
  uses: number;
  browser: PdfBrowser;
}

const DISCARD_TIMEOUT_MS = 2_000;

/**
 * Prints HTML to PDF in a Chromium that starts with the first document, restarts when it dies, and closes when idle.
 * Documents have no network, scripts or files, whatever they contain.
 */
export class PdfPool {
  private browser?: Promise<PdfBrowser>;
  private idleSlots: Slot[] = [];
  private readonly turns: Semaphore;
  private idleTimer?: NodeJS.Timeout;
  /** Browsers, including dead ones, until their profiles are deleted. */
  private readonly remains = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private readonly options: Required<PdfPoolOptions>;

  constructor(options: PdfPoolOptions) {
    this.options = { size: 2, timeoutMs: 20_000, usesPerPage: 100, idleMs: 60_000, ...options };
    this.turns = new Semaphore(this.options.size);
  }

  /**
   * Prints `html` (page size, margins, header and footer are the document's own `@page` rules; A4 without them).
   * Rejects with the reason of `signal`, with a `TimeoutError`, or when Chromium fails twice on the same document.
   */
  async render(html: string, signal?: AbortSignal): Promise<Buffer> {
    const signals = signal ? [signal, this.closing.signal] : [this.closing.signal];
    const cancelled = AbortSignal.any(signals);
    const turn = await this.takeTurn(cancelled);
    try {
      const stop = AbortSignal.any([...signals, AbortSignal.timeout(this.options.timeoutMs)]);
      try {
        return await this.print(html, stop);
      } catch {
        stop.throwIfAborted();
        return await this.print(html, stop); // the page or the browser died: printing has no effects, so it can be repeated
      }
    } finally {
      this.endTurn(turn);
    }
  }

  /** Closes the browser; running and waiting documents are rejected. The pool cannot be used again. */
  async close(): Promise<void> {
    this.closing.abort(new Error('The PDF renderer is shutting down'));
    clearTimeout(this.idleTimer);
    await this.closeBrowser();
    await Promise.all(this.remains);
  }

  private async print(html: string, stop: AbortSignal): Promise<Buffer> {
    stop.throwIfAborted(); // before starting a browser
    const slot = this.acquire();
    try {
      const pdf = await unlessAborted(
        slot.then(({ page, browser }) => browser.whileAlive(printPage(page, html))),
        stop,
      );
      void slot.then((used) => this.putBack(used));
      return pdf;
    } catch (error) {
      const discarded = slot.then(discard, () => undefined);
      if (!stop.aborted) await discarded; // afterwards it is known whether the browser is alive
      throw error;
    }
  }

  private async acquire(): Promise<Slot> {
    const warm = this.idleSlots.pop();
    if (warm && !warm.page.isClosed() && warm.browser.isConnected) return warm;
    const browser = await this.launched();
    return { page: await browser.newPage(), uses: 0, browser };
  }

  private launched(): Promise<PdfBrowser> {
    if (this.browser) return this.browser;
    const launch = PdfBrowser.launch(this.options.executablePath);
    const forget = () => {
      if (this.browser !== launch) return;
      this.browser = undefined;
      this.idleSlots = [];
    };
    launch.then((browser) => {
      void browser.ended.then(forget);
      this.remains.add(browser.gone);
      void browser.gone.then(() => this.remains.delete(browser.gone));
    }, forget);
    this.browser = launch;
    return launch;
  }

  /** Removes the document before the page takes the next one, which may be another tenant's. */
  private async putBack(slot: Slot): Promise<void> {
    const current = await this.browser?.catch(() => undefined);
    if (++slot.uses >= this.options.usesPerPage || slot.browser !== current) return discard(slot);
    try {
      await slot.page.goto('about:blank', { timeout: DISCARD_TIMEOUT_MS });
      this.idleSlots.push(slot);
    } catch {
      await discard(slot);
    }
  }

  private async closeBrowser(): Promise<void> {
    const browser = this.browser;
    this.browser = undefined;
    this.idleSlots = [];
    await (await browser?.catch(() => undefined))?.close();
  }

  /** Takes turns in the order of the calls; the turn of a cancelled document ends when it comes. */
  private async takeTurn(cancelled: AbortSignal): Promise<Turn> {
    cancelled.throwIfAborted();
    clearTimeout(this.idleTimer);
    const turn = this.turns.acquire();
    try {
      return await unlessAborted(turn, cancelled);
    } catch (error) {
      void turn.then((unused) => this.endTurn(unused));
      throw error;
    }
  }

  private endTurn([, release]: Turn): void {
    release();
    if (this.turns.getValue() < this.options.size || this.closing.signal.aborted) return;
    this.idleTimer = setTimeout(() => void this.closeBrowser(), this.options.idleMs).unref();
  }
}

type Turn = Awaited<ReturnType<Semaphore['acquire']>>;

/**
 * Documents with more elements are printed without tags for screen readers, whose cost in Chromium grows with the
 * square of the elements: 30,000 take 90 s with tags and 1.3 s without.
 */
const MAX_TAGGED_ELEMENTS = 3_000;

async function printPage(page: Page, html: string): Promise<Buffer> {
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  const tagged = (html.match(/<[a-z]/g)?.length ?? 0) <= MAX_TAGGED_ELEMENTS;
  return page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true, tagged, outline: tagged });
}

/** Closes a page that cannot print another document; a browser that does not respond to that is killed. */
async function discard({ page, browser }: Slot): Promise<void> {
  const hung = setTimeout(() => browser.kill(), DISCARD_TIMEOUT_MS);
  await browser.whileAlive(page.context().close()).catch(() => undefined); // gone with its browser
  clearTimeout(hung);
}

/** Returns `work`, but rejects as soon as `stop` aborts; `page.pdf()` has no timeout of its own. */
async function unlessAborted<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(reasonOf(stop));
    stop.addEventListener('abort', leave, { once: true });
  });
  try {
    stop.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    stop.removeEventListener('abort', leave);
    work.catch(() => undefined); // no one awaits it any more
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}
