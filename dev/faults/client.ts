import type { JobView } from '../../api/platform/jobs/jobs.dto';
import { JobStatus } from '../../shared/jobs/job.model';
import { type ApiClient, ApiError } from '../client';

const PATIENCE_MS = 90_000;
const PAUSE_MS = 150;

/** Repeats what is safe to repeat until it is answered with 2xx or a refusal; as a person who clicks again does. */
export async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
      if (isRefused || Date.now() > limit) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}

/** The result of a command that may have become a job: waits for its end. Throws when the job failed. */
export async function resultOf<T>(client: ApiClient, call: () => Promise<T | JobView>): Promise<T> {
  const answer = await untilAnswered(call);
  if (!isJob(answer)) return answer;
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    const job = await untilAnswered(() => client.get<JobView>(`/api/jobs/${answer.id}`));
    if (job.status === JobStatus.Succeeded) return job.result as T;
    if (job.status === JobStatus.Failed) throw new Error(`The job ${job.type} failed: ${JSON.stringify(job.error)}`);
    if (Date.now() > limit)
      throw new Error(`The job ${job.type} stayed ${job.status}: ${JSON.stringify(job.progress)}`);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

function isJob(answer: unknown): answer is JobView {
  return typeof answer === 'object' && answer !== null && 'progress' in answer && 'status' in answer;
}

/** All rows of a list; the whole list is read again when a page could not be. */
export async function allRows<T>(client: ApiClient, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=200`;
    const answer = await untilAnswered(() => client.get<{ items: T[]; totalPages: number }>(url));
    rows.push(...answer.items);
    pages = answer.totalPages;
  }
  return rows;
}
