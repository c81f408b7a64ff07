import type { Comparison, Conditions, QueryShape } from './query-shape';

export interface DeclaredIndex {
  collection: string;
  key: Readonly<Record<string, 1 | -1>>;
  unique: boolean;
  /** The values or conditions that a row must meet to be in the index. */
  partial: Readonly<Record<string, unknown>>;
}

/** What the rule knows of the rows in addition to the indexes. */
export interface RowFacts {
  /** Collections of which an organization has a few hundred rows at most, whatever its size. */
  small: ReadonlySet<string>;
  /** Fields of a collection of which one value is found in a few hundred rows at most: the rows of one person, one job. */
  narrow: Readonly<Record<string, readonly string[]>>;
  /** Fields of a collection whose values divide it: what is narrowed by one may compare a later key, since few of its keys are read. */
  grouped: Readonly<Record<string, readonly string[]>>;
  /** Conditions that leave out nearly no row: to compare them after reading the row costs nothing worth an index. */
  rarelyDecides: Readonly<Record<string, readonly Comparison[]>>;
}

const TENANT = 'tenantId';

/**
 * Judges a query by the rule equality, sort, range: an index must begin with the fields that are compared for equality, go on with
 * those of the sort, and hold the others, so that the database reads what it returns and sorts nothing. Returns undefined when an
 * index serves the query, otherwise what the best one lacks.
 */
export function lackOf(shape: QueryShape, indexes: readonly DeclaredIndex[], facts: RowFacts): string | undefined {
  if (facts.small.has(shape.collection)) return undefined;
  const own = indexes.filter(({ collection }) => collection === shape.collection);
  const whole = lackOfOne(shape, shape.conditions, own, facts);
  if (whole === undefined) return undefined;
  // An alternative is served where each of its branches is, together with what all of them share.
  const isServedByBranches = shape.branches.some((branches, at) => {
    const others = { ...shape, branches: shape.branches.toSpliced(at, 1) };
    return branches.every((branch) => lackOfOne(others, { ...shape.conditions, ...branch }, own, facts) === undefined);
  });
  return isServedByBranches ? undefined : whole;
}

function lackOfOne(
  shape: QueryShape,
  conditions: Conditions,
  indexes: readonly DeclaredIndex[],
  facts: RowFacts,
): string | undefined {
  if (isEquality(conditions._id)) return undefined;
  const lacks = indexes
    .filter((index) => holdsAll(index, conditions))
    .map((index) => lackOfIndex(index, shape, conditions, facts));
  if (lacks.includes(undefined)) return undefined;
  const [fewest] = lacks.filter((lack) => lack !== undefined).sort((left, right) => left.weight - right.weight);
  return fewest?.text ?? `no index begins with ${equalities(conditions).join(', ')}`;
}

interface Lack {
  weight: number;
  text: string;
}

function lackOfIndex(
  index: DeclaredIndex,
  shape: QueryShape,
  conditions: Conditions,
  facts: RowFacts,
): Lack | undefined {
  const keys = Object.keys(index.key);
  const bound = keys.slice(0, prefixLength(keys, conditions));
  const narrow = facts.narrow[shape.collection] ?? [];
  if (bound.some((field) => narrow.includes(field))) return undefined;
  if (index.unique && bound.length === keys.length) return undefined;
  const name = keys.filter((field) => field !== TENANT).join(', ');
  if (!followsSort(index, shape.sort, conditions, bound.length))
    return { weight: 2, text: `sorts what it finds by ${name}` };
  // A condition on a later key is compared in the index, so that it costs no row; one on another field costs each of them.
  const decided = [...bound, ...Object.keys(index.partial)];
  const decides = (field: string): boolean =>
    facts.rarelyDecides[field]?.includes(conditions[field] ?? 'equal') !== true;
  const left = Object.keys(conditions).filter((field) => !decided.includes(field) && decides(field));
  const isGrouped = bound.some((field) => facts.grouped[shape.collection]?.includes(field));
  const unseen = left.filter((field) => !keys.includes(field) || (isEquality(conditions[field]) && !isGrouped));
  if (unseen.length > 0 || branchesOutside(shape, keys)) {
    const fields = unseen.length > 0 ? unseen.join(', ') : '$or';
    return { weight: 1, text: `scans unused rows by ${name}: ${fields} comes after they are read` };
  }
  const read = fieldsRead(shape, conditions);
  if (read) {
    const fetched = read.filter((field) => !keys.includes(field));
    return fetched.length > 0
      ? { weight: 1, text: `reads each row for ${fetched.join(', ')}, which ${name} has not` }
      : undefined;
  }
  const isNarrowed =
    bound.some((field) => field !== TENANT && decides(field)) || isRange(conditions, keys[bound.length]);
  const isPage = shape.sort.length > 0 && shape.rows !== 'all';
  return isNarrowed || isPage ? undefined : { weight: 3, text: 'reads all rows of the organization' };
}

/** The fields that a figure is made of, which an index can have; undefined for a query that returns rows. */
function fieldsRead({ operation, fields }: QueryShape, conditions: Conditions): readonly string[] | undefined {
  if (operation === 'count') return Object.keys(conditions);
  return operation === 'distinct' || operation === 'aggregate' ? [...Object.keys(conditions), ...fields] : undefined;
}

const hasOneValue = (comparison: Comparison | undefined): boolean =>
  comparison !== undefined && ['equal', 'true', 'false', 'null'].includes(comparison);
const isEquality = (comparison: Comparison | undefined): boolean => hasOneValue(comparison) || comparison === 'among';
const isRange = (conditions: Conditions, field: string | undefined): boolean =>
  field !== undefined && conditions[field] === 'range';

const equalities = (conditions: Conditions): string[] =>
  Object.keys(conditions).filter((field) => field !== TENANT && isEquality(conditions[field]));

/** How many of the first keys are compared for equality. */
function prefixLength(keys: readonly string[], conditions: Conditions): number {
  const end = keys.findIndex((field) => !isEquality(conditions[field]));
  return end < 0 ? keys.length : end;
}

/** Whether the index has the rows of its first keys in the order of the sort, or in the opposite one. */
function followsSort(index: DeclaredIndex, sort: QueryShape['sort'], conditions: Conditions, bound: number): boolean {
  const needed = sort.filter(([field]) => !hasOneValue(conditions[field]));
  if (needed.length === 0) return true;
  const entries = Object.entries(index.key);
  for (let start = 0; start <= bound; start++) {
    const following = entries.slice(start, start + needed.length);
    if (following.length < needed.length) continue;
    if (!needed.every(([field], at) => following[at]?.[0] === field)) continue;
    const [turned] = needed.map(([, direction], at) => direction * (following[at]?.[1] ?? 0));
    if (needed.every(([, direction], at) => direction * (following[at]?.[1] ?? 0) === turned)) return true;
  }
  return false;
}

/** Whether an alternative is left that the keys cannot decide. */
function branchesOutside({ branches }: QueryShape, keys: readonly string[]): boolean {
  return branches.some((list) => list.some((branch) => Object.keys(branch).some((field) => !keys.includes(field))));
}

/** Whether a partial index has every row that the conditions can find. */
function holdsAll({ partial }: DeclaredIndex, conditions: Conditions): boolean {
  return Object.entries(partial).every(([field, value]) =>
    typeof value === 'boolean'
      ? conditions[field] === String(value)
      : conditions[field] === 'equal' || conditions[field] === 'among',
  );
}
