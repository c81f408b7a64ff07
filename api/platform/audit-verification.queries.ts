import { config } from '../../shared/kernel/config';
import { tenantId } from '../../shared/kernel/context';
import { beginningSeal, CHAIN_START, chainKey, headSeal } from '../../shared/platform/audit/audit-chain';
import {
  type AuditBeginning,
  AuditBeginningModel,
  type AuditHead,
  AuditHeadModel,
  type AuditLog,
  AuditLogModel,
} from '../../shared/platform/audit/audit-log.model';
import { openEntries } from '../../shared/platform/audit/audit-privacy.store';
import { type ProofMeans, provingKey } from '../../shared/platform/audit/audit-proof';

/** What is wrong with the chain at one place. */
export enum ChainFault {
  /** The entry does not say any more what its hash covers. */
  Changed = 'Changed',
  /** There is no entry where one was: it was deleted, or the end was cut off. */
  Missing = 'Missing',
  /** An entry stands where none was written. */
  Inserted = 'Inserted',
  /** The record of where the chain begins or ends was changed or removed. */
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
 * Checks the whole chain of the tenant's audit log from its beginning to its head: `entries` of them, and the
 * first place where an entry was changed, deleted or inserted, or the end cut off. Entries may be added, and old ones cut off
 * by retention, at the same time.
 */
export async function verifyAuditChain(): Promise<{ entries: number; firstBroken: ChainBreak | null }> {
  for (;;) {
    const beginning = await storedBeginning();
    const found = await verifyFrom(beginning);
    if (found.firstBroken === null || (await storedBeginning())?.seal === beginning?.seal) return found;
  }
}

function storedBeginning(): Promise<AuditBeginning | null> {
  return AuditBeginningModel.findOne().lean<AuditBeginning>();
}

async function verifyFrom(
  beginning: AuditBeginning | null,
): Promise<{ entries: number; firstBroken: ChainBreak | null }> {
  const keys = config().DATA_KEYS.map(chainKey);
  const head = await AuditHeadModel.findOne().lean<AuditHead>();
  const entries = await AuditLogModel.countDocuments();
  if (beginning && !keys.some((key) => beginningSeal(key, tenantId(), beginning) === beginning.seal))
    return { entries, firstBroken: { sequence: beginning.sequence, id: null, fault: ChainFault.Head } };
  const { last, broken } = await walk(keys, beginning);
  const cut = beginning?.sequence ?? 0;
  return { entries, firstBroken: broken ?? headFault(keys, head, last) ?? stray(entries, last - cut) };
}

/** How far the chain holds: the place and the hash of its last sound entry. */
interface Sound {
  last: number;
  hash: string;
}

async function walk(
  keys: readonly Buffer[],
  beginning: AuditBeginning | null,
): Promise<{ last: number; broken: ChainBreak | null }> {
  const sound: Sound = { last: beginning?.sequence ?? 0, hash: beginning?.hash ?? CHAIN_START };
  let suspect: ChainBreak | null = null;
  for (;;) {
    const { last } = sound;
    const rows = await AuditLogModel.find({ sequence: { $gt: last, $lte: last + PAGE } }).lean<AuditLog[]>();
    if (rows.length === 0) return { last, broken: suspect };
    rows.sort((a, b) => a.sequence - b.sequence);
    const found = await advance({ keys, hasBeginning: beginning !== null }, sound, rows);
    // Read while entries were added, a page may have a hole that is none: what is broken is so a second time.
    if (found && found.sequence === suspect?.sequence) return { last: sound.last, broken: found };
    suspect = found;
  }
}

/** Moves `sound` over the rows that hold, in their order; returns what stops it. */
async function advance(means: ProofMeans, sound: Sound, rows: readonly AuditLog[]): Promise<ChainBreak | null> {
  const resealed = rows.filter((row) => typeof row.resealed === 'string');
  const opened = new Map((await openEntries(resealed)).map((found) => [found.entry._id, found]));
  for (const row of rows) {
    const place = sound.last + 1;
    const holds = provingKey(means, sound.hash, row, opened.get(row._id)) >= 0;
    const fault = faultOfPlace(row, place) ?? (holds ? null : ChainFault.Changed);
    if (fault === ChainFault.Missing) return { sequence: place, id: null, fault };
    if (fault) return { sequence: row.sequence, id: row._id, fault };
    sound.last = row.sequence;
    sound.hash = row.hash;
  }
  return null;
}

function faultOfPlace(row: AuditLog, place: number): ChainFault | null {
  if (row.sequence > place && Number.isInteger(row.sequence)) return ChainFault.Missing;
  return row.sequence === place ? null : ChainFault.Inserted;
}

/** The head was read before the entries, so none of those that it counts may be missing. */
function headFault(keys: readonly Buffer[], head: AuditHead | null, last: number): ChainBreak | null {
  if (!head) return last === 0 ? null : { sequence: last, id: null, fault: ChainFault.Head };
  if (!keys.some((key) => headSeal(key, tenantId(), head) === head.seal))
    return { sequence: last, id: null, fault: ChainFault.Head };
  return head.sequence > last ? { sequence: last + 1, id: null, fault: ChainFault.Missing } : null;
}

/** Entries that no place of the chain holds: their number is none, or not above zero. */
function stray(entries: number, counted: number): ChainBreak | null {
  return entries > counted ? { sequence: 0, id: null, fault: ChainFault.Inserted } : null;
}
