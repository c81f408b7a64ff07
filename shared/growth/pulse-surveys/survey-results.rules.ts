import { enpsScore, type EnpsTally, enpsTally } from './enps.rules';
import { visibleGroups } from './suppression.rules';
import { SCORE_RANGE, type SurveyQuestion } from './survey-answers.rules';
import { QuestionType } from './survey-status';

export type ScoreCounts = ReadonlyMap<number, number>;

/** The answers of a department's employees; null: employees without one. */
export interface SegmentTally {
  departmentId: string | null;
  responses: number;
  /** By question id; a question without answers may be missing. */
  scores: ReadonlyMap<string, ScoreCounts>;
}

/** The counts of a survey; free texts by question id. */
export interface SurveyTally {
  segments: readonly SegmentTally[];
  comments: ReadonlyMap<string, number>;
}

/** The published figures of one question; null where suppressed or where the type has no such figure. */
export interface QuestionFigures {
  questionId: string;
  suppressed: boolean;
  answers: number | null;
  /** Of a Rating, unrounded. */
  mean: number | null;
  /** Of an Enps question. */
  eNPS: number | null;
  enps: EnpsTally | null;
  /** The count of each score of the scale. */
  distribution: { score: number; count: number }[] | null;
}

export interface SegmentFigures {
  departmentId: string | null;
  suppressed: boolean;
  responses: number | null;
  eNPS: number | null;
  /** The questions that are answered with scores; free texts are never split by department. */
  questions: QuestionFigures[];
}

export interface SurveyFigures {
  suppressed: boolean;
  /** eNPS of the first Enps question. */
  eNPS: number | null;
  questions: QuestionFigures[];
  segments: SegmentFigures[];
}

/**
 * Returns the figures of a survey that may be shown: in total and by department, each from at least `threshold` answers. No
 * smaller group can be computed from them by subtraction, neither of responses nor of the answers to one question.
 */
export function surveyFigures(
  { segments, comments }: SurveyTally,
  questions: readonly SurveyQuestion[],
  threshold: number,
): SurveyFigures {
  const responses = segments.reduce((sum, segment) => sum + segment.responses, 0);
  const ofAll = questions.map((question) => {
    if (responses < threshold) return hiddenQuestion(question.id);
    return question.type === QuestionType.Text
      ? textFigures(question.id, comments.get(question.id) ?? 0, threshold)
      : scoreFigures(question, added(segments.map(({ scores }) => scores.get(question.id))), threshold);
  });
  const scored = questions.filter(({ type }) => type !== QuestionType.Text);
  return {
    suppressed: responses < threshold,
    eNPS: firstEnps(questions, ofAll),
    questions: ofAll,
    segments: segmentFigures(segments, scored, threshold),
  };
}

/** Returns the counts of the first Enps question; null when the survey has none. */
export function surveyEnps({ segments }: SurveyTally, questions: readonly SurveyQuestion[]): EnpsTally | null {
  const question = firstEnpsQuestion(questions);
  return question ? enpsTally(added(segments.map(({ scores }) => scores.get(question.id)))) : null;
}

function segmentFigures(
  segments: readonly SegmentTally[],
  scored: readonly SurveyQuestion[],
  threshold: number,
): SegmentFigures[] {
  const visible = visibleGroups(new Map(segments.map((segment) => [segment, segment.responses])), threshold);
  // The respondents of a rarely answered question are a group of their own: if it is hidden, answers of other groups to
  // it may have to be hidden too.
  const visibleAt = new Map(
    scored.map((question) => {
      const answers = segments.map((segment) => [segment, total(segment.scores.get(question.id))] as const);
      return [question.id, visibleGroups(new Map(answers), threshold, visible)];
    }),
  );
  return segments.map((segment) => {
    const { departmentId, responses } = segment;
    const isVisible = visible.has(segment);
    const questions = scored.map((question) =>
      visibleAt.get(question.id)?.has(segment)
        ? scoreFigures(question, segment.scores.get(question.id), threshold)
        : hiddenQuestion(question.id),
    );
    return {
      departmentId,
      suppressed: !isVisible,
      responses: isVisible ? responses : null,
      eNPS: firstEnps(scored, questions),
      questions,
    };
  });
}

function firstEnps(questions: readonly SurveyQuestion[], figures: readonly QuestionFigures[]): number | null {
  const question = firstEnpsQuestion(questions);
  return figures.find(({ questionId }) => questionId === question?.id)?.eNPS ?? null;
}

function firstEnpsQuestion(questions: readonly SurveyQuestion[]): SurveyQuestion | undefined {
  return questions.find(({ type }) => type === QuestionType.Enps);
}

function hiddenQuestion(questionId: string): QuestionFigures {
  return { questionId, suppressed: true, answers: null, mean: null, eNPS: null, enps: null, distribution: null };
}

function textFigures(questionId: string, answers: number, threshold: number): QuestionFigures {
  if (answers < threshold) return hiddenQuestion(questionId);
  return { ...hiddenQuestion(questionId), suppressed: false, answers };
}

function scoreFigures(
  { id, type }: SurveyQuestion,
  counts: ScoreCounts = new Map(),
  threshold: number,
): QuestionFigures {
  const answers = total(counts);
  if (type === QuestionType.Text || answers < threshold) return hiddenQuestion(id);
  const { least, most } = SCORE_RANGE[type];
  const distribution = Array.from({ length: most - least + 1 }, (_none, at) => ({
    score: least + at,
    count: counts.get(least + at) ?? 0,
  }));
  const sum = distribution.reduce((so, { score, count }) => so + score * count, 0);
  const enps = type === QuestionType.Enps ? enpsTally(counts) : null;
  return {
    questionId: id,
    suppressed: false,
    answers,
    mean: type === QuestionType.Rating ? sum / answers : null,
    eNPS: enps && enpsScore(enps),
    enps,
    distribution,
  };
}

function total(counts: ScoreCounts | undefined): number {
  return [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

function added(all: readonly (ScoreCounts | undefined)[]): ScoreCounts {
  const sums = new Map<number, number>();
  for (const counts of all) for (const [score, count] of counts ?? []) sums.set(score, (sums.get(score) ?? 0) + count);
  return sums;
}
