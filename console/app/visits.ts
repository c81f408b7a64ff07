/** Where the user was on a page of this tab. */
interface Visit {
  /** The heading of the page. */
  title: string;
  /** The query of the address: filter, order, page. */
  search: string;
  /** How far the page was scrolled, in pixels. */
  scroll: number;
}

/** Pages that are remembered: enough for the way back from details, and a long session does not grow it. */
const MAX_VISITS = 50;

/** By path, the latest last. */
const visits = new Map<string, Visit>();

/** To which page a crumb leads now, and how far it was scrolled. */
let awaited: { path: string; scroll: number } | null = null;

function remember(path: string, changes: Partial<Visit>): void {
  const visit = { title: '', search: '', scroll: 0, ...visits.get(path), ...changes };
  visits.delete(path);
  visits.set(path, visit);
  const [oldest] = visits.keys();
  if (visits.size > MAX_VISITS && oldest !== undefined) visits.delete(oldest);
}

/** Remembers how a page was left; paths are those of the browser. */
export function rememberLeft(path: string, search: string): void {
  if (visits.has(path)) remember(path, { search, scroll: globalThis.scrollY });
}

export function rememberShown(path: string, title: string): void {
  remember(path, { title });
}

/** The query with which a page was left; an empty text when it was not visited. */
export function searchOf(path: string): string {
  return visits.get(path)?.search ?? '';
}

/** The pages that were shown last, the latest first. */
export function latestVisits(): { path: string; title: string; search: string }[] {
  return [...visits].map(([path, { title, search }]) => ({ path, title, search })).reverse();
}

/** Forgets what another account saw. */
export function forgetVisits(): void {
  visits.clear();
}

/** Says that the user goes back to a page, which is to be shown where it was left. */
export function awaitReturn(path: string): void {
  awaited = { path, scroll: visits.get(path)?.scroll ?? 0 };
}

const WAIT_MS = 3_000;

/** Scrolls to where a page was left if the user comes back to it by a crumb, as soon as it is tall enough. Returns whether it does. */
export function returnTo(path: string): boolean {
  const scroll = awaited?.path === path ? awaited.scroll : 0;
  awaited = null;
  if (scroll === 0) return false;
  const { body } = document;
  const scrollWhenTall = (): void => {
    if (body.scrollHeight - globalThis.innerHeight < scroll) return;
    stop();
    globalThis.scrollTo(0, scroll);
  };
  const watcher = new ResizeObserver(scrollWhenTall);
  const timer = setTimeout(() => stop(), WAIT_MS);
  const stop = (): void => {
    watcher.disconnect();
    clearTimeout(timer);
    globalThis.removeEventListener('wheel', stop);
  };
  watcher.observe(body);
  // Who scrolls already is not moved again.
  globalThis.addEventListener('wheel', stop, { passive: true });
  scrollWhenTall();
  return true;
}
