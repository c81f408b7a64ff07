import type { Repeat } from '../../shared/jobs/contract';
import type { Job } from '../../shared/jobs/job.model';
import { mayPass } from '../../shared/kernel/permissions';
import type { SignedIn } from '../../shared/policies/viewer';

/** Whether the viewer may see a job: HR all of the organization, others those they started. */
export function maySeeJob(viewer: SignedIn, { requestedBy }: Pick<Job, 'requestedBy'>): boolean {
  return viewer.isHr || requestedBy === viewer.userId;
}

/** `maySeeJob` as a filter of lists. */
export function visibleJobs(viewer: SignedIn): { requestedBy?: string } {
  return viewer.isHr ? {} : { requestedBy: viewer.userId };
}

/** Whether a viewer who sees a job may start it again: requires the permission of the first start. */
export function mayRepeat(viewer: SignedIn, rule: Repeat): boolean {
  return 'permission' in rule && mayPass(viewer.roles, rule.permission);
}
