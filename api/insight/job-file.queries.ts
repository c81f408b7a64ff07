import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { reportSubjects } from '../../shared/insight/report-subjects.store';
import { assertMayDownload } from '../../shared/insight/subject-result.store';
import type { Payload } from '../../shared/jobs/contract';
import type { ReportsResult } from '../../shared/jobs/export-result';
import { type Job, JobStatus } from '../../shared/jobs/job.model';
import { payloadOf, repeatRule } from '../../shared/jobs/payload';
import { conflict, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { signedIn, type Viewer } from '../../shared/policies/viewer';
import { findJob } from '../platform/jobs/jobs.queries';
import { mayRepeat } from '../policies/job.policy';

/**
 * Returns a job whose file the caller may download: the caller sees the job and could request the file now. Throws
 * NOT_FOUND otherwise, and CONFLICT before the job has succeeded.
 */
export async function findJobWithFile(id: string): Promise<Job> {
  const job = await findJob(id);
  const viewer = signedIn();
  if (!mayRepeat(viewer, repeatRule(job))) throw notFound();
  const { type, payload } = job;
  if (type === 'insight.export-report') await assertMayDownload(viewer, payloadOf({ type, payload }));
  if (type === 'insight.export-reports') await assertMayDownloadAll(viewer, payloadOf({ type, payload }), job.result);
  if (job.status !== JobStatus.Succeeded) throw conflict(refusal('JOB_NOT_SUCCEEDED', { status: job.status }));
  return job;
}

/** HR downloads reports of all; a manager those made for them, while all of the subjects in the file are visible. */
async function assertMayDownloadAll(
  viewer: Viewer,
  reports: Payload<'insight.export-reports'>,
  result: unknown,
): Promise<void> {
  if (viewer.isHr) return;
  if (reports.viewerId === null || reports.viewerId !== viewer.employeeId) throw notFound();
  const { leftOut = [] } = (result ?? {}) as Partial<ReportsResult>;
  const subjectIds = reports.subjectIds?.filter((id) => !leftOut.includes(id)) ?? null;
  await reportSubjects(viewer, await findCycle(reports.cycleId), { ...reports, subjectIds });
}
