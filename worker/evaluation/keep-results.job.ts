import { allRows } from '../../shared/db/batches';
import { isOver } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { publishedResults, SUBJECTS_AT_ONCE } from '../../shared/evaluation/disclosure/disclosure.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import type { KeptResultsResult } from '../../shared/jobs/contract';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { chunksOf, inLanes } from '../lanes';

/**
 * Stores what subjects and managers see of a published cycle. For results that are viewed before the job ends, or of a
 * cycle that is only closed, the view stores it.
 */
export const keepPublishedResults = defineJob({
  name: 'evaluation.keep-results',
  retry: CALCULATING,
  onFailed: null,
  run: keepResults,
});

async function keepResults(run: Run<'evaluation.keep-results'>): Promise<KeptResultsResult> {
  const cycle = await findCycle(run.payload.cycleId);
  if (!isOver(cycle.status) || cycle.resultsPublishedAt === null) return { subjects: 0 }; // it has been reopened
  const rows = await allRows(EvaluationModel, { cycleId: cycle._id, ...COUNTED_SUBJECTS }, ['subjectId']);
  const subjectIds = rows.map(({ subjectId }) => subjectId);
  await inLanes(chunksOf(subjectIds, SUBJECTS_AT_ONCE), WRITES_AT_ONCE, async ({ before, chunk }) => {
    await run.progress(before, rows.length);
    await run.write(() => publishedResults(cycle, chunk));
  });
  return { subjects: rows.length };
}
