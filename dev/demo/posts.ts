import type { DemoPerson } from './people';

const LEADERS: readonly string[] = ['HOD', 'TLD'];

export function headOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P {
  return found(people.find((person) => person.departmentCode === departmentCode && person.profileCode === 'HOD'));
}

/** The first team lead of a department. */
export function leadOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P {
  return found(people.find((person) => person.departmentCode === departmentCode && person.profileCode === 'TLD'));
}

/** The first team lead of a department, or its head where there are no teams. */
export function leaderOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P {
  const hasTeams = people.some((person) => person.departmentCode === departmentCode && person.profileCode === 'TLD');
  return hasTeams ? leadOf(people, departmentCode) : headOf(people, departmentCode);
}

/** The direct manager of someone. */
export function managerOf<P extends DemoPerson>(people: readonly P[], { managerEmail }: DemoPerson): P {
  return found(people.find(({ email }) => email === managerEmail));
}

/** Those who lead no one in a department. */
export function staffOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P[] {
  return people.filter((person) => person.departmentCode === departmentCode && !LEADERS.includes(person.profileCode));
}

/** Those who report to someone directly. */
export function reportsOf<P extends DemoPerson>(people: readonly P[], { email }: DemoPerson): P[] {
  return people.filter(({ managerEmail }) => managerEmail === email);
}

function found<P>(person: P | undefined): P {
  if (!person) throw new Error('The demo company has no one in this post.');
  return person;
}
