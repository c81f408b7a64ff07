import { RawDocument } from './raw-document';

const TYPE_DOCUMENT = 0x03;
const TYPE_ARRAY = 0x04;
/** Values that a filter compares with: double, string, ObjectId, boolean, date, null, int32 and int64. */
const COMPARED: ReadonlySet<number> = new Set([0x01, 0x02, 0x07, 0x08, 0x09, 0x0a, 0x10, 0x12]);
/** An update that names the element of an array which the filter has found. */
const POSITIONAL = Buffer.from('.$');

/**
 * Returns updates that find the same documents, and that DocumentDB plans faster. An `_id` finds one document, but the planner looks
 * at every index that another field of the filter could use, for each update again. As `$nor` of `$ne` these fields are only compared.
 */
export function updatesById(updates: Buffer): Buffer {
  const documents: Buffer[] = [];
  for (let at = 0; at < updates.length; at += updates.readInt32LE(at))
    documents.push(byId(updates.subarray(at, at + updates.readInt32LE(at))));
  return Buffer.concat(documents);
}

function byId(bytes: Buffer): Buffer {
  const update = new RawDocument(bytes);
  const filter = update.document('q');
  // An upsert takes the fields of the document from its filter.
  if (!filter || update.flag('upsert') === true || bytes.includes(POSITIONAL)) return bytes;
  const hidden = compared(filter);
  if (hidden.length === 0) return bytes;
  const conditions = hidden.map(({ name, type }, at) => {
    const differs = element(type, '$ne', filter.value(name));
    return element(TYPE_DOCUMENT, String(at), document([element(TYPE_DOCUMENT, name, document([differs]))]));
  });
  const others = filter.without(new Set(hidden.map(({ name }) => name))).subarray(4, -1);
  const shown = document([others, element(TYPE_ARRAY, '$nor', document(conditions))]);
  const rest = update.without(new Set(['q'])).subarray(4, -1);
  return document([element(TYPE_DOCUMENT, 'q', shown), rest]);
}

/** The fields beside `_id` that are compared with a value; none in a filter without a value for `_id`. */
function compared(filter: RawDocument): readonly { name: string; type: number }[] {
  const fields = filter.fields();
  const hasId = fields.some(({ name, type }) => name === '_id' && COMPARED.has(type));
  if (!hasId || filter.has('$nor')) return [];
  return fields.filter(({ name, type }) => name !== '_id' && !name.startsWith('$') && COMPARED.has(type));
}

function element(type: number, name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`), value]);
}

function document(elements: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), ...elements, Buffer.of(0)]);
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
}
