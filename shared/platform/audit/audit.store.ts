import { bulkInsert } from '../../db/bulk';
import { pickRow } from '../../db/pick';
import { afterCommit, currentSession, gatherUntilCommit } from '../../db/transaction';
import { inMs, now } from '../../kernel/clock';
import { asSystem, type Context, context, inTenant, runInContext, tenantId } from '../../kernel/context';
import { newId } from '../../kernel/ids';
import { logger } from '../../kernel/logger';
import { UserModel } from '../accounts/user.model';
import { keyForRefusal } from '../person-keys.store';
import { type AuditChange, AuditFormat } from './audit-chain';
import { AuditActor, type AuditEntity, type AuditEvent, AuditOrigin } from './audit-events';
import { chainEntry, type Unchained } from './audit-line';
import { type AuditContent, type AuditDraft, AuditDraftModel } from './audit-log.model';
import { encryptEntry } from './audit-privacy.store';

/** The object of an event, and its changes. */
export interface AuditEntry {
  entityType: AuditEntity;
  entityId: string | null;
  changes?: readonly AuditChange[];
  /** The user who started a job; otherwise the actor of the context. */
  by?: string | null;
  /** A repeated id has no effect: for jobs, which may run again. */
  id?: string;
}

/** Events about a refusal. They accompany no change, so the refusal takes effect even if they cannot be recorded. */
const REFUSALS: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['auth.failed', 'plan-limit.reached']);
/** How the operations of jobs and periodic tasks begin (`Context.operation`). */
const JOB = /^(job|task) /;
const MAX_USER_AGENT_LENGTH = 300;
/** Drafts older than this belong to a crashed process: every other process chains its draft right after the commit. */
const SWEPT_AFTER_MS = 3_000;
const SWEPT_AT_ONCE = 1_000;

/**
 * Adds an event to the audit log of the context's tenant (or the platform). Call it in the transaction of the change, so that
 * both are stored or neither. The entry is chained before `inTransaction` returns; if that fails, `sweepAuditDrafts` chains it.
 */
export async function recordAudit(eventType: AuditEvent, entry: AuditEntry): Promise<void> {
  const content = await statement(eventType, entry);
  if (!currentSession()) {
    if (!REFUSALS.has(eventType)) throw new Error(`Record ${eventType} in the transaction of its change.`);
    await chainEntry(await encryptEntry(content, keyForRefusal), { hasDraft: false });
    return;
  }
  const logEntry = await encryptEntry(content);
  gatherUntilCommit<Unchained[]>(DRAFTS, () => [], insertDrafts).push(logEntry);
  await afterCommit(async () => chainDraft(logEntry));
}

const DRAFTS = Symbol('audit drafts');

/** A transaction may record events of several tenants, and a repeated job may find its earlier drafts. */
async function insertDrafts(entries: readonly Unchained[]): Promise<void> {
  for (const scope of new Set(entries.map((entry) => entry.tenantId))) {
    const drafts = entries.filter((entry) => entry.tenantId === scope);
    await inTenant(scope, () => bulkInsert<AuditDraft>(AuditDraftModel, drafts));
  }
}

/** Chains the drafts that no process has chained, of all tenants, the oldest first; returns their number. */
export async function sweepAuditDrafts(): Promise<number> {
  const drafts = await asSystem('audit drafts of every tenant that a dead process left', async () =>
    AuditDraftModel.find({ createdAt: { $lte: inMs(-SWEPT_AFTER_MS) } })
      .sort({ createdAt: 1 })
      .limit(SWEPT_AT_ONCE)
      .lean<AuditDraft[]>(),
  );
  const entries = drafts.map(({ revision: _revision, createdAt: _at, updatedAt: _updated, ...entry }) => entry);
  await Promise.all(
    entries.map((entry) =>
      runInContext({ requestId: newId(), tenantId: entry.tenantId, actor: null }, () => chainSwept(entry)),
    ),
  );
  return entries.length;
}

/** A process of an earlier version may have left a draft in plain text. */
async function chainSwept(entry: Unchained): Promise<void> {
  await chainEntry(entry.format === AuditFormat.Encrypted ? entry : await encryptEntry({ ...entry }));
}

/** Does not fail: the change is committed, the draft is stored with it, and the periodic task will chain it. */
async function chainDraft(entry: Unchained): Promise<void> {
  try {
    await chainEntry(entry);
  } catch (error) {
    logger.warn('an audit entry is chained later', { error, entryId: entry._id });
  }
}

/** Returns the content of an entry before its personal values are encrypted. */
export async function statement(
  eventType: AuditEvent,
  entry: AuditEntry,
): Promise<AuditContent & { _id: string; tenantId: string }> {
  const { actor, apiKeyId, scimTokenId, guest, ip, userAgent, requestId, operation } = context();
  const by = actor ?? (entry.by ? await requester(entry.by) : null);
  return {
    _id: entry.id ?? newId(),
    tenantId: tenantId(),
    eventType,
    entityType: entry.entityType,
    entityId: entry.entityId,
    actorId: by?.userId ?? scimTokenId ?? guest?.id ?? null,
    actorEmail: by?.email ?? null,
    actorType: by ? AuditActor.User : otherActor({ apiKeyId, scimTokenId, guest }),
    occurredAt: now(),
    ip: ip ?? null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    requestId,
    origin: JOB.test(operation?.() ?? '') ? AuditOrigin.Job : AuditOrigin.Request,
    changes: [...(entry.changes ?? [])],
  };
}

function otherActor({ apiKeyId, scimTokenId, guest }: Pick<Context, 'apiKeyId' | 'scimTokenId' | 'guest'>): AuditActor {
  if (scimTokenId) return AuditActor.Scim;
  if (guest) return AuditActor.Guest;
  return apiKeyId ? AuditActor.ApiKey : AuditActor.System;
}

async function requester(userId: string): Promise<{ userId: string; email: string } | null> {
  const user = await pickRow(UserModel.findById(userId), 'email');
  return user && { userId, email: user.email };
}
