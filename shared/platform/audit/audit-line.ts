import { duplicateKeys, insertInOrder } from '../../db/bulk';
import { pickRows } from '../../db/pick';
import { Batcher } from '../../kernel/batcher';
import { config } from '../../kernel/config';
import { inTenant, tenantId } from '../../kernel/context';
import { CHAIN_START, chainHash, chainKey, headSeal } from './audit-chain';
import { AuditDraftModel, type AuditHead, AuditHeadModel, AuditLogModel, type AuditStatement } from './audit-log.model';

/** An entry that is not chained yet. */
export type Unchained = AuditStatement & { _id: string; tenantId: string };

interface Waiting {
  entry: Unchained;
  hasDraft: boolean;
}

const MAX_PER_WRITE = 200;
/** Entries of this process that wait to be chained. */
const line = new Batcher<Waiting, void>(appendTogether, MAX_PER_WRITE);

type Heads = Map<string, Pick<AuditHead, 'sequence' | 'hash'>>;
/** The last known ends of the chains of each database connection. */
const headsOf = new WeakMap<object, Heads>();

function knownHeads(): Heads {
  const client = AuditHeadModel.db.getClient();
  const heads = headsOf.get(client) ?? new Map();
  headsOf.set(client, heads);
  return heads;
}

/**
 * Appends an entry to its tenant's chain and deletes its draft; resolves once it is stored. An id that is already
 * chained has no effect.
 */
export function chainEntry(entry: Unchained, { hasDraft = true } = {}): Promise<void> {
  return inTenant(entry.tenantId, () => line.ask(entry.tenantId, { entry, hasDraft }));
}

async function appendTogether(batch: readonly Waiting[]): Promise<PromiseSettledResult<void>[]> {
  const scope = tenantId();
  try {
    await append(scope, batch);
    await removeDrafts(batch);
    return batch.map(() => ({ status: 'fulfilled', value: undefined }));
  } catch (error) {
    knownHeads().delete(scope); // it is unknown what was written before the failure
    throw error;
  }
}

async function removeDrafts(batch: readonly Waiting[]): Promise<void> {
  const drafts = batch.filter(({ hasDraft }) => hasDraft).map(({ entry }) => entry._id);
  if (drafts.length > 0) await AuditDraftModel.deleteMany({ _id: { $in: drafts } });
}

/** Appends entries after the head. If another process appends first, the remaining entries are chained again. */
async function append(scope: string, batch: readonly Waiting[]): Promise<void> {
  const key = chainKey(config().DATA_KEY);
  let rest = batch.map(({ entry }) => entry);
  while (rest.length > 0) {
    let head = knownHeads().get(scope) ?? (await readHead());
    const rows = rest.map((entry) => {
      const sequence = head.sequence + 1;
      const row = { ...entry, sequence, resealed: null, hash: chainHash(key, head.hash, { ...entry, sequence }) };
      head = { sequence, hash: row.hash };
      return row;
    });
    const { written, refusedBy } = await insertInOrder(AuditLogModel, rows);
    const last = rows[written - 1];
    if (last) await moveHead(scope, last);
    if (refusedBy.includes('sequence')) knownHeads().delete(scope);
    // A duplicate in another index than the sequence's means that this id is in the log already.
    rest = rest.slice(written + (refusedBy.includes('sequence') ? 0 : 1));
  }
}

/** Reads the end of the chain, including entries that a crashed process wrote after its head was stored. */
async function readHead(): Promise<Pick<AuditHead, 'sequence' | 'hash'>> {
  const stored = await AuditHeadModel.findOne().lean<AuditHead>();
  const head = { sequence: stored?.sequence ?? 0, hash: stored?.hash ?? CHAIN_START };
  const later = await pickRows(AuditLogModel.find({ sequence: { $gt: head.sequence } }), 'sequence', 'hash');
  return later.reduce((last, row) => (row.sequence > last.sequence ? row : last), head);
}

async function moveHead(scope: string, { sequence, hash }: Pick<AuditHead, 'sequence' | 'hash'>): Promise<void> {
  knownHeads().set(scope, { sequence, hash });
  const seal = headSeal(chainKey(config().DATA_KEY), scope, { sequence, hash });
  const moved = await AuditHeadModel.updateOne(
    { _id: scope, sequence: { $lt: sequence } },
    { $set: { sequence, hash, seal } },
  );
  if (moved.matchedCount > 0) return;
  try {
    await AuditHeadModel.create({ _id: scope, sequence, hash, seal });
  } catch (error) {
    if (duplicateKeys(error).length === 0) throw error; // another process has moved it further
  }
}
