import fc from 'fast-check';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { Presence } from '../../shared/evaluation/participants/presence';
import {
  effectiveScore,
  type AnsweredParticipant,
  explainMeans,
  type ItemWeights,
  itemScores,
  participantScore,
  potentialItems,
  reaches,
  round2,
  scoreItems,
  scoreOver,
  typeMeans,
} from '../../shared/evaluation/score.rules';
import { meansOf, overallOf, tallySubject } from '../../shared/evaluation/subject-tally.rules';
import {
  DEFAULT_WEIGHTS,
  EVALUATOR_TYPES,
  EvaluatorType,
  type EvaluatorWeights,
} from '../../shared/framework/evaluator-type';
import { participant, rated, ratingItem, scored, templateOf, textItem } from './evaluation.fixtures';

const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;
const { InProgress, Acknowledged } = ParticipantStatus;

/** What is stored of a subject: from the scores that are stored with the answers. */
function stored(participants: readonly AnsweredParticipant[], items: ItemWeights, weights: EvaluatorWeights) {
  const rows = scored(participants, items).map((row) => ({
    ...row,
    potential: null,
    evaluatorPresence: Presence.Present,
    subjectPresence: Presence.Present,
  }));
  const evaluation = { subjectPresence: Presence.Present, calibrated: null, calibratedAt: null };
  const { tally, effective } = tallySubject(rows, evaluation, { weights, scale: { min: 1, max: 5 } });
  expect(overallOf(tally, weights)).toBe(effective); // not calibrated
  return { overall: effective, explanation: explainMeans(participants, meansOf(tally), weights) };
}

describe('two decimals, half up, on output', () => {
  test.each([
    [4.335, 4.34],
    [1.005, 1.01],
    [2.675, 2.68],
    [4.3349, 4.33],
    [4.333333333, 4.33],
    [1.1 + 2.2, 3.3],
    [0.1 + 0.2, 0.3],
    [4, 4],
    [0, 0],
    [-0.125, -0.13],
    [-1.005, -1.01],
    [-0.004, 0],
    [-0, 0],
    [100000.125, 100000.13],
  ])('%d becomes %d', (value, rounded) => {
    expect(round2(value)).toBe(rounded);
  });

  test('every thousandth rounds as decimal arithmetic does', () => {
    for (let thousandths = 0; thousandths <= 5000; thousandths += 1) {
      const expected = Math.floor((thousandths + 5) / 10) / 100;
      expect(round2(thousandths / 1000)).toBe(expected);
      expect(round2(-thousandths / 1000)).toBe(expected === 0 ? 0 : -expected);
    }
  });
});

describe('score of a participant', () => {
  const content = templateOf(
    ratingItem('a'),
    ratingItem('b', { weight: 3 }),
    textItem('t', { weight: 5 }),
    ratingItem('p', { measuresPotential: true }),
    ratingItem('q', { measuresPotential: true, weight: 3 }),
  );

  test.each([
    ['weighted', { a: 5, b: 3 }, 3.5],
    ['one item only', { b: 4 }, 4],
    ['not applicable left out', { a: 5, b: null }, 5],
    ['all not applicable', { a: null, b: null }, null],
    ['potential does not count', { a: 2, p: 5, q: 5 }, 2],
    ['nothing but potential', { p: 5 }, null],
    ['texts and unknown items do not count', { a: 2, t: 5, gone: 5 }, 2],
    ['nothing', {}, null],
  ])('%s', (_name, scores, expected) => {
    expect(participantScore(participant(Self, scores).answers, scoreItems(content))).toBe(expected);
  });

  test.each([
    [
      "weighted, the manager's only",
      [participant(Manager, { a: 1, p: 5, q: 3 }), participant(Self, { p: 1, q: 1 })],
      3.5,
    ],
    ['not submitted', [participant(Manager, { p: 5 }, InProgress)], null],
    ['not rated', [participant(Manager, { a: 5 })], null],
    ['two managers', [participant(Manager, { p: 5 }), participant(Manager, { p: 2 })], 3.5],
  ])('potential: %s', (_name, participants, expected) => {
    expect(typeMeans(participants, scoreOver(potentialItems(content))).mean(Manager)).toBe(expected);
  });

  test('a score beside "not applicable" does not count', () => {
    expect(participantScore([{ ...rated('a', 5), notApplicable: true }], scoreItems(content))).toBeNull();
  });
});

