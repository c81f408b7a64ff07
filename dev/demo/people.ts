import { foldName } from '../../shared/kernel/name-index.rules';
import { type DemoCompany, LARGE_COMPANY } from './company';
import { type DemoDepartment } from './departments';
import { demoName, DIFFICULT_NAMES, mailName } from './names';
import { seededRandom, type SeededRandom } from './seeded-random';

/** An employee of the demo company. */
export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  employeeCode: string;
  departmentCode: string;
  profileCode: string;
  /** Null for the chief executive. */
  managerEmail: string | null;
  /** YYYY-MM-DD. */
  hireDate: string;
  /** 0 chief executive, then heads (1, 2), leads and staff. */
  depth: number;
}

const DOMAIN = 'meridiana.example';
const TEAM_SIZE = 8;
/** Without a team lead between them. */
const MIN_SIZE_WITH_LEADS = 10;
const FIRST_HIRE_YEAR = 2006;
const LAST_HIRE_YEAR = 2025;

/** The employees of a demo company, every manager before the reports; the first of a department is its head. */
export function demoPeople(seed: number, { departments }: DemoCompany = LARGE_COMPANY): DemoPerson[] {
  const random = seededRandom(seed, 'people');
  const identify = identities(random);
  const people: DemoPerson[] = [];
  const heads = new Map<string, DemoPerson>();

  function hire(department: DemoDepartment, profileCode: string, manager: DemoPerson | undefined): DemoPerson {
    const person = {
      ...identify(people.length + 1),
      departmentCode: department.code,
      profileCode,
      managerEmail: manager?.email ?? null,
      hireDate: hireDate(random),
      depth: manager ? manager.depth + 1 : 0,
    };
    people.push(person);
    return person;
  }

  for (const department of departments) {
    const head = hire(department, 'HOD', heads.get(department.parentCode ?? ''));
    heads.set(department.code, head);
    const leads = Array.from({ length: leadCount(department) }, () => hire(department, 'TLD', head));
    for (let staff = department.size - 1 - leads.length; staff > 0; staff--) {
      hire(department, department.staffProfile, leads[staff % leads.length] ?? head);
    }
  }
  return people;
}

function leadCount({ size }: DemoDepartment): number {
  return size < MIN_SIZE_WITH_LEADS ? 0 : Math.round((size - 1) / (TEAM_SIZE + 1));
}

/** Gives each employee a name of their own and a free email address. */
function identities(random: SeededRandom) {
  const names = new Set<string>();
  const mailNames = new Map<string, number>();
  return (number: number): Pick<DemoPerson, 'firstName' | 'lastName' | 'email' | 'employeeCode'> => {
    // From the 40th on they are among engineers, so they also have managers and colleagues.
    let name = DIFFICULT_NAMES[number - 40] ?? demoName(random);
    while (names.has(foldName(`${name.firstName} ${name.lastName}`))) name = demoName(random);
    names.add(foldName(`${name.firstName} ${name.lastName}`));

    const mail = mailName(name);
    const namesakes = mailNames.get(mail) ?? 0;
    mailNames.set(mail, namesakes + 1);
    const email = `${mail}${namesakes === 0 ? '' : namesakes + 1}@${DOMAIN}`;
    return { ...name, email, employeeCode: `M-${String(number).padStart(4, '0')}` };
  };
}

function hireDate(random: SeededRandom): string {
  const year = random.integer(FIRST_HIRE_YEAR, LAST_HIRE_YEAR);
  const day = random.integer(0, 364);
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
}
