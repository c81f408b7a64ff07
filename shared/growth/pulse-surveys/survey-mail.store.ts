import { MailDeliveryModel } from '../../comms/mail/mail-delivery.model';
import { pickRows } from '../../db/pick';
import { isReminded } from '../../evaluation/participants/participation.rules';
import { derivedId } from '../../kernel/ids';
import { EmployeeStatus } from '../../people/employee-status';
import { EmployeeModel } from '../../people/employee.model';
import { ballotFingerprints } from './survey-ballot';
import { invitedEmployees } from './survey-invitation.store';
import { SurveyBallotModel } from './survey-response.model';
import type { Survey } from './survey.model';

/** Identifies the deliveries of the email that a survey sends at its opening. */
export function openingMailId(surveyId: string): string {
  return derivedId('survey-opened', surveyId);
}

/**
 * Returns the invited employees to remind: those who have not answered and are not OnLeave. Who they are must not leave the job
 * that emails them: neither responses nor stored rows may name or count them.
 */
export async function employeesToRemind(survey: Survey): Promise<string[]> {
  const [invited, ballots, reminded] = await Promise.all([
    invitedEmployees(survey._id),
    pickRows(SurveyBallotModel.find({ surveyId: survey._id }), 'fingerprint'),
    EmployeeModel.distinct('_id', { status: { $in: Object.values(EmployeeStatus).filter(isReminded) } }),
  ]);
  const cast = new Set(ballots.map(({ fingerprint }) => fingerprint));
  const active = new Set(reminded);
  return invited.filter(
    (employeeId) =>
      active.has(employeeId) && !ballotFingerprints(survey, employeeId).some((fingerprint) => cast.has(fingerprint)),
  );
}

/** Deletes the deliveries of the last reminder, because they name employees who had not answered. */
export async function deleteReminderDeliveries({ reminder }: Pick<Survey, 'reminder'>): Promise<void> {
  if (reminder) await MailDeliveryModel.deleteMany({ triggerId: reminder.id });
}
