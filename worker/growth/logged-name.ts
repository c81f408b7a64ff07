import { pickRow } from '../../shared/db/pick';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';

/** Returns the name of the cycle or survey that an audit entry is about; null when it is deleted. */
export async function loggedName({
  entity,
  id,
}: {
  entity: AuditEntity.Cycle | AuditEntity.Survey;
  id: string;
}): Promise<string | null> {
  if (entity === AuditEntity.Cycle) return (await pickRow(CycleModel.findById(id), 'name'))?.name ?? null;
  return (await pickRow(SurveyModel.findById(id), 'name'))?.name ?? null;
}
