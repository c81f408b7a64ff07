import { parseInstant } from '../../shared/kernel/clock';
import { invalid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

/** The rows that a client with a copy requests. */
export interface Changes {
  /** Only rows that changed at or after this instant. */
  since: Date | null;
  /** Includes deleted rows, as their ids. */
  includeDeleted: boolean;
}

/** Reads the two parameters of changes; throws VALIDATION when `updatedSince` is not a timestamp. */
export function readChanges(updatedSince: string | undefined, includeDeleted: boolean | undefined): Changes {
  const since = updatedSince === undefined ? null : parseInstant(updatedSince);
  if (updatedSince !== undefined && since === null)
    throw invalid({ field: 'updatedSince', ...refusal('NOT_AN_INSTANT') });
  return { since, includeDeleted: includeDeleted ?? false };
}

/** Whether a row that changed at this time is requested. */
export function isAmong({ since }: Changes, changedAt: Date): boolean {
  return since === null || changedAt >= since;
}

/** Returns the newest of these times; a row is as new as the newest of its sources. */
export function newest(first: Date, ...others: readonly (Date | null | undefined)[]): Date {
  return others.reduce<Date>((latest, other) => (other && other > latest ? other : latest), first);
}
