import type { components } from '../../build/openapi/internal';
import { createStore, useStore } from '../app/store';
import { ApiError } from '../http/api-error';
import { queryClient, refresh } from '../http/query-client';
import { readKey, readOnce } from '../http/use-read';
import { readEvents } from './event-stream';

/** Background work of the service. */
export type Job = components['schemas']['JobView'];

/** Background work that this tab follows, from wherever the user is. */
export interface WatchedJob {
  id: string;
  /** Its kind, such as `evaluation.generate`. */
  type: string;
  /** What it is about, such as the id of a cycle: whether the same work runs already. */
  about?: string;
  /** What it does, in the user's language: "Import of people.csv". */
  label: string;
  /** Where its result is shown. */
  href?: string;
  /** Its file is saved to the user's disk when it ends. */
  savesFile?: boolean;
  /** API paths whose rows it changes; they are read again when it ends. */
  refreshes: readonly string[];
  /** Its state as far as it is known. */
  job: Job | null;
}

type StoredJob = Omit<WatchedJob, 'job'>;

/** How a job is asked for: the rows of an import are read by page. */
export const jobRequest = (id: string) => ({ path: { id }, query: { rows: false } });

const KEY = 'jobs';
const POLL_MS = 3_000;

/** What this tab follows now. Continues after a reload of the tab. */
export const watchedJobs = createStore<readonly WatchedJob[]>(
  (JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as StoredJob[]).map((stored) => ({ ...stored, job: null })),
);

type EndListener = (watched: WatchedJob, job: Job) => void;
let onEnd: EndListener = () => undefined;
let isRunning = false;

/** Follows a job until it ends. Following it twice is following it once. */
export function watchJob(watched: WatchedJob): void {
  if (watchedJobs.get().some(({ id }) => id === watched.id)) return;
  store([...watchedJobs.get(), watched]);
  start();
}

/** Continues what this tab followed before a reload; calls `ended` for each end. */
export function resumeWatching(ended: EndListener): void {
  onEnd = ended;
  start();
}

/** Follows nothing any more: another account signs in. */
export function stopWatching(): void {
  store([]);
}

/** Whether this tab follows work of a kind about the same thing. */
export function useIsRunning(type: Job['type'], about: string): boolean {
  return useStore(watchedJobs).some((watched) => watched.type === type && watched.about === about);
}

export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => status === 'Succeeded' || status === 'Failed';

function store(next: readonly WatchedJob[]): void {
  watchedJobs.set(next);
  const stored = next.map(({ job: _, ...stored }): StoredJob => stored);
  if (stored.length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(stored));
}

/** One stream for the newest job; the others are asked about now and then, so that a tab holds one connection. */
function start(): void {
  if (isRunning || watchedJobs.get().length === 0) return;
  isRunning = true;
  void follow().finally(() => {
    isRunning = false;
    start();
  });
}

async function follow(): Promise<void> {
  const newest = watchedJobs.get().at(-1);
  if (!newest) return;
  const left = new AbortController();
  const others = setInterval(() => void askAboutOthers(newest.id), POLL_MS);
  try {
    await readEvents(`/api/jobs/${newest.id}/events?rows=false`, left.signal, (data) => {
      note(data as Job);
      // A newer job takes the stream over.
      if (watchedJobs.get().at(-1)?.id !== newest.id) left.abort();
    });
    await ask(newest.id);
  } catch {
    // The API restarts, or the connection is lost: ask again after a while.
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await ask(newest.id);
  } finally {
    clearInterval(others);
    left.abort();
  }
}

async function askAboutOthers(streamed: string): Promise<void> {
  for (const { id } of watchedJobs.get()) if (id !== streamed) await ask(id);
}

async function ask(id: string): Promise<void> {
  if (!watchedJobs.get().some((watched) => watched.id === id)) return;
  try {
    note(await readOnce('/api/jobs/{id}', jobRequest(id)));
  } catch (error) {
    // Gone, or not for this account any more. Anything else may pass.
    if (error instanceof ApiError && error.status < 500)
      store(watchedJobs.get().filter((watched) => watched.id !== id));
  }
}

function note(job: Job): void {
  const watched = watchedJobs.get().find(({ id }) => id === job.id);
  if (!watched) return;
  queryClient.setQueryData(readKey('/api/jobs/{id}', jobRequest(job.id)), job);
  if (!hasEnded(job)) {
    store(watchedJobs.get().map((entry) => (entry.id === job.id ? { ...entry, job } : entry)));
    return;
  }
  store(watchedJobs.get().filter(({ id }) => id !== job.id));
  void refresh(...watched.refreshes);
  onEnd(watched, job);
}
