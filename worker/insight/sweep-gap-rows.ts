import { CycleModel } from '../../shared/evaluation/cycle.model';
import { GapAnalysisModel } from '../../shared/insight/gap-analysis.model';
import { GapModel } from '../../shared/insight/gap.model';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LOOKED_AT_DAYS = 7;
const AT_ONCE = 200;

/**
 * Removes the rows that gap runs have written before they were given up; nobody sees them (docs/adr/0006). Looks at the runs
 * that failed within a week, and returns how many rows were removed.
 */
export async function sweepGapRows(): Promise<number> {
  const failed = await asSystem('failed gap runs of every tenant', async () =>
    JobModel.find({
      type: { $in: ['insight.recalculate-gaps', 'insight.analyse-gaps'] },
      status: JobStatus.Failed,
      finishedAt: { $gte: inMs(-LOOKED_AT_DAYS * DAY_MS) },
    })
      .sort({ finishedAt: -1 })
      .limit(AT_ONCE)
      .select('tenantId')
      .lean<Pick<Job, '_id' | 'tenantId'>[]>(),
  );
  let removed = 0;
  for (const { _id, tenantId } of failed)
    removed += await runInContext({ requestId: newId(), tenantId, actor: null }, () => removeUnseen(_id));
  return removed;
}

async function removeUnseen(runId: string): Promise<number> {
  const isSeen = (await CycleModel.exists({ 'gaps.runId': runId })) ?? (await GapAnalysisModel.exists({ runId }));
  return isSeen ? 0 : (await GapModel.deleteMany({ runId })).deletedCount;
}
