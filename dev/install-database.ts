import { ensureDocumentDbRoot } from './documentdb/install';
import { chooseMongo } from './mongo-binary';

/** Installs the program that `startMongo` will start. */
async function main(): Promise<void> {
  if (process.env.MONGO_URL) return;
  const log = (line: string): boolean => process.stdout.write(`${line}\n`);
  const { engine } = await chooseMongo(log);
  if (engine === 'documentdb') await ensureDocumentDbRoot({ log });
}

void main();