describe('overall score', () => {
  const items = scoreItems(templateOf(ratingItem('a'), ratingItem('b')));
  const of = (type: EvaluatorType, score: number, status?: ParticipantStatus) =>
    participant(type, { a: score }, status);

  test.each<[string, AnsweredParticipant[], number | null]>([
    [
      'the worked example: self 4, manager 5, peers 3 and one not submitted',
      [of(Self, 4), of(Manager, 5), of(Peer, 3), of(Peer, 1, InProgress)],
      4.33,
    ],
    ['all five types', [of(Self, 1), of(Manager, 2), of(Peer, 3), of(DirectReport, 4), of(Stakeholder, 5)], 2.25],
    ['the mean of a type comes first', [of(Manager, 5), of(Peer, 1), of(Peer, 2), of(Peer, 3)], 4.14],
    ['one type alone has all the weight', [of(Stakeholder, 2)], 2],
    ['acknowledged counts', [of(Self, 4, Acknowledged), of(Manager, 2)], 2.57],
    ['nobody submitted', [of(Self, 4, InProgress), of(Manager, 4, InProgress)], null],
    ['submitted without a rating', [participant(Self, { a: null }), of(Manager, 3)], 3],
    ['no participants', [], null],
  ])('%s', (_name, participants, expected) => {
    const overall = stored(participants, items, DEFAULT_WEIGHTS).overall;
    expect(overall === null ? null : round2(overall)).toBe(expected);
  });

  test('the weight of who did not submit goes to the others in proportion', () => {
    const participants = [of(Self, 4), of(Manager, 5), of(Peer, 3), of(DirectReport, 1, InProgress)];
    const { types, overall } = stored(participants, items, DEFAULT_WEIGHTS).explanation;
    expect(
      types.map(({ rescaledWeight, ...rest }) => ({
        ...rest,
        rescaledWeight: round2(rescaledWeight),
        contribution: round2(rest.contribution),
      })),
    ).toEqual([
      {
        evaluatorType: 'Self',
        participants: 1,
        submitted: 1,
        mean: 4,
        weight: 0.2,
        rescaledWeight: 0.22,
        contribution: 0.89,
      },
      {
        evaluatorType: 'Manager',
        participants: 1,
        submitted: 1,
        mean: 5,
        weight: 0.5,
        rescaledWeight: 0.56,
        contribution: 2.78,
      },
      {
        evaluatorType: 'Peer',
        participants: 1,
        submitted: 1,
        mean: 3,
        weight: 0.2,
        rescaledWeight: 0.22,
        contribution: 0.67,
      },
      {
        evaluatorType: 'DirectReport',
        participants: 1,
        submitted: 0,
        mean: null,
        weight: 0.05,
        rescaledWeight: 0,
        contribution: 0,
      },
      {
        evaluatorType: 'Stakeholder',
        participants: 0,
        submitted: 0,
        mean: null,
        weight: 0.05,
        rescaledWeight: 0,
        contribution: 0,
      },
    ]);
    expect(overall).toBeCloseTo(4.3333333333, 9);
  });

  describe('types that the cycle gives no weight', () => {
    const managerOnly = { Self: 0, Manager: 1, Peer: 0, DirectReport: 0, Stakeholder: 0 };

    test('do not change the score', () => {
      expect(stored([of(Self, 1), of(Manager, 4)], items, managerOnly).overall).toBe(4);
    });

    test('make no score alone', () => {
      const { explanation } = stored([of(Self, 1), of(Peer, 5)], items, managerOnly);
      expect(explanation.overall).toBeNull();
      expect(
        explanation.types.every(({ rescaledWeight, contribution }) => rescaledWeight === 0 && contribution === 0),
      ).toBe(true);
      expect(explanation.types.find(({ evaluatorType }) => evaluatorType === Peer)).toMatchObject({
        mean: 5,
        submitted: 1,
      });
    });
  });

  const anyParticipants = fc.array(
    fc.record({
      evaluatorType: fc.constantFrom(...EVALUATOR_TYPES),
      status: fc.constantFrom(...Object.values(ParticipantStatus)),
      answers: fc.array(
        fc
          .tuple(fc.constantFrom('a', 'b'), fc.option(fc.integer({ min: 1, max: 5 })))
          .map(([id, score]) => rated(id, score)),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 12 },
  );
  const anyWeights = fc.record(
    Object.fromEntries(EVALUATOR_TYPES.map((type) => [type, fc.integer({ min: 0, max: 100 })])) as Record<
      EvaluatorType,
      fc.Arbitrary<number>
    >,
  );

  test('always lies between the means, equals its explanation, and ignores the order of participants', () => {
    let withScore = 0;
    fc.assert(
      fc.property(anyParticipants, anyWeights, (participants, weights) => {
        const { overall, explanation } = stored(participants, items, weights);
        const { types } = explanation;
        expect(explanation.overall).toBe(overall);
        if (overall === null) return;
        withScore += 1;
        const means = types.flatMap(({ mean, weight }) => (mean !== null && weight > 0 ? [mean] : []));
        expect(reaches(overall, Math.min(...means)) && reaches(Math.max(...means), overall)).toBe(true);
        expect(types.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(overall, 9);
        expect(types.reduce((sum, { rescaledWeight }) => sum + rescaledWeight, 0)).toBeCloseTo(1, 9);
        expect(stored([...participants].reverse(), items, weights).overall).toBeCloseTo(overall, 12);
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(withScore).toBeGreaterThan(100);
  });

  test('means per type', () => {
    const means = typeMeans([of(Peer, 2), of(Peer, 3), of(Peer, 5, InProgress)], scoreOver(items));
    expect([means.mean(Peer), means.count(Peer), means.mean(Self), means.count(Self)]).toEqual([2.5, 2, null, 0]);
  });
});

describe('effective score', () => {
  test.each([
    ['calibrated wins', 3, 4, 4],
    ['also when lower', 4, 1, 1],
    ['also when it is 0', 4, 0, 0],
    ['overall otherwise', 3, null, 3],
    ['calibrated without overall', null, 2, 2],
    ['nothing', null, null, null],
  ])('%s', (_name, overall, calibrated, expected) => {
    expect(effectiveScore(overall, calibrated)).toBe(expected);
  });
});

describe('scores per item and evaluator type', () => {
  const content = templateOf(
    ratingItem('a', { weight: 9 }),
    textItem('t'),
    ratingItem('p', { measuresPotential: true }),
    ratingItem('none'),
  );

  test('over submitted participants, in template order, without texts', () => {
    const participants = [
      participant(Peer, { p: 2, a: 3 }),
      participant(Peer, { a: 4 }),
      participant(Peer, { a: 1 }, InProgress),
      participant(Self, { a: 5, p: null }),
      participant(Manager, { a: 2, gone: 1 }, Acknowledged),
    ];
    const table = itemScores(participants, content, DEFAULT_WEIGHTS);
    expect(table.map(({ itemId, byType }) => [itemId, byType])).toEqual([
      ['a', { Self: { mean: 5 }, Manager: { mean: 2 }, Peer: { mean: 3.5 } }],
      ['p', { Peer: { mean: 2 } }],
      ['none', {}],
    ]);
    // (5 x 0.2 + 2 x 0.5 + 3.5 x 0.2) / 0.9 = 3
    expect(table.map(({ overall }) => (overall === null ? null : round2(overall)))).toEqual([3, 2, null]);
  });
});
