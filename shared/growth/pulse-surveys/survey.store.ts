import { notFound } from '../../kernel/errors';
import { SurveyCommentModel, SurveyResponseModel } from './survey-response.model';
import type { ScoreCounts, SurveyTally } from './survey-results.rules';
import { SurveyStatus } from './survey-status';
import { type Survey, SurveyModel } from './survey.model';

/** Throws NOT_FOUND. */
export async function findSurvey(id: string): Promise<Survey> {
  const row = await SurveyModel.findById(id).lean<Survey>();
  if (!row) throw notFound();
  return row;
}

/** Counts the answers by department; three queries. */
export async function readSurveyTally(surveyId: string): Promise<SurveyTally> {
  const ofSurvey = { $match: { surveyId } };
  const responses = await SurveyResponseModel.aggregate<{ _id: string | null; count: number }>([
    ofSurvey,
    { $group: { _id: '$departmentId', count: { $sum: 1 } } },
  ]);
  const scores = await SurveyResponseModel.aggregate<ScoreGroup>([
    ofSurvey,
    { $unwind: '$scores' },
    {
      $group: {
        _id: { departmentId: '$departmentId', questionId: '$scores.questionId', score: '$scores.score' },
        count: { $sum: 1 },
      },
    },
  ]);
  const comments = await SurveyCommentModel.aggregate<{ _id: string; count: number }>([
    ofSurvey,
    { $group: { _id: '$questionId', count: { $sum: 1 } } },
  ]);
  const scoresOf = byDepartment(scores);
  return {
    segments: responses.map(({ _id, count }) => ({
      departmentId: _id,
      responses: count,
      scores: scoresOf.get(_id) ?? new Map<string, ScoreCounts>(),
    })),
    comments: new Map(comments.map(({ _id, count }) => [_id, count])),
  };
}

interface ScoreGroup {
  _id: { departmentId: string | null; questionId: string; score: number };
  count: number;
}

/** Department to question to how often each score was given. */
function byDepartment(groups: readonly ScoreGroup[]): Map<string | null, Map<string, Map<number, number>>> {
  const departments = new Map<string | null, Map<string, Map<number, number>>>();
  for (const { _id, count } of groups) {
    const questions = departments.get(_id.departmentId) ?? new Map<string, Map<number, number>>();
    const counts = questions.get(_id.questionId) ?? new Map<number, number>();
    departments.set(_id.departmentId, questions.set(_id.questionId, counts.set(_id.score, count)));
  }
  return departments;
}

/** Returns the survey that was closed last; null when there is none. */
export function lastClosedSurvey(): Promise<Survey | null> {
  return SurveyModel.findOne({ status: SurveyStatus.Closed }).sort({ closedAt: -1, _id: 1 }).lean<Survey>().exec();
}
