import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type AnsweredParticipant } from '../../shared/evaluation/score.rules';
import { DEFAULT_WEIGHTS, EvaluatorType, type EvaluatorWeights } from '../../shared/framework/evaluator-type';
import type { Requirement } from '../../shared/framework/requirement';
import {
  type Gap,
  gapLevel,
  gapsAt,
  gapPriority,
  isWithinPriority,
  type RequirementItems,
  requirementItems,
  SubjectLevels,
} from '../../shared/insight/gaps/gap.rules';
import { participant, ratingItem, templateOf, textItem } from './evaluation.fixtures';

const { Self, Manager, Peer } = EvaluatorType;

/** The gaps of a subject, whose participants are fed one by one as a gap run does. */
function subjectGaps(
  requirements: readonly Requirement[],
  participants: readonly AnsweredParticipant[],
  items: RequirementItems,
  weights: EvaluatorWeights,
): Gap[] {
  const levels = new SubjectLevels(items, weights);
  for (const participant of participants) levels.add(participant);
  return gapsAt(requirements, levels);
}

describe('gap level', () => {
  test.each([
    [4, 4, 0],
    [4, 5, 0],
    [4, 3.9999999999, 0],
    [4, 3.99, 1],
    [4, 3.0000000001, 1],
    [4, 3, 1],
    [4, 2.9999999999, 1],
    [4, 2.99, 2],
    [4, 2, 2],
    [5, 1.5, 4],
    [5, 1, 4],
    [5, 0, 4],
    [1, 1, 0],
    [4, 5 * (0.7 + 0.1), 0], // 3.9999999999999996
  ])('required %d, current %d: %i', (required, current, level) => {
    expect(gapLevel(required, current)).toBe(level);
  });
});

describe('priority', () => {
  test.each([
    [0, false, 4],
    [0, true, 4],
    [1, false, 3],
    [1, true, 2],
    [2, false, 2],
    [2, true, 1],
    [3, false, 1],
    [3, true, 1],
    [4, false, 1],
    [4, true, 1],
  ])('gap level %i, critical %s: %i', (level, isCritical, priority) => {
    expect(gapPriority(level, isCritical)).toBe(priority);
  });

  test.each<[number | null, number[]]>([
    [null, [1, 2, 3, 4]],
    [4, [1, 2, 3, 4]],
    [3, [1, 2, 3]],
    [2, [1, 2]],
    [1, [1]],
    [0, []],
  ])('maxPriority %p keeps %p', (maxPriority, kept) => {
    const all = [1, 2, 3, 4] as const;
    expect(all.filter((priority) => isWithinPriority({ priority }, maxPriority))).toEqual(kept);
  });
});

describe('current level of a requirement', () => {
  const content = templateOf(
    ratingItem('a1', { competencyId: 'A' }),
    ratingItem('a2', { competencyId: 'A', weight: 3 }),
    ratingItem('b', { skillId: 'B' }),
    ratingItem('free'),
    ratingItem('potential', { competencyId: 'A', measuresPotential: true }),
    textItem('text', { competencyId: 'A' }),
  );
  const items = requirementItems(content);
  const require = (requirementId: string, requiredLevel: number, isCritical = false): Requirement => ({
    requirementId,
    requiredLevel,
    isCritical,
  });
  const gaps = (participants: AnsweredParticipant[], ...requirements: Requirement[]) =>
    subjectGaps(requirements, participants, items, DEFAULT_WEIGHTS);

  test('only scored items with a competency or skill show a level', () => {
    expect([...items.byId.keys()]).toEqual(['a1', 'a2', 'b']);
  });

  test.each<[string, AnsweredParticipant[], number]>([
    ['items by weight', [participant(Manager, { a1: 1, a2: 5 })], 4],
    [
      'types by weight, rescaled',
      [participant(Self, { a1: 4 }), participant(Manager, { a1: 5 }), participant(Peer, { a1: 3 })],
      13 / 3,
    ],
    [
      'the mean of a type first',
      [participant(Peer, { a1: 1 }), participant(Peer, { a1: 4 }), participant(Self, { a1: 4 })],
      3.25,
    ],
    ['other items do not count', [participant(Manager, { a1: 2, b: 5, free: 5, potential: 5, text: 5 })], 2],
    ['not applicable does not count', [participant(Manager, { a1: 2, a2: null })], 2],
    [
      'not submitted does not count',
      [participant(Manager, { a1: 2 }), participant(Self, { a1: 5 }, ParticipantStatus.InProgress)],
      2,
    ],
  ])('%s', (_name, participants, level) => {
    expect(gaps(participants, require('A', 3))[0]?.currentLevel).toBeCloseTo(level, 12);
  });

  test('one row per requirement with data, in the order of the profile', () => {
    const participants = [participant(Manager, { a1: 2, a2: 2, b: 3 })];
    expect(gaps(participants, require('B', 3, true), require('C', 5), require('A', 4, true))).toEqual([
      { requirementId: 'B', requiredLevel: 3, isCritical: true, currentLevel: 3, gapLevel: 0, priority: 4 },
      { requirementId: 'A', requiredLevel: 4, isCritical: true, currentLevel: 2, gapLevel: 2, priority: 1 },
    ]);
  });

  test('everyone says 4 and 4 is required: no gap, whatever the weights', () => {
    const everybody = Object.values(EvaluatorType).map((type) => participant(type, { a1: 4, a2: 4 }));
    for (let hundredths = 1; hundredths < 100; hundredths += 1) {
      const weights = { ...DEFAULT_WEIGHTS, Self: hundredths / 100, Peer: hundredths / 300 };
      expect(subjectGaps([require('A', 4)], everybody, items, weights)[0]).toMatchObject({ gapLevel: 0, priority: 4 });
    }
  });

  test('the items of several participants make one level', () => {
    const levels = new SubjectLevels(items, DEFAULT_WEIGHTS);
    for (const row of [
      participant(Self, { a1: 4, b: 2 }),
      participant(Peer, { a2: 3 }),
      participant(Peer, { a1: 1, b: 5 }),
    ])
      levels.add(row);
    // Self 4, peers (3 + 1) / 2 = 2, equal weights
    expect(levels.level('A')).toBeCloseTo(3, 12);
    expect(levels.level('nobody asked')).toBeNull();
  });

  test.each([
    [{ min: 0, max: 10 }, 7.5, 4, 0],
    [{ min: 0, max: 10 }, 7, 3.8, 1],
    [{ min: 0, max: 10 }, 5, 3, 1],
    [{ min: 0, max: 10 }, 0, 1, 3],
    [{ min: 1, max: 4 }, 4, 5, 0],
    [{ min: 1, max: 4 }, 3, 11 / 3, 1],
    [{ min: 1, max: 4 }, 1, 1, 3],
  ])('on %j the score %d shows level %d, gap %i', (range, score, level, gap) => {
    const own = requirementItems({ ...content, scale: { ...range, labels: [] } });
    const [found] = subjectGaps(
      [require('A', 4)],
      [participant(Manager, { a1: score, a2: score })],
      own,
      DEFAULT_WEIGHTS,
    );
    expect(found!.currentLevel).toBeCloseTo(level, 12);
    expect(found!.gapLevel).toBe(gap);
  });

  test('types without a weight show no level', () => {
    const weights = { Self: 0, Manager: 1, Peer: 0, DirectReport: 0, Stakeholder: 0 };
    expect(subjectGaps([require('A', 4)], [participant(Self, { a1: 1 })], items, weights)).toEqual([]);
  });
});
