import { type RaterReport, RaterTally, type Rating } from '../../api/insight/statistics/rater.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { participantScore, round2, round2OrNull, scoreItems } from '../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { TemplateContent } from '../../shared/framework/template.rules';
import { groupBy } from '../../shared/kernel/group-by';
import { participant, ratingItem, templateOf, textItem } from './evaluation.fixtures';

const { Self, Manager, Peer, DirectReport } = EvaluatorType;
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
  score: null,
});

/** The report of a cycle, whose subjects are fed one by one. */
function raterReport(
  participants: readonly Rating[],
  template: TemplateContent,
  usualOfManagers: number | null = null,
): RaterReport {
  const tally = new RaterTally(template);
  const items = scoreItems(template);
  const scored = participants.map((row) => ({ ...row, score: row.score ?? participantScore(row.answers, items) }));
  for (const ofSubject of groupBy(scored, ({ subjectId }) => subjectId).values()) tally.addSubject(ofSubject);
  return tally.report(usualOfManagers);
}

/** Rows of evaluator, ratings, mean, leniency, spread, agreement. */
const figures = (...participants: Rating[]) =>
  raterReport(participants, content).raters.map(({ evaluatorId, ratings, mean, leniency, spread, agreement }) => [
    evaluatorId,
    ratings,
    ...[mean, leniency, spread, agreement].map(round2OrNull),
  ]);

describe('raters of a cycle', () => {
  test('three raters, two subjects, by hand', () => {
    // Two dice of five faces are 1.6 apart. One subject counts for 1 / (1 + 5), two for 2 / (2 + 5).
    const rows = figures(
      rating('r1', 's1', { a: 5, b: 4 }),
      rating('r2', 's1', { a: 3, b: 2 }),
      rating('r1', 's2', { a: 5, b: null }),
      rating('r3', 's2', { a: 1, b: 1 }),
    );
    expect(rows).toEqual([
      ['r1', 3, 4.67, 0.86, 0.47, -0.67], // (4.5 - 2.5 + 5 - 1) / 2 * 2/7; 1 - (2 + 2 + 4) / (3 * 1.6)
      ['r2', 2, 2.5, -0.33, 0.5, -0.25], // (2.5 - 4.5) / 6; 1 - (2 + 2) / (2 * 1.6)
      ['r3', 2, 1, -0.67, 0, -1.5], // (1 - 5) / 6; 1 - 4 / 1.6, no one else rated b
    ]);
  });

  test.each([
    [{ min: 0, max: 10 }, [10, 5], -0.38], // eleven faces: 120 / 33 = 3.64 apart
    [{ min: 1, max: 4 }, [4, 1], -1.4], // four faces: 1.25 apart
    [{ min: 1, max: 4 }, [4, 3], 0.2],
    [{ min: 0, max: 1 }, [1, 1], 1],
  ])('on the scale %j scores of %j agree by %d', (range, [first = 0, other = 0], agreement) => {
    const rows = [rating('r', 's', { a: first }), rating('q', 's', { a: other })];
    const { raters } = raterReport(rows, { ...content, scale: { ...range, labels: [] } });
    expect(raters.map((rater) => round2OrNull(rater.agreement))).toEqual([agreement, agreement]);
  });

  test.each<[string, Rating[], unknown[][]]>([
    ['alone with a subject', [rating('r', 's', { a: 2, b: 4 })], [['r', 2, 3, null, 1, null]]],
    [
      'the same as the other',
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
        ['r', 1, 5, 0.67, 0, -1.5],
        ['q', 1, 1, -0.67, 0, -1.5],
      ],
    ],
    [
      'the mean of the others, not each of them, and never what the rater gave', // a die and the mean of two are 1.42 apart
      [rating('r', 's', { a: 3 }), rating('q', 's', { a: 1 }), rating('o', 's', { a: 5 })],
      [
        ['r', 1, 3, 0, 0, 1],
        ['q', 1, 1, -0.5, 0, -1.11],
        ['o', 1, 5, 0.5, 0, -1.11],
      ],
    ],
    [
      'others of another type, and Self, are not compared',
      [rating('r', 's', { a: 5 }), rating('q', 's', { a: 1 }, DirectReport), rating('s', 's', { a: 1 }, Self)],
      [
        ['r', 1, 5, null, 0, null],
        ['q', 1, 1, null, 0, null],
        ['s', 1, 1, null, 0, null],
      ],
    ],
    ['not submitted', [rating('r', 's', { a: 5 }, Peer, ParticipantStatus.InProgress)], []],
    ['nothing rated', [rating('r', 's', { a: null, t: 4, p: 5 })], []],
    [
      'texts, potential and unknown items do not count',
      [rating('r', 's', { a: 2, t: 5, p: 5, gone: 5 })],
      [['r', 1, 2, null, 0, null]],
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

  test('a manager is compared with the other raters but Self, and with what managers usually give', () => {
    const rows = [
      rating('m', 's', { a: 5 }, Manager),
      rating('s', 's', { a: 1 }, Self),
      rating('q', 's', { a: 3 }),
      rating('d', 's', { a: 4 }, DirectReport),
    ];
    const [manager] = raterReport(rows, content, 0.3).raters;
    // 5 - 3.5 = 1.5, of which managers usually give 0.3; one subject counts for a sixth.
    expect(manager).toMatchObject({
      byType: [{ evaluatorType: Manager, subjects: 1, leniency: expect.closeTo(0.2), leniencyInterval: null }],
      leniency: expect.closeTo(0.2),
    });
  });

  test('by type, with what the two together weigh', () => {
    const rows = [
      ...['s1', 's2'].flatMap((id) => [rating('r', id, { a: 4 }), rating('q', id, { a: id === 's1' ? 3 : 1 })]),
      rating('r', 's3', { a: 1 }, DirectReport),
      rating('o', 's3', { a: 4 }, DirectReport),
    ];
    const [{ byType, leniency } = { byType: [], leniency: null }] = raterReport(rows, content).raters;
    // Differences 1 and 3: mean 2, standard deviation 1.41; 2/7 of 2 ± 1.96 * 1.41 / 1.41.
    expect(
      byType.map(({ leniencyInterval: range, ...ofType }) => [
        ofType.evaluatorType,
        ofType.subjects,
        round2OrNull(ofType.leniency),
        range && [round2(range.low), round2(range.high)],
      ]),
    ).toEqual([
      [Peer, 2, 0.57, [0.01, 1.13]],
      [DirectReport, 1, -0.5, null],
    ]);
    expect(round2OrNull(leniency)).toBe(0.21); // (2 * 0.571 - 0.5) / 3
  });

  test('what retention has left: scores without answers are compared, item scores are none', () => {
    const kept = (id: string, score: number): Rating => ({ ...rating(id, 's', {}), score });
    const [first] = raterReport([kept('r', 5), kept('q', 2)], content).raters;
    expect(first).toMatchObject({ ratings: 0, mean: null, spread: null, agreement: null, leniency: 0.5 });
  });
});

describe('self minus others', () => {
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
