import { allRows } from '../../shared/db/batches';
import { isOver } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { storePublishedResults, SUBJECTS_AT_ONCE } from '../../shared/evaluation/disclosure/published-results.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import type { StoreResultsResult } from '../../shared/jobs/contract';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { chunksOf, inLanes } from '../lanes';

/**
 * Stores what subjects and managers see of a cycle that was closed or published. Until it ends they see the figures that
 * were stored before, and new guarded groups are hidden.
 */
export const publishCycleResults = defineJob({
  name: 'evaluation.keep-results',
  retry: CALCULATING,
  onFailed: null,
  run: storeOfSubjects,
});

async function storeOfSubjects(run: Run<'evaluation.keep-results'>): Promise<StoreResultsResult> {
  const cycle = await findCycle(run.payload.cycleId);
  if (!isOver(cycle.status)) return { subjects: 0 }; // it has been reopened
  const rows = await allRows(EvaluationModel, { cycleId: cycle._id, ...COUNTED_SUBJECTS }, ['subjectId']);
  const subjectIds = rows.map(({ subjectId }) => subjectId);
  await inLanes(chunksOf(subjectIds, SUBJECTS_AT_ONCE), WRITES_AT_ONCE, async ({ before, chunk }) => {
    await run.progress(before, rows.length);
    await run.write(() => storePublishedResults(cycle._id, chunk));
  });
  return { subjects: rows.length };
}
