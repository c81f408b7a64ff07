import type { Readable } from 'node:stream';
import { pickRow } from '../../../shared/db/pick';
import { openFile } from '../../../shared/infra/files';
import { FilePurpose, type StoredFile } from '../../../shared/infra/stored-file.model';
import { actor } from '../../../shared/kernel/context';
import { notFound } from '../../../shared/kernel/errors';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { removeImage, replaceImage } from '../../http/owned-image';
import type { Upload } from '../../http/upload';

/** Replaces the caller's avatar; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replaceMyAvatar(upload: Upload): Promise<void> {
  await replaceImage(exchangeAvatar, upload, FilePurpose.Photo);
}

/** Deletes the caller's avatar; throws NOT_FOUND without one. */
export async function removeMyAvatar(): Promise<void> {
  await removeImage(exchangeAvatar);
}

/** Throws NOT_FOUND. */
export async function openMyAvatar(): Promise<{ file: StoredFile; bytes: Readable }> {
  const row = await pickRow(UserModel.findById(actor().userId), 'avatarFileId');
  if (!row?.avatarFileId) throw notFound();
  return openFile(row.avatarFileId);
}

async function exchangeAvatar(avatarFileId: string | null): Promise<string | null> {
  const before = await pickRow(
    UserModel.findOneAndUpdate({ _id: actor().userId }, { $set: { avatarFileId } }),
    'avatarFileId',
  );
  if (!before) throw notFound();
  return before.avatarFileId;
}
