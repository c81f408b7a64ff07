import { isDuplicate, bulkUpdate } from '../../db/bulk';
import { pickRows } from '../../db/pick';
import { inTransaction } from '../../db/transaction';
import { config } from '../../kernel/config';
import { tenantId } from '../../kernel/context';
import { AuditFormat, beginningSeal, CHAIN_START, type ChainBeginning, chainKey, resealingProof } from './audit-chain';
import { type AuditBeginning, AuditBeginningModel, type AuditLog, AuditLogModel } from './audit-log.model';
import { encryptEntry } from './audit-privacy.store';

const AT_ONCE = 500;
const BEFORE_ALL: ChainBeginning = { sequence: 0, hash: CHAIN_START, resealedThrough: 0 };

/**
 * Encrypts the personal values of the tenant's entries that were written in plain text, and returns their number (ADR 29).
 * Hashes do not change, so that the chain stays valid; each entry gets a proof of what is stored now. Ends with a sealed
 * beginning, after which no plain entry is valid. Safe to repeat, to interrupt, and to run while entries are added.
 */
export async function resealAuditLog(): Promise<number> {
  if (await AuditBeginningModel.exists({})) return 0;
  let [previous, last, resealed] = [CHAIN_START, 0, 0];
  for (;;) {
    const rows = await AuditLogModel.find({ sequence: { $gt: last, $lte: last + AT_ONCE } }).lean<AuditLog[]>();
    if (rows.length === 0) break;
    rows.sort((a, b) => a.sequence - b.sequence);
    const changed: AuditLog[] = [];
    let before = previous;
    for (const row of rows) {
      if (row.format !== AuditFormat.Encrypted) changed.push(await reseal(row, before));
      before = row.hash;
    }
    await bulkUpdate(AuditLogModel, changed.map(toUpdate));
    resealed += changed.length;
    previous = before;
    last = rows.at(-1)?.sequence ?? last;
  }
  await storeBeginning({ ...BEFORE_ALL, resealedThrough: last });
  return resealed;
}

async function reseal(row: AuditLog, previous: string): Promise<AuditLog> {
  const encrypted = await encryptEntry({ ...row, changes: [...row.changes] });
  return { ...encrypted, resealed: resealingProof(chainKey(config().DATA_KEY), previous, encrypted) };
}

function toUpdate({ _id, actorEmail, ip, userAgent, changes, format, resealed }: AuditLog) {
  return {
    updateOne: {
      filter: { _id, format: { $ne: AuditFormat.Encrypted } },
      update: { $set: { actorEmail, ip, userAgent, changes, format, resealed } },
    },
  };
}

/**
 * Deletes the entries before an instant, a thousand per transaction, and moves the sealed beginning of the chain with
 * them; returns their number. The last entry is always kept.
 */
export async function cutAuditLog(before: Date): Promise<number> {
  await resealAuditLog();
  let removed = 0;
  for (;;) {
    const some = await inTransaction(() => cutSome(before));
    removed += some;
    if (some === 0) return removed;
  }
}

const CUT_AT_ONCE = 1_000;

async function cutSome(before: Date): Promise<number> {
  const beginning = await AuditBeginningModel.findOne().lean<AuditBeginning>();
  if (!beginning) return 0;
  const { sequence: from } = beginning;
  // Entries are in the order of chaining: the first recent one ends the deletion.
  const rows = await pickRows(
    AuditLogModel.find({ sequence: { $gt: from, $lte: from + CUT_AT_ONCE + 1 } }),
    'sequence',
    'hash',
    'occurredAt',
  );
  rows.sort((a, b) => a.sequence - b.sequence);
  const kept = rows.findIndex(({ occurredAt }) => occurredAt >= before);
  const last = rows[(kept === -1 ? rows.length - 1 : kept) - 1];
  if (!last) return 0;
  const { resealedThrough } = beginning;
  await storeBeginning({ sequence: last.sequence, hash: last.hash, resealedThrough });
  return (await AuditLogModel.deleteMany({ sequence: { $gt: from, $lte: last.sequence } })).deletedCount;
}

async function storeBeginning(beginning: ChainBeginning): Promise<void> {
  const scope = tenantId();
  const row = { ...beginning, seal: beginningSeal(chainKey(config().DATA_KEY), scope, beginning) };
  const moved = await AuditBeginningModel.updateOne({ _id: scope }, { $set: row });
  if (moved.matchedCount > 0) return;
  try {
    await AuditBeginningModel.create({ _id: scope, ...row });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // another process has finished concurrently
  }
}
