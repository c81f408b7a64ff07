import { bulkInsert } from '../../db/bulk';
import { pickRow } from '../../db/pick';
import { afterCommit, currentSession, gatherUntilCommit } from '../../db/transaction';
import { inMs, now } from '../../kernel/clock';
import { asSystem, context, inTenant, runInContext, tenantId } from '../../kernel/context';
import { newId } from '../../kernel/ids';
import { logger } from '../../kernel/logger';
import { UserModel } from '../accounts/user.model';
import { keyForRefusal } from '../person-keys.store';
import { type AuditChange, AuditFormat } from './audit-chain';
import { AuditActor, type AuditEntity, type AuditEvent } from './audit-events';
import { chainEntry, type Unchained } from './audit-line';
import { type AuditContent, type AuditDraft, AuditDraftModel } from './audit-log.model';
import { encryptEntry } from './audit-privacy.store';

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

/** Events that tell of a refusal. Nothing was changed with them, so that nothing is missing when they are not recorded. */
const REFUSALS: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['auth.failed', 'plan-limit.reached']);
const MAX_USER_AGENT_LENGTH = 300;
/** A process that has committed a draft chains it at once; one that is older belongs to a process that died. */
const SWEPT_AFTER_MS = 3_000;
const SWEPT_AT_ONCE = 1_000;

/**
 * Adds an event to the audit log of the context's tenant (of the platform, in its scope). Call it in the transaction of the
 * change that it tells of: entry and change are kept together or not at all. It has its place in the log before
 * `inTransaction` returns; should that fail, `sweepAuditDrafts` gives it one.
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

/** A transaction can tell of several tenants. A repeated job may find its drafts there. */
async function insertDrafts(entries: readonly Unchained[]): Promise<void> {
  for (const scope of new Set(entries.map((entry) => entry.tenantId))) {
    const drafts = entries.filter((entry) => entry.tenantId === scope);
    await inTenant(scope, () => bulkInsert<AuditDraft>(AuditDraftModel, drafts));
  }
}

/** Chains the drafts that no process has chained, of all tenants, the oldest first; returns how many. */
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

/** The change is committed and must be answered as such; the entry is as safe as the change, and the sweep chains it. */
async function chainDraft(entry: Unchained): Promise<void> {
  try {
    await chainEntry(entry);
  } catch (error) {
    logger.warn('an audit entry is chained later', { error, entryId: entry._id });
  }
}

/** An entry as it is before its personal values are encrypted. */
export async function statement(
  eventType: AuditEvent,
  entry: AuditEntry,
): Promise<AuditContent & { _id: string; tenantId: string }> {
  const { actor, apiKeyId, scimTokenId, ip, userAgent, requestId } = context();
  const by = actor ?? (entry.by ? await requester(entry.by) : null);
  return {
    _id: entry.id ?? newId(),
    tenantId: tenantId(),
    eventType,
    entityType: entry.entityType,
    entityId: entry.entityId,
    actorId: by?.userId ?? scimTokenId ?? null,
    actorEmail: by?.email ?? null,
    actorType: by ? AuditActor.User : programOf({ apiKeyId, scimTokenId }),
    occurredAt: now(),
    ip: ip ?? null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    requestId,
    changes: [...(entry.changes ?? [])],
  };
}

function programOf({ apiKeyId, scimTokenId }: { apiKeyId?: string; scimTokenId?: string }): AuditActor {
  if (scimTokenId) return AuditActor.Scim;
  return apiKeyId ? AuditActor.ApiKey : AuditActor.System;
}

async function requester(userId: string): Promise<{ userId: string; email: string } | null> {
  const user = await pickRow(UserModel.findById(userId), 'email');
  return user && { userId, email: user.email };
}
