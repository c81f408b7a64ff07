import type { DeclaredIndex } from './index-rule';
import { lackOf } from './index-rule';
import type { RecordedQuery } from './record';
import { ROW_FACTS } from './row-facts';

/** Queries that need no index of their own, by the beginning of their line, each with its reason. */
export type Exceptions = Readonly<Record<string, string>>;

export interface Verdict {
  /** A sentence for each query that no index serves and no exception names. */
  problems: string[];
  /** Exceptions that no recorded query needs. */
  unneeded: string[];
}

/** Holds the recorded queries against the indexes by the rule of index-rule.ts. */
export function judgeQueries(
  queries: ReadonlyMap<string, RecordedQuery>,
  indexes: readonly DeclaredIndex[],
  exceptions: Exceptions,
  wholeReaders: Exceptions = {},
): Verdict {
  const unneeded = new Set(Object.keys(exceptions));
  const problems: string[] = [];
  for (const [line, { shape, senders }] of queries) {
    const lack = lackOf(shape, indexes, ROW_FACTS);
    if (lack === undefined || senders.every((sender) => Object.hasOwn(wholeReaders, sender))) continue;
    const excused = Object.keys(exceptions).filter((beginning) => line.startsWith(beginning));
    for (const beginning of excused) unneeded.delete(beginning);
    if (excused.length === 0) problems.push(`${line}\n  ${lack}\n  sent by ${senders.sort().join(', ')}`);
  }
  return { problems: problems.sort(), unneeded: [...unneeded].sort() };
}
