/**
 * How a field is compared: with a value (true, false and null say which, as partial indexes hold only some rows), with some values,
 * with a range, or in a way that no index can look up.
 */
export type Comparison = 'equal' | 'true' | 'false' | 'null' | 'among' | 'range' | 'filter';

/** The compared fields of a query, without their values. */
export type Conditions = Readonly<Record<string, Comparison>>;

/** What decides which index serves a query. */
export interface QueryShape {
  collection: string;
  operation: string;
  conditions: Conditions;
  /** Each `$or`: the conditions of its branches. */
  branches: readonly (readonly Conditions[])[];
  sort: readonly (readonly [field: string, direction: 1 | -1])[];
  /** How many rows the query ends at: the first that matches, a page of them, or all. */
  rows: 'first' | 'page' | 'all';
  /** The fields that are read; empty for whole rows. */
  fields: readonly string[];
}

export type Document = Readonly<Record<string, unknown>>;

/** A command as the driver's monitoring reports it, and as the profiler stores it. */
export interface Command {
  commandName: string;
  command: Document;
}

const RANGES: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte']);
/** Of two conditions on a field the later one counts. */
const STRENGTH: readonly Comparison[] = ['filter', 'range', 'among', 'null', 'false', 'true', 'equal'];

/** The shapes of a command: one of a read, one of each statement of a write; none where no rows are looked for. */
export function shapesOf({ commandName, command }: Command): QueryShape[] {
  const collection = command[commandName];
  if (typeof collection !== 'string') return [];
  const shape = (query: unknown, rest: Partial<QueryShape> = {}, operation = commandName): QueryShape => ({
    ...{ collection, operation, sort: [], rows: 'all', fields: [] },
    ...conditionsOf(query),
    ...rest,
  });
  switch (commandName) {
    case 'find':
      return [
        shape(command.filter, {
          sort: sortOf(command.sort),
          rows: rowsOf(command.limit),
          fields: projectionOf(command.projection),
        }),
      ];
    case 'count':
      return [shape(command.query)];
    case 'distinct':
      return [shape(command.query, { fields: [String(command.key)] })];
    case 'aggregate':
      return [ofPipeline(command.pipeline as Document[], shape)];
    case 'findAndModify':
      return [shape(command.query, { sort: sortOf(command.sort), rows: 'first' })];
    case 'update':
      return (command.updates as Document[]).map(({ q, multi }) => shape(q, { rows: multi ? 'all' : 'first' }));
    case 'delete':
      return (command.deletes as Document[]).map(({ q, limit }) => shape(q, { rows: limit === 1 ? 'first' : 'all' }));
    default:
      return [];
  }
}

/** A shape as one line: what is compared how, in which order, and how much is read. Equal lines are the same shape. */
export function lineOf({ collection, operation, conditions, branches, sort, rows, fields }: QueryShape): string {
  return [
    `${operation} ${collection}`,
    `{${conditionLine(conditions)}}`,
    ...branches.map((list) => `or(${list.map((each) => `{${conditionLine(each)}}`).join(' ')})`),
    ...(sort.length > 0
      ? [`sort ${sort.map(([field, direction]) => (direction === 1 ? field : `-${field}`)).join(',')}`]
      : []),
    ...(rows === 'all' ? [] : [rows]),
    ...(fields.length > 0 ? [`fields ${fields.join(',')}`] : []),
  ].join(' ');
}

const SIGNS: Readonly<Record<Comparison, string>> = {
  ...{ equal: '', true: ' true', false: ' false', null: ' null' },
  ...{ among: ' in', range: ' range', filter: ' filter' },
};

function conditionLine(conditions: Conditions): string {
  return Object.entries(conditions)
    .map(([field, comparison]) => field + SIGNS[comparison])
    .sort()
    .join(', ');
}

const STAGES_THAT_KEEP_FIELDS: ReadonlySet<string> = new Set(['$match', '$sort', '$limit', '$skip']);

