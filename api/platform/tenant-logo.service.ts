import type { Readable } from 'node:stream';
import { openFile } from '../../shared/infra/files';
import { tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { FilePurpose, type StoredFile } from '../../shared/platform/stored-file.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { removePicture, replacePicture } from '../http/owned-picture';
import { forgetSessions } from '../http/session-state';

/** Stores the logo of the caller's organization in place of the one before; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replaceLogo(upload: Express.Multer.File | undefined): Promise<void> {
  await replacePicture(exchangeLogo, upload, FilePurpose.Logo);
}

/** Removes the logo of the caller's organization; throws NOT_FOUND when there is none. */
export async function removeLogo(): Promise<void> {
  await removePicture(exchangeLogo);
}

/** The logo of the caller's organization; throws NOT_FOUND. */
export async function openLogo(): Promise<{ file: StoredFile; bytes: Readable }> {
  const { settings } = await currentTenant();
  if (!settings.logoFileId) throw notFound();
  return openFile(settings.logoFileId);
}

async function exchangeLogo(logoFileId: string | null): Promise<string | null> {
  const tenant = await TenantModel.findOneAndUpdate(
    { _id: tenantId() },
    { $set: { 'settings.logoFileId': logoFileId } },
  ).lean<Tenant>();
  if (!tenant) throw notFound();
  forgetSessions();
  const before = tenant.settings.logoFileId;
  if (before !== logoFileId)
    await recordAudit('settings.updated', {
      entityType: AuditEntity.Settings,
      entityId: tenant._id,
      changes: [{ field: 'logoFileId', before, after: logoFileId }],
    });
  return before;
}
