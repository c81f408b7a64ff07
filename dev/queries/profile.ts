import type { Exceptions } from './judge';
import { readsInVain } from './plan';
import { type Command, type Document, lineOf, shapesOf } from './query-shape';
import type { RecordedQuery } from './record';

/** An entry of MongoDB's profiler, as far as it is judged. */
export interface ProfileEntry {
  op: string;
  /** Database and collection. */
  ns: string;
  command: Document;
  planSummary?: string;
  docsExamined?: number;
  nreturned?: number;
  hasSortStage?: boolean;
}

/** What the profiler stores while the tests run: the rest is in order, and would push this out of its collection. */
export const PROFILED = {
  $or: [{ planSummary: { $regex: 'COLLSCAN' } }, { docsExamined: { $gt: 100 } }],
};

/** Rows that may be sorted in memory. */
const SORTED_ROWS = 1_000;

/** What MongoDB did for a query that the service sends and that no page may cost; empty when all is in order. */
export function profileProblems(
  entries: readonly ProfileEntry[],
  queries: ReadonlyMap<string, RecordedQuery>,
  small: ReadonlySet<string>,
  exceptions: Exceptions,
): string[] {
  const problems = new Set<string>();
  for (const entry of entries) {
    const collection = entry.ns.slice(entry.ns.indexOf('.') + 1);
    if (small.has(collection)) continue;
    const command = commandOf(entry, collection);
    for (const line of shapesOf(command).map(lineOf)) {
      const isOurs = queries.has(line); // others are sent by tests
      const isExcused = Object.keys(exceptions).some((beginning) => line.startsWith(beginning));
      const problem = isOurs && !isExcused ? problemOf(entry) : undefined;
      if (problem) problems.add(`${line}\n  ${problem}\n  sent by ${queries.get(line)?.senders.join(', ')}`);
    }
  }
  return [...problems].sort();
}

function problemOf({ command, planSummary = '', docsExamined = 0, nreturned = 0, hasSortStage }: ProfileEntry) {
  if (planSummary.includes('COLLSCAN')) return 'MongoDB reads the whole collection';
  if (hasSortStage && docsExamined > SORTED_ROWS) return `MongoDB sorts ${docsExamined} rows in memory`;
  const skipped = Number(command.skip ?? 0);
  if (Number(command.limit ?? 0) > 0 && readsInVain(docsExamined - skipped, nreturned))
    return `MongoDB reads ${docsExamined} rows for a page of ${nreturned}`;
  return undefined;
}

/** The profiler has one entry for each statement of a write. */
function commandOf({ op, command }: ProfileEntry, collection: string): Command {
  if (op === 'update') return { commandName: 'update', command: { update: collection, updates: [command] } };
  if (op === 'remove') return { commandName: 'delete', command: { delete: collection, deletes: [command] } };
  return { commandName: Object.keys(command)[0] ?? '', command };
}
