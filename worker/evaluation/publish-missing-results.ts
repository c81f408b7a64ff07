import { allRows } from '../../shared/db/batches';
import { pickRows } from '../../shared/db/pick';
import { isOver } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { PublishedResultsModel } from '../../shared/evaluation/disclosure/published-results.model';
import { storePublishedResults, SUBJECTS_AT_ONCE } from '../../shared/evaluation/disclosure/published-results.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { TenantModel } from '../../shared/platform/tenant.model';
import { chunksOf } from '../lanes';

/**
 * Stores what viewers are shown of subjects of cycles that are over, where nothing is stored since the closing or publishing:
 * an older version stored it at the first view, and a job may have failed. Returns the number of subjects.
 */
export async function publishMissingResults(): Promise<number> {
  let stored = 0;
  for (const { _id } of await pickRows(TenantModel.find(), '_id'))
    stored += await runInContext({ requestId: newId(), tenantId: _id, actor: null }, storeMissingOfTenant);
  return stored;
}

async function storeMissingOfTenant(): Promise<number> {
  let stored = 0;
  const cycles = await pickRows(CycleModel.find(), 'status', 'createdAt', 'closedAt', 'resultsPublishedAt');
  for (const { _id: cycleId, createdAt, closedAt, resultsPublishedAt } of cycles.filter(({ status }) =>
    isOver(status),
  )) {
    const rows = await allRows(EvaluationModel, { cycleId, ...COUNTED_SUBJECTS }, ['subjectId']);
    const since = { $gte: resultsPublishedAt ?? closedAt ?? createdAt };
    const has = new Set(await PublishedResultsModel.distinct('subjectId', { cycleId, since }));
    const missing = rows.flatMap(({ subjectId }) => (has.has(subjectId) ? [] : subjectId));
    for (const { chunk } of chunksOf(missing, SUBJECTS_AT_ONCE)) await storePublishedResults(cycleId, chunk);
    stored += missing.length;
  }
  return stored;
}
