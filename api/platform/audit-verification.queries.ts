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
import { type ProofKeys, provingKey } from './audit-proof';

/** A fault of the chain at one place. */
export enum ChainFault {
  /** The entry does not match its hash. */
  Changed = 'Changed',
  /** An entry is missing: it was deleted, or the end was cut off. */
  Missing = 'Missing',
  /** An entry was inserted. */
  Inserted = 'Inserted',
  /** The record of the chain's beginning or end was changed or deleted. */
  Head = 'Head',
}

/** The first place where a chain is not valid. */
export interface ChainBreak {
  /**
   * The place in the log.
   * @example 17
   */
  sequence: number;
  /** The id of the entry at this place, if any. */
  id: string | null;
  fault: ChainFault;
}

/** Entries per read, which bounds the memory. */
const PAGE = 2_000;

/**
 * Verifies the whole chain of the tenant's audit log from its beginning to its head: returns the number of `entries`,
 * and the first place where an entry was changed, deleted or inserted, or the end cut off. Entries may be added, and
 * old ones deleted by retention, concurrently.
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

/** Sequence and hash of the last verified entry. */
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
    // A page that is read while entries are added may have a gap that is not a fault; a real fault is found twice.
    if (found && found.sequence === suspect?.sequence) return { last: sound.last, broken: found };
    suspect = found;
  }
}

/** Advances `sound` over valid rows; returns the fault that stops it. */
async function advance(means: ProofKeys, sound: Sound, rows: readonly AuditLog[]): Promise<ChainBreak | null> {
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

/** The head was read before the entries, so all entries up to it must exist. */
function headFault(keys: readonly Buffer[], head: AuditHead | null, last: number): ChainBreak | null {
  if (!head) return last === 0 ? null : { sequence: last, id: null, fault: ChainFault.Head };
  if (!keys.some((key) => headSeal(key, tenantId(), head) === head.seal))
    return { sequence: last, id: null, fault: ChainFault.Head };
  return head.sequence > last ? { sequence: last + 1, id: null, fault: ChainFault.Missing } : null;
}

/** Returns a fault when there are entries outside the chain: their number is missing, or not positive. */
function stray(entries: number, counted: number): ChainBreak | null {
  return entries > counted ? { sequence: 0, id: null, fault: ChainFault.Inserted } : null;
}
