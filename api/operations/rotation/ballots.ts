import { rowBatches } from '../../../shared/db/batches';
import { bulkUpdate } from '../../../shared/db/bulk';
import { pickRows } from '../../../shared/db/pick';
import { ballotFingerprints } from '../../../shared/growth/pulse-surveys/survey-ballot';
import { SurveyInvitationModel } from '../../../shared/growth/pulse-surveys/survey-invitation.model';
import { SurveyBallotModel } from '../../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';

/**
 * Replaces the fingerprints in the ballots of open surveys by those of the first key, so that no one answers twice once
 * the other keys are removed; returns their number. Closed surveys need none.
 */
export async function rotateBallots(): Promise<number> {
  let rewritten = 0;
  const open = await SurveyModel.find({ status: SurveyStatus.Open }).lean<Survey[]>();
  for (const survey of open)
    for await (const invited of rowBatches(
      SurveyInvitationModel,
      { surveyId: survey._id },
      { fields: ['employeeId'] },
    )) {
      const newest = new Map(
        invited.flatMap(({ employeeId }) => {
          const [first = '', ...others] = ballotFingerprints(survey, employeeId);
          return others.map((other) => [other, first] as const);
        }),
      );
      if (newest.size === 0) return rewritten;
      const ballots = await pickRows(
        SurveyBallotModel.find({ fingerprint: { $in: [...newest.keys()] } }),
        'fingerprint',
      );
      rewritten += await bulkUpdate(
        SurveyBallotModel,
        ballots.map(({ _id, fingerprint }) => ({
          updateOne: {
            filter: { _id, fingerprint },
            update: { $set: { fingerprint: newest.get(fingerprint) ?? fingerprint } },
            timestamps: false,
          },
        })),
      );
    }
  return rewritten;
}
