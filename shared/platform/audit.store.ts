import { duplicateKeys } from '../db/bulk';
import { currentSession } from '../db/transaction';
import { config } from '../kernel/config';
import { context, inTenant, tenantId } from '../kernel/context';
import { now } from '../kernel/clock';
import { newId } from '../kernel/ids';
import { type AuditChange, CHAIN_START, chainHash, chainKey, headSeal } from './audit-chain';
import { AuditActor, type AuditEntity, type AuditEvent } from './audit-events';
import { type AuditHead, AuditHeadModel, type AuditLog, AuditLogModel } from './audit-log.model';
import { type User, UserModel } from './user.model';

/** What an event is about, and what it changed. */
export interface AuditEntry {
  entityType: AuditEntity;
  entityId: string | null;
  changes?: readonly AuditChange[];
  /** The user who asked for a job; elsewhere the actor of the context has acted. */
  by?: string | null;
  /** The same id a second time adds nothing: for jobs, which may run again. */
  id?: string;
}

type Unchained = Omit<AuditLog, 'sequence' | 'hash' | 'revision' | 'createdAt' | 'updatedAt'>;

interface Waiting {
  entry: Unchained;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Entries of this process that wait for their place in their tenant's chain. */
const lines = new Map<string, Waiting[]>();
const heads = new Map<string, Pick<AuditHead, 'sequence' | 'hash'>>();
const MOST_IN_ONE_WRITE = 200;
const LONGEST_USER_AGENT = 300;

/**
 * Adds an event to the audit log of the context's tenant (of the platform, in its scope) and resolves once it is stored.
 * Call it after the change is committed and before it is answered: what was acknowledged is in the log.
 */
export async function recordAudit(eventType: AuditEvent, entry: AuditEntry): Promise<void> {
  if (currentSession()) throw new Error('Record the event after the transaction: a rolled back one has not happened.');
  const scope = tenantId();
  const { actor, ip, userAgent, requestId } = context();
  const by = actor ?? (entry.by ? await requester(entry.by) : null);
  const said: Unchained = {
    _id: entry.id ?? newId(),
    tenantId: scope,
    eventType,
    entityType: entry.entityType,
    entityId: entry.entityId,
    actorId: by?.userId ?? null,
    actorEmail: by?.email ?? null,
    actorType: by ? AuditActor.User : AuditActor.System,
    occurredAt: now(),
    ip: ip ?? null,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    requestId,
    changes: [...(entry.changes ?? [])],
  };
  await new Promise<void>((resolve, reject) => {
    const waiting = { entry: said, resolve, reject };
    const line = lines.get(scope);
    if (line) line.push(waiting);
    else {
      lines.set(scope, [waiting]);
      void inTenant(scope, () => appendAll(scope));
    }
  });
}

async function requester(userId: string): Promise<{ userId: string; email: string } | null> {
  const user = await UserModel.findById(userId).select('email').lean<Pick<User, 'email'>>();
  return user && { userId, email: user.email };
}

/** Writes a tenant's line, many entries at a time, until it is empty. */
async function appendAll(scope: string): Promise<void> {
  for (;;) {
    const line = lines.get(scope) ?? [];
    if (line.length === 0) {
      lines.delete(scope);
      return;
    }
    const batch = line.splice(0, MOST_IN_ONE_WRITE);
    try {
      await append(scope, batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Writes entries behind the head; another process may take a place first, then the rest is chained anew. */
async function append(scope: string, batch: readonly Waiting[]): Promise<void> {
  const key = chainKey(config().DATA_KEY);
  let rest = [...batch];
  while (rest.length > 0) {
    let head = heads.get(scope) ?? (await readHead());
    const rows = rest.map(({ entry }) => {
      const sequence = head.sequence + 1;
      const row = { ...entry, sequence, hash: chainHash(key, head.hash, { ...entry, sequence }) };
      head = { sequence, hash: row.hash };
      return row;
    });
    const { written, refusedBy } = await insertInOrder(rows);
    const last = rows[written - 1];
    if (last) await moveHead(scope, last);
    for (const { resolve } of rest.slice(0, written)) resolve();
    if (refusedBy.includes('sequence')) heads.delete(scope);
    else rest[written]?.resolve(); // this id is in the log already
    rest = rest.slice(written + (refusedBy.includes('sequence') ? 0 : 1));
  }
}

async function insertInOrder(rows: readonly object[]): Promise<{ written: number; refusedBy: string[] }> {
  try {
    await AuditLogModel.insertMany(rows, { ordered: true });
    return { written: rows.length, refusedBy: [] };
  } catch (error) {
    const refusedBy = duplicateKeys(error);
    if (refusedBy.length === 0) throw error;
    return { written: (error as { result?: { insertedCount?: number } }).result?.insertedCount ?? 0, refusedBy };
  }
}

/** Where the chain ends; entries that a dying process wrote after its head was stored count too. */
async function readHead(): Promise<Pick<AuditHead, 'sequence' | 'hash'>> {
  const stored = await AuditHeadModel.findOne().lean<AuditHead>();
  const head = { sequence: stored?.sequence ?? 0, hash: stored?.hash ?? CHAIN_START };
  const later = await AuditLogModel.find({ sequence: { $gt: head.sequence } })
    .select('sequence hash')
    .lean<Pick<AuditLog, 'sequence' | 'hash'>[]>();
  return later.reduce((last, row) => (row.sequence > last.sequence ? row : last), head);
}

async function moveHead(scope: string, { sequence, hash }: Pick<AuditHead, 'sequence' | 'hash'>): Promise<void> {
  heads.set(scope, { sequence, hash });
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
