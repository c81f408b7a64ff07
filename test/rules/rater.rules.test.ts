import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { round2 } from '../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { TemplateContent } from '../../shared/framework/template.rules';
import { type RaterReport, RaterTally, type Rating } from '../../shared/insight/rater.rules';
import { groupBy } from '../../shared/kernel/group-by';
import { participant, ratingItem, templateOf, textItem } from './evaluation.fixtures';

const { Self, Manager, Peer } = EvaluatorType;
const content = templateOf(
  ratingItem('a'),
  ratingItem('b'),
  textItem('t'),
  ratingItem('p', { measuresPotential: true }),
);

const rating = (
  evaluatorId: string,
  subjectId: string,
  scores: Record<string, number | null>,
  type = Peer,
  status?: ParticipantStatus,
): Rating => ({
  evaluatorId,
  subjectId,
  ...participant(type, scores, status),
});

/** The report of a cycle, whose subjects are fed one by one. */
function raterReport(participants: readonly Rating[], template: TemplateContent): RaterReport {
  const tally = new RaterTally(template);
  for (const ofSubject of groupBy(participants, ({ subjectId }) => subjectId).values()) tally.addSubject(ofSubject);
  return tally.report();
}

/** Rows of evaluator, ratings, mean, leniency, spread, agreement. */
const figures = (...participants: Rating[]) =>
  raterReport(participants, content).raters.map(({ evaluatorId, ratings, mean, leniency, spread, agreement }) => [
    evaluatorId,
    ratings,
    round2(mean),
    round2(leniency),
    round2(spread),
    agreement === null ? null : round2(agreement),
  ]);

describe('decisions 6: raters of a cycle', () => {
  test('three raters, two subjects, by hand', () => {
    // Mean of s1: (5 + 4 + 3 + 2) / 4 = 3.5; of s2: (5 + 1 + 1) / 3 = 2.33; width of the scale 4.
    const rows = figures(
      rating('r1', 's1', { a: 5, b: 4 }),
      rating('r2', 's1', { a: 3, b: 2 }),
      rating('r1', 's2', { a: 5, b: null }),
      rating('r3', 's2', { a: 1, b: 1 }),
    );
    expect(rows).toEqual([
      ['r1', 3, 4.67, 1.56, 0.47, 0.33], // 14/3 - (3.5 + 3.5 + 2.33)/3; 1 - (2 + 2 + 4)/3/4
      ['r2', 2, 2.5, -1, 0.5, 0.5], // 2.5 - 3.5; 1 - (2 + 2)/2/4
      ['r3', 2, 1, -1.33, 0, 0], // 1 - 2.33; 1 - 4/4, no one else rated b
    ]);
  });

  test.each([
    [{ min: 0, max: 10 }, [10, 5], 0.5], // 5 of 10 points apart
    [{ min: 1, max: 4 }, [4, 1], 0],
    [{ min: 1, max: 4 }, [4, 2.5], 0.5],
  ])('decisions 8: on the scale %j scores of %j agree by %d', (range, [first = 0, other = 0], agreement) => {
    const rows = [rating('r', 's', { a: first }), rating('q', 's', { a: other })];
    const { raters } = raterReport(rows, { ...content, scale: { ...range, labels: [] } });
    expect(raters.map((rater) => rater.agreement)).toEqual([agreement, agreement]);
  });

  test.each<[string, Rating[], unknown[][]]>([
    ['alone with a subject', [rating('r', 's', { a: 2, b: 4 })], [['r', 2, 3, 0, 1, null]]],
    [
      'the same as everybody',
      [rating('r', 's', { a: 2 }), rating('q', 's', { a: 2 })],
      [
        ['r', 1, 2, 0, 0, 1],
        ['q', 1, 2, 0, 0, 1],
      ],
    ],
    [
      'a scale apart',
      [rating('r', 's', { a: 5 }), rating('q', 's', { a: 1 })],
      [
        ['r', 1, 5, 2, 0, 0],
        ['q', 1, 1, -2, 0, 0],
      ],
    ],
    [
      'the mean of the others, not each of them',
      [rating('r', 's', { a: 3 }), rating('q', 's', { a: 1 }), rating('o', 's', { a: 5 })],
      [
        ['r', 1, 3, 0, 0, 1],
        ['q', 1, 1, -2, 0, 0.25],
        ['o', 1, 5, 2, 0, 0.25],
      ],
    ],
    ['not submitted', [rating('r', 's', { a: 5 }, Peer, ParticipantStatus.InProgress)], []],
    ['nothing rated', [rating('r', 's', { a: null, t: 4, p: 5 })], []],
    [
      'texts, potential and unknown items do not count',
      [rating('r', 's', { a: 2, t: 5, p: 5, gone: 5 })],
      [['r', 1, 2, 0, 0, null]],
    ],
    ['nobody', [], []],
  ])('%s', (_name, participants, rows) => {
    expect(figures(...participants)).toEqual(rows);
  });

  test('who agrees with everyone is not strict because the better subject has more raters', () => {
    const many = Array.from({ length: 10 }, (_, at) => rating(`q${at}`, 'good', { a: 5 }));
    const rows = figures(
      rating('r', 'good', { a: 5 }),
      rating('r', 'bad', { a: 1 }),
      ...many,
      rating('x', 'bad', { a: 1 }),
    );
    expect(rows[0]).toEqual(['r', 2, 3, 0, 2, 1]);
  });

  test('agreement depends on the width of the scale', () => {
    const wide = { ...content, scale: { min: 0, max: 10, labels: [] } };
    const { raters } = raterReport([rating('r', 's', { a: 5 }), rating('q', 's', { a: 1 })], wide);
    expect(raters.map(({ agreement }) => agreement && round2(agreement))).toEqual([0.6, 0.6]);
  });
});

describe('decisions 6: self minus others', () => {
  test.each<[string, Rating[], number | null]>([
    [
      'sees themselves better',
      [rating('s', 's', { a: 5, b: 4 }, Self), rating('m', 's', { a: 3 }, Manager), rating('p', 's', { a: 4 })],
      1,
    ],
    ['sees themselves worse', [rating('s', 's', { a: 2 }, Self), rating('m', 's', { a: 5 }, Manager)], -3],
    [
      'others not submitted',
      [rating('s', 's', { a: 2 }, Self), rating('m', 's', { a: 5 }, Manager, ParticipantStatus.InProgress)],
      null,
    ],
    ['no self-evaluation', [rating('m', 's', { a: 5 }, Manager)], null],
    ['self not rated', [rating('s', 's', { a: null }, Self), rating('m', 's', { a: 5 }, Manager)], null],
  ])('%s', (_name, participants, difference) => {
    const { subjects } = raterReport(participants, content);
    expect(subjects).toEqual([{ subjectId: 's', selfMinusOthers: difference }]);
  });
});
