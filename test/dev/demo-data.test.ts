import { demoAnswers } from '../../dev/demo/answers';
import { DEMO_DEPARTMENTS } from '../../dev/demo/departments';
import { expectedImport, generateEmployeesCsv } from '../../dev/demo/employees-csv';
import {
  demoFramework,
  toCategoryBody,
  toCompetencyBody,
  toDepartmentBody,
  toJobProfileBody,
  toTemplateBody,
} from '../../dev/demo/framework';
import { demoPeople } from '../../dev/demo/people';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType, templateItems, validateTemplate } from '../../shared/framework/template.rules';
import { readCsv } from '../../shared/infra/csv';
import { buildNameOrCodeIndex, resolveReference } from '../../shared/kernel/name-index.rules';
import { checkEmployeeRow, EMPLOYEE_CSV_COLUMNS } from '../../shared/people/employee-csv.rules';
import { buildManagerIndex, resolveManager } from '../../worker/people/reference-lookup.rules';
import { serverTemplate } from './demo-server-template';

const SEEDS = [1, 2, 3, 2026];
const ids = (codes: string[]): Map<string, string> => new Map(codes.map((code) => [code, `id-of-${code}`]));

describe('demo data: repeatable', () => {
  const people = ['ana@x', 'luis@x', 'eva@x'];
  const everything = (seed: number): string =>
    JSON.stringify([
      generateEmployeesCsv(seed),
      expectedImport(seed),
      demoFramework(seed),
      people.flatMap((subject) =>
        people.map((evaluator) => demoAnswers(seed, subject, evaluator, EvaluatorType.Peer, serverTemplate())),
      ),
    ]);

  test.each(SEEDS)('seed %i gives the same bytes twice', (seed) => {
    expect(everything(seed)).toBe(everything(seed));
  });

  test('another seed gives other data, part by part', () => {
    expect(generateEmployeesCsv(1)).not.toBe(generateEmployeesCsv(2));
    expect(demoFramework(1)).not.toEqual(demoFramework(2));
    const answers = (seed: number): unknown =>
      demoAnswers(seed, 'ana@x', 'luis@x', EvaluatorType.Peer, serverTemplate());
    expect(answers(1)).not.toEqual(answers(2));
  });

  test('both separators occur', () => {
    const separators = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => generateEmployeesCsv(seed).charAt('firstname'.length));
    expect(new Set(separators)).toEqual(new Set([',', ';']));
  });
});

describe('demo company: people', () => {
  test.each(SEEDS)('seed %i: 600 people in 14 departments under one chief', (seed) => {
    const people = demoPeople(seed);
    const byEmail = new Map(people.map((person) => [person.email, person]));
    expect(people).toHaveLength(600);
    expect(byEmail.size).toBe(600);
    expect(new Set(people.map((person) => person.employeeCode)).size).toBe(600);
    expect(new Set(people.map((person) => person.departmentCode)).size).toBe(14);
    expect(people.filter((person) => person.managerEmail === null)).toHaveLength(1);
    for (const person of people.slice(1)) {
      expect(byEmail.get(person.managerEmail ?? '')?.depth).toBe(person.depth - 1);
    }
    expect(Math.max(...people.map((person) => person.depth))).toBe(4);
  });

  test.each(SEEDS)('seed %i: the file has what makes imports difficult', (seed) => {
    const csv = generateEmployeesCsv(seed);
    const separator = csv.charAt('firstname'.length);
    expect(csv).toContain(
      `"María ""Mía"""${separator}${separator === ',' ? `"O'Connor, Jr."` : `O'Connor, Jr.`}${separator}`,
    );
    const lines = csv.split('\r\n');
    const lineOf = (email: string): number => lines.findIndex((line) => line.split(separator)[2] === email);
    const above = demoPeople(seed).filter(
      ({ email, managerEmail }) => managerEmail !== null && lineOf(email) < lineOf(managerEmail),
    );
    expect(above.length).toBeGreaterThan(100);
    for (const form of [
      /meridiana\.example[,;]M-\d/,
      /[,;]M-\d{4}[,;][^,;]+[,;]M-\d{4}[,;]/,
      /[,;]ENG[,;]/,
      /[,;]SWE[,;]/,
    ]) {
      expect(csv).toMatch(form);
    }
  });
});

