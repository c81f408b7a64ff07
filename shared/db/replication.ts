import mongoose from 'mongoose';

interface Hello {
  lastWrite?: { lastWriteDate: Date; majorityWriteDate?: Date };
}

/** Seconds that most members of the replica set are behind the primary's last write; null from a server that does not say. */
export async function replicationLag(): Promise<number | null> {
  const { db } = mongoose.connection;
  if (!db) return null;
  // Unlike replSetGetStatus, `hello` needs no right beyond the service's own.
  const { lastWrite } = (await db.command({ hello: 1 })) as Hello;
  if (!lastWrite?.majorityWriteDate) return null;
  return Math.max(0, (lastWrite.lastWriteDate.getTime() - lastWrite.majorityWriteDate.getTime()) / 1_000);
}
