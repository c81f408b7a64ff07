import type { RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { placeOnPath, validateSteps } from '../../shared/framework/career-path.rules';
import { stepReadiness } from '../../shared/insight/readiness.rules';

const requirement = (requirementId: string, requiredLevel: number, isCritical = false): RequirementSnapshot => ({
  requirementId,
  requirement: requirementId.toUpperCase(),
  requiredLevel,
  isCritical,
});

/** Of a, b, c, d at the levels 3, 4, 2 and 5. */
const REQUIRED = [requirement('a', 3), requirement('b', 4, true), requirement('c', 2), requirement('d', 5)];

describe('readiness for a step', () => {
  test.each<[string, Record<string, number>, number, number, [string, number | null, number | null][]]>([
    ['all met', { a: 3, b: 4, c: 5, d: 5 }, 4, 1, []],
    ['one short by less than a level', { a: 3, b: 3.4, c: 2, d: 5 }, 3, 0.75, [['b', 3.4, 1]]],
    [
      'two short, one of them by more than two levels',
      { a: 2, b: 1.5, c: 2, d: 5 },
      2,
      0.5,
      [
        ['a', 2, 1],
        ['b', 1.5, 3],
      ],
    ],
    [
      'no data is not met',
      { a: 3, b: 4 },
      2,
      0.5,
      [
        ['c', null, null],
        ['d', null, null],
      ],
    ],
    ['the noise of binary fractions is forgiven', { a: 3, b: 3.9999999999, c: 2, d: 5 }, 4, 1, []],
    ['a requirement of another step does not count', { z: 5, a: 3, b: 4, c: 2 }, 3, 0.75, [['d', null, null]]],
    [
      'nothing known at all',
      {},
      0,
      0,
      [
        ['a', null, null],
        ['b', null, null],
        ['c', null, null],
        ['d', null, null],
      ],
    ],
  ])('%s', (_case, levels, met, share, missing) => {
    const readiness = stepReadiness(REQUIRED, (id) => levels[id] ?? null);
    expect([readiness.needed, readiness.met, readiness.share]).toEqual([4, met, share]);
    expect(
      readiness.missing.map(({ requirementId, currentLevel, gapLevel }) => [requirementId, currentLevel, gapLevel]),
    ).toEqual(missing);
  });

  test('what is missing keeps its name, required level and weight', () => {
    const { missing } = stepReadiness(REQUIRED, () => 3);
    expect(missing[0]).toEqual({ ...requirement('b', 4, true), currentLevel: 3, gapLevel: 1 });
  });

  test('a profile that requires nothing gives no share', () => {
    expect(stepReadiness([], () => 5)).toEqual({ needed: 0, met: 0, share: null, missing: [] });
  });
});

describe('place on a path', () => {
  const STEPS = [
    { order: 1, lineId: 'junior' },
    { order: 2, lineId: 'senior' },
    { order: 3, lineId: 'lead' },
  ];
  test.each<[string | null, number, number | null]>([
    ['junior', 1, 2],
    ['senior', 2, 3],
    ['lead', 3, null],
    ['sales', 0, 1],
    [null, 0, 1],
  ])('with a profile of the line %s: step %d, next %s', (lineId, currentStep, nextStep) => {
    expect(placeOnPath(STEPS, lineId)).toEqual({ currentStep, nextStep });
  });

  test('a step whose profile is gone is no one’s; a path without steps has no next one', () => {
    expect(placeOnPath([{ order: 1, lineId: null }], null)).toEqual({ currentStep: 0, nextStep: 1 });
    expect(placeOnPath([], 'junior')).toEqual({ currentStep: 0, nextStep: null });
  });
});

describe('steps of a path', () => {
  const steps = (...orders: number[]) => orders.map((order, at) => ({ order, jobProfileId: `profile-${at}` }));
  test.each<[string, number[], string[]]>([
    ['numbered through', [1, 2, 3], []],
    ['in another order', [3, 1, 2], []],
    ['one step', [1], []],
    ['a hole', [1, 3], ['steps[1].order']],
    ['not from 1', [2, 3], ['steps[1].order']],
    ['from 0', [0, 1], ['steps[0].order']],
    ['twice the same', [1, 1, 2], ['steps[1].order']],
    ['a half', [1, 1.5], ['steps[1].order']],
    ['two problems', [1, 1, 4], ['steps[1].order', 'steps[2].order']],
  ])('%s: %j', (_case, orders, fields) => {
    expect(validateSteps(steps(...orders)).map(({ field }) => field)).toEqual(fields);
  });

  test('a job profile is a step once, its versions being the same', () => {
    const given = [
      { order: 1, jobProfileId: 'engineer-v1' },
      { order: 2, jobProfileId: 'lead' },
      { order: 3, jobProfileId: 'engineer-v2' },
    ];
    expect(validateSteps(given)).toEqual([]);
    expect(validateSteps(given, (id) => id.replace(/-v\d/, ''))).toMatchObject([
      { field: 'steps[2].jobProfileId', message: 'must differ from the job profile of step 1 and its versions' },
    ]);
  });
});