describe('importing the demo file gives what is announced', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const expected = expectedImport(seed);
    const found = await importIntoEmptyTenant(generateEmployeesCsv(seed));
    expect(found).toEqual({
      total: expected.total,
      created: expected.created,
      skipped: expected.skipped,
      errors: expected.errors,
      notable: expected.badRows.map(({ row, outcome, kind }) => ({ row, outcome, says: SAYS[kind] })),
    });
    expect(expected).toMatchObject({ total: 610, created: 600, skipped: 2, errors: 8 });
    expect(expected.badRows).toHaveLength(12);
  });

  const SAYS = {
    'missing last name': 'lastname is missing',
    'missing email': 'email is missing',
    'bad date': 'hiredate is not a date of the form yyyy-mm-dd',
    'missing day': 'hiredate 2024-02-30 is not a date of the calendar',
    'bad email': 'email is not a valid email address',
    'too many cells': 'the row has more cells than the header row, which has 8',
    'duplicate email': 'duplicate',
    'unknown manager': 'manager "Nadie Conocido" was not found',
    'unknown department': 'department "Departamento Fantasma" was not found',
  };

  /** The import by the real reader and rules, with maps in place of the database. */
  async function importIntoEmptyTenant(csv: string) {
    const { profiles, departments } = demoFramework(1);
    const outcomes: { row: number; outcome: string; says: string; id?: string }[] = [];
    const created = new Map<string, { id: string; row: number; value: ReturnType<typeof valueOf> }>();
    function valueOf(cells: Record<string, string>) {
      const check = checkEmployeeRow(cells, { dateFormat: 'iso' });
      return check.ok ? check.value : check.problems.map(({ message }) => message).join('; ');
    }
    for await (const { row, cells, problem } of readCsv(Buffer.from(csv), EMPLOYEE_CSV_COLUMNS).rows) {
      const value = problem?.message ?? valueOf(cells);
      if (typeof value === 'string') outcomes.push({ row, outcome: 'error', says: value });
      else if (created.has(value.email)) outcomes.push({ row, outcome: 'skipped', says: 'duplicate' });
      else created.set(value.email, { id: `row-${row}`, row, value });
    }
    const candidates = [...created.values()].flatMap(({ id, value }) =>
      typeof value === 'string' ? [] : [{ id, ...value }],
    );
    const managerIndex = buildManagerIndex(candidates);
    const withId = (items: readonly { code: string; name: string }[]) =>
      items.map((item) => ({ ...item, id: item.code }));
    const departmentIndex = buildNameOrCodeIndex(withId(departments));
    const profileIndex = buildNameOrCodeIndex(withId(profiles));
    for (const { id, row, value } of created.values()) {
      if (typeof value === 'string') continue;
      const warnings = [
        resolveManager(managerIndex, value.manager, id),
        resolveReference(departmentIndex, 'department', value.department),
        resolveReference(profileIndex, 'job profile', value.jobProfile),
      ].flatMap(({ warning }) => warning?.message ?? []);
      outcomes.push({ row, outcome: 'created', says: warnings.join('; ') });
    }
    const count = (outcome: string): number => outcomes.filter((entry) => entry.outcome === outcome).length;
    return {
      total: outcomes.length,
      created: count('created'),
      skipped: count('skipped'),
      errors: count('error'),
      notable: outcomes.filter(({ says }) => says !== '').sort((a, b) => a.row - b.row),
    };
  }
});

