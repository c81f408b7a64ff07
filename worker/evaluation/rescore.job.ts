import { allRows } from '../../shared/db/batches';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { settleSubjects } from '../../shared/evaluation/subject-tally.store';
import type { RescoreResult } from '../../shared/jobs/contract';
import type { Run } from '../run-job';

const SUBJECTS_PER_WRITE = 500;

/**
 * Stores the scores of a cycle by its present weights (docs/adr/0026). Until it ends, readers who sort or count by score compute
 * all scores themselves; so they do when the weights change again, until the job of that change ends.
 */
export async function rescoreCycle(run: Run<'evaluation.rescore'>): Promise<RescoreResult> {
  const { cycleId, change } = run.payload;
  await findCycle(cycleId);
  const rows = await allRows(EvaluationModel, { cycleId }, ['subjectId']);
  for (let start = 0; start < rows.length; start += SUBJECTS_PER_WRITE) {
    await run.progress(start, rows.length);
    const some = rows.slice(start, start + SUBJECTS_PER_WRITE);
    await run.write(() =>
      settleSubjects(
        cycleId,
        some.map(({ subjectId }) => subjectId),
      ),
    );
  }
  run.atEnd(async () => {
    await CycleModel.updateOne({ _id: cycleId, rescoring: change }, { $set: { rescoring: null } });
  });
  return { subjects: rows.length };
}
