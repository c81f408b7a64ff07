import fc from 'fast-check';
import { participationRate } from '../../shared/evaluation/participants/participation.rules';
import { enpsScore, enpsTally, publishedEnps } from '../../shared/growth/pulse-surveys/enps.rules';
import { visibleGroups } from '../../shared/growth/pulse-surveys/suppression.rules';
import type { SurveyQuestion } from '../../shared/growth/pulse-surveys/survey-answers.rules';
import {
  type SegmentTally,
  surveyEnps,
  surveyFigures,
  type SurveyFigures,
} from '../../shared/growth/pulse-surveys/survey-results.rules';
import { QuestionType } from '../../shared/growth/pulse-surveys/survey-status';

describe('eNPS', () => {
  test.each<[string, number[], number | null]>([
    ['no answer', [], null],
    ['all promoters', [9, 10, 10], 100],
    ['all detractors', [0, 6, 3], -100],
    ['passives alone count as answers', [7, 8], 0],
    ['2 promoters, 1 passive, 1 detractor of 4', [9, 10, 7, 6], 25],
    ['1 of 3 is 33.3', [10, 7, 7], 33],
    ['2 of 3 is 66.7', [10, 10, 7], 67],
    ['1 of 8 is 12.5, rounded away from zero', [9, 7, 7, 7, 7, 7, 7, 7], 13],
    ['-1 of 8 is -12.5, rounded away from zero', [0, 7, 7, 7, 7, 7, 7, 7], -13],
    ['balanced is 0 and not -0', [10, 0], 0],
    ['-1 of 300 is no -0', [0, ...Array.from({ length: 299 }, () => 7)], 0],
  ])('%s', (_name, scores, expected) => {
    const counts = new Map<number, number>();
    for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1);
    expect(enpsScore(enpsTally(counts))).toBe(expected);
  });

  test('is published from the threshold on', () => {
    const tally = { promoters: 3, passives: 1, detractors: 0 };
    expect(publishedEnps(tally, 4)).toBe(75);
    expect(publishedEnps(tally, 5)).toBeNull();
    expect(publishedEnps(null, 3)).toBeNull();
  });
});

describe('which groups are shown', () => {
  const shown = (counts: Record<string, number>, threshold = 5): string[] =>
    [...visibleGroups(new Map(Object.entries(counts)), threshold)].sort();

  test.each<[string, Record<string, number>, string[]]>([
    ['all are large', { a: 5, b: 9 }, ['a', 'b']],
    ['one small group takes the smallest large one with it', { a: 4, b: 9, c: 5, d: 20 }, ['b', 'd']],
    ['two small groups hide each other when together they reach the threshold', { a: 2, b: 3, c: 7 }, ['c']],
    ['two small groups below it take a large one with them', { a: 1, b: 2, c: 7, d: 8 }, ['d']],
    ['one small beside one large: none', { a: 1, b: 50 }, []],
    ['an empty group hides nothing', { a: 0, b: 6 }, ['b']],
    ['all are small', { a: 2, b: 2, c: 2 }, []],
    ['none at all', {}, []],
  ])('%s', (_name, counts, expected) => {
    expect(shown(counts)).toEqual(expected);
  });

  test('a group that is hidden elsewhere stays hidden, and counts as hidden', () => {
    const counts = new Map([
      ['a', 3],
      ['b', 6],
      ['c', 7],
    ]);
    // a is small; b is not allowed: together 9, so that c may be shown.
    expect([...visibleGroups(counts, 5, new Set(['c']))]).toEqual(['c']);
  });
});

const ENPS: SurveyQuestion = { id: 'enps', text: 'Recommend?', type: QuestionType.Enps, required: false };
const RATING: SurveyQuestion = { id: 'rating', text: 'Workload?', type: QuestionType.Rating, required: false };
const TEXT: SurveyQuestion = { id: 'text', text: 'Why?', type: QuestionType.Text, required: false };

function segment(departmentId: string | null, responses: number, scores: Record<string, number[]>): SegmentTally {
  const counts = Object.entries(scores).map(([questionId, list]) => {
    const byScore = new Map<number, number>();
    for (const score of list) byScore.set(score, (byScore.get(score) ?? 0) + 1);
    return [questionId, byScore] as const;
  });
  return { departmentId, responses, scores: new Map(counts) };
}

