import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../app/store';
import { useRead } from '../http/use-read';
import { hasEnded, type Job, jobRequest, watchedJobs, watchJob, type WatchedJob } from './job-watch';

/**
 * A job that an address names, followed until it ends: also after a reload, and in a tab that did not start it. The job is
 * read only while this tab does not follow it, so that no late answer shows an older state.
 */
export function useJob(id: string, watched: Omit<WatchedJob, 'id' | 'type' | 'job'>): UseQueryResult<Job> {
  const isWatched = useStore(watchedJobs).some((watchedJob) => watchedJob.id === id);
  const read = useRead('/api/jobs/{id}', jobRequest(id), { enabled: id !== '' && !isWatched });
  const { data } = read;
  useEffect(() => {
    if (data && data.id === id && !hasEnded(data) && !isWatched)
      watchJob({ ...watched, id, type: data.type, job: data });
  });
  return read;
}