/** The first stages decide what is read: what they match, and the order in which a limit or a group takes it. */
function ofPipeline(
  stages: readonly Document[],
  shape: (query: unknown, rest: Partial<QueryShape>, operation?: string) => QueryShape,
): QueryShape {
  const matches: unknown[] = [];
  let sort: QueryShape['sort'] = [];
  let rows: QueryShape['rows'] = 'all';
  const first = stages.findIndex((stage) => !STAGES_THAT_KEEP_FIELDS.has(nameOf(stage)));
  for (const stage of first < 0 ? stages : stages.slice(0, first)) {
    if (stage.$match) matches.push(stage.$match);
    if (stage.$sort) sort = sortOf(stage.$sort);
    if (stage.$limit) rows = rowsOf(stage.$limit);
  }
  const query = { $and: matches };
  const group = stages[first];
  // mongoose counts by a group of everything; servers count a range of an index the same way.
  if (group && isCountOfAll(group)) return shape(query, { sort, rows }, 'count');
  return shape(query, { sort, rows, fields: first < 0 ? [] : fieldsOfStages(stages.slice(first)) });
}

const nameOf = (stage: Document): string => Object.keys(stage)[0] ?? '';

function isCountOfAll({ $group }: Document): boolean {
  if (typeof $group !== 'object' || $group === null) return false;
  const { _id, ...sums } = $group as Document;
  return (_id === 1 || _id === null) && fieldsIn(sums).length === 0;
}

/** The stored fields that the stages name, up to the first that makes rows of others. */
function fieldsOfStages(stages: readonly Document[]): string[] {
  const fields = new Set<string>();
  for (const stage of stages) {
    const [[name, body] = ['', undefined]] = Object.entries(stage);
    if (name === '$project') for (const field of projectionOf(body)) fields.add(field);
    if (name === '$unwind' && typeof body === 'string') fields.add(body.slice(1));
    else for (const field of fieldsIn(body)) fields.add(field);
    if (name === '$group' || name === '$project') break;
  }
  return [...fields].sort();
}

/** The fields that an expression names: `$name`, not `$$variable`. */
function fieldsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\$[a-zA-Z_]/.test(value) ? [value.slice(1)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(fieldsIn);
}

function rowsOf(limit: unknown): QueryShape['rows'] {
  const count = Math.abs(Number(limit ?? 0));
  return count === 0 ? 'all' : count === 1 ? 'first' : 'page';
}

function sortOf(sort: unknown): QueryShape['sort'] {
  const entries = sort instanceof Map ? [...sort.entries()] : Object.entries(sort ?? {});
  return entries.map(([field, direction]) => [String(field), Number(direction) < 0 ? -1 : 1] as const);
}

/** The fields that an inclusive projection names; none where it excludes some or is not given. */
function projectionOf(projection: unknown): string[] {
  const entries = Object.entries((projection ?? {}) as Document);
  if (entries.some(([field, value]) => field !== '_id' && (value === 0 || value === false))) return [];
  return entries.flatMap(([field, value]) => (value === 1 || value === true ? [field] : [])).sort();
}

/** Folds a filter into its fields and its alternatives. */
function conditionsOf(query: unknown): Pick<QueryShape, 'conditions' | 'branches'> {
  const conditions: Record<string, Comparison> = {};
  const branches: Conditions[][] = [];
  fold((query ?? {}) as Document, conditions, branches);
  return { conditions, branches };
}

function fold(query: Document, conditions: Record<string, Comparison>, branches: Conditions[][]): void {
  const add = (field: string, comparison: Comparison): void => {
    const present = conditions[field];
    if (!present || STRENGTH.indexOf(comparison) > STRENGTH.indexOf(present)) conditions[field] = comparison;
  };
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (key === '$and') for (const each of value as Document[]) fold(each, conditions, branches);
    else if (key === '$or') branches.push((value as Document[]).map(branchOf));
    else if (key.startsWith('$')) add(key, 'filter');
    else add(key, comparisonOf(value));
  }
}

/** A branch as conditions; an `$or` inside of it can only filter. */
function branchOf(query: Document): Conditions {
  const { conditions, branches } = conditionsOf(query);
  return branches.length === 0 ? conditions : { ...conditions, $or: 'filter' };
}

function comparisonOf(value: unknown): Comparison {
  if (value === true || value === false || value === null) return String(value) as 'true' | 'false' | 'null';
  if (!isOperators(value)) return value instanceof RegExp ? 'filter' : 'equal';
  const found = Object.entries(value).map(([operator, operand]): Comparison => {
    if (operator === '$eq') return comparisonOf(operand);
    if (operator === '$in') return 'among';
    return RANGES.has(operator) ? 'range' : 'filter';
  });
  return STRENGTH[Math.max(...found.map((comparison) => STRENGTH.indexOf(comparison)))] ?? 'filter';
}

function isOperators(value: unknown): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => key.startsWith('$'))
  );
}