describe('results of a survey', () => {
  test('figures by hand: 6 answers of two departments', () => {
    const segments = [
      segment('a', 3, { enps: [10, 9, 7], rating: [5, 4, 4] }),
      segment('b', 3, { enps: [0, 10, 8], rating: [1, 2, 3] }),
    ];
    const figures = surveyFigures({ segments, comments: new Map([['text', 4]]) }, [ENPS, RATING, TEXT], 3);
    expect(figures.suppressed).toBe(false);
    expect(figures.eNPS).toBe(33); // (3 - 1) / 6
    expect(figures.questions[0]).toMatchObject({
      answers: 6,
      eNPS: 33,
      enps: { promoters: 3, passives: 2, detractors: 1 },
      mean: null,
    });
    expect(figures.questions[1]).toMatchObject({ answers: 6, mean: 19 / 6, eNPS: null, enps: null });
    expect(figures.questions[1]?.distribution?.map(({ count }) => count)).toEqual([1, 1, 1, 2, 1]);
    expect(figures.questions[2]).toMatchObject({ suppressed: false, answers: 4, mean: null, distribution: null });
    expect(figures.segments.map(({ eNPS }) => eNPS)).toEqual([67, 0]);
    expect(figures.segments[0]?.questions.map(({ questionId }) => questionId)).toEqual(['enps', 'rating']);
    expect(surveyEnps({ segments, comments: new Map() }, [RATING, ENPS])).toEqual({
      promoters: 3,
      passives: 2,
      detractors: 1,
    });
  });

  test('below the threshold nothing is shown, not even by question', () => {
    const segments = [segment('a', 4, { enps: [10, 10, 10, 10] })];
    const figures = surveyFigures({ segments, comments: new Map([['text', 4]]) }, [ENPS, TEXT], 5);
    expect(figures).toMatchObject({ suppressed: true, eNPS: null });
    expect(figures.questions.map(({ suppressed, answers }) => [suppressed, answers])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(figures.segments).toMatchObject([{ suppressed: true, responses: null, eNPS: null }]);
  });

  test('a question that fewer answered is hidden alone', () => {
    const segments = [segment('a', 6, { enps: [10, 10, 10, 10, 10, 10], rating: [1, 2] })];
    const figures = surveyFigures({ segments, comments: new Map([['text', 4]]) }, [ENPS, RATING, TEXT], 5);
    expect(figures.questions.map(({ suppressed }) => suppressed)).toEqual([false, true, true]);
  });

  test('a question that few of one department answered is hidden in another one too', () => {
    const segments = [
      segment('a', 6, { enps: [10, 10, 10, 10, 10, 10], rating: [1, 2] }),
      segment('b', 6, { enps: [9, 9, 9, 9, 9, 9], rating: [5, 5, 5, 5, 5, 5] }),
      segment('c', 7, { enps: [8, 8, 8, 8, 8, 8, 8], rating: [4, 4, 4, 4, 4, 4, 4] }),
    ];
    const { segments: shown } = surveyFigures({ segments, comments: new Map() }, [ENPS, RATING], 5);
    expect(shown.map((segment) => segment.questions.map(({ suppressed }) => suppressed))).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  test('without an Enps question there is no eNPS', () => {
    const segments = [segment(null, 3, { rating: [1, 2, 3] })];
    expect(surveyFigures({ segments, comments: new Map() }, [RATING], 3).eNPS).toBeNull();
    expect(surveyEnps({ segments, comments: new Map() }, [RATING])).toBeNull();
  });
});

describe('no hidden group can be computed by subtraction', () => {
  /** Each answer: the department, the eNPS answer and the rating; null was skipped. */
  const answers = fc.array(
    fc.record({
      department: fc.integer({ min: 0, max: 5 }),
      enps: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 4 }),
      rating: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 2 }),
    }),
    { maxLength: 60 },
  );

  test('every difference between what is shown of all and of departments is that of none or enough answers', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 3, max: 8 }), (given, threshold) => {
        const segments = [0, 1, 2, 3, 4, 5].flatMap((department) => {
          const own = given.filter((answer) => answer.department === department);
          const scores = (key: 'enps' | 'rating') => own.flatMap((answer) => answer[key] ?? []);
          const scored = { enps: scores('enps'), rating: scores('rating') };
          return own.length > 0 ? [segment(String(department), own.length, scored)] : [];
        });
        const figures = surveyFigures({ segments, comments: new Map() }, [ENPS, RATING], threshold);
        expectNoSmallGroup(figures, threshold, given.length);
      }),
      { numRuns: 500 },
    );
  });

  function expectNoSmallGroup(figures: SurveyFigures, threshold: number, responses: number): void {
    const isFine = (count: number): boolean => count === 0 || count >= threshold;
    const rest = (total: number | null, parts: (number | null)[]): number =>
      (total ?? 0) - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
    if (figures.suppressed) expect(figures.segments.every(({ suppressed }) => suppressed)).toBe(true);
    else
      expect(
        isFine(
          rest(
            responses,
            figures.segments.map((segment) => segment.responses),
          ),
        ),
      ).toBe(true);
    for (const segment of figures.segments) expect(segment.responses ?? threshold).toBeGreaterThanOrEqual(threshold);
    figures.questions.forEach((total, at) => {
      const parts = figures.segments.map(({ questions }) => questions[at]);
      for (const shown of [total, ...parts]) {
        if (!shown?.suppressed) expect(shown?.answers).toBeGreaterThanOrEqual(threshold);
        else
          expect([shown.answers, shown.mean, shown.eNPS, shown.enps, shown.distribution]).toEqual(Array(5).fill(null));
      }
      if (total.suppressed) expect(parts.every((part) => part?.suppressed)).toBe(true);
      else
        expect(
          isFine(
            rest(
              total.answers,
              parts.map((part) => part?.answers ?? 0),
            ),
          ),
        ).toBe(true);
    });
    // A department is hidden with all of its questions.
    for (const segment of figures.segments)
      if (segment.suppressed) expect(segment.questions.every(({ suppressed }) => suppressed)).toBe(true);
  }
});

describe('participation, 0 to 1', () => {
  test.each<[number, number | null, number | null]>([
    [0, null, null],
    [0, 0, 0],
    [5, 8, 0.625],
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [9, 8, 1],
  ])('%i of %p is %p', (responses, invited, rate) => {
    expect(participationRate(responses, invited)).toBe(rate);
  });
});
