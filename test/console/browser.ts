import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { source as axeSource } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';
import type { TestAccount } from '../factories/account';
import type { Service } from '../support/service';
import { useService } from '../support/service';
import { cookieOf } from '../support/session-cookie';

const BUILD = resolve('build/console');
const SLOWEST_MS = 3_000;
/** What a page does by itself takes no longer, also on a busy machine: a failure names the step that hung. */
const STEP_MS = 30_000;
/** For what a job of the worker brings about, which may wait behind others. */
export const WHILE_A_JOB_RUNS = { timeout: 180_000 };

/** A page of the console, as its build describes it. */
export interface ConsolePage {
  path: string;
  /** Its name under `pages` in the texts. */
  title: string;
  area: string;
  permission: string;
  scope: 'organization' | 'platform' | 'any';
  /** Whether only those open it to whom employees report. */
  isForManagers: boolean;
}

/** Every page of the console that was built; throws when the build is older than the source. */
export function consolePages(): ConsolePage[] {
  const file = join(BUILD, 'addresses.json');
  if (!existsSync(file) || newest('console') > statSync(file).mtimeMs)
    throw new Error('The build of the console is missing or out of date: npm run build:console');
  return JSON.parse(readFileSync(file, 'utf8')) as ConsolePage[];
}

function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)).mtimeMs),
  );
}

/** Something that a page asked of the service. */
export interface ConsoleRequest {
  method: string;
  /** Path and query. */
  path: string;
  type: string;
}

/** A tab of a real browser, with what happened in it. */
export interface Tab {
  page: Page;
  requests: ConsoleRequest[];
  /** Violations of the Content-Security-Policy, errors of scripts, and error lines of the browser's console. */
  problems: string[];
  /** Opens an address and waits until the page says that it is complete. */
  open(address: string): Promise<void>;
  /** Rules of WCAG 2.2 AA that the page breaks, with the elements; of these rules alone, when they are given. */
  accessibilityProblems(rules?: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export interface TabOptions {
  /** The organization's host; absent: the bare host. */
  slug?: string;
  account?: TestAccount;
  width?: number;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  /** Of the browser; the machine's by default. */
  timezoneId?: string;
}

/** A real browser in front of the real service, for all tests of the file. */
export interface ConsoleBrowser {
  service: Service;
  /** `http://acme.localhost:port`, or the bare host. */
  origin(slug?: string): string;
  /** A new tab, in which the account is signed in. */
  tab(options?: TabOptions): Promise<Tab>;
}

/** Starts service and browser before the tests of the file; the returned function gives them inside tests. */
export function useConsole(options: Parameters<typeof useService>[0] = {}): () => ConsoleBrowser {
  const service = useService(options);
  let browser: Browser | undefined;
  const sessions = new Map<string, Session>();
  beforeAll(async () => {
    consolePages();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium-headless-shell',
      args: ['--no-sandbox', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
    });
  });
  afterAll(async () => {
    // A tab that no test closed is one where a test failed.
    for (const page of browser?.contexts().flatMap((context) => context.pages()) ?? [])
      process.stderr.write(`${page.url()} shows:\n${await page.innerText('body').catch(String)}\n`);
    await browser?.close();
  });
  const origin = (slug?: string): string => {
    const { port } = new URL(service().url);
    return slug === undefined ? `http://localhost:${port}` : `http://${slug}.localhost:${port}`;
  };
  const tab = async ({
    slug,
    account,
    width = 1300,
    colorScheme,
    locale = 'en-US',
    timezoneId,
  }: TabOptions = {}): Promise<Tab> => {
    if (!browser) throw new Error('The browser runs inside tests only.');
    const key = `${slug ?? ''} ${account?.id ?? ''}`;
    const session = account && (sessions.get(key) ?? (await startSession(service(), origin(slug), account)));
    if (session) sessions.set(key, session);
    const context = await browser.newContext({
      baseURL: origin(slug),
      viewport: { width, height: width < 600 ? 844 : 900 },
      colorScheme,
      locale,
      timezoneId,
      storageState: session,
    });
    return watchTab(context);
  };
  return () => ({ service: service(), origin, tab });
}

type Session = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

/** Signs in without the form, which loads two pages; `test/console/sign-in.test.ts` does it by the form. */
async function startSession(service: Service, origin: string, { email, password }: TestAccount): Promise<Session> {
  const { host, hostname } = new URL(origin);
  const body = { email, password, cookie: true };
  const answer = await service.call('post', '/api/auth/token').set('Host', host).send(body).expect(200);
  const [name = '', value = ''] = cookieOf(answer).split('=');
  const where = { domain: hostname, path: '/', expires: -1 };
  const cookie = { name, value, ...where, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  return { cookies: [cookie], origins: [] };
}

/** Signs in by the form, and waits until it is left. */
export async function signIn(page: Page, account: TestAccount): Promise<void> {
  await page.goto('/sign-in');
  await signInOver(page.locator('body'), account);
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await ready(page);
}

/** Fills in the form of the sign-in within an element, and sends it. */
export async function signInOver(element: Locator, { email, password }: TestAccount): Promise<void> {
  await element.getByLabel(/^(Email|Correo electrónico)$/).fill(email);
  await element.getByLabel(/^(Password|Contraseña)$/).fill(password);
  await element.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ }).click();
}

