import { config } from '../../shared/kernel/config';
import { tenantId } from '../../shared/kernel/context';
import { CHAIN_START, chainHash, chainKey, headSeal } from '../../shared/platform/audit-chain';
import { type AuditHead, AuditHeadModel, type AuditLog, AuditLogModel } from '../../shared/platform/audit-log.model';

/** What is wrong with the chain at one place. */
export enum ChainFault {
  /** The entry does not say any more what its hash covers. */
  Changed = 'Changed',
  /** There is no entry where one was: it was deleted, or the end was cut off. */
  Missing = 'Missing',
  /** An entry stands where none was written. */
  Inserted = 'Inserted',
  /** The record of where the chain ends was changed or removed. */
  Head = 'Head',
}

/** The first place where a chain does not hold. */
export interface ChainBreak {
  /**
   * The place in the log.
   * @example 17
   */
  sequence: number;
  /** The entry that stands there, if any. */
  id: string | null;
  fault: ChainFault;
}

/** Entries that are read at a time: the check needs the memory of so many, however long the log is. */
const PAGE = 2_000;

/**
 * Checks the whole chain of the tenant's audit log from its first entry to its head (decisions 6): `entries` of them, and the
 * first place where an entry was changed, deleted or inserted, or the end cut off. Entries may be added meanwhile.
 */
export async function verifyAuditChain(): Promise<{ entries: number; firstBroken: ChainBreak | null }> {
  const key = chainKey(config().DATA_KEY);
  const head = await AuditHeadModel.findOne().lean<AuditHead>();
  const entries = await AuditLogModel.countDocuments();
  const { last, broken } = await walk(key);
  return { entries, firstBroken: broken ?? headFault(key, head, last) ?? stray(entries, last) };
}

/** How far the chain holds: the place and the hash of its last sound entry. */
interface Sound {
  last: number;
  hash: string;
}

async function walk(key: Buffer): Promise<{ last: number; broken: ChainBreak | null }> {
  const sound: Sound = { last: 0, hash: CHAIN_START };
  let suspect: ChainBreak | null = null;
  for (;;) {
    const { last } = sound;
    const rows = await AuditLogModel.find({ sequence: { $gt: last, $lte: last + PAGE } }).lean<AuditLog[]>();
    if (rows.length === 0) return { last, broken: suspect };
    rows.sort((a, b) => a.sequence - b.sequence);
    const found = advance(key, sound, rows);
    // Read while entries were added, a page may have a hole that is none: what is broken is so a second time.
    if (found && found.sequence === suspect?.sequence) return { last: sound.last, broken: found };
    suspect = found;
  }
}

/** Moves `sound` over the rows that hold, in their order; returns what stops it. */
function advance(key: Buffer, sound: Sound, rows: readonly AuditLog[]): ChainBreak | null {
  for (const row of rows) {
    const place = sound.last + 1;
    const fault = faultOf(key, row, place, sound.hash);
    if (fault === ChainFault.Missing) return { sequence: place, id: null, fault };
    if (fault) return { sequence: row.sequence, id: row._id, fault };
    sound.last = row.sequence;
    sound.hash = row.hash;
  }
  return null;
}

function faultOf(key: Buffer, row: AuditLog, place: number, before: string): ChainFault | null {
  if (row.sequence > place && Number.isInteger(row.sequence)) return ChainFault.Missing;
  if (row.sequence !== place) return ChainFault.Inserted;
  try {
    return chainHash(key, before, row) === row.hash ? null : ChainFault.Changed;
  } catch {
    return ChainFault.Changed; // a field has another type than it was written with
  }
}

/** The head was read before the entries, so none of those that it counts may be missing. */
function headFault(key: Buffer, head: AuditHead | null, last: number): ChainBreak | null {
  if (!head) return last === 0 ? null : { sequence: last, id: null, fault: ChainFault.Head };
  if (headSeal(key, tenantId(), head) !== head.seal) return { sequence: last, id: null, fault: ChainFault.Head };
  return head.sequence > last ? { sequence: last + 1, id: null, fault: ChainFault.Missing } : null;
}

/** Entries that no place of the chain holds: their number is none, or not above zero. */
function stray(entries: number, last: number): ChainBreak | null {
  return entries > last ? { sequence: 0, id: null, fault: ChainFault.Inserted } : null;
}
