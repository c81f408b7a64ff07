import mongoose from 'mongoose';

/** The GridFS bucket of all files. */
export const BYTES_BUCKET = 'files';

interface FirstPiece {
  _id: mongoose.mongo.ObjectId;
  files_id: string;
}

/**
 * Returns ids and times of at most `limit` stored contents with ids after `after`, in the order of their ids. Reads
 * first chunks, so that interrupted uploads are included.
 */
export async function storedBytesAfter(after: string, limit: number): Promise<{ id: string; writtenAt: Date }[]> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  const pieces = await db
    .collection<FirstPiece>(`${BYTES_BUCKET}.chunks`)
    .find({ n: 0, files_id: { $gt: after } })
    .project<FirstPiece>({ files_id: 1 })
    .sort({ files_id: 1 })
    .limit(limit)
    .toArray();
  return pieces.map(({ _id, files_id }) => ({ id: files_id, writtenAt: _id.getTimestamp() }));
}
