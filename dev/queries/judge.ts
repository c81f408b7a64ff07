import type { DeclaredIndex } from './index-rule';
import { lackOf } from './index-rule';
import { type Conditions, lineOf, type QueryShape } from './query-shape';
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

/** The fields of a collection by which an index must find rows, whatever else clients compare with them. */
export type ClientConditions = Readonly<Record<string, readonly string[]>>;

/**
 * Holds the recorded queries against the indexes by the rule of index-rule.ts. Of queries that the senders of `clientConditions`
 * alone send, the named fields are held against them.
 */
export function judgeQueries(
  queries: ReadonlyMap<string, RecordedQuery>,
  indexes: readonly DeclaredIndex[],
  exceptions: Exceptions,
  wholeReaders: Exceptions = {},
  clientConditions: Readonly<Record<string, ClientConditions>> = {},
): Verdict {
  const unneeded = new Set(Object.keys(exceptions));
  const problems: string[] = [];
  for (const [line, { shape, senders }] of queries) {
    const [named, ...others] = senders.map((sender) => clientConditions[sender]?.[shape.collection]);
    const isFilter = shape.operation === 'find' && named !== undefined && others.every(Boolean);
    const judged = isFilter ? withFields(shape, named) : shape;
    const lack = lackOf(judged, indexes, ROW_FACTS);
    if (lack === undefined || senders.every((sender) => Object.hasOwn(wholeReaders, sender))) continue;
    const excused = Object.keys(exceptions).filter((beginning) => lineOf(judged).startsWith(beginning));
    for (const beginning of excused) unneeded.delete(beginning);
    if (excused.length === 0) problems.push(`${line}\n  ${lack}\n  sent by ${senders.sort().join(', ')}`);
  }
  return { problems: problems.sort(), unneeded: [...unneeded].sort() };
}

function withFields(shape: QueryShape, fields: readonly string[]): QueryShape {
  const isNamed = ([field]: [string, unknown]): boolean => field === 'tenantId' || fields.includes(field);
  const conditions: Conditions = Object.fromEntries(Object.entries(shape.conditions).filter(isNamed));
  const branches = shape.branches.filter((list) => list.every((branch) => Object.entries(branch).every(isNamed)));
  return { ...shape, conditions, branches };
}
