import { refusal } from '../../shared/kernel/refusals/refusal';
import {
  EmployeeImportPlanner,
  type EmployeeImportSource,
  PLAN_LIMIT,
} from '../../worker/people/employee-import.rules';

const EMPTY: EmployeeImportSource = {
  dateFormat: 'iso',
  idOf: (row) => `id-${row}`,
  people: [],
  departments: [],
  jobProfiles: [],
  available: Infinity,
};
/** Cells of a person x: email x@x.es, code X, led by x's manager. */
type Person = [name: string, manager?: string, code?: string];

const plannerOf = (source: Partial<EmployeeImportSource>) => new EmployeeImportPlanner({ ...EMPTY, ...source });

function plan(people: readonly Person[], source: Partial<EmployeeImportSource> = {}) {
  const planner = plannerOf(source);
  people.forEach(([name, manager = '', employeecode = ''], at) =>
    planner.judge({
      row: at + 2,
      cells: { firstname: name, lastname: 'X', email: `${name}@x.es`, manager, employeecode },
    }),
  );
  return planner.finish();
}
const outcomes = (people: readonly Person[], source: Partial<EmployeeImportSource> = {}) =>
  plan(people, source).report.map((line) => line.outcome);
const existing = (id: string, name: string, employeeCode: string | null = null) => ({
  id,
  email: `${name}@x.es`,
  employeeCode,
  firstName: name,
  lastName: 'X',
});

describe('the plan of an employee import', () => {
  test.each<[string, Person[], Partial<EmployeeImportSource>, string[]]>([
    ['an empty file', [], {}, []],
    ['an email of the tenant is skipped', [['a'], ['b']], { people: [existing('p', 'a')] }, ['skipped', 'created']],
    ['the second email of the file is skipped', [['a'], ['a']], {}, ['created', 'skipped']],
    ['a code of the tenant is an error', [['b', '', 'C']], { people: [existing('p', 'a', 'C')] }, ['error']],
    [
      'the second code of the file is an error',
      [
        ['a', '', 'C'],
        ['b', '', 'C'],
      ],
      {},
      ['created', 'error'],
    ],
    ['rows past the limit are errors', [['a'], ['b'], ['c']], { available: 1 }, ['created', 'error', 'error']],
    ['skipped rows take no room', [['a'], ['a'], ['b']], { available: 2 }, ['created', 'skipped', 'created']],
    ['no room at all', [['a']], { available: 0 }, ['error']],
    [
      'rows of an earlier run are created again, without room',
      [['a', '', 'C'], ['b'], ['c']],
      { people: [existing('id-2', 'a', 'C')], available: 1 },
      ['created', 'created', 'error'],
    ],
  ])('%s', (_case, people, source, expected) => {
    expect(outcomes(people, source)).toEqual(expected);
  });

  test.each<[string, string[], Partial<EmployeeImportSource>, string[]]>([
    ['of the tenant', ['', ''], { people: [existing('p', 'a')] }, ['skipped', 'skipped']],
    ['of a row above', ['2024-01-31', 'soon'], {}, ['created', 'skipped']],
    ['of a row below', ['soon', '2024-01-31'], {}, ['error', 'created']],
    [
      'of a row below that an earlier run created',
      ['soon', '2024-01-31'],
      { people: [existing('id-3', 'a')] },
      ['error', 'created'],
    ],
  ])('an invalid row with the email %s', (_case, hireDates, source, expected) => {
    const planner = plannerOf(source);
    hireDates.forEach((hiredate, at) =>
      planner.judge({ row: at + 2, cells: { firstname: hiredate && 'a', lastname: 'X', email: ' A@x.es', hiredate } }),
    );
    expect(planner.finish().report.map(({ outcome }) => outcome)).toEqual(expected);
  });

  test('a row that cannot be read, with the email of an employee, is skipped', () => {
    const planner = plannerOf({ people: [existing('p', 'a')] });
    planner.judge({ row: 2, cells: { email: 'a@x.es' }, problem: refusal('ROW_HAS_CONTROL_CHARACTERS') });
    planner.judge({ row: 3, cells: { email: 'b@x.es' }, problem: refusal('ROW_HAS_CONTROL_CHARACTERS') });
    expect(planner.finish().report).toEqual([
      expect.objectContaining({ outcome: 'skipped', employeeId: 'p', message: 'an employee already has this email' }),
      expect.objectContaining({ outcome: 'error', message: 'the row holds control characters' }),
    ]);
  });

  test('past the limit says so', () => {
    expect(plan([['a']], { available: 0 }).report[0]?.message).toBe(PLAN_LIMIT.message);
    expect(PLAN_LIMIT.message).toContain('PLAN_LIMIT_EMPLOYEES');
  });

  test('what an earlier run created is not planned again, but leads', () => {
    const { creations } = plan([['a'], ['b', 'a@x.es']], { people: [existing('id-2', 'a')] });
    expect(creations.map(({ id, managerId }) => [id, managerId])).toEqual([['id-3', 'id-2']]);
  });
});

