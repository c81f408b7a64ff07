import type { ImportResult } from '../../shared/jobs/import-result';
import { generateEmployeesCsv } from './employees-csv';
import {
  demoFramework,
  toCategoryBody,
  toCompetencyBody,
  toDepartmentBody,
  toJobProfileBody,
  toTemplateBody,
} from './framework';
import { demoPeople } from './people';
import { allPages, type Colleague, type Created, type DemoRun, each, type Foundation, step } from './run';

interface Employee extends Created {
  email: string;
  fullName: string;
}

/** The department whose head becomes the HR manager. */
const HR_DEPARTMENT = 'PER';

/** Creates competencies, departments, job profiles and the template. */
export async function defineFramework(run: DemoRun): Promise<Foundation> {
  const { categories, departments, profiles, template } = demoFramework(run.seed, run.company);
  const competencies = categories.flatMap((category) => category.competencies);
  const steps = categories.length + competencies.length + departments.length + profiles.length + 1;
  return step(run, 'Framework, departments, profiles', steps, async (tick) => {
    const make = async (route: string, body: unknown): Promise<string> => {
      const { id } = await run.hr.post<Created>(route, body);
      tick();
      return id;
    };
    const ids = {
      departments: new Map<string, string>(),
      competencies: new Map<string, string>(),
      profiles: new Map<string, string>(),
    };
    for (const category of categories) {
      const categoryId = await make('/api/competency-categories', toCategoryBody(category));
      for (const competency of category.competencies)
        ids.competencies.set(
          competency.code,
          await make('/api/competencies', toCompetencyBody(competency, categoryId)),
        );
    }
    for (const department of departments)
      ids.departments.set(
        department.code,
        await make('/api/departments', toDepartmentBody(department, ids.departments)),
      );
    for (const profile of profiles)
      ids.profiles.set(profile.code, await make('/api/job-profiles', toJobProfileBody(profile, ids)));
    return { ...ids, templateId: await make('/api/evaluation-templates', toTemplateBody(template, ids.competencies)) };
  });
}

/** Imports the employees from their CSV. */
export async function hirePeople(run: DemoRun): Promise<ImportResult> {
  return step(run, 'Import of the CSV', 1, async (tick) => {
    const csv = generateEmployeesCsv(run.seed, run.company);
    const result = await run.hr.upload<ImportResult>('/api/employees/import-csv', 'employees.csv', csv);
    tick();
    return result;
  });
}

/** Gives every employee an account, signs them in, and names the heads of the departments; heads come before their people. */
export async function openAccounts(run: DemoRun, foundation: Foundation): Promise<Colleague[]> {
  const { hr, tenantSlug, password } = run;
  const employees = await allPages<Employee>(hr, '/api/employees?status=Active');
  const byEmail = new Map(employees.map((employee) => [employee.email, employee]));
  const people = demoPeople(run.seed, run.company);
  const heads = new Map(people.toReversed().map((person) => [person.departmentCode, person.email]));
  const colleagues = await each(run, 'Accounts of the employees', people, async (person) => {
    const employee = byEmail.get(person.email);
    if (!employee) throw new Error(`${person.email} was not imported`);
    const { id, fullName, email } = employee;
    const leadsHr = heads.get(HR_DEPARTMENT) === person.email;
    const roles = leadsHr ? ['HRManager', 'User'] : ['User'];
    await hr.post('/api/users-admin', { email, fullName, roles, password, employeeId: id });
    const client = await hr.anonymous().signIn(email, password, tenantSlug);
    return { ...person, id, fullName, client };
  });
  await each(run, 'Heads of the departments', [...heads], async ([code, email]) =>
    hr.put(`/api/departments/${foundation.departments.get(code)}`, { managerId: byEmail.get(email)?.id }),
  );
  return colleagues;
}
