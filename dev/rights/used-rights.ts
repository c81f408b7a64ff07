import { JOBS, type JobName } from '../../shared/jobs/contract';
import type { Command, Document } from '../queries/query-shape';
import type { Process } from './database-rights';

/** An action of MongoDB that a command needs on a collection, or on the database where it has no collection. */
export interface Right {
  collection: string;
  action: string;
}

/** Returns the process that runs an operation: `GET /api/v1/ping`, `job NAME`, `task NAME`, `start PROCESS`. */
export function processOf(operation: string): Process {
  const [kind = '', name = ''] = operation.split(' ');
  if (kind === 'start') return name as Process;
  if (kind === 'task') return 'worker';
  if (kind === 'job') return JOBS[name as JobName].queue === 'export' ? 'renderer' : 'worker';
  return /^\/api\/v1(\/|$)/.test(name) ? 'public-api' : 'api';
}

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  find: ['find'],
  count: ['find'],
  distinct: ['find'],
  aggregate: ['find'], // models refuse stages that read or write another collection
  insert: ['insert'],
  delete: ['remove'],
  create: ['createCollection'],
  createIndexes: ['createIndex'],
  dropIndexes: ['dropIndex'],
  drop: ['dropCollection'],
};

/** Commands that every user may send. */
const OF_EVERYBODY: ReadonlySet<string> = new Set(['abortTransaction', 'buildInfo', 'commitTransaction', 'endSessions', 'getMore', 'hello', 'killCursors', 'killSessions', 'ping']); // oxfmt-ignore

/** Returns what MongoDB asks of a user who sends this command. A command that is not known here needs itself, which no one is granted. */
export function usedRights({ commandName, command }: Command): Right[] {
  if (OF_EVERYBODY.has(commandName)) return [];
  const named = command[commandName];
  const collection = typeof named === 'string' ? named : '';
  return actionsOf(commandName, command).map((action) => ({ collection, action }));
}

function actionsOf(commandName: string, command: Document): readonly string[] {
  const updates = (isUpsert: boolean): string[] => (isUpsert ? ['update', 'insert'] : ['update']);
  if (commandName === 'update') return updates((command.updates as Document[]).some(({ upsert }) => upsert === true));
  if (commandName === 'findAndModify')
    return ['find', ...(command.remove === true ? ['remove'] : updates(command.upsert === true))];
  return ACTIONS[commandName] ?? [commandName];
}
