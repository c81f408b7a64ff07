import type { Employee } from './employee.model';

/** What decides whether an employee takes part in the organization. */
export type Employment = Pick<Employee, '_id' | 'status' | 'isDeleted'>;

/** What an employee is called. */
export type Identity = Pick<Employee, '_id' | 'fullName' | 'email' | 'employeeCode' | 'searchText'>;

/** What another area does in the transaction in which an employee changes. */
interface Listener {
  /** The employee leaves, returns or is deleted. */
  employment(employment: Employment): Promise<void>;
  /** The employee is called otherwise. */
  identity(identity: Identity): Promise<void>;
}

const listeners = new Set<Listener>();

/**
 * Registers what another area does when an employee changes. Areas above call down only, so the process that is put together
 * names the listeners (createApp). Registering twice has no effect.
 */
export function onEmployeeChange(listener: Listener): void {
  listeners.add(listener);
}

/** Tells the other areas what an employee has become; call it in the transaction that writes it. */
export async function announceEmployment(employment: Employment): Promise<void> {
  for (const listener of registered()) await listener.employment(employment);
}

/** Tells the other areas what an employee is called, if that has changed; call it in the transaction that writes it. */
export async function announceIdentity(before: Identity, after: Identity): Promise<void> {
  const fields = ['fullName', 'email', 'employeeCode', 'searchText'] as const;
  if (fields.every((field) => before[field] === after[field])) return;
  for (const listener of registered()) await listener.identity(after);
}

function registered(): ReadonlySet<Listener> {
  if (listeners.size === 0)
    throw new Error('No area listens to changes of employees: register it where the process starts.');
  return listeners;
}
