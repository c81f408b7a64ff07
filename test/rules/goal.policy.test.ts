import { type GoalViewer, mayCheckIn, maySeeGoal, visibleGoals, writeRefusal } from '../../api/policies/goal.policy';
import { GoalLevel } from '../../shared/growth/goals/goal-level';

const nobody: GoalViewer = {
  isHr: false,
  employeeId: null,
  directReportIds: new Set(),
  reportIds: new Set(),
  ledDepartmentIds: new Set(),
  departmentIds: new Set(),
};
/** ana belongs to sales, whose head is bea; carl is bea's manager; dan is in another department. */
const viewers = {
  'an account without employee': nobody,
  ana: { ...nobody, employeeId: 'ana', departmentIds: new Set(['sales']) },
  bea: {
    ...nobody,
    employeeId: 'bea',
    directReportIds: new Set(['ana']),
    reportIds: new Set(['ana']),
    ledDepartmentIds: new Set(['sales']),
    departmentIds: new Set(['sales', 'board']),
  },
  carl: {
    ...nobody,
    employeeId: 'carl',
    directReportIds: new Set(['bea']),
    reportIds: new Set(['bea', 'ana']),
    departmentIds: new Set(['sales', 'board']),
  },
  dan: { ...nobody, employeeId: 'dan', departmentIds: new Set(['it']) },
  HR: { ...nobody, isHr: true },
} satisfies Record<string, GoalViewer>;

const goals = {
  company: { level: GoalLevel.Company, ownerEmployeeId: null, departmentId: null },
  "company, dan's": { level: GoalLevel.Company, ownerEmployeeId: 'dan', departmentId: null },
  sales: { level: GoalLevel.Department, ownerEmployeeId: null, departmentId: 'sales' },
  "sales, dan's": { level: GoalLevel.Department, ownerEmployeeId: 'dan', departmentId: 'sales' },
  "ana's": { level: GoalLevel.Individual, ownerEmployeeId: 'ana', departmentId: null },
  "ana's, named for IT": { level: GoalLevel.Individual, ownerEmployeeId: 'ana', departmentId: 'it' },
  "bea's": { level: GoalLevel.Individual, ownerEmployeeId: 'bea', departmentId: null },
};

/** Each letter: s sees, w writes, c checks in; in the order of `goals`. */
const MATRIX: Record<keyof typeof viewers, string[]> = {
  'an account without employee': ['s', 's', '', '', '', '', ''],
  ana: ['s', 's', 's', 's', 'swc', 'swc', ''],
  bea: ['s', 's', 'swc', 'swc', 'swc', 'swc', 'swc'],
  carl: ['s', 's', 's', 's', 's', 's', 'swc'],
  dan: ['s', 'sc', '', 'sc', '', '', ''],
  HR: ['swc', 'swc', 'swc', 'swc', 'swc', 'swc', 'swc'],
};

const cells = Object.entries(MATRIX).flatMap(([viewer, row]) =>
  Object.keys(goals).map((goal, at) => ({ viewer, goal, expected: row[at] ?? '' })),
) as { viewer: keyof typeof viewers; goal: keyof typeof goals; expected: string }[];

describe('who sees, writes and checks in on which goal', () => {
  test.each(cells)('$viewer, $goal: "$expected"', ({ viewer, goal, expected }) => {
    const [who, what] = [viewers[viewer], goals[goal]];
    const may = [
      maySeeGoal(who, what) ? 's' : '',
      writeRefusal(who, what) === null ? 'w' : '',
      mayCheckIn(who, what) ? 'c' : '',
    ];
    expect(may.join('')).toBe(expected);
  });

  test.each(cells)('the filter of lists says the same: $viewer, $goal', ({ viewer, goal, expected }) => {
    const { $or } = visibleGoals(viewers[viewer]);
    const row: Record<string, string | null> = goals[goal];
    const fits = (alternative: object): boolean =>
      Object.entries(alternative).every(([field, value]: [string, string | { $in: string[] }]) =>
        typeof value === 'string' ? row[field] === value : value.$in.includes(row[field] ?? ''),
      );
    expect($or === undefined || $or.some(fits)).toBe(expected.includes('s'));
  });
});
