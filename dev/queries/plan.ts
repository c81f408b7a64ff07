/** What a database says about how it answers a query; figures are null where it does not tell them. */
export interface Plan {
  /** Names of the indexes, or types of nodes without a name. */
  indexes: string[];
  sorts: boolean;
  /** It looks at every row of the collection, of all organizations. */
  scansAll: boolean;
  keys: number | null;
  rows: number | null;
  returned: number | null;
}

/** Rows that may be read for each row of a page, and beside them. */
const ROWS_PER_ROW = 3;
const ROWS_BESIDE = 100;

/** Whether more rows were read for a page than its rows account for. */
export const readsInVain = (read: number, returned: number): boolean => read > ROWS_PER_ROW * returned + ROWS_BESIDE;

type Node = Readonly<Record<string, unknown>>;

/** Reads the answer to `explain` with `executionStats`: of MongoDB, or of the embedded engine, whose plan is PostgreSQL's. */
export function readPlan(answer: Node): Plan {
  const nodes = nodesBelow(withoutRejected(answer));
  const stages = nodes.map((node) => node.stage ?? node['Node Type']);
  const named = nodes.flatMap((node) => node.indexName ?? node['Index Name'] ?? []);
  const stats = nodes.find((node) => typeof node.totalDocsExamined === 'number');
  return {
    indexes: [...new Set(named.map(String))],
    sorts: stages.some((stage) => stage === 'SORT' || stage === 'Sort' || stage === 'Incremental Sort'),
    scansAll: stages.some((stage) => stage === 'COLLSCAN' || stage === 'Seq Scan'),
    keys: figure(stats?.totalKeysExamined),
    rows: figure(stats?.totalDocsExamined),
    returned: figure(stats?.nReturned),
  };
}

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The answer without the plans that the database has tried and not taken. */
function withoutRejected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRejected);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'rejectedPlans' && name !== 'allPlansExecution');
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutRejected(inner)]));
}

function nodesBelow(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesBelow);
  return Array.isArray(value) ? inner : [value as Node, ...inner];
}
