import { existsSync, readFileSync } from 'node:fs';
import type { Process } from '../rights/database-rights';
import type { Right } from '../rights/used-rights';
import type { ProfileEntry } from './profile';
import { lineOf, type QueryShape } from './query-shape';

/** The shapes that the tests saw the service send, one JSON object a line. */
export const RECORD = 'build/queries/shapes.jsonl';

/** The rights that the commands of each process needed, one JSON object a line. */
export const RIGHTS_RECORD = 'build/queries/rights.jsonl';

/** What MongoDB's profiler noted, one entry a line; only where the tests ran on MongoDB itself. */
export const PROFILES = 'build/queries/profiles.jsonl';

/** A query that the service sends, and who sends it: routes, jobs and tasks. */
export interface RecordedQuery {
  shape: QueryShape;
  senders: string[];
}

/** A right that a process has used, and the first route, job or task that did. */
export interface RecordedRight extends Right {
  process: Process;
  sender: string;
}

/** The recorded queries by their lines; empty when no test has asked the database. */
export function recordedQueries(): Map<string, RecordedQuery> {
  const queries = new Map<string, RecordedQuery>();
  for (const { shape, sender } of linesOf<{ shape: QueryShape; sender: string }>(RECORD)) {
    const line = lineOf(shape);
    const query = queries.get(line) ?? { shape, senders: [] };
    if (!query.senders.includes(sender)) query.senders.push(sender);
    queries.set(line, query);
  }
  return queries;
}

/** The rights that were used; empty when no test has asked the database. */
export const recordedRights = (): RecordedRight[] => linesOf<RecordedRight>(RIGHTS_RECORD);

/** What the profiler noted; empty where there was none. */
export const profiledEntries = (): ProfileEntry[] => linesOf<ProfileEntry>(PROFILES);

function linesOf<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}
