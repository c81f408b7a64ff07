import { SUBJECT } from '../../db/fields';
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
    surveyId: {
      type: String,
      required: true,
      immutable: true,
      personal: 'subject: deleted',
      access: 'survey = Survey.name',
    },
    employeeId: { type: String, required: true, immutable: true, personal: 'subject: deleted', access: 'internal' },
    departmentId: {
      type: String,
      default: null,
      immutable: true,
      personal: 'subject: deleted',
      access: 'department = Department.name',
    },
  },
  {
    privacy: {
      purpose: 'Who may answer a pulse survey; it does not say whether they did',
      seenBy: 'No one',
      kept: 'Until erasure',
      links: { employeeId: SUBJECT },
    },
    indexes: [{ keys: { employeeId: 1, surveyId: 1 }, unique: true }, { keys: { surveyId: 1, employeeId: 1 } }],
  },
);
