import { removeSome } from '../../shared/db/remove-some';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { asSystem } from '../../shared/kernel/context';
import { PasswordResetRequestModel } from '../../shared/platform/password-reset-request.model';
import { SessionModel } from '../../shared/platform/session.model';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT_DAYS = 30;
const AT_ONCE = 5_000;

/** Removes sessions that ended 30 days ago or before; what they did is in the audit log. */
export async function sweepSessions(): Promise<number> {
  const before = { $lte: inMs(-KEPT_DAYS * DAY_MS) };
  return asSystem('sessions of every tenant end', async () =>
    removeSome(SessionModel, { $or: [{ expiresAt: before }, { revokedAt: before }] }, AT_ONCE),
  );
}

/** Removes jobs that ended 30 days ago or before, with their results and import reports. */
export async function sweepEndedJobs(): Promise<number> {
  const ended = {
    status: { $in: [JobStatus.Succeeded, JobStatus.Failed] },
    finishedAt: { $lte: inMs(-KEPT_DAYS * DAY_MS) },
  };
  return asSystem('jobs of every tenant end', async () => removeSome(JobModel, ended, AT_ONCE));
}

/** Removes wishes for a new password that no job has taken within a day: they hold addresses of people. */
export async function sweepPasswordRequests(): Promise<number> {
  return asSystem('wishes for a new password of every tenant', async () =>
    removeSome(PasswordResetRequestModel, { createdAt: { $lte: inMs(-DAY_MS) } }, AT_ONCE),
  );
}
