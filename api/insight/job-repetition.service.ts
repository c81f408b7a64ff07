import type { JobName, Payload } from '../../shared/jobs/contract';
import type { Job } from '../../shared/jobs/job.model';
import { JobStatus } from '../../shared/jobs/job.model';
import { runAgainRule } from '../../shared/jobs/run-again.rules';
import { actor } from '../../shared/kernel/context';
import { AppError, conflict } from '../../shared/kernel/errors';
import { mayPass } from '../../shared/kernel/permissions';
import {
  startDirectReportAssignment,
  startGeneration,
  startPeerAssignment,
} from '../evaluation/cycles/evaluation-cycle-actions.service';
import { findJob } from '../platform/jobs/jobs.queries';
import { startReportExport } from './evaluation-results.service';
import { startGapRun } from './gap-analysis.service';
import { startHeatmapExport } from './gap-heatmap.service';
import { startNineBoxExport } from './nine-box/nine-box.service';

type Starters = { readonly [N in JobName]?: (payload: Payload<N>) => Promise<Job> };

/** How the jobs that may be repeated are started: with the checks of their own routes. */
const STARTERS: Starters = {
  'evaluation.generate': ({ cycleId }) => startGeneration(cycleId),
  'evaluation.assign-peers': ({ cycleId, dryRun }) => startPeerAssignment(cycleId, dryRun),
  'evaluation.assign-direct-reports': ({ cycleId }) => startDirectReportAssignment(cycleId),
  'insight.recalculate-gaps': startGapRun,
  'insight.analyse-gaps': startGapRun,
  'insight.export-report': startReportExport,
  'insight.export-heatmap': startHeatmapExport,
  'insight.export-nine-box': startNineBoxExport,
};

/**
 * Starts an ended job once more and returns the new one. Throws NOT_FOUND, FORBIDDEN without the permission of the original,
 * CONFLICT when it has not ended or repeating it is not safe, and what the original's route throws.
 */
export async function runJobAgain(id: string): Promise<Job> {
  const { type, payload, status } = await findJob(id);
  if (status !== JobStatus.Succeeded && status !== JobStatus.Failed)
    throw conflict(`The job is ${status}. Wait until it has ended.`);
  const rule = runAgainRule({ type, payload: payload as Payload<typeof type> });
  if ('refusal' in rule) throw conflict(`This job cannot run again. ${rule.refusal}`);
  if (!mayPass(actor().roles, rule.permission)) throw new AppError('FORBIDDEN', `${type} asks for ${rule.permission}`);
  // The row stores its payload untyped; enqueue() wrote it under the same name.
  const start = STARTERS[type] as ((payload: unknown) => Promise<Job>) | undefined;
  if (!start) throw new Error(`No starter for ${type}.`);
  return start(payload);
}
