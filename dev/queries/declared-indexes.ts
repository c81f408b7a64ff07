import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import mongoose from 'mongoose';
import type { DeclaredIndex } from './index-rule';

/** Made by GridFS itself. */
const OF_FILES: DeclaredIndex[] = [
  { collection: 'files.chunks', key: { files_id: 1, n: 1 }, unique: true, partial: {} },
  { collection: 'files.files', key: { filename: 1, uploadDate: 1 }, unique: false, partial: {} },
];

/** The indexes of every model of the service, as `ensureIndexes` makes them, and those of stored files. */
export async function declaredIndexes(): Promise<DeclaredIndex[]> {
  for (const file of readdirSync('shared', { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.model.ts')) await import(resolve('shared', file));
  const declared = Object.values(mongoose.models).flatMap(({ schema, collection }) =>
    schema.indexes().map(([key, { unique, partialFilterExpression }]) => ({
      collection: collection.name,
      key: key as Record<string, 1 | -1>,
      unique: unique === true,
      partial: partialFilterExpression ?? {},
    })),
  );
  return [...declared, ...OF_FILES];
}