describe('demo framework', () => {
  const { categories, departments, profiles, template } = demoFramework(1);
  const competencies = categories.flatMap((category) => category.competencies);
  const competencyIds = ids(competencies.map(({ code }) => code));
  const departmentIds = ids(departments.map(({ code }) => code));

  test('5 categories, 24 competencies with 5 different descriptors, 14 departments, 10 profiles', () => {
    expect(categories.map(toCategoryBody).map(({ order }) => order)).toEqual([1, 2, 3, 4, 5]);
    expect(competencyIds.size).toBe(24);
    const bodies = competencies.map((competency) => toCompetencyBody(competency, 'c'));
    bodies.forEach(({ levels }) => expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]));
    expect(new Set(bodies.flatMap(({ levels }) => levels.map(({ descriptor }) => descriptor))).size).toBe(120);
    expect(departmentIds.size).toBe(14);
    expect(new Set(profiles.map(({ code }) => code)).size).toBe(10);
  });

  test('departments form a tree, parents first', () => {
    const seen = new Map<string, string>();
    for (const department of departments) {
      const body = toDepartmentBody(department, seen); // throws when the parent is not known yet
      seen.set(department.code, `id-of-${department.code}`);
      expect(body).toEqual({
        code: department.code,
        name: department.name,
        parentId: department.parentCode === null ? null : `id-of-${department.parentCode}`,
      });
    }
    expect(departments.filter(({ parentCode }) => parentCode === null)).toHaveLength(1);
    expect(DEMO_DEPARTMENTS.reduce((sum, { size }) => sum + size, 0)).toBe(600);
  });

  test.each(SEEDS)('seed %i: profiles have 8 to 12 requirements of levels 2 to 5, some critical', (seed) => {
    for (const profile of demoFramework(seed).profiles) {
      const body = toJobProfileBody(profile, { departments: departmentIds, competencies: competencyIds });
      expect(body.requirements.length).toBeGreaterThanOrEqual(8);
      expect(body.requirements.length).toBeLessThanOrEqual(12);
      expect(new Set(body.requirements.map(({ competencyId }) => competencyId)).size).toBe(body.requirements.length);
      body.requirements.forEach(({ requiredLevel }) => expect([2, 3, 4, 5]).toContain(requiredLevel));
      const critical = body.requirements.filter(({ isCritical }) => isCritical);
      expect([1, 2, 3]).toContain(critical.length);
    }
  });

  test('20 items: 18 ratings of competencies of their own, 2 of potential for managers, 2 texts', () => {
    const content = serverTemplate();
    const items = templateItems(content);
    expect(validateTemplate(content)).toEqual([]);
    expect(content.sections).toHaveLength(5);
    expect(items).toHaveLength(20);
    const ratings = items.filter(({ type }) => type === ItemType.Rating);
    expect(new Set(ratings.map(({ competencyId }) => competencyId)).size).toBe(18);
    const potential = items.filter(({ measuresPotential }) => measuresPotential);
    expect(potential.map(({ evaluatorTypes }) => evaluatorTypes)).toEqual([
      [EvaluatorType.Manager],
      [EvaluatorType.Manager],
    ]);
    expect(new Set(items.map(({ text }) => text)).size).toBe(20);
    expect(template.scale.labels).toHaveLength(5);
  });

  test('what a profile cannot do without is asked in the template', () => {
    const asked = new Set(template.sections.flatMap(({ items }) => items.map(({ competencyCode }) => competencyCode)));
    const critical = profiles.flatMap(({ requirements }) => requirements.filter(({ isCritical }) => isCritical));
    expect(critical.length).toBeGreaterThan(0);
    expect(critical.filter(({ competencyCode }) => !asked.has(competencyCode))).toEqual([]);
  });

  test('a code that was not created yet is an error, not an empty field', () => {
    expect(() => toTemplateBody(template, new Map())).toThrow('DEL-02 has not been created yet');
  });
});
