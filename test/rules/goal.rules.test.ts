import {
  allWeightless,
  ancestors,
  validateGoal,
  validateKeyResult,
  validatePlacement,
} from '../../api/growth/goals/goal-content.rules';
import { goalFigures, keyResultProgress, keyResultsProgress, rollUp } from '../../api/growth/goals/goal.rules';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { GoalStatus, nextGoalStates } from '../../shared/growth/goals/goal-status';

describe('progress of a key result', () => {
  test.each([
    // start, target, current, percent by hand
    [0, 10, 0, 0],
    [0, 10, 5, 50],
    [0, 10, 10, 100],
    [0, 10, 12, 100],
    [0, 10, -3, 0],
    [20, 75, 42, 40],
    [10, 2, 10, 0],
    [10, 2, 6, 50],
    [10, 2, 2, 100],
    [10, 2, 1, 100],
    [10, 2, 11, 0],
    [-5, 5, 0, 50],
    [-5, -10, -6, 20],
    [5, 5, 5, 0],
  ])('start %d, target %d, current %d: %d %%', (startValue, targetValue, currentValue, percent) => {
    expect(keyResultProgress({ startValue, targetValue, currentValue })).toBeCloseTo(percent, 10);
  });
});

const measured = (currentValue: number, weight = 1) => ({ startValue: 0, targetValue: 100, currentValue, weight });

describe('progress of a goal is the weighted mean of its key results', () => {
  test.each([
    ['none', [], null],
    ['one', [measured(30)], 30],
    ['equal weights', [measured(30), measured(50)], 40],
    ['weights 3 and 1', [measured(20, 3), measured(60, 1)], 30],
    ['weight 0 does not count', [measured(20, 2), measured(100, 0)], 20],
    ['overshooting does not lift the others', [measured(300), measured(0)], 50],
    ['all weights 0 (refused on input)', [measured(20, 0)], null],
  ])('%s', (_case, keyResults, percent) => expect(keyResultsProgress(keyResults)).toBe(percent));
});

const { Draft, Active, Completed, Cancelled } = GoalStatus;
const goal = (id: string, parentId: string | null, progress: number | null, status = Active) => ({
  id,
  parentId,
  status,
  keyResults: progress === null ? [] : [measured(progress)],
});

describe('roll-up', () => {
  test.each([
    ['a parent is the mean of its children', [goal('p', null, null), goal('a', 'p', 20), goal('b', 'p', 60)], 40],
    ['key results come before children', [goal('p', null, 10), goal('a', 'p', 100)], 10],
    [
      'through several levels: mean(mean(20, 60), 90)',
      [goal('p', null, null), goal('q', 'p', null), goal('a', 'q', 20), goal('b', 'q', 60), goal('c', 'p', 90)],
      65,
    ],
    ['Cancelled children are left out', [goal('p', null, null), goal('a', 'p', 80), goal('b', 'p', 0, Cancelled)], 80],
    ['Draft children count', [goal('p', null, null), goal('a', 'p', 80), goal('b', 'p', 0, Draft)], 40],
    ['only Cancelled children: as without any', [goal('p', null, null), goal('a', 'p', 70, Cancelled)], 0],
    ['nothing to measure, Active', [goal('p', null, null)], 0],
    ['nothing to measure, Completed', [goal('p', null, null, Completed)], 100],
    ['a Completed child without measures counts 100', [goal('p', null, null), goal('a', 'p', null, Completed)], 100],
    ['children before parents in the list', [goal('a', 'p', 20), goal('p', null, null)], 20],
    ['a parent that is gone', [goal('p', 'gone', 35)], 35],
  ])('%s', (_case, goals, percent) => expect(rollUp(goals).get('p')).toBe(percent));

  test('a loop ends: every goal has a progress', () => {
    const looped = rollUp([goal('a', 'b', null), goal('b', 'c', null), goal('c', 'a', 50)]);
    expect([...looped.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(looped.get('c')).toBe(50);
  });

  test('100,000 goals in one chain: linear, without recursion', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => goal(`${at}`, at === 0 ? null : `${at - 1}`, null));
    chain.push(goal('last', '99999', 25));
    expect(rollUp(chain).get('0')).toBe(25);
  });

  test('figures by level and status', () => {
    expect(
      goalFigures([
        { level: GoalLevel.Individual, status: Active, progress: 20 },
        { level: GoalLevel.Individual, status: Active, progress: 50 },
        { level: GoalLevel.Company, status: Draft, progress: 0 },
      ]),
    ).toEqual([
      { level: 'Company', status: 'Draft', count: 1, progress: 0 },
      { level: 'Individual', status: 'Active', count: 2, progress: 35 },
    ]);
  });
});

