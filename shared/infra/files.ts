import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { pickRows } from '../db/pick';
import { BYTES_BUCKET, storedBytesOf } from '../db/stored-bytes';
import { notFound } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { type FilePurpose, type StoredFile, StoredFileModel } from './stored-file.model';

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
  return new mongoose.mongo.GridFSBucket(db, { bucketName: BYTES_BUCKET });
}

/** The driver's types allow only ObjectIds here; the driver accepts any value, and these ids are text. */
const bytesId = (id: string): mongoose.mongo.ObjectId => id as unknown as mongoose.mongo.ObjectId;

/** The properties of stored contents. */
export interface StoredBytes {
  /** Size in bytes. */
  size: number;
  sha256: string;
}

/**
 * Stores contents that no row names yet: no one sees them, and a periodic task deletes them by age. `watch` receives
 * each chunk. When the source fails, what was written is deleted.
 */
export async function storeBytes(id: string, source: Readable, watch?: (chunk: Buffer) => void): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let size = 0;
  const stored = bucket().openUploadStreamWithId(bytesId(id), id);
  stored.on('error', () => {}); // Each write reports its own error.
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      watch?.(chunk);
      // A pipeline would abandon the write under way when the source fails, and it could end after the deletion below.
      await ended((done) => stored.write(chunk, done));
    }
    await ended((done) => stored.end(done));
  } catch (error) {
    await discardBytes(id);
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Waits for a step of a stream. */
function ended(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Stores a file for the context's tenant: first its contents (GridFS), then the row that makes it visible, so that a
 * row never names half a file. A periodic task deletes contents without a row by age.
 */
export async function saveFile(source: Readable | Buffer, file: NewFile): Promise<StoredFile> {
  const _id = file._id ?? newId();
  const bytes = await storeBytes(_id, Buffer.isBuffer(source) ? Readable.from([source]) : source);
  return showFile({ ...file, ...bytes, _id });
}

/** Makes stored contents a file of the context's tenant. */
export async function showFile(file: NewFile & StoredBytes & { _id: string }): Promise<StoredFile> {
  const row = new StoredFileModel(file);
  await row.save();
  return row.toObject();
}

/** Returns the row of a file of this tenant; throws NOT_FOUND. */
export async function findFile(id: string): Promise<StoredFile> {
  const file = await StoredFileModel.findById(id).lean<StoredFile>();
  if (!file) throw notFound();
  return file;
}

/** Opens a file of this tenant as a stream; throws NOT_FOUND. */
export async function openFile(id: string): Promise<{ file: StoredFile; bytes: Readable }> {
  const file = await findFile(id);
  return { file, bytes: bucket().openDownloadStream(bytesId(file._id)) };
}

/** Reads a small file of this tenant; throws NOT_FOUND. */
export async function readFile(id: string): Promise<Buffer> {
  const { _id } = await findFile(id);
  return readBytes(_id);
}

/** Reads several small files of this tenant at once; missing ones are left out. */
export async function readFiles(ids: readonly string[]): Promise<Map<string, Buffer>> {
  const files = await pickRows(StoredFileModel.find({ _id: { $in: ids } }), '_id');
  return storedBytesOf(files.map(({ _id }) => _id));
}

/** Reads stored contents that may not have a row yet; only for an id that the service has created. */
export async function readBytes(id: string): Promise<Buffer> {
  const bytes = bucket().openDownloadStream(bytesId(id));
  const chunks: Buffer[] = [];
  for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Deletes a file of this tenant if it matches `expected`, and returns whether it did; a missing file is not an error. */
export async function deleteFile(id: string, expected: Partial<StoredFile> = {}): Promise<boolean> {
  const removed = await StoredFileModel.deleteOne({ ...expected, _id: id });
  if (removed.deletedCount > 0) await discardBytes(id);
  return removed.deletedCount > 0;
}

/** Deletes contents that no row names, also incomplete ones; missing ones are not an error. */
export async function discardBytes(id: string): Promise<void> {
  try {
    await bucket().delete(bytesId(id));
  } catch (error) {
    // The driver deletes stray chunks before it reports that the file is missing.
    if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error;
  }
}
