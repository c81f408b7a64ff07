import type { Request } from 'express';
import { ownOrigin } from '../../http/own-origin';
import { type EntitySet, keyOf } from './entity-set';
import type { Row } from './filter-expression';
import { badRequest, ODataError } from './odata-error';

export const ODATA_PATH = '/api/v1/odata';

export type Resource =
  | { kind: 'service' | 'metadata' }
  | { kind: 'set' | 'count'; set: EntitySet }
  | { kind: 'entity'; set: EntitySet; key: string };

/**
 * Returns the root of the service for links: the request's own host if it belongs to the service, otherwise that of BASE_URL.
 */
export function serviceRoot(request: Request): string {
  return `${ownOrigin(request)}${ODATA_PATH}`;
}

/** Parses a path below the service root; throws 404 for an unknown resource, 400 for an invalid key. */
export function resourceOf(path: string, sets: readonly EntitySet[]): Resource {
  const [first = '', second, ...more] = path.replace(/^\/|\/$/g, '').split('/');
  if (more.length === 0 && second === undefined) {
    if (first === '') return { kind: 'service' };
    if (first === '$metadata') return { kind: 'metadata' };
  }
  const [, name = '', key] = /^([A-Za-z]+)(?:\((.*)\))?$/.exec(first) ?? [];
  const set = sets.find((candidate) => candidate.name === name);
  if (!set || more.length > 0) throw unknown();
  if (key !== undefined) {
    if (second !== undefined) throw unknown();
    return { kind: 'entity', set, key: parseKey(key, set) };
  }
  if (second === undefined) return { kind: 'set', set };
  if (second !== '$count') throw unknown();
  return { kind: 'count', set };
}

const unknown = (): ODataError => new ODataError(404, 'The resource does not exist.');

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const QUOTED = /^'((?:[^']|'')*)'$/;

/** Parses the key of an address: one value, or `name=value` for each of several. */
function parseKey(text: string, set: EntitySet): string {
  // Text keys may contain commas, so only a key of several values, which are ids, is split at them.
  const parts = set.key.length === 1 ? [text] : text.split(',');
  const named = parts.map((part): [string, string] => {
    const [, name = set.key[0] ?? '', value = ''] = /^(?:([A-Za-z]+)=)?(.*)$/.exec(part.trim()) ?? [];
    return [name, value];
  });
  const values = Object.fromEntries(named);
  const isWhole = named.length === set.key.length && set.key.every((property) => property in values);
  if (!isWhole || (set.key.length > 1 && parts.some((part) => !part.includes('='))))
    throw badRequest(`The key of ${set.name} is (${set.key.map((property) => `${property}=…`).join(',')}).`);
  const row: Row = Object.fromEntries(
    set.key.map((property) => [property, keyValue(values[property] ?? '', property, set)]),
  );
  return keyOf(set, row);
}

function keyValue(text: string, property: string, set: EntitySet): string {
  if (set.properties[property]?.type === 'Edm.Guid') {
    if (GUID.test(text)) return text.toLowerCase();
  } else {
    const quoted = QUOTED.exec(text)?.[1];
    if (quoted !== undefined) return quoted.replaceAll("''", "'");
  }
  throw badRequest(`"${text}" is not a value of ${property}.`);
}
