import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isOwnFingerprint, isSealOf, sealOf } from '../../../shared/kernel/encryption';
import { newestVersion, SCHEMA } from '../../../shared/migrations/migrations';

const FORMAT = 1;
const FILE = 'manifest.json';
const SEAL_PURPOSE = 'backup-manifest';
/** Only the user who runs the command can read a backup. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const index = z.looseObject({ name: z.string(), key: z.record(z.string(), z.union([z.number(), z.string()])) });

const part = z.object({
  collection: z.string().min(1),
  /** A file name inside the backup's folder, never a path. */
  file: z.string().regex(/^[\w%-][\w.%-]*$/),
  rows: z.number().int().min(0),
  /** Size of the file. */
  bytes: z.number().int().min(0),
  sha256: z.string().length(64),
  indexes: z.array(index),
});

const content = z.object({
  format: z.literal(FORMAT),
  appVersion: z.string(),
  schemaVersion: z.number().int().min(1),
  /** The moment of the data. */
  at: z.iso.datetime(),
  dataKeyFingerprint: z.string(),
  parts: z.array(part),
});

export type BackupPart = z.infer<typeof part>;
export type BackupManifest = z.infer<typeof content>;

/** Creates a folder for a backup, accessible to this user only. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
}

/** Writes the manifest of a backup whose parts are complete, sealed with DATA_KEY. */
export async function writeManifest(folder: string, written: Omit<BackupManifest, 'format'>): Promise<void> {
  const manifest = content.parse({ format: FORMAT, ...written });
  const sealed = { ...manifest, seal: sealOf(JSON.stringify(manifest), SEAL_PURPOSE) };
  await writeFile(join(folder, FILE), `${JSON.stringify(sealed, null, 2)}\n`, { mode: FILE_MODE, flush: true });
}

/**
 * Reads the manifest of a backup that this program can restore. Throws an Error that says why it cannot: it is missing,
 * damaged, made with a DATA_KEY that is not given, or made by a newer program.
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} holds no complete backup: ${FILE} is missing.`);
  const read = parse(text);
  const origin = z.object({ format: z.number(), dataKeyFingerprint: z.string() }).safeParse(read);
  if (!origin.success) throw new Error(`${FILE} is damaged.`);
  if (origin.data.format > FORMAT)
    throw new Error('The backup was made by a newer version of the program: restore it with that version.');
  if (!isOwnFingerprint(origin.data.dataKeyFingerprint))
    throw new Error('The backup was made with another DATA_KEY: set the one that the service had when it was made.');
  const manifest = content.safeParse(read);
  const { seal } = z.object({ seal: z.string().optional() }).parse(read);
  if (!manifest.success || !isSealOf(seal, JSON.stringify(manifest.data), SEAL_PURPOSE))
    throw new Error(`${FILE} is damaged.`);
  const { schemaVersion, appVersion } = manifest.data;
  if (schemaVersion > newestVersion(SCHEMA))
    throw new Error(
      `The backup has schema version ${schemaVersion}, and this program knows ${newestVersion(SCHEMA)} at most: restore it with version ${appVersion} of the program or a newer one.`,
    );
  return manifest.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${FILE} is damaged.`);
  }
}
