import { answered } from '../http/client';
import { readOnce } from '../http/use-read';
import { hasEnded, type Job, jobRequest, watchJob, type WatchedJob } from './job-watch';

/** The header that has the API answer with the job at once. */
export const RESPOND_ASYNC = { Prefer: 'respond-async' } as const;

/**
 * Starts long work with a call that carries RESPOND_ASYNC, and follows it: `startJob(api.POST(path, { headers:
 * RESPOND_ASYNC, … }), { label, refreshes })`. Returns the job; throws what the call refused.
 */
export async function startJob(
  call: Promise<{ data?: unknown; error?: unknown; response: Response }>,
  {
    href,
    ...watched
  }: Pick<WatchedJob, 'label' | 'about' | 'refreshes' | 'savesFile'> & {
    /** Where its result is shown; a function when the address names the job. */
    href?: string | ((jobId: string) => string);
  },
): Promise<Job> {
  const started = (await answered(call)) as Job;
  const shownAt = typeof href === 'function' ? href(started.id) : href;
  watchJob({ ...watched, href: shownAt, id: started.id, type: started.type, job: hasEnded(started) ? null : started });
  return hasEnded(started) ? readOnce('/api/jobs/{id}', jobRequest(started.id)) : started;
}
