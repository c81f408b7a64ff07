import mongoose from 'mongoose';

/** The name of the GridFS bucket that holds the bytes of all files. */
export const BYTES_BUCKET = 'files';

interface FirstPiece {
  _id: mongoose.mongo.ObjectId;
  files_id: string;
}

/**
 * Which bytes are stored, and since when, in the order of their ids, at most `limit` behind `after`: read from their first
 * pieces, so that bytes whose upload never ended are among them.
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
