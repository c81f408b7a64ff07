import type { SurveyInvitation } from '../../../shared/growth/pulse-surveys/survey-invitation.model';
import { findInvitation, inviteLate } from '../../../shared/growth/pulse-surveys/survey-invitation.store';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { actor } from '../../../shared/kernel/context';

/** Returns the invitation of the caller's employee; null without one. One query. */
export async function currentInvitation(survey: Survey): Promise<SurveyInvitation | null> {
  const { employeeId } = actor();
  if (employeeId === null) return null;
  await inviteLate(survey);
  return findInvitation(survey._id, employeeId);
}
