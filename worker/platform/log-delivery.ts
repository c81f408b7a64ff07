import type { AuditLog } from '../../shared/platform/audit/audit-log.model';
import { entriesAfter } from '../../shared/platform/audit/audit-position.store';

/** Most entries that are read at once. */
const AT_ONCE = 200;

/** What takes the entries of one audit log in their order, after a stored position (ADR 46). */
export interface LogReceiver {
  /** Returns the last entry that it has taken. */
  position(): Promise<number>;
  /** Splits entries into those that it takes together. */
  portions(entries: AuditLog[]): AuditLog[][];
  /** Resolves once it has taken a portion; throws otherwise. */
  take(portion: readonly AuditLog[]): Promise<void>;
  /** Stores the last entry that it has taken. */
  moveTo(sequence: number): Promise<void>;
}

/**
 * Gives a receiver the next entries of the log of the context's tenant, and stores the position after each portion, so
 * that it gets every entry at least once. Returns whether more may follow; throws like `take`. `isOver` ends it between
 * two portions.
 */
export async function deliverNext(receiver: LogReceiver, isOver = () => false): Promise<boolean> {
  const entries = await entriesAfter(await receiver.position(), AT_ONCE);
  for (const portion of receiver.portions(entries)) {
    if (isOver()) return true;
    await receiver.take(portion);
    const last = portion.at(-1);
    if (last) await receiver.moveTo(last.sequence);
  }
  return entries.length === AT_ONCE;
}
