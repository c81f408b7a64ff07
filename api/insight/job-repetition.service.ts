import type { JobName, Payload, RepeatableJob } from '../../shared/jobs/contract';
import { type Job, JobStatus } from '../../shared/jobs/job.model';
import { payloadOf, repeatRule } from '../../shared/jobs/payload';
import { AppError, conflict } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { signedIn } from '../../shared/policies/viewer';
import {
  startDirectReportAssignment,
  startGeneration,
  startPeerAssignment,
  startRescoring,
} from '../evaluation/cycles/evaluation-cycle-actions.service';
import { startAsking } from '../evaluation/nominations/asking.service';
import { findJob } from '../platform/jobs/jobs.queries';
import { mayRepeat } from '../policies/job.policy';
import { startReportExport, startReportsExport } from './evaluation-results.service';
import { startGapRun } from './gap-analysis.service';
import { startHeatmapExport } from './gap-heatmap.service';
import { startNineBoxExport } from './nine-box/nine-box.service';

type Starters = { readonly [N in RepeatableJob]: (payload: Payload<N>) => Promise<Job> };

/** Starts each repeatable job with the checks of its own route. */
const STARTERS: Starters = {
  'evaluation.generate': ({ cycleId }) => startGeneration(cycleId),
  'evaluation.ask-nominations': startAsking,
  'evaluation.assign-peers': ({ cycleId, dryRun }) => startPeerAssignment(cycleId, { dryRun }),
  'evaluation.assign-direct-reports': ({ cycleId }) => startDirectReportAssignment(cycleId),
  'evaluation.rescore': startRescoring,
  'insight.recalculate-gaps': startGapRun,
  'insight.analyse-gaps': startGapRun,
  'insight.export-report': startReportExport,
  'insight.export-reports': ({ cycleId, departmentId, subjectIds, view }) =>
    startReportsExport(cycleId, { departmentId, subjectIds, view }),
  'insight.export-heatmap': startHeatmapExport,
  'insight.export-nine-box': startNineBoxExport,
};

/**
 * Starts an ended job again and returns the new one. Throws NOT_FOUND, FORBIDDEN without the permission of the
 * original, CONFLICT when it has not ended or cannot be repeated safely, and what the original's route throws.
 */
export async function runJobAgain(id: string): Promise<Job> {
  const job = await findJob(id);
  if (job.status !== JobStatus.Succeeded && job.status !== JobStatus.Failed)
    throw conflict(refusal('JOB_NOT_ENDED', { status: job.status }));
  const rule = repeatRule(job);
  if ('why' in rule) throw conflict(refusal(rule.why));
  if (!mayRepeat(signedIn(), rule)) throw new AppError('FORBIDDEN', `${job.type} asks for ${rule.permission}`);
  return startAgain(job);
}

function startAgain<N extends JobName>(job: Job & { type: N }): Promise<Job> {
  const starters: { readonly [M in JobName]?: (payload: Payload<M>) => Promise<Job> } = STARTERS;
  const start = starters[job.type];
  if (!start) throw new Error(`No starter for ${job.type}.`);
  return start(payloadOf(job));
}
