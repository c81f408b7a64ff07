import type { Readable } from 'node:stream';
import { inTransaction } from '../../../shared/db/transaction';
import { openFile } from '../../../shared/infra/files';
import { FilePurpose, type StoredFile } from '../../../shared/infra/stored-file.model';
import { tenantId } from '../../../shared/kernel/context';
import { notFound } from '../../../shared/kernel/errors';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { removeImage, replaceImage } from '../../http/owned-image';
import type { Upload } from '../../http/upload';
import { forgetSessions } from '../sign-in/session-state';

/** Replaces the logo of the caller's organization; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replaceLogo(upload: Upload): Promise<void> {
  await replaceImage(exchangeLogo, upload, FilePurpose.Logo);
}

/** Deletes the logo of the caller's organization; throws NOT_FOUND without one. */
export async function removeLogo(): Promise<void> {
  await removeImage(exchangeLogo);
}

/** Throws NOT_FOUND. */
export async function openLogo(): Promise<{ file: StoredFile; bytes: Readable }> {
  const { settings } = await currentTenant();
  if (!settings.logoFileId) throw notFound();
  return openFile(settings.logoFileId);
}

async function exchangeLogo(logoFileId: string | null): Promise<string | null> {
  const before = await inTransaction(async () => {
    const tenant = await TenantModel.findOneAndUpdate(
      { _id: tenantId() },
      { $set: { 'settings.logoFileId': logoFileId } },
    ).lean<Tenant>();
    if (!tenant) throw notFound();
    const had = tenant.settings.logoFileId;
    if (had !== logoFileId)
      await recordAudit('settings.updated', {
        entityType: AuditEntity.Settings,
        entityId: tenant._id,
        changes: [{ field: 'logoFileId', before: had, after: logoFileId }],
      });
    return had;
  });
  forgetSessions();
  return before;
}
