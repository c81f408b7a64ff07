import { deleteFile } from '../../shared/infra/files';
import type { FilePurpose } from '../../shared/infra/stored-file.model';
import { notFound } from '../../shared/kernel/errors';
import { storeImageUpload } from './image-upload';
import type { Upload } from './upload';

/**
 * Replaces the file id of an owner's image (null: none) and returns the previous one, in one write, so that concurrent
 * uploads delete each old file once. Throws NOT_FOUND when the owner is deleted.
 */
export type ImageExchange = (fileId: string | null) => Promise<string | null>;

/** Replaces an owner's image by an upload; throws NOT_FOUND, VALIDATION, PAYLOAD_TOO_LARGE. */
export async function replaceImage(exchange: ImageExchange, upload: Upload, purpose: FilePurpose): Promise<void> {
  const image = await storeImageUpload(upload, purpose);
  try {
    await discard(await exchange(image._id));
  } catch (error) {
    await deleteFile(image._id);
    throw error;
  }
}

/** Deletes an owner's image; throws NOT_FOUND without one. */
export async function removeImage(exchange: ImageExchange): Promise<void> {
  const removed = await exchange(null);
  if (removed === null) throw notFound();
  await discard(removed);
}

async function discard(fileId: string | null): Promise<void> {
  if (fileId) await deleteFile(fileId);
}
