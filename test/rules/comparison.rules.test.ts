import { type ComparedCycle, compareCompetencies, ComparisonKind } from '../../api/insight/comparison.rules';
import { DEFAULT_WEIGHTS, EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';

// Others are all types but Self, weights rescaled; a fifth of the scale's width is notable.

const cycle = (
  means: Partial<Record<EvaluatorType, number>>,
  { max = 5, evaluatorIds = ['ana', 'ben'] }: { max?: number; evaluatorIds?: string[] } = {},
): ComparedCycle => ({
  scale: { min: 1, max },
  weights: DEFAULT_WEIGHTS,
  evaluatorIds,
  competencies: new Map([
    [
      'competency',
      {
        overall: null,
        types: EVALUATOR_TYPES.map((evaluatorType) => ({
          evaluatorType,
          participants: 1,
          submitted: 1,
          mean: means[evaluatorType] ?? null,
          weight: 0,
          rescaledWeight: 0,
          contribution: 0,
        })),
      },
    ],
  ]),
});
const { BlindSpot, HiddenStrength, Agreed } = ComparisonKind;

test.each([
  ['weights of the others are rescaled', { Self: 4, Manager: 5, Peer: 1.5 }, 4, 4, Agreed],
  ['exactly a fifth of the width higher', { Self: 4.8, Manager: 4 }, 4.8, 4, BlindSpot],
  ['exactly a fifth of the width lower', { Self: 3.2, Manager: 4 }, 3.2, 4, HiddenStrength],
  ['less than a fifth', { Self: 4.79, Manager: 4 }, 4.79, 4, Agreed],
  ['no self-evaluation', { Manager: 4 }, null, 4, null],
  ['no one else, or no one who is shown', { Self: 4 }, 4, null, null],
])('%s', (_case, means, self, others, kind) => {
  const [found] = compareCompetencies(cycle(means), null);
  expect(found).toMatchObject({ self, kind, previous: null, change: null, isComparable: false });
  if (others === null) expect(found?.others).toBeNull();
  else expect(found?.others).toBeCloseTo(others, 9);
});

test.each([
  ['the same people', cycle({ Manager: 3 }), true],
  ['half of them', cycle({ Manager: 3 }, { evaluatorIds: ['ben', 'carl'] }), true],
  ['fewer than half', cycle({ Manager: 3 }, { evaluatorIds: ['carl'] }), false],
  ['another scale', cycle({ Manager: 3 }, { max: 10 }), false],
])('an earlier cycle with %s', (_case, earlier, isComparable) => {
  const [found] = compareCompetencies(cycle({ Self: 4, Manager: 4 }), earlier);
  expect(found).toMatchObject({ previous: 3, change: 1, isComparable });
});

test('a competency that the earlier cycle did not ask has no change', () => {
  const earlier = { ...cycle({ Manager: 3 }), competencies: new Map() };
  expect(compareCompetencies(cycle({ Manager: 4 }), earlier)[0]).toMatchObject({ previous: null, change: null });
});
