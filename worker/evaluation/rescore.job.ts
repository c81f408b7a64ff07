import { allRows } from '../../shared/db/batches';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import type { RescoreResult } from '../../shared/jobs/contract';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { chunksOf, inLanes } from '../lanes';

const SUBJECTS_PER_WRITE = 500;

/**
 * Recalculates the stored scores of a cycle with its current weights (docs/adr/0026). Until the job ends, reads that
 * sort or count by score calculate all scores; after another change of weights, until the job of that change ends.
 */
export const rescoreCycle = defineJob({
  name: 'evaluation.rescore',
  retry: CALCULATING,
  onFailed: null,
  run: rescore,
});

async function rescore(run: Run<'evaluation.rescore'>): Promise<RescoreResult> {
  const { cycleId, change } = run.payload;
  await findCycle(cycleId);
  const rows = await allRows(EvaluationModel, { cycleId }, ['subjectId']);
  const subjectIds = rows.map(({ subjectId }) => subjectId);
  await inLanes(chunksOf(subjectIds, SUBJECTS_PER_WRITE), WRITES_AT_ONCE, async ({ before, chunk }) => {
    await run.progress(before, rows.length);
    await run.write(() => updateTallies(cycleId, chunk));
  });
  run.atEnd(async () => {
    await CycleModel.updateOne({ _id: cycleId, rescoring: change }, { $set: { rescoring: null } });
  });
  return { subjects: rows.length };
}