describe('managers who have left', () => {
  const left = { ...existing('gone', 'a', 'G1'), hasLeft: true };

  test.each(['a@x.es', 'A X', 'g1'])('named by %s are left out, with a warning', (manager) => {
    const { creations, report } = plan([['b', manager]], { people: [left] });
    expect(creations.map(({ managerId }) => managerId)).toEqual([null]);
    expect(report[0]?.warnings).toEqual([`manager "${manager}" has left`]);
  });

  test('are no namesakes of one who stayed', () => {
    const stayed = { ...existing('here', 'a'), email: 'other@x.es' };
    const { creations, report } = plan([['b', 'a x']], { people: [left, stayed] });
    expect(creations.map(({ managerId }) => managerId)).toEqual(['here']);
    expect(report[0]?.warnings).toEqual([]);
  });
});

describe('managers of the file', () => {
  test.each<[string, Person[], string[]]>([
    ['below their reports', [['a', 'b@x.es'], ['b', 'c@x.es'], ['c']], ['c', 'b', 'a']],
    ['with several reports', [['a', 'z@x.es'], ['b', 'z@x.es'], ['z']], ['z', 'a', 'b']],
    ['unknown: the order of the file', [['a', 'nobody'], ['b'], ['c']], ['a', 'b', 'c']],
  ])('are written first: %s', (_case, people, order) => {
    expect(plan(people).creations.map((creation) => creation.value.firstName)).toEqual(order);
  });

  test.each<[string, Person[]]>([
    [
      'of two',
      [
        ['a', 'b@x.es'],
        ['b', 'a@x.es'],
      ],
    ],
    [
      'of three, with a tail',
      [
        ['t', 'a@x.es'],
        ['a', 'b@x.es'],
        ['b', 'c@x.es'],
        ['c', 'a@x.es'],
      ],
    ],
  ])('a loop %s is cut at one place, with a warning; nobody is lost', (_case, people) => {
    const { creations, report } = plan(people);
    expect(creations).toHaveLength(people.length);
    const tops = creations.filter((creation) => creation.managerId === null);
    expect(tops).toHaveLength(1);
    expect(report.flatMap((line) => line.warnings)).toEqual([expect.stringContaining('loop')]);
    expect(tops[0]?.report.warnings).toHaveLength(1);
  });

  test('a chain of 30,000, written backwards, is planned managers first', () => {
    const length = 30_000;
    const people = Array.from({ length }, (_, at): Person => [`p${at}`, at + 1 < length ? `p${at + 1}@x.es` : '']);
    const { creations } = plan(people);
    expect([creations.length, creations[0]?.value.firstName, creations.at(-1)?.value.firstName]).toEqual([
      length,
      `p${length - 1}`,
      'p0',
    ]);
  });
});
