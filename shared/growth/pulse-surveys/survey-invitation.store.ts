import { bulkInsert } from '../../db/bulk';
import { pickRows } from '../../db/pick';
import { inTransaction } from '../../db/transaction';
import { EmployeeStatus } from '../../people/employee-status';
import { type Employee, EmployeeModel } from '../../people/employee.model';
import { type SurveyInvitation, SurveyInvitationModel } from './survey-invitation.model';
import { SurveyStatus } from './survey-status';
import { type Survey, SurveyModel } from './survey.model';

/**
 * Stores who may answer a survey: its audience, with their current department. Returns their number. Call it in the transaction that opens the survey.
 */
export async function inviteAudience(survey: Pick<Survey, '_id' | 'departmentIds'>): Promise<number> {
  const rows = (await audienceOf(survey)).map(({ _id: employeeId, departmentId }) => ({
    surveyId: survey._id,
    employeeId,
    departmentId,
  }));
  return (await bulkInsert(SurveyInvitationModel, rows)).inserted.length;
}

/** Returns the employees whom a survey would invite now: the Active ones of its departments, or all Active ones. */
export async function audienceOf({
  departmentIds,
}: Pick<Survey, 'departmentIds'>): Promise<Pick<Employee, '_id' | 'departmentId'>[]> {
  const ofDepartments = departmentIds.length > 0 ? { departmentId: { $in: [...departmentIds] } } : {};
  return pickRows(EmployeeModel.find({ status: EmployeeStatus.Active, ...ofDepartments }), 'departmentId');
}

export async function invitedEmployees(surveyId: string): Promise<string[]> {
  const rows = await pickRows(SurveyInvitationModel.find({ surveyId }).sort({ employeeId: 1 }), 'employeeId');
  return rows.map(({ employeeId }) => employeeId);
}

/** Invites the current audience to an open survey that an older release opened without invitations. */
export async function inviteLate({ _id, status, isAudienceFrozen }: Survey): Promise<void> {
  if (isAudienceFrozen || status !== SurveyStatus.Open) return;
  await inTransaction(async () => {
    const open = { _id, status: SurveyStatus.Open, isAudienceFrozen: { $ne: true } };
    const survey = await SurveyModel.findOneAndUpdate(
      open,
      { $set: { isAudienceFrozen: true } },
      { timestamps: false },
    );
    if (survey) await inviteAudience(survey);
  });
}

/** Returns the invitation of an employee to a survey; null without one. */
export async function findInvitation(surveyId: string, employeeId: string): Promise<SurveyInvitation | null> {
  return SurveyInvitationModel.findOne({ surveyId, employeeId }).lean<SurveyInvitation>();
}
