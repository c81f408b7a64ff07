import { CommandError } from './errors';

/** What MongoDB's errors call the types of BSON, by their numbers. */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [0x01, 'double'], [0x02, 'string'], [0x03, 'object'], [0x04, 'array'], [0x05, 'binData'], [0x06, 'undefined'], [0x07, 'objectId'],
  [0x08, 'bool'], [0x09, 'date'], [0x0a, 'null'], [0x0b, 'regex'], [0x0c, 'dbPointer'], [0x0d, 'javascript'], [0x0e, 'symbol'],
  [0x0f, 'javascriptWithScope'], [0x10, 'int'], [0x11, 'timestamp'], [0x12, 'long'], [0x13, 'decimal'], [0x7f, 'maxKey'], [0xff, 'minKey'],
]); // oxfmt-ignore
/** In the order of MongoDB's own lists, which its errors repeat. */
const NUMBERS = ['long', 'int', 'decimal', 'double'];

/** A type of a field in MongoDB's IDL, or what a function of MongoDB's own takes. */
interface FieldType {
  readonly accepts: readonly string[];
  /** The error of a function of MongoDB's own, which does not take null for an absent value either. */
  readonly refusal?: (name: string, type: string) => CommandError;
}

const mismatch = (sentence: string) => () => new CommandError(14, sentence);

/** Types of MongoDB's IDL that differ in range alone share an entry: number is safeInt, safeInt64 and safeDouble, flag is safeBool. */
const FIELD_TYPES = {
  any: { accepts: [...TYPE_NAMES.values()] },
  string: { accepts: ['string'] },
  int: { accepts: ['int'] },
  long: { accepts: ['long'] },
  double: { accepts: ['double'] },
  number: { accepts: NUMBERS },
  bool: { accepts: ['bool'] },
  flag: { accepts: ['bool', ...NUMBERS] },
  object: { accepts: ['object'] },
  array: { accepts: ['array'] },
  uuid: { accepts: ['binData'] },
  timestamp: { accepts: ['timestamp'] },
  boolOrUuid: { accepts: ['bool', 'binData'] },
  flagOrObject: { accepts: ['bool', ...NUMBERS, 'object'] },
  stringOrNumber: { accepts: ['string', ...NUMBERS] },
  stringOrObject: { accepts: ['string', 'object'] },
  indexes: { accepts: ['string', 'array', 'object'] },
  optionalBool: {
    accepts: ['bool'],
    refusal: (name, type) => new CommandError(14, `Field '${name}' should be a boolean value, but found: ${type}`),
  },
  query: {
    accepts: ['object'],
    refusal: (name) => new CommandError(14, `Expected field ${name}to be of type object`), // MongoDB forgets the space
  },
  hint: { accepts: ['string', 'object'], refusal: () => new CommandError(9, 'Hint must be a string or an object') },
  pipeline: { accepts: ['array'], refusal: mismatch("'pipeline' option must be specified as an array") },
  cursor: { accepts: ['object'], refusal: mismatch('cursor field must be missing or an object') },
  update: {
    accepts: ['object', 'array'],
    refusal: () => new CommandError(9, 'Update argument must be either an object or an array'),
  },
  maxTime: { accepts: NUMBERS, refusal: (name) => new CommandError(2, `${name} must be a number`) },
  objectOrUnset: {
    accepts: ['object', 'string'],
    refusal: () => new CommandError(2, "Expected an object, or the string 'unset'."),
  },
  collection: {
    accepts: ['string'],
    refusal: (_name, type) => new CommandError(73, `collection name has invalid type ${type}`),
  },
  collectionOrOne: {
    accepts: ['string', ...NUMBERS],
    refusal: (_name, type) => new CommandError(73, `collection name has invalid type ${type}`),
  },
} as const satisfies Readonly<Record<string, FieldType>>;

export type FieldTypeName = keyof typeof FIELD_TYPES;

/**
 * Whether a field has a value; null is none, as in MongoDB. Throws MongoDB's error when the value has a type that the field does not
 * take: `path` names the field as that error does, from the command on.
 */
export function hasValue(path: string, name: string, type: number, expected: FieldTypeName): boolean {
  const { accepts, refusal }: FieldType = FIELD_TYPES[expected];
  const given = TYPE_NAMES.get(type) ?? String(type);
  if (accepts.includes(given)) return true;
  if (refusal) throw refusal(name, given);
  if (given === 'null' || given === 'undefined') return false;
  const wanted = accepts.length === 1 ? `type '${accepts[0]}'` : `types '[${accepts.join(', ')}]'`;
  throw new CommandError(14, `BSON field '${path}' is the wrong type '${given}', expected ${wanted}`);
}
