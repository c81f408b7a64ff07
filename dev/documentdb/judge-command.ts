import { Command } from './command';
import { COMMANDS, type CommandFields, type FieldsByType, GENERIC_ARGUMENTS, type Struct } from './command-fields';
import { CommandError } from './errors';
import { type FieldTypeName, hasValue } from './field-types';
import { type RawDocument } from './raw-document';
import { documentsInSequence } from './wire';

const TYPE_ARRAY = 0x04;
const byName = new WeakMap<FieldsByType, ReadonlyMap<string, FieldTypeName>>();
const known: ReadonlyMap<string, CommandFields> = new Map(Object.entries(COMMANDS));

/** What MongoDB takes for the command of this name. Throws 59 when it has none. */
export function fieldsOf(name: string): CommandFields {
  const fields = known.get(name);
  if (!fields) throw new CommandError(59, `no such command: '${name}'`);
  return fields;
}

/** Throws MongoDB's error for a command with a field that MongoDB does not know, of a type that it does not take, twice or missing. */
export function judgeCommand({ name, body, sequences, connection }: Command): void {
  const command = fieldsOf(name);
  const [own, ...rest] = body.fields();
  if (own) hasValue(`${name}.${name}`, name, own.type, command.value);
  const inner = command.inner?.[name];
  if (inner) judgeInside(body, name, inner, `${name}.${name}`);
  judge(body, rest, command, name, { generic: GENERIC_ARGUMENTS, sequences });
  const explained = name === 'explain' ? body.document(name) : undefined;
  if (explained) judgeCommand(new Command(explained, new Map(), connection));
}

type Field = ReturnType<RawDocument['fields']>[number];

/** A command, other than a document inside one, takes generic arguments too, and documents that its message carries beside its body. */
interface OfCommand {
  readonly generic: Struct;
  readonly sequences: ReadonlyMap<string, Buffer>;
}

function judge(
  document: RawDocument,
  given: readonly Field[],
  { fields = {}, required, unknown, inner = {} }: Struct,
  path: string,
  { generic, sequences }: OfCommand = { generic: { unknown: 'taken' }, sequences: new Map() },
): void {
  const own = typesByName(fields);
  const common = typesByName(generic.fields ?? {});
  const present = new Set<string>(sequences.keys());
  const seen = new Set<string>(present);
  for (const { name, type } of given) {
    if (seen.has(name)) throw new CommandError(40413, `BSON field '${path}.${name}' is a duplicate field`);
    seen.add(name);
    const expected = own.get(name) ?? common.get(name);
    if (expected === undefined) refuseUnknown(unknown, path, name);
    else if (hasValue(`${path}.${name}`, name, type, expected)) present.add(name);
    const within = inner[name] ?? generic.inner?.[name];
    if (within) judgeInside(document, name, within, `${path}.${name}`);
  }
  for (const [name, sequence] of sequences) {
    const within = inner[name];
    if (!own.has(name)) refuseUnknown(unknown, path, name);
    if (typeof within !== 'object') continue;
    for (const entry of documentsInSequence(sequence)) judge(entry, entry.fields(), within, `${path}.${name}`);
  }
  for (const name of required?.split(' ') ?? [])
    if (!present.has(name))
      throw new CommandError(40414, `BSON field '${path}.${name}' is missing but a required field`);
}

/** Judges a document inside a field, or the values of an array. */
function judgeInside(document: RawDocument, field: string, inner: Struct | FieldTypeName, path: string): void {
  const value = document.document(field);
  if (!value) return;
  const isArray = document.fields().some(({ name, type }) => name === field && type === TYPE_ARRAY);
  if (!isArray) {
    if (typeof inner === 'object') judge(value, value.fields(), inner, path);
    return;
  }
  for (const { name, type } of value.fields()) {
    hasValue(`${path}.${name}`, name, type, typeof inner === 'string' ? inner : 'object');
    const entry = typeof inner === 'object' ? value.document(name) : undefined;
    if (entry && typeof inner === 'object') judge(entry, entry.fields(), inner, path);
  }
}

function refuseUnknown(unknown: Struct['unknown'], path: string, name: string): void {
  if (unknown === 40415) throw new CommandError(unknown, `BSON field '${path}.${name}' is an unknown field.`);
  if (unknown === 72) throw new CommandError(unknown, `Unrecognized option in readConcern: ${name}`);
  if (unknown === 197) throw new CommandError(unknown, `The field '${name}' is not valid for an index specification.`);
}

/** The types of fields by their names, and not by their types as the table has them. */
export function typesByName(fields: FieldsByType): ReadonlyMap<string, FieldTypeName> {
  const found = byName.get(fields);
  if (found) return found;
  const types = new Map<string, FieldTypeName>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript forgets the names of a literal's properties
  for (const [type, names] of Object.entries(fields) as [FieldTypeName, string][])
    for (const name of names.split(' ')) types.set(name, type);
  byName.set(fields, types);
  return types;
}
