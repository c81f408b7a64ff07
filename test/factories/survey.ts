import type { CreatePulseSurvey } from '../../api/growth/pulse-surveys/pulse-surveys.dto';
import {
  closePulseSurvey,
  createPulseSurvey,
  openPulseSurvey,
} from '../../api/growth/pulse-surveys/pulse-surveys.service';
import { bulkInsert } from '../../shared/db/bulk';
import { SurveyResponseModel } from '../../shared/growth/pulse-surveys/survey-response.model';
import { QuestionType } from '../../shared/growth/pulse-surveys/survey-status';
import { SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { newId } from '../../shared/kernel/ids';

/** A draft with an eNPS question, a rating and a text question; call inside `tenant.within`. Returns its id. */
export function makeSurvey(fields: Partial<CreatePulseSurvey> = {}): Promise<string> {
  return createPulseSurvey({
    name: 'Pulse',
    questions: [
      { text: 'Would you recommend us?', type: QuestionType.Enps },
      { text: 'How is your workload?', type: QuestionType.Rating },
      { text: 'What should change?', type: QuestionType.Text },
    ],
    ...fields,
  });
}

/** A survey that asks everyone now; call inside `tenant.within`. Returns its id. */
export async function makeOpenSurvey(fields: Partial<CreatePulseSurvey> = {}): Promise<string> {
  const id = await makeSurvey(fields);
  await openPulseSurvey(id);
  return id;
}

/** A survey that was opened and closed with these answers to its one question; call inside `tenant.within`. Returns its id. */
export async function makeClosedSurvey(
  answers: readonly { departmentId?: string | null; score: number }[],
  fields: Partial<CreatePulseSurvey> = {},
  type: QuestionType.Enps | QuestionType.Rating = QuestionType.Enps,
): Promise<string> {
  const questionId = newId();
  const questions = [{ id: questionId, text: 'Would you recommend us?', type }];
  const surveyId = await makeSurvey({ questions, ...fields });
  await openPulseSurvey(surveyId);
  await bulkInsert(
    SurveyResponseModel,
    answers.map(({ departmentId = null, score }) => ({ surveyId, departmentId, scores: [{ questionId, score }] })),
  );
  await SurveyModel.updateOne({ _id: surveyId }, { $set: { responses: answers.length } });
  await closePulseSurvey(surveyId);
  return surveyId;
}
