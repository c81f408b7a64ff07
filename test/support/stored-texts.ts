import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Redis from 'ioredis';
import mongoose from 'mongoose';
import { config } from '../../shared/kernel/config';
import { asSystem } from '../../shared/kernel/context';
import { readMail } from './read-mail';

type Database = NonNullable<mongoose.Connection['db']>;

/** Everything that a stack stores, as text by place: rows of every collection with the bytes of files, keys and values of Redis, the outbox. */
export async function storedTexts(
  database: Database,
  redis: Redis,
  dataFolder: string,
): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    const rows = await database.collection(name).find().toArray();
    places[name] = JSON.stringify(rows.map((row) => ({ ...row, data: row.data?.buffer?.toString('utf8') })));
  }
  const keys = await redis.keys('*');
  const values = await Promise.all(
    keys.map(async (key) => ((await redis.type(key)) === 'hash' ? JSON.stringify(await redis.hgetall(key)) : '')),
  );
  places.redis = [...keys, ...values].join('\n');
  places.outbox = (await outboxMails(dataFolder)).join('\n');
  return places;
}

/** Everything that the service of a test stores, as `storedTexts` gives it. */
export async function storedByService(): Promise<Record<string, string>> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  const redis = new Redis(config().REDIS_URL);
  return asSystem('a test looks everywhere', () => storedTexts(db, redis, config().DATA_DIR)).finally(() =>
    redis.disconnect(),
  );
}

/** The mails in the outbox of a stack, decoded. */
export async function outboxMails(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'outbox');
  const files = existsSync(folder) ? await readdir(folder) : [];
  return Promise.all(
    files.map(async (file) => {
      const { raw, headers, text, html } = readMail(await readFile(join(folder, file), 'utf8').catch(emptyIfGone));
      return [raw, ...headers.values(), text, html].join('\n');
    }),
  );
}

/** A file is written under another name first. */
function emptyIfGone(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error;
  return '';
}

export function placesNaming(places: Record<string, string>, texts: readonly string[]): string[] {
  return Object.keys(places).filter((place) => texts.some((text) => places[place]?.includes(text)));
}
