import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose from 'mongoose';
import { notFound } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { type FilePurpose, type StoredFile, StoredFileModel } from '../platform/stored-file.model';

export interface NewFile {
  name: string;
  contentType: string;
  purpose: FilePurpose;
  createdBy: string | null;
  _id?: string;
}

function bucket(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  return new mongoose.mongo.GridFSBucket(db, { bucketName: 'files' });
}

/**
 * Stores bytes for the tenant of the context: first the bytes (GridFS), then the row that makes them visible, so that
 * a row never names half a file. Bytes without a row are swept by age.
 */
export async function saveFile(source: Readable | Buffer, file: NewFile): Promise<StoredFile> {
  const id = file._id ?? newId();
  const hash = createHash('sha256');
  let size = 0;
  const measured = new PassThrough();
  measured.on('data', (chunk: Buffer) => {
    size += chunk.length;
    hash.update(chunk);
  });
  const upload = bucket().openUploadStreamWithId(id as never, file.name);
  // A buffer written at once would flow off before the pipeline stands.
  await pipeline(Buffer.isBuffer(source) ? Readable.from([source]) : source, measured, upload);
  const row = new StoredFileModel({ ...file, _id: id, size, sha256: hash.digest('hex') });
  await row.save();
  return row.toObject();
}

/** The row of a file of this tenant; throws NOT_FOUND. */
export async function findFile(id: string): Promise<StoredFile> {
  const file = await StoredFileModel.findById(id).lean<StoredFile>();
  if (!file) throw notFound();
  return file;
}

/** The bytes of a file of this tenant as a stream; throws NOT_FOUND. */
export async function openFile(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  const file = await findFile(id);
  return { file, bytes: bucket().openDownloadStream(file._id as never) };
}

/** The bytes of a small file of this tenant; throws NOT_FOUND. */
export async function readFile(id: string): Promise<Buffer> {
  const { bytes } = await openFile(id);
  const chunks: Buffer[] = [];
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Removes a file of this tenant; a file that is gone is no error. */
export async function deleteFile(id: string): Promise<void> {
  const removed = await StoredFileModel.deleteOne({ _id: id });
  if (removed.deletedCount > 0) await bucket().delete(id as never);
}

/**
 * Removes all that an earlier run of a job left under this id: the row, and bytes that never got one. The id is the job's
 * own, never one that a client names.
 */
export async function discardFile(id: string): Promise<void> {
  await StoredFileModel.deleteOne({ _id: id });
  try {
    await bucket().delete(id as never);
  } catch (error) {
    // The driver removes stray chunks before it finds that the file itself is missing.
    if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error;
  }
}
