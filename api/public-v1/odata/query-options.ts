import type { Property } from './edm';
import { type Filter, parseFilter } from './filter';
import { badRequest, notImplemented } from './odata-error';

/** Part of an order: a property and its direction. */
export interface OrderPart {
  property: string;
  descending: boolean;
}

/** The query options of an entity set. */
export interface QueryOptions {
  /** Properties to return, in the order of the metadata; null: all. */
  select: readonly string[] | null;
  filter: Filter | null;
  /** Empty: by key. */
  orderBy: readonly OrderPart[];
  /** Most rows over all pages; null: all. */
  top: number | null;
  skip: number;
  count: boolean;
  skipToken: string | null;
}

/** Options of OData 4.01 that this service does not support. */
const OTHER_OPTIONS: ReadonlySet<string> = new Set(
  'expand search apply compute levels index schemaversion deltatoken id'.split(' '),
);
const OPTIONS = ['select', 'filter', 'orderby', 'top', 'skip', 'count', 'skiptoken', 'format'] as const;
type OptionName = (typeof OPTIONS)[number];
/** The query options of a request by name, without `$` and in lower case, as OData 4.01 allows both. */
export type RawOptions = Readonly<Partial<Record<OptionName, string>>>;

/** Returns the query options of a request; throws 400 for a repeated or unknown one, 501 for one that is not supported. */
export function rawOptions(query: Readonly<Record<string, unknown>>): RawOptions {
  const found: Partial<Record<OptionName, string>> = {};
  for (const [written, value] of Object.entries(query)) {
    const name = written.replace(/^\$/, '').toLowerCase();
    if (OTHER_OPTIONS.has(name)) throw notImplemented(`The query option $${name}`);
    const option = OPTIONS.find((candidate) => candidate === name);
    if (!option) throw badRequest(`"${written}" is not a query option.`);
    if (typeof value !== 'string' || option in found) throw badRequest(`$${name} is given more than once.`);
    found[option] = value;
  }
  return found;
}

/** Parses the query options of an entity set with these properties; throws 400 and 501. */
export function queryOptions(raw: RawOptions, properties: Readonly<Record<string, Property>>): QueryOptions {
  return {
    select: raw.select === undefined ? null : selected(raw.select, properties),
    filter: raw.filter === undefined ? null : parseFilter(raw.filter, properties),
    orderBy: raw.orderby === undefined ? [] : ordered(raw.orderby, properties),
    top: raw.top === undefined ? null : wholeNumber('top', raw.top),
    skip: raw.skip === undefined ? 0 : wholeNumber('skip', raw.skip),
    count: raw.count !== undefined && trueOrFalse(raw.count),
    skipToken: raw.skiptoken ?? null,
  };
}

/** Throws 400 for an option that is meaningless for this resource. */
export function allowOptions(raw: RawOptions, ...allowed: readonly OptionName[]): void {
  const other = OPTIONS.find((name) => name in raw && !allowed.includes(name));
  if (other) throw badRequest(`$${other} cannot be used here.`);
}

function selected(text: string, properties: Readonly<Record<string, Property>>): string[] | null {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('*')) return null;
  for (const name of names) assertProperty('select', name, properties);
  return Object.keys(properties).filter((name) => names.includes(name));
}

function ordered(text: string, properties: Readonly<Record<string, Property>>): OrderPart[] {
  return text.split(',').map((part) => {
    const [property = '', written = 'asc', ...more] = part.trim().split(/\s+/);
    assertProperty('orderby', property, properties);
    const direction = written.toLowerCase();
    if (more.length > 0 || !['asc', 'desc'].includes(direction))
      throw badRequest(`$orderby: "${part.trim()}" is not a property with asc or desc.`);
    return { property, descending: direction === 'desc' };
  });
}

function assertProperty(option: string, name: string, properties: Readonly<Record<string, Property>>): void {
  if (!Object.hasOwn(properties, name)) throw badRequest(`$${option}: "${name}" is not a property of this entity set.`);
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`$${name} must be a whole number from 0 to 999999999.`);
  return Number(text);
}

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw badRequest('$count must be true or false.');
  return text === 'true';
}
