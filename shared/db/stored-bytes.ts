import mongoose from 'mongoose';

export const BYTES_BUCKET = 'files';

interface Piece {
  _id: mongoose.mongo.ObjectId;
  files_id: string;
  n: number;
  data: mongoose.mongo.Binary;
}

function pieces(): mongoose.mongo.Collection<Piece> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  return db.collection<Piece>(`${BYTES_BUCKET}.chunks`);
}

/**
 * Returns ids and times of at most `limit` stored contents with ids after `after`, in the order of their ids. Reads
 * first chunks, so that interrupted uploads are included.
 */
export async function storedBytesAfter(after: string, limit: number): Promise<{ id: string; writtenAt: Date }[]> {
  const first = await pieces()
    .find({ n: 0, files_id: { $gt: after } })
    .project<Pick<Piece, '_id' | 'files_id'>>({ files_id: 1 })
    .sort({ files_id: 1 })
    .limit(limit)
    .toArray();
  return first.map(({ _id, files_id }) => ({ id: files_id, writtenAt: _id.getTimestamp() }));
}

/** Returns several small stored contents by their ids, read at once; missing ones are left out. */
export async function storedBytesOf(ids: readonly string[]): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const found = pieces()
    .find({ files_id: { $in: [...ids] } })
    .sort({ files_id: 1, n: 1 });
  for await (const { files_id: id, data } of found)
    contents.set(id, Buffer.concat([contents.get(id) ?? Buffer.alloc(0), data.value()]));
  return contents;
}
