import mongoose from 'mongoose';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { type Plan, readPlan, readsInVain } from './plan';
import { type Document, lineOf, shapesOf } from './query-shape';

/** A query that a look sent, and what the database says about it; null where it cannot explain the command. */
export interface Explained {
  line: string;
  limit: number;
  plan: Plan | null;
}

/** What drivers put around a command, which `explain` does not take. */
const ENVELOPE = ['lsid', '$db', '$clusterTime', 'txnNumber', 'startTransaction', 'autocommit', 'readConcern'];

/** Runs `look` and explains each query that it sends, one of each shape. */
export async function explainQueries(look: () => Promise<unknown>): Promise<Explained[]> {
  const sent = new Map<string, Document>();
  const client = mongoose.connection.getClient();
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    for (const shape of shapesOf({ commandName, command })) sent.set(lineOf(shape), command);
  };
  client.on('commandStarted', note);
  try {
    await look();
  } finally {
    client.off('commandStarted', note);
  }
  const explained: Explained[] = [];
  for (const [line, command] of sent) {
    const { limit = 0 } = command;
    explained.push({ line, limit: Math.abs(Number(limit)), plan: await planOf(command) });
  }
  return explained;
}

async function planOf(command: Document): Promise<Plan | null> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  const inner = Object.fromEntries(Object.entries(command).filter(([name]) => !ENVELOPE.includes(name)));
  const ask = () => db.command({ explain: inner, verbosity: 'executionStats' });
  try {
    return readPlan(await runInContext({ requestId: newId(), tenantId: null, actor: null }, ask));
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError) return null;
    throw error;
  }
}

/** What an operator should look at: an empty text when nothing. */
export function remarkOn({ limit, plan }: Explained): string {
  if (!plan) return 'the database does not explain this command';
  const { rows, returned } = plan;
  const isWasteful = limit > 0 && rows !== null && returned !== null && readsInVain(rows, returned);
  return [
    ...(plan.scansAll ? ['reads the whole collection'] : []),
    ...(plan.sorts ? ['sorts in memory'] : []),
    ...(isWasteful ? ['scans unused rows'] : []),
  ].join(', ');
}
