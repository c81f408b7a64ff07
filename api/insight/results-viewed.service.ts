import { actor } from '../../shared/kernel/context';
import { isHr } from '../../shared/kernel/permissions';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordReading } from '../platform/readings.store';

/** The views that show the results of many subjects of a cycle. */
type ResultsSurface = 'results' | 'raters' | 'heatmap' | 'nine-box';

/**
 * Records that HR or an operator opened the results of one subject, once an hour; views by the subject and managers are
 * not recorded.
 */
export async function recordSubjectViewed(cycleId: string, subjectId: string): Promise<void> {
  if (!isHr(actor().roles)) return;
  const changes = [{ field: 'cycleId', before: null, after: cycleId }];
  await recordReading('results.viewed', { entityType: AuditEntity.Employee, entityId: subjectId, changes }, cycleId);
}

/** Records that HR or an operator opened a list of the results of a cycle, once an hour for each view; null: no cycle. */
export async function recordCycleViewed(cycleId: string | null, surface: ResultsSurface): Promise<void> {
  if (cycleId === null) return;
  const changes = [{ field: 'surface', before: null, after: surface }];
  await recordReading('results.viewed', { entityType: AuditEntity.Cycle, entityId: cycleId, changes }, surface);
}
