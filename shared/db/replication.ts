import mongoose from 'mongoose';

interface Hello {
  lastWrite?: { lastWriteDate: Date; majorityWriteDate?: Date };
}

/**
 * Returns by how many seconds most members of the replica set lag behind the primary's last write; null when the server
 * does not report it.
 */
export async function replicationLag(): Promise<number | null> {
  const { db } = mongoose.connection;
  if (!db) return null;
  // Unlike replSetGetStatus, `hello` needs no additional right.
  const { lastWrite } = (await db.command({ hello: 1 })) as Hello;
  if (!lastWrite?.majorityWriteDate) return null;
  return Math.max(0, (lastWrite.lastWriteDate.getTime() - lastWrite.majorityWriteDate.getTime()) / 1_000);
}
