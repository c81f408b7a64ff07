import { bulkUpdate } from '../../../shared/db/bulk';
import { config } from '../../../shared/kernel/config';
import { tenantId } from '../../../shared/kernel/context';
import {
  beginningSeal,
  CHAIN_START,
  chainKey,
  headSeal,
  isRotationProof,
  rotationProof,
} from '../../../shared/platform/audit/audit-chain';
import {
  type AuditBeginning,
  AuditBeginningModel,
  type AuditHead,
  AuditHeadModel,
  type AuditLog,
  AuditLogModel,
} from '../../../shared/platform/audit/audit-log.model';
import { openEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { resealAuditLog } from '../../../shared/platform/audit/audit-reseal.store';
import { provingKey } from '../../platform/audit-proof';

const AT_ONCE = 500;

export interface RotatedLog {
  /** Entries and seals with a new proof. */
  rewritten: number;
  /** The first entry that no key proves; it and all later ones are unchanged. Null when the whole log is valid. */
  brokenAt: number | null;
}

/**
 * Renews the proofs of the tenant's audit log with the first key where only an older one matches; what no key proves is left
 * unchanged, so that a rotation hides no manipulation. Safe to repeat, to interrupt, and to run while entries are added.
 */
export async function rotateAuditLog(): Promise<RotatedLog> {
  await resealAuditLog();
  const keys = config().DATA_KEYS.map(chainKey);
  const seals = await rotateSeals(keys);
  if (seals.brokenAt !== null) return seals;
  const beginning = await AuditBeginningModel.findOne().lean<AuditBeginning>();
  const entries = await rotateEntries(keys, beginning);
  return { ...entries, rewritten: entries.rewritten + seals.rewritten };
}

/** Renews the proofs of the chain's beginning and end; one that moves concurrently is proven by the process that moves it. */
async function rotateSeals(keys: readonly Buffer[]): Promise<RotatedLog> {
  const scope = tenantId();
  let rewritten = 0;
  const beginning = await AuditBeginningModel.findOne().lean<AuditBeginning>();
  if (beginning) {
    const seals = keys.map((key) => beginningSeal(key, scope, beginning));
    if (!seals.includes(beginning.seal)) return { rewritten, brokenAt: beginning.sequence };
    if (seals[0] !== beginning.seal) {
      await AuditBeginningModel.updateOne({ _id: scope, seal: beginning.seal }, { $set: { seal: seals[0] } });
      rewritten += 1;
    }
  }
  const head = await AuditHeadModel.findOne().lean<AuditHead>();
  if (head) {
    const seals = keys.map((key) => headSeal(key, scope, head));
    if (!seals.includes(head.seal)) return { rewritten, brokenAt: head.sequence };
    if (seals[0] !== head.seal) {
      await AuditHeadModel.updateOne({ _id: head._id, seal: head.seal }, { $set: { seal: seals[0] } });
      rewritten += 1;
    }
  }
  return { rewritten, brokenAt: null };
}

async function rotateEntries(keys: readonly Buffer[], beginning: AuditBeginning | null): Promise<RotatedLog> {
  const [first] = keys;
  if (!first) throw new Error('There is no key.');
  const means = { keys, hasBeginning: beginning !== null };
  let [last, previous] = [beginning?.sequence ?? 0, beginning?.hash ?? CHAIN_START];
  let rewritten = 0;
  for (;;) {
    const rows = await AuditLogModel.find({ sequence: { $gt: last, $lte: last + AT_ONCE } }).lean<AuditLog[]>();
    if (rows.length === 0) return { rewritten, brokenAt: null };
    rows.sort((a, b) => a.sequence - b.sequence);
    const opened = await openedBySealing(rows);
    const changed: { row: AuditLog; proof: string }[] = [];
    let brokenAt: number | null = null;
    for (const row of rows) {
      const at = row.sequence === last + 1 ? provingKey(means, previous, row, opened.get(row._id)) : -1;
      if (at < 0) {
        brokenAt = last + 1;
        break;
      }
      if (at > 0) changed.push({ row, proof: rotationProof(first, previous, row) });
      [last, previous] = [row.sequence, row.hash];
    }
    await bulkUpdate(AuditLogModel, changed.map(toUpdate));
    rewritten += changed.length;
    if (brokenAt !== null) return { rewritten, brokenAt };
  }
}

/** Decrypts the entries that were encrypted after they were chained, by id. */
async function openedBySealing(rows: readonly AuditLog[]) {
  const resealed = rows.filter(({ resealed: proof }) => typeof proof === 'string' && !isRotationProof(proof));
  return new Map((await openEntries(resealed)).map((found) => [found.entry._id, found]));
}

/** Updates an entry only if it still has the proof that was verified. */
function toUpdate({ row: { _id, hash, resealed = null }, proof }: { row: AuditLog; proof: string }) {
  return {
    updateOne: { filter: { _id, hash, resealed }, update: { $set: { resealed: proof } }, timestamps: false },
  };
}
