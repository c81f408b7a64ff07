import { competencyScores } from '../../api/public-v1/datasets/competency-scores.rules';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { DEFAULT_WEIGHTS, EvaluatorType } from '../../shared/framework/evaluator-type';

const { Self, Manager, Peer, Stakeholder } = EvaluatorType;
const ITEMS = {
  scale: { min: 1, max: 5 },
  byId: new Map([
    ['a', { requirementId: 'review', weight: 3 }],
    ['b', { requirementId: 'review', weight: 1 }],
    ['c', { requirementId: 'speech', weight: 1 }],
  ]),
};
const rater = (
  evaluatorType: EvaluatorType,
  scores: Record<string, number | null>,
  status = ParticipantStatus.Submitted,
) => ({
  evaluatorType,
  status,
  answers: Object.entries(scores).map(([itemId, score]) => ({
    itemId,
    score,
    notApplicable: score === null,
    comment: null,
  })),
});
const scoresOf = (...raters: ReturnType<typeof rater>[]) =>
  competencyScores(raters, { items: ITEMS, weights: DEFAULT_WEIGHTS, minimum: 3 }).map(
    ({ requirementId, evaluatorType, raters: count, score }) => [requirementId, evaluatorType, count, score],
  );

test('a type has the mean of its raters, each the weighted mean of the rated items', () => {
  expect(scoresOf(rater(Self, { a: 4, b: 2 }), rater(Self, { a: null, b: 3 }))).toEqual([['review', Self, 2, 3.25]]);
});

test('Others are all but Self, weighted as in the cycle', () => {
  const peers = [3, 3, 3].map((score) => rater(Peer, { a: score }));
  expect(scoresOf(rater(Self, { a: 1 }), rater(Manager, { a: 5 }), ...peers)).toEqual([
    ['review', Self, 1, 1],
    ['review', Manager, 1, 5],
    ['review', Peer, 3, 3],
    ['review', 'Others', 4, (5 * 0.5 + 3 * 0.2) / 0.7],
  ]);
});

test('a guarded type below the minimum has no row and is not in Others', () => {
  const two = (score: number) => [rater(Peer, { a: score }), rater(Peer, { a: score })];
  const shown = [
    ['review', Manager, 1, 5],
    ['review', 'Others', 1, 5],
  ];
  expect(scoresOf(rater(Manager, { a: 5 }), ...two(1))).toEqual(shown);
  expect(scoresOf(rater(Manager, { a: 5 }), ...two(1.9))).toEqual(shown);
});

test('Others have no row where only hidden types make them up', () => {
  expect(scoresOf(rater(Self, { a: 2 }), rater(Peer, { a: 1 }), rater(Stakeholder, { a: 5 }))).toEqual([
    ['review', Self, 1, 2],
  ]);
});

test('the minimum counts who rated the competency, not who submitted', () => {
  const peers = [rater(Peer, { a: 4, c: 1 }), rater(Peer, { a: 4 }), rater(Peer, { a: 4, c: null })];
  expect(scoresOf(...peers)).toEqual([
    ['review', Peer, 3, 4],
    ['review', 'Others', 3, 4],
  ]);
});

test('one who has not submitted does not count', () => {
  expect(scoresOf(rater(Manager, { a: 5 }, ParticipantStatus.InProgress))).toEqual([]);
});
