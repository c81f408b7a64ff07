import { CycleModel } from '../../shared/evaluation/cycle.model';
import { GapAnalysisModel } from '../../shared/insight/gap-analysis.model';
import { GapModel } from '../../shared/insight/gap.model';
import { OutdatedGapRunModel } from '../../shared/insight/outdated-gap-run.model';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';

const HOUR_MS = 60 * 60 * 1_000;
const LOOKED_AT_MS = 7 * 24 * HOUR_MS;
const AT_ONCE = 200;

/**
 * Removes the rows of gap runs that nobody sees any more (docs/adr/0006): of those that were replaced more than an hour ago,
 * when no reader is under way with them, and of those that were given up within a week. Returns how many rows were removed.
 */
export async function sweepGapRows(): Promise<number> {
  const unseen = await asSystem('gap runs of every tenant that nobody sees', async () => [
    ...(await OutdatedGapRunModel.find({ createdAt: { $lt: inMs(-HOUR_MS) } })
      .sort({ createdAt: 1 })
      .limit(AT_ONCE)
      .select('tenantId')
      .lean<Run[]>()),
    ...(await JobModel.find({
      type: { $in: ['insight.recalculate-gaps', 'insight.analyse-gaps'] },
      status: JobStatus.Failed,
      finishedAt: { $gte: inMs(-LOOKED_AT_MS) },
    })
      .sort({ finishedAt: -1 })
      .limit(AT_ONCE)
      .select('tenantId')
      .lean<Run[]>()),
  ]);
  let removed = 0;
  for (const { _id, tenantId } of unseen)
    removed += await runInContext({ requestId: newId(), tenantId, actor: null }, () => removeUnseen(_id));
  return removed;
}

type Run = Pick<Job, '_id' | 'tenantId'>;

async function removeUnseen(runId: string): Promise<number> {
  const isSeen = (await CycleModel.exists({ 'gaps.runId': runId })) ?? (await GapAnalysisModel.exists({ runId }));
  const removed = isSeen ? 0 : (await GapModel.deleteMany({ runId })).deletedCount;
  await OutdatedGapRunModel.deleteOne({ _id: runId });
  return removed;
}
