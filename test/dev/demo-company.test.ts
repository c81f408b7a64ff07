import { LARGE_COMPANY, SMALL_COMPANY } from '../../dev/demo/company';
import { demoDates } from '../../dev/demo/demo-dates';
import { generateEmployeesCsv } from '../../dev/demo/employees-csv';
import { demoFramework } from '../../dev/demo/framework';
import { DEMO_GOALS } from '../../dev/demo/goals';
import { answersOpenSurvey } from '../../dev/demo/hold-surveys';
import { type DemoPerson, demoPeople } from '../../dev/demo/people';
import { DEMO_PLANS } from '../../dev/demo/plans';
import { headOf, leaderOf, leadOf, managerOf, reportsOf, staffOf } from '../../dev/demo/posts';

const SEEDS = [1, 2, 3, 2026];

describe('small demo company, of npm start', () => {
  test.each(SEEDS)('seed %i: 40 people in 7 departments, below one chief', (seed) => {
    const people = demoPeople(seed, SMALL_COMPANY);
    expect(people).toHaveLength(40);
    expect(new Set(people.map(({ departmentCode }) => departmentCode)).size).toBe(7);
    expect(people.filter(({ managerEmail }) => managerEmail === null)).toHaveLength(1);
    const teams = people.map((person) => reportsOf(people, person).length).filter((size) => size > 0);
    expect(Math.max(...teams)).toBeLessThanOrEqual(8);
  });

  test('its file has no bad rows, its framework no profile of a department that is not there', () => {
    const csv = generateEmployeesCsv(1, SMALL_COMPANY);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + 40);
    expect(csv).not.toMatch(/Nadie Conocido|Departamento Fantasma/);
    const { departments, profiles } = demoFramework(1, SMALL_COMPANY);
    const codes = departments.map(({ code }) => code);
    for (const { departmentCode } of profiles) if (departmentCode !== null) expect(codes).toContain(departmentCode);
    expect(profiles.map(({ code }) => code)).toEqual(['HOD', 'TLD', 'SWE', 'DAN', 'AEX', 'CSM', 'OPS', 'COR']);
  });
});

function ownerOf(people: readonly DemoPerson[], departmentCode: string, owner: number | 'leader') {
  return owner === 'leader' ? leaderOf(people, departmentCode) : staffOf(people, departmentCode)[owner];
}

describe.each([
  ['small', SMALL_COMPANY],
  ['large', LARGE_COMPANY],
])('what happens in the %s demo company has people to do it', (_size, company) => {
  const people = demoPeople(2026, company);

  test('goals: owners, departments and parents exist, parents first', () => {
    const above = new Set<string>();
    for (const { title, departmentCode, owner, below } of DEMO_GOALS) {
      if (departmentCode) expect(headOf(people, departmentCode)).toBeDefined();
      if (departmentCode && owner !== undefined) expect(ownerOf(people, departmentCode, owner)).toBeDefined();
      if (below) expect([...above]).toContain(below);
      above.add(title);
    }
    expect(above.size).toBe(DEMO_GOALS.length);
  });

  test('development plans: each has an author of its own, and competencies that exist', () => {
    const codes = demoFramework(2026, company).categories.flatMap(({ competencies }) =>
      competencies.map(({ code }) => code),
    );
    const authors = DEMO_PLANS.map(({ departmentCode, author }) => {
      const leader = leaderOf(people, departmentCode);
      const person = author === 'leader' ? leader : reportsOf(people, leader)[author];
      return person && managerOf(people, person) && person.email;
    });
    expect(authors).not.toContain(undefined);
    expect(new Set(authors).size).toBe(DEMO_PLANS.length);
    for (const { actions } of DEMO_PLANS)
      for (const { competencyCode } of actions) if (competencyCode) expect(codes).toContain(competencyCode);
  });
});

test.each([
  ['2026-11-21T10:00:00Z', '2025-10-01', '2026-11-07', '2026-12-12'],
  ['2027-01-05T23:30:00Z', '2026-10-01', '2026-12-22', '2027-01-26'],
])('dates of a demo made on %s', (today, closedFrom, openFrom, openTo) => {
  const dates = demoDates(new Date(today));
  expect(dates.closedReview.startDate).toBe(closedFrom);
  expect(dates.openReview).toEqual({ startDate: openFrom, endDate: openTo });
});

test('each printed sign-in has goals, a development plan and a survey to answer', () => {
  const people = demoPeople(2026, SMALL_COMPANY);
  const lead = leadOf(people, 'ENG');
  const [, engineer] = reportsOf(people, lead);
  const printed = [headOf(people, 'PER'), lead, engineer].map((person) => person?.email);
  const owners = DEMO_GOALS.flatMap(({ departmentCode = '', owner }) =>
    owner === undefined ? [] : [ownerOf(people, departmentCode, owner)],
  );
  const authors = DEMO_PLANS.map(({ departmentCode, author }) => {
    const leader = leaderOf(people, departmentCode);
    return author === 'leader' ? leader : reportsOf(people, leader)[author];
  });
  for (const email of printed) {
    expect(owners.map((person) => person?.email)).toContain(email);
    expect(authors.map((person) => person?.email)).toContain(email);
    expect(answersOpenSurvey(2026, email ?? '')).toBe(false);
  }
});