describe('what a goal must say', () => {
  const complete = {
    level: GoalLevel.Company,
    ownerEmployeeId: null,
    departmentId: null,
    startDate: null,
    dueDate: null,
  };
  test.each([
    ['Company', {}, []],
    ['Company with an owner', { ownerEmployeeId: 'e' }, []],
    ['Company with a department', { departmentId: 'd' }, ['departmentId']],
    ['Department', { level: GoalLevel.Department, departmentId: 'd' }, []],
    ['Department without one', { level: GoalLevel.Department }, ['departmentId']],
    ['Individual', { level: GoalLevel.Individual, ownerEmployeeId: 'e' }, []],
    ['Individual without owner', { level: GoalLevel.Individual }, ['ownerEmployeeId']],
    ['due on the day it starts', { startDate: '2026-01-01', dueDate: '2026-01-01' }, []],
    ['due before it starts', { startDate: '2026-01-02', dueDate: '2026-01-01' }, ['dueDate']],
  ])('%s', (_case, fields, expected) =>
    expect(validateGoal({ ...complete, ...fields }).map(({ field }) => field)).toEqual(expected),
  );

  test('start and target of a key result differ; weights are not all 0', () => {
    expect(validateKeyResult({ startValue: 3, targetValue: 3 }, 'keyResults[1].')).toMatchObject([
      { field: 'keyResults[1].targetValue', message: expect.stringContaining('startValue') },
    ]);
    expect(validateKeyResult({ startValue: 3, targetValue: -3 })).toEqual([]);
    expect([[], [{ weight: 0 }], [{ weight: 0 }, { weight: 0.1 }]].map(allWeightless)).toEqual([false, true, false]);
  });

  test.each([
    [Draft, 'Active,Cancelled'],
    [Active, 'Draft,Completed,Cancelled'],
    [Completed, 'Active'],
    [Cancelled, 'Draft,Active'],
  ])('after %s come %s', (status, next) => expect(nextGoalStates(status).join()).toBe(next));
});

describe('the tree of goals has no loops and at most 10 levels (issue: a goal as its own ancestor)', () => {
  const parentOf = new Map<string, string | null>([
    ['root', null],
    ['middle', 'root'],
    ['leaf', 'middle'],
    ['other', null],
  ]);
  test.each([
    ['below another tree', 'root', 'other', true],
    ['below its grandparent', 'leaf', 'root', true],
    ['a new goal below a leaf', 'new', 'leaf', true],
    ['below itself', 'root', 'root', false],
    ['below its child', 'root', 'middle', false],
    ['below its grandchild', 'root', 'leaf', false],
  ])('%s', (_case, id, parentId, isFine) =>
    expect(validatePlacement(parentOf, id, parentId).map(({ field }) => field)).toEqual(isFine ? [] : ['parentId']),
  );

  test('depth counts the goals above and below', () => {
    const chain = new Map<string, string | null>(
      Array.from({ length: 8 }, (_, at): [string, string | null] => [`c${at}`, at === 0 ? null : `c${at - 1}`]),
    );
    chain.set('pair', null).set('below', 'pair');
    expect(validatePlacement(chain, 'pair', 'c7')).toEqual([]); // 8 + 2
    chain.set('c8', 'c7');
    expect(validatePlacement(chain, 'pair', 'c8')[0]?.message).toContain('deeper than 10'); // 9 + 2
    expect(validatePlacement(chain, 'new', 'c8')).toEqual([]); // 9 + 1
  });

  test('ancestors end at the root, and in a loop', () => {
    expect(ancestors(parentOf, 'leaf')).toEqual(['middle', 'root']);
    expect(
      ancestors(
        new Map([
          ['a', 'b'],
          ['b', 'a'],
        ]),
        'a',
      ),
    ).toEqual(['b', 'a']);
  });
});
