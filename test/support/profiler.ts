import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Double, MongoClient, MongoServerError } from 'mongodb';
import type mongoose from 'mongoose';
import { PROFILED } from '../../dev/queries/profile';
import { PROFILES } from '../../dev/queries/record';

/** Bytes of what the profiler keeps of one database. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** MongoDB 7 may take the rate as a double only (src/mongo/db/commands/profile.idl), and the driver makes an int of a plain 1. */
export const PROFILING = { profile: 1, slowms: 0, sampleRate: new Double(1), filter: PROFILED };

/** Makes MongoDB record the unused rows that it reads in this database (dev/queries/profile.ts). */
export async function startProfiler(db: mongoose.mongo.Db): Promise<void> {
  const { was } = await db.command({ profile: -1 });
  if (was !== 0) return;
  try {
    await db.createCollection('system.profile', { capped: true, size: KEPT_BYTES });
  } catch (error) {
    const isThere = error instanceof MongoServerError && error.codeName === 'NamespaceExists';
    if (!isThere) throw error;
  }
  await db.command(PROFILING);
}

/** Writes what MongoDB has noted in the databases of the tests into a file that is judged after them. */
export async function saveProfiles(url: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const lines: string[] = [];
    for (const { name } of databases.filter((database) => database.name.startsWith('test_')))
      for await (const entry of client.db(name).collection('system.profile').find())
        lines.push(`${JSON.stringify(entry)}\n`);
    mkdirSync(dirname(PROFILES), { recursive: true });
    writeFileSync(PROFILES, lines.join(''));
  } finally {
    await client.close();
  }
}
