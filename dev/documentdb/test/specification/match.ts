import { BSON } from 'mongodb';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  object: isRecord,
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'number' || value instanceof BSON.Int32,
  long: (value) => typeof value === 'number' || typeof value === 'bigint' || value instanceof BSON.Long,
  double: (value) => typeof value === 'number' || value instanceof BSON.Double,
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  objectId: (value) => value instanceof BSON.ObjectId,
  date: (value) => value instanceof Date,
};

/**
 * Returns where `actual` differs from what a test in the unified format expects, undefined where it matches. An expected document at the
 * root may lack keys that the actual one has; one further inside may not.
 */
export function difference(
  expected: unknown,
  actual: unknown,
  entities: ReadonlyMap<string, unknown>,
  path = '',
): string | undefined {
  if (isRecord(expected) && Object.keys(expected).some((key) => key.startsWith('$$')))
    return special(expected, actual, entities, path);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs(expected, actual, path);
    return first(expected.map((item, at) => difference(item, actual[at], entities, `${path}[${at}]`)));
  }
  if (!isRecord(expected)) return same(expected, actual) ? undefined : differs(expected, actual, path);
  if (!isRecord(actual)) return differs(expected, actual, path);
  const extra = path === '' ? undefined : Object.keys(actual).find((key) => !(key in expected));
  if (extra !== undefined) return `${path}.${extra} is not expected`;
  return first(
    Object.entries(expected).map(([key, value]) => difference(value, actual[key], entities, `${path}.${key}`)),
  );
}

function special(
  expected: Record<string, unknown>,
  actual: unknown,
  entities: ReadonlyMap<string, unknown>,
  path: string,
): string | undefined {
  const [operator = '', operand] = Object.entries(expected)[0] ?? [];
  switch (operator) {
    case '$$exists':
      return (actual !== undefined) === operand ? undefined : `${path} exists: ${String(actual !== undefined)}`;
    case '$$type':
      return [operand].flat().some((name) => TYPES[String(name)]?.(actual) === true)
        ? undefined
        : differs(expected, actual, path);
    case '$$unsetOrMatches':
      return actual === undefined ? undefined : difference(operand, actual, entities, path);
    case '$$matchesEntity':
      return difference(entities.get(String(operand)), actual, entities, path);
    case '$$sessionLsid': {
      const session = entities.get(String(operand));
      return isRecord(session) ? difference(session.id, actual, entities, path) : `${String(operand)} is no session`;
    }
    default:
      return `${operator} is not known to this runner`;
  }
}

function first(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((each) => each !== undefined);
}

function differs(expected: unknown, actual: unknown, path: string): string {
  return `${path || 'the value'}: expected ${BSON.EJSON.stringify(expected)}, got ${BSON.EJSON.stringify(actual)}`;
}

function same(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  return expected !== undefined && actual !== undefined && canonical(expected) === canonical(actual);
}

/** Numbers are compared by value: 1 and Long(1) are one. */
function canonical(value: unknown): string {
  const plain = value instanceof BSON.Long ? value.toNumber() : typeof value === 'bigint' ? Number(value) : value;
  return BSON.EJSON.stringify({ value: plain });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !('_bsontype' in value) &&
    !(value instanceof Date)
  );
}
