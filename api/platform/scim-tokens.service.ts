import { inTransaction } from '../../shared/db/transaction';
import { now } from '../../shared/kernel/clock';
import { actor, tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { hashToken, newId } from '../../shared/kernel/ids';
import { prefixOfToken } from '../../shared/kernel/tenant-token';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { ScimTokenModel, scimTokens } from '../../shared/platform/scim-token.model';
import type { CreateScimToken } from './scim-tokens.dto';
import { forgetScimTokens } from './sign-in/scim-authentication';

/** Creates a token and returns its text, which is not stored; throws CONFLICT for a duplicate id. */
export async function createScimToken({ id, name }: CreateScimToken): Promise<{ id: string; token: string }> {
  const token = scimTokens.create(tenantId());
  return inTransaction(async () => {
    const row = new ScimTokenModel({
      _id: id ?? newId(),
      name: name.trim(),
      prefix: prefixOfToken(token),
      hash: hashToken(token),
      createdBy: actor().userId,
    });
    await row.save();
    const changes = [{ field: 'name', before: null, after: row.name }];
    await recordAudit('scim-token.created', { entityType: AuditEntity.ScimToken, entityId: row._id, changes });
    return { id: row._id, token };
  });
}

/** Revokes a token permanently; safe to repeat. Throws NOT_FOUND. */
export async function revokeScimToken(id: string): Promise<void> {
  if (!(await ScimTokenModel.exists({ _id: id }))) throw notFound();
  await inTransaction(async () => {
    const revoked = await ScimTokenModel.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now() } });
    if (revoked.modifiedCount > 0)
      await recordAudit('scim-token.revoked', { entityType: AuditEntity.ScimToken, entityId: id });
  });
  forgetScimTokens();
}
