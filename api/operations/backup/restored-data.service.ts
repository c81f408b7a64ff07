import { pickRows } from '../../../shared/db/pick';
import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { RunFenceModel } from '../../../shared/jobs/fence.model';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { asSystem, PLATFORM_SCOPE, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { SessionModel } from '../../../shared/platform/session.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { type ChainBreak, verifyAuditChain } from '../../platform/audit-verification.queries';

const INTERRUPTED = { code: 'INTERNAL', message: 'interrupted by a restore', validationErrors: [] };

/** Ends all sessions, and fails the running jobs and the gap runs that waited for them; returns their numbers. */
export async function endSessionsAndJobs(): Promise<{ sessions: number; jobs: number }> {
  return asSystem('a restored backup brings sessions and jobs of every tenant that are over', async () => {
    const sessions = await SessionModel.updateMany({ revokedAt: null }, { $set: { revokedAt: now() } });
    const jobs = await JobModel.updateMany(
      { status: { $in: [JobStatus.Queued, JobStatus.Running] } },
      { $set: { status: JobStatus.Failed, error: INTERRUPTED, finishedAt: now(), leaseUntil: null, runToken: null } },
    );
    await RunFenceModel.deleteMany({});
    await CycleModel.updateMany({ 'gaps.state': GapsState.Calculating }, { $set: { 'gaps.state': GapsState.Failed } });
    return { sessions: sessions.modifiedCount, jobs: jobs.modifiedCount };
  });
}

/** An audit log that is not valid. */
export interface BrokenChain extends ChainBreak {
  /** The slug of the organization, or "platform". */
  organization: string;
}

/** Verifies the audit logs of the platform and of every organization, and returns the invalid ones. */
export async function brokenChains(): Promise<BrokenChain[]> {
  const organizations = await pickRows(TenantModel.find(), '_id', 'slug');
  const broken: BrokenChain[] = [];
  for (const { _id: tenantId, slug } of [...organizations, { _id: PLATFORM_SCOPE, slug: 'platform' }]) {
    const { firstBroken } = await runInContext({ requestId: newId(), tenantId, actor: null }, verifyAuditChain);
    if (firstBroken) broken.push({ ...firstBroken, organization: slug });
  }
  return broken;
}
