import type { Repeat } from '../jobs/contract';
import type { Job } from '../jobs/job.model';
import { mayPass } from '../kernel/permissions';
import type { SignedIn } from './viewer';

/** Whether a job is shown: to HR every one of the organization, to others those they asked for. */
export function maySeeJob(viewer: SignedIn, { requestedBy }: Pick<Job, 'requestedBy'>): boolean {
  return viewer.isHr || requestedBy === viewer.userId;
}

/** `maySeeJob` as a filter of lists. */
export function visibleJobs(viewer: SignedIn): { requestedBy?: string } {
  return viewer.isHr ? {} : { requestedBy: viewer.userId };
}

/** Whether a job may be started once more by a viewer who sees it: with the permission that it asks for the first time. */
export function mayRepeat(viewer: SignedIn, rule: Repeat): boolean {
  return 'permission' in rule && mayPass(viewer.roles, rule.permission);
}
