import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const PROFILE = /^evaluation-pdf-(\d+)-\w{6}$/;
const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** Nothing listens there, so that a request that passes every other layer fails. */
const DEAD_PROXY = 'http://127.0.0.1:9';
/** Chromium gets no secret of this process, only what it needs to find its libraries and fonts. */
const ENVIRONMENT = ['PATH', 'LANG', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'XDG_DATA_DIRS'];

const profilesInUse = new Set<string>();

/**
 * One headless Chromium without network, scripts or files on disk. Playwright uses a pipe, so that it ends with this
 * process; the next launch deletes what a killed process left in the temporary directory.
 */
export class PdfBrowser {
  private constructor(
    private readonly browser: Browser,
    /** Process id of the browser's main process, which leads its process group. */
    readonly pid: number,
    /** Settles when the browser has ended. */
    readonly ended: Promise<void>,
    /** Settles when its profile is deleted too. */
    readonly gone: Promise<void>,
  ) {}

  /** Starts Chromium from `executablePath`; use the program itself, since a wrapper script would leave orphans. */
  static async launch(executablePath: string): Promise<PdfBrowser> {
    await removeAbandonedProfiles();
    const profile = await mkdtemp(join(tmpdir(), `evaluation-pdf-${process.pid}-`));
    profilesInUse.add(profile);
    let browser: Browser | undefined;
    try {
      browser = await start(executablePath, profile);
      const ended = untilDisconnected(browser);
      const pid = await mainProcess(browser);
      const gone = ended.then(() => {
        killGroup(pid); // helpers briefly outlive a killed browser and would write into the profile
        return discard(profile);
      });
      return new PdfBrowser(browser, pid, ended, gone);
    } catch (error) {
      await browser?.close().catch(() => undefined); // already gone
      await discard(profile);
      throw error;
    }
  }

  get isConnected(): boolean {
    return this.browser.isConnected();
  }

  /** Returns `work`, but rejects when the browser ends first: playwright never settles some calls of a dead browser. */
  async whileAlive<T>(work: Promise<T>): Promise<T> {
    let fail: () => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => (fail = () => reject(new Error('Chromium ended'))));
    this.browser.once('disconnected', fail);
    if (!this.isConnected) fail();
    try {
      return await Promise.race([work, ended]);
    } finally {
      this.browser.off('disconnected', fail);
    }
  }

  /** Opens an empty page in its own context, restricted in several redundant ways, because none suffices alone. */
  async newPage(): Promise<Page> {
    return this.whileAlive(this.openPage());
  }

  private async openPage(): Promise<Page> {
    const context = await this.browser.newContext({
      javaScriptEnabled: false,
      offline: true,
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    await context.route('**/*', (route) => route.abort());
    return context.newPage();
  }

  /** Closes the browser; kills it when it does not respond. */
  async close(): Promise<void> {
    const forced = setTimeout(() => this.kill(), CLOSE_TIMEOUT_MS);
    await this.browser.close().catch(() => undefined); // already gone
    await this.gone;
    clearTimeout(forced);
  }

  /** Ends the whole process group at once; `gone` settles soon after. */
  kill(): void {
    killGroup(this.pid);
  }
}

function untilDisconnected(browser: Browser): Promise<void> {
  return new Promise((resolve) => browser.once('disconnected', () => resolve()));
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

async function start(executablePath: string, profile: string): Promise<Browser> {
  const inherited = ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : []));
  const { chromium } = await import('playwright-core'); // takes half a second, which only the first document needs
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    artifactsDir: profile,
    env: { ...Object.fromEntries(inherited), HOME: profile, TMPDIR: profile },
    args: ['--disable-dev-shm-usage', '--font-render-hinting=none'],
    proxy: { server: DEAD_PROXY },
    timeout: LAUNCH_TIMEOUT_MS,
    // The worker decides the order of its shutdown.
    handleSIGTERM: false,
    handleSIGINT: false,
    handleSIGHUP: false,
  });
  const browser = context.browser();
  if (!browser) throw new Error('Chromium started without a browser to talk to');
  return browser;
}

async function mainProcess(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pid = processInfo.find((info) => info.type === 'browser')?.id;
  if (!pid) throw new Error('Chromium does not tell its process id');
  return pid;
}

async function discard(profile: string): Promise<void> {
  // The next launch deletes what a dying process still writes.
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
  profilesInUse.delete(profile);
}

/**
 * Deletes profiles of dead processes, and of an earlier process with the same id (a restarted container counts from 1 again).
 */
async function removeAbandonedProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(PROFILE.exec(name)?.[1]);
    const path = join(tmpdir(), name);
    if (owner && !profilesInUse.has(path) && (owner === process.pid || !isAlive(owner))) await discard(path);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
