import { type Model, mongo, type QueryFilter } from 'mongoose';
import { isRemembered, readOnceAfterChange } from './remembered.store';
import type { Row } from './rows';

/** Fields with their directions; together they tell any two rows apart. */
export type SliceOrder = Readonly<Record<string, 1 | -1>>;

interface Slice {
  skip: number;
  limit: number;
  /** All fields unless given. */
  fields?: readonly string[];
}

/** The values of the fields of the order in one row. */
type Mark = Readonly<Record<string, unknown>>;

/** Where earlier slices of one list began, by how many rows come before. */
type Marks = Map<number, Mark>;

/** Slices that begin earlier are found by counting from the beginning. */
const FAR = 500;
/** Marks of one list; the oldest goes. */
const MAX_MARKS = 200;
/** Engines count rows from the beginning some times faster than from a mark, whose conditions they compare with each row. */
const COST_FROM_MARK = 5;

/**
 * Some rows of a list in the order given. A slice far from the beginning starts where an earlier one began, so that the next page
 * costs no more than the first, as long as no row of the model was changed in between.
 */
export async function sliceRows<T extends Row, R = T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  order: SliceOrder,
  { skip, limit, fields = [] }: Slice,
): Promise<R[]> {
  const marks = skip >= FAR ? await marksOf(model, filter, order) : undefined;
  const [at, mark] = marks ? nearestMark(marks, skip) : [0];
  const rows = await model
    .find(mark ? startingAt(filter, order, mark) : filter)
    .sort(order)
    .skip(skip - at)
    .limit(limit)
    .select(fields.length > 0 ? [...fields, ...Object.keys(order)] : [])
    .lean<R[]>()
    .exec();
  if (marks && rows[0]) keepMark(marks, skip, markOf(rows[0], order));
  return rows;
}

/** The marks of a list since the last change of the model's rows; undefined where none can be told. */
async function marksOf<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  order: SliceOrder,
): Promise<Marks | undefined> {
  if (!isRemembered(model) || !hasPlaces(model, order)) return undefined;
  const question = `marks ${mongo.BSON.EJSON.stringify([filter, order])}`;
  return readOnceAfterChange<Marks>(model, question, async () => new Map());
}

/** Whether every row has a value to compare in every field: no comparison finds the rows without one. */
function hasPlaces<T>(model: Model<T>, order: SliceOrder): boolean {
  return Object.keys(order).every((field) => field === '_id' || model.schema.path(field)?.isRequired === true);
}

/** The last mark before a place, if it is quicker to go on from there than to begin at the beginning. */
function nearestMark(marks: Marks, skip: number): [at: number, mark?: Mark] {
  const at = Math.max(0, ...[...marks.keys()].filter((place) => place <= skip));
  return (skip - at) * COST_FROM_MARK < skip ? [at, marks.get(at)] : [0];
}

function keepMark(marks: Marks, at: number, mark: Mark): void {
  const [oldest] = marks.keys();
  if (marks.size >= MAX_MARKS && oldest !== undefined) marks.delete(oldest);
  marks.set(at, mark);
}

function markOf(row: object, order: SliceOrder): Mark {
  return Object.fromEntries(Object.keys(order).map((field) => [field, (row as Mark)[field]]));
}

/** The rows of a filter from this one on. The first condition repeats what the others say, for the engine to begin there. */
function startingAt<T>(filter: QueryFilter<T>, order: SliceOrder, mark: Mark): QueryFilter<T> {
  const fields = Object.entries(order);
  const alternatives = fields.map(([field, direction], at) => {
    const same = Object.fromEntries(fields.slice(0, at).map(([earlier]) => [earlier, mark[earlier]]));
    return { ...same, [field]: { [comparison(direction, at === fields.length - 1)]: mark[field] } };
  });
  const [[first, direction] = ['_id', 1 as const]] = fields;
  const begun = { [first]: { [comparison(direction, true)]: mark[first] } };
  const { $and: conditions = [] } = filter as { $and?: object[] };
  return { ...filter, $and: [...conditions, begun, { $or: alternatives }] };
}

const comparison = (direction: 1 | -1, withEqual: boolean): string =>
  `${direction === 1 ? '$gt' : '$lt'}${withEqual ? 'e' : ''}`;
