import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** An employee who may answer a survey, as of its opening; it does not reveal whether they did. */
export interface SurveyInvitation extends TenantRow {
  surveyId: string;
  employeeId: string;
  /** The department at the opening, in which the answers count even if the employee moves. */
  departmentId: string | null;
}

export const SurveyInvitationModel = tenantModel<SurveyInvitation>(
  'SurveyInvitation',
  {
    surveyId: { type: String, required: true, immutable: true },
    employeeId: { type: String, required: true, immutable: true },
    departmentId: { type: String, default: null, immutable: true },
  },
  { indexes: [{ keys: { employeeId: 1, surveyId: 1 }, unique: true }, { keys: { surveyId: 1, employeeId: 1 } }] },
);
