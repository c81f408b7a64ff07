import { deleteFile } from '../../shared/infra/files';
import { notFound } from '../../shared/kernel/errors';
import type { FilePurpose } from '../../shared/platform/stored-file.model';
import { storeImageUpload } from './image-upload';
import type { Upload } from './upload';

/**
 * Puts a file's id (null: none) in the place where its owner keeps it and returns the one that was there, in one write, so
 * that of parallel uploads each old file is deleted once. Throws NOT_FOUND when the owner is gone.
 */
export type PictureExchange = (fileId: string | null) => Promise<string | null>;

/** Stores an uploaded picture in place of its owner's present one; throws NOT_FOUND, VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replacePicture(exchange: PictureExchange, upload: Upload, purpose: FilePurpose): Promise<void> {
  const picture = await storeImageUpload(upload, purpose);
  try {
    await discard(await exchange(picture._id));
  } catch (error) {
    await deleteFile(picture._id);
    throw error;
  }
}

/** Removes a picture from its owner; throws NOT_FOUND when there is none. */
export async function removePicture(exchange: PictureExchange): Promise<void> {
  const removed = await exchange(null);
  if (removed === null) throw notFound();
  await discard(removed);
}

async function discard(fileId: string | null): Promise<void> {
  if (fileId) await deleteFile(fileId);
}
