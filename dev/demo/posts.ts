import type { DemoPerson } from './people';

const LEADERS: readonly string[] = ['HOD', 'TLD'];

/** The head of a department. */
export function headOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P {
  return found(people.find((person) => person.departmentCode === departmentCode && person.profileCode === 'HOD'));
}

/** The first team lead of a department. */
export function leadOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P {
  return found(people.find((person) => person.departmentCode === departmentCode && person.profileCode === 'TLD'));
}

/** Those who lead nobody in a department. */
export function staffOf<P extends DemoPerson>(people: readonly P[], departmentCode: string): P[] {
  return people.filter((person) => person.departmentCode === departmentCode && !LEADERS.includes(person.profileCode));
}

/** Those who report to somebody directly. */
export function reportsOf<P extends DemoPerson>(people: readonly P[], { email }: DemoPerson): P[] {
  return people.filter(({ managerEmail }) => managerEmail === email);
}

function found<P>(person: P | undefined): P {
  if (!person) throw new Error('The demo company has nobody in this post.');
  return person;
}
