import { inTransaction } from '../../shared/db/transaction';
import { now, parseInstant, toInstant } from '../../shared/kernel/clock';
import { actor, tenantId } from '../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../shared/kernel/errors';
import { hashToken, newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { prefixOfToken } from '../../shared/kernel/tenant-token';
import { API_KEY_SCOPES } from '../../shared/platform/api-key-scope';
import { ApiKeyModel } from '../../shared/platform/api-key.model';
import type { AuditChange } from '../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { newApiKey } from '../http/api-key-token';
import type { CreateApiKey } from './api-keys.dto';
import { forgetApiKeys } from './sign-in/api-key-authentication';

/** Creates a key and returns its text, which is not stored; throws VALIDATION, CONFLICT. */
export async function createApiKey(input: CreateApiKey): Promise<{ id: string; key: string }> {
  const { id, name, expiresAt, scopes } = input;
  const key = newApiKey(tenantId());
  const until = endOf(expiresAt);
  const readable = API_KEY_SCOPES.filter((scope) => scopes?.includes(scope) ?? true);
  return inTransaction(async () => {
    const row = new ApiKeyModel({
      _id: id ?? newId(),
      name: name.trim(),
      prefix: prefixOfToken(key),
      hash: hashToken(key),
      scopes: readable,
      expiresAt: until,
      createdBy: actor().userId,
    });
    await row.save();
    await recordKey('api-key.created', row._id, [
      { field: 'name', before: null, after: row.name },
      { field: 'expiresAt', before: null, after: until && toInstant(until) },
      { field: 'scopes', before: null, after: readable.join(', ') },
    ]);
    return { id: row._id, key };
  });
}

/**
 * Replaces the text of a key; the old one stops working at once. Throws NOT_FOUND, and CONFLICT when it is revoked or
 * has expired.
 */
export async function rotateApiKey(id: string): Promise<string> {
  const key = newApiKey(tenantId());
  await inTransaction(async () => {
    const rotated = await ApiKeyModel.updateOne(
      { _id: id, revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now() } }] },
      { $set: { prefix: prefixOfToken(key), hash: hashToken(key), lastUsedAt: null } },
    );
    if (rotated.matchedCount === 0) {
      await assertKey(id);
      throw conflict(refusal('KEY_REVOKED_OR_HAS_EXPIRED'));
    }
    await recordKey('api-key.rotated', id);
  });
  forgetApiKeys();
  return key;
}

/** Revokes a key permanently; safe to repeat. Throws NOT_FOUND. */
export async function revokeApiKey(id: string): Promise<void> {
  await assertKey(id);
  await inTransaction(async () => {
    const revoked = await ApiKeyModel.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now() } });
    if (revoked.modifiedCount > 0) await recordKey('api-key.revoked', id);
  });
  forgetApiKeys();
}

async function recordKey(
  event: 'api-key.created' | 'api-key.rotated' | 'api-key.revoked',
  id: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.ApiKey, entityId: id, changes });
}

async function assertKey(id: string): Promise<void> {
  if (!(await ApiKeyModel.exists({ _id: id }))) throw notFound();
}

/** Returns the expiry: a year from now by default; null for never. */
function endOf(expiresAt: CreateApiKey['expiresAt']): Date | null {
  if (expiresAt === null) return null;
  if (expiresAt !== undefined) return futureInstant(expiresAt);
  const end = now();
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

function futureInstant(text: string): Date {
  const instant = parseInstant(text);
  if (!instant || instant <= now()) throw invalid({ field: 'expiresAt', ...refusal('NOT_A_FUTURE_TIMESTAMP') });
  return instant;
}
