import { parseInstant } from '../../shared/kernel/clock';
import { invalid } from '../../shared/kernel/errors';

/** Which rows a client wants that keeps a copy. */
export interface Changes {
  /** Only rows that changed at or after this instant. */
  since: Date | null;
  /** Removed rows too, as their ids. */
  includeDeleted: boolean;
}

/** Reads the two parameters of change; throws VALIDATION when `updatedSince` is no instant. */
export function readChanges(updatedSince: string | undefined, includeDeleted: boolean | undefined): Changes {
  const since = updatedSince === undefined ? null : parseInstant(updatedSince);
  if (updatedSince !== undefined && since === null)
    throw invalid({ field: 'updatedSince', message: 'must be an instant such as 2026-11-21T09:30:00Z' });
  return { since, includeDeleted: includeDeleted ?? false };
}

/** Whether a row that was changed then is among the changes. */
export function isAmong({ since }: Changes, changedAt: Date): boolean {
  return since === null || changedAt >= since;
}

/** The newest of these instants; a row is as new as the newest of what it is made of. */
export function newest(first: Date, ...others: readonly (Date | null | undefined)[]): Date {
  return others.reduce<Date>((latest, other) => (other && other > latest ? other : latest), first);
}
