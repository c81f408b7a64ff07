import mongoose from 'mongoose';

/** The disk of the database server, in bytes. */
interface DiskSpace {
  free: number;
  /** What this database takes up, with its indexes. */
  ofData: number;
}

/** Reads the space on the disk of a connection's server; null when the server does not report it. */
export async function diskSpace(): Promise<DiskSpace | null> {
  const stats = (await mongoose.connection.db?.command({ dbStats: 1 })) ?? {};
  const { fsTotalSize, fsUsedSize, storageSize, indexSize } = stats as Record<string, unknown>;
  if (typeof fsTotalSize !== 'number' || typeof fsUsedSize !== 'number') return null;
  return { free: fsTotalSize - fsUsedSize, ofData: Number(storageSize ?? 0) + Number(indexSize ?? 0) };
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const shown = (bytes: number): string =>
  bytes < GIB ? `${Math.round(bytes / MIB)} MB` : `${(bytes / GIB).toFixed(1)} GB`;

/**
 * Throws an Error when the data of a backup, as large as they are without compression, do not fit on the database's disk. What they
 * replace is deleted first. A server that does not report its disk is not asked twice.
 */
export function assertEnoughSpace(bytes: number, space: DiskSpace | null): void {
  if (space === null || bytes <= space.free + space.ofData) return;
  throw new Error(
    `The backup needs ${shown(bytes)} on the disk of the database, which has ${shown(space.free)} free and ${shown(space.ofData)} of data to be replaced: make room first.`,
  );
}
