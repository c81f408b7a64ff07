import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { type BackupPart, FILE_MODE } from './manifest';

type Written = Pick<BackupPart, 'file' | 'bytes' | 'sha256'>;

/** Counts and hashes the bytes that pass. */
class Measure extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  sha256(): string {
    return this.hash.digest('hex');
  }
}

/** Writes the documents of a collection into a file of a backup: concatenated BSON, compressed, like mongodump. */
export async function writePart(
  folder: string,
  collection: string,
  documents: AsyncIterable<Uint8Array[]>,
): Promise<Written> {
  const file = `${encodeURIComponent(collection)}.bson.gz`;
  const measure = new Measure();
  await pipeline(
    Readable.from(joined(documents), { highWaterMark: 1 }),
    createGzip({ level: constants.Z_BEST_SPEED }),
    measure,
    createWriteStream(join(folder, file), { mode: FILE_MODE, flags: 'wx', flush: true }),
  );
  return { file, bytes: measure.bytes, sha256: measure.sha256() };
}

async function* joined(documents: AsyncIterable<Uint8Array[]>): AsyncGenerator<Buffer> {
  for await (const some of documents) yield Buffer.concat(some);
}

/**
 * Reads the documents of a part as BSON in batches of about 200 KB, and verifies the file. Throws an Error that names
 * the file when it is missing or does not match the manifest.
 */
export async function* readPart(folder: string, part: BackupPart): AsyncGenerator<Uint8Array[]> {
  const measure = new Measure();
  let rows = 0;
  try {
    const source = createReadStream(join(folder, part.file));
    const plain = createGunzip();
    const passing = pipeline(source, measure, plain);
    passing.catch(() => undefined); // awaited below
    for await (const batch of documentsOf(plain)) {
      rows += batch.length;
      yield batch;
    }
    await passing;
  } catch (error) {
    throw new Error(`${part.file} is damaged or missing.`, { cause: error });
  }
  if (rows !== part.rows || measure.bytes !== part.bytes || measure.sha256() !== part.sha256)
    throw new Error(`${part.file} is damaged: it is not what the manifest says.`);
}

/** A restore decodes a batch, which needs ten times as much memory or more. */
const BATCH_BYTES = 200_000;
const LENGTH_BYTES = 4;
/** The shortest BSON document has its length and its end. */
const MIN_BYTES = 5;
/** More than the largest document of MongoDB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Splits a stream into its documents; throws when it contains something else. */
async function* documentsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array[]> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    size += piece.length;
    if (size < BATCH_BYTES) continue;
    const { documents, rest } = cut(Buffer.concat(pieces));
    if (documents.length > 0) yield documents;
    pieces = [rest];
    size = rest.length;
  }
  const { documents, rest } = cut(Buffer.concat(pieces));
  if (rest.length > 0) throw new Error('The last document is cut off.');
  if (documents.length > 0) yield documents;
}

function cut(bytes: Buffer): { documents: Buffer[]; rest: Buffer } {
  const documents: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= LENGTH_BYTES) {
    const length = bytes.readInt32LE(at);
    if (length < MIN_BYTES || length > MAX_BYTES) throw new Error('This is not a document.');
    if (bytes.length - at < length) break;
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { documents, rest: bytes.subarray(at) };
}