/** Goes to a page by the navigation, and unfolds the groups that may hide it. */
export async function goByNavigation(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const link = navigation.getByRole('link', { name, exact: true });
  const folded = navigation.getByRole('button', { expanded: false });
  await navigation.waitFor();
  while ((await link.count()) === 0 && (await folded.count()) > 0) await folded.first().click();
  await link.click();
}

/** Does something with a row by its menu. */
export async function chooseAction(row: Locator, action: string): Promise<void> {
  await row
    .getByRole('button', { name: /^(Actions for|Acciones para) / })
    .first()
    .click();
  await row.page().getByRole('menuitem', { name: action }).click();
}

/** Closes what the page has reported so far: what it reports next has its own notice. One may go by itself at any moment. */
export async function dismissNotices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as unknown as { click(): void }).click();
  });
}

/** Looks at each frame; a locator would look again after half a second, and a function is refused by the policy. */
const READY = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('The page was not ready in time.')), ${STEP_MS});
  const look = () => ('ready' in document.documentElement.dataset ? resolve() : requestAnimationFrame(look));
  look();
})`;

/** Waits until the page says that it is complete (console/app/ready-mark.tsx), also when it loads itself again. */
export async function ready(page: Page): Promise<void> {
  try {
    await page.evaluate(READY);
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    await ready(page);
  }
}

const COLLECT_VIOLATIONS = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    globalThis.violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));
`;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** axe describes no elements that pass: that would take longer than finding the violations. */
const VIOLATIONS_ALONE = { resultTypes: ['violations'], selectors: false };
const runAxe = (
  runOnly: readonly string[],
): string => `axe.run(document, ${JSON.stringify({ runOnly, ...VIOLATIONS_ALONE })}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`;

/** Bytes of each file of the console as it was sent, head and body, by its path; a browser asks for it once and keeps it. */
const sentFiles = new Map<string, Promise<number>>();

function noteSize(request: Request): void {
  const { pathname } = new URL(request.url());
  const isFile = pathname.startsWith('/console/assets/') || request.resourceType() === 'document';
  if (isFile && !sentFiles.has(pathname)) sentFiles.set(pathname, sentBytes(request));
}

/** Not a number when the tab is closed before the browser has counted. */
function sentBytes(request: Request): Promise<number> {
  return request
    .sizes()
    .then(
      ({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize,
      whenClosed(Number.NaN),
    );
}

/** Answers come late and in another order, as on a bad line (docs/contributing.md). */
async function answerLate(route: Route): Promise<void> {
  await delay(Math.random() ** 4 * SLOWEST_MS);
  await route.continue().catch(whenClosed(undefined));
}

/** What stands for the answer of a tab that was closed in the meantime; other errors are thrown on. */
function whenClosed<T>(value: T): (error: Error) => T {
  return (error) => {
    if (!error.message.includes('has been closed')) throw error;
    return value;
  };
}

async function watchTab(context: BrowserContext): Promise<Tab> {
  await context.addInitScript({ content: COLLECT_VIOLATIONS });
  if (process.env.SLOW_ANSWERS) await context.route('**/api/**', answerLate);
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const requests: ConsoleRequest[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:' || url.protocol === 'blob:') return;
    requests.push({ method: request.method(), path: url.pathname + url.search, type: request.resourceType() });
  });
  page.on('requestfinished', noteSize);
  page.on('pageerror', (error) => void problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refusal of the API is an answer, and pages show it.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`);
  });
  return {
    page,
    requests,
    problems,
    async open(address) {
      requests.length = 0;
      await page.goto(address);
      await ready(page);
      problems.push(...(await page.evaluate<string[]>('globalThis.violations.splice(0)')));
    },
    async accessibilityProblems(rules = WCAG) {
      if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
      return page.evaluate<string[]>(runAxe(rules));
    },
    close: () => context.close(),
  };
}

/** Bytes on the wire of the requested files of the console, without those that every page shares. */
export function ownBytes(requests: readonly ConsoleRequest[]): Promise<number> {
  const html = readFileSync(join(BUILD, 'index.html'), 'utf8');
  return bytesOnTheWire(assetsOf(requests).filter((path) => !html.includes(path)));
}

/** Bytes on the wire of the page at a path and of the requested files of the console. */
export function allBytes(requests: readonly ConsoleRequest[], page: string): Promise<number> {
  return bytesOnTheWire([page, ...assetsOf(requests)]);
}

function assetsOf(requests: readonly ConsoleRequest[]): string[] {
  return [...new Set(requests.map(({ path }) => path).filter((path) => path.startsWith('/console/assets/')))];
}

async function bytesOnTheWire(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) bytes += (await sentFiles.get(path)) ?? Number.NaN;
  return bytes;
}

/** Reads of the API that count against the budget: no pictures, no event streams, no polling. */
export function apiReads(requests: readonly ConsoleRequest[]): string[] {
  return requests
    .filter(({ path, type, method }) => path.startsWith('/api/') && method === 'GET' && type !== 'image')
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('/events') && !path.startsWith(PHOTOS));
}

/** Reads of the photos of people, which come after all others. */
export function photoReads(requests: readonly ConsoleRequest[]): string[] {
  return requests.map(({ path }) => path).filter((path) => path.startsWith(PHOTOS));
}

const PHOTOS = '/api/employees/photos?';
