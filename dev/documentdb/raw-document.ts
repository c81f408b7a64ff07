import { BSON, type Document } from 'bson';
import { CommandError } from './errors';

/** One top-level element of a BSON document: offsets into the document's bytes. */
interface Element {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

const TYPE_DOUBLE = 0x01;
const TYPE_STRING = 0x02;
const TYPE_DOCUMENT = 0x03;
const TYPE_ARRAY = 0x04;
const TYPE_BOOLEAN = 0x08;
const TYPE_INT32 = 0x10;
const TYPE_INT64 = 0x12;

/** The number of bytes of a BSON value of the given type that begins at `at`. */
function valueSize(type: number, bytes: Buffer, at: number): number {
  switch (type) {
    case TYPE_DOUBLE:
    case 0x09: // date
    case 0x11: // timestamp
    case TYPE_INT64:
      return 8;
    case TYPE_STRING:
    case 0x0d: // JavaScript
    case 0x0e: // symbol
      return 4 + bytes.readInt32LE(at);
    case TYPE_DOCUMENT:
    case TYPE_ARRAY:
    case 0x0f: // JavaScript with scope
      return bytes.readInt32LE(at);
    case 0x05: // binary
      return 5 + bytes.readInt32LE(at);
    case 0x06: // undefined
    case 0x0a: // null
    case 0x7f: // MaxKey
    case 0xff: // MinKey
      return 0;
    case 0x07: // ObjectId
      return 12;
    case TYPE_BOOLEAN:
      return 1;
    case 0x0b: // regular expression: two C strings
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at;
    case 0x0c: // DBPointer
      return 16 + bytes.readInt32LE(at);
    case TYPE_INT32:
      return 4;
    case 0x13: // decimal128
      return 16;
    default:
      throw new CommandError(22, `Unrecognized BSON type ${type}`);
  }
}

/**
 * A BSON document of which only the top level is indexed: a command may carry 48 MB of documents, which pass through the gateway
 * undecoded. Values are decoded one by one, on demand.
 */
export class RawDocument {
  private readonly elements: Element[] = [];

  constructor(readonly bytes: Buffer) {
    if (bytes.length < 5 || bytes.readInt32LE(0) !== bytes.length) throw new CommandError(22, 'Invalid BSON length');
    const last = bytes.length - 1;
    for (let start = 4; start < last;) {
      const type = bytes.readUInt8(start);
      const nameEnd = bytes.indexOf(0, start + 1);
      const value = nameEnd + 1;
      const end = value + valueSize(type, bytes, value);
      if (nameEnd < 0 || end <= start || end > last) throw new CommandError(22, 'BSON element runs past its document');
      this.elements.push({ name: bytes.toString('utf8', start + 1, nameEnd), type, start, value, end });
      start = end;
    }
  }

  /** The name of the first element, which names a command; undefined in an empty document. */
  get firstName(): string | undefined {
    return this.elements[0]?.name;
  }

  /** The number of top-level elements. */
  get size(): number {
    return this.elements.length;
  }

  /** The names of the elements, and the numbers of their types in BSON. */
  fields(): readonly { readonly name: string; readonly type: number }[] {
    return this.elements;
  }

  /** Whether there is an element of that name. */
  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** The decoded value of an element (int64 as bigint), undefined without one. */
  get(name: string): unknown {
    const element = this.find(name);
    if (!element) return undefined;
    const size = element.end - element.start;
    const single = Buffer.allocUnsafe(size + 5);
    single.writeInt32LE(size + 5, 0);
    this.bytes.copy(single, 4, element.start, element.end);
    single[size + 4] = 0;
    const decoded: Document = BSON.deserialize(single, { useBigInt64: true, promoteBuffers: false });
    return decoded[name];
  }

  /** The value of a string element, undefined when there is none. */
  string(name: string): string | undefined {
    const element = this.find(name);
    return element?.type === TYPE_STRING ? this.bytes.toString('utf8', element.value + 4, element.end - 1) : undefined;
  }

  /** The value of a numeric element as a number, undefined when there is none. */
  number(name: string): number | undefined {
    const element = this.find(name);
    switch (element?.type) {
      case TYPE_INT32:
        return this.bytes.readInt32LE(element.value);
      case TYPE_DOUBLE:
        return this.bytes.readDoubleLE(element.value);
      case TYPE_INT64:
        return Number(this.bytes.readBigInt64LE(element.value));
      default:
        return undefined;
    }
  }

  /** The value of an integer element as a bigint, undefined when there is none. */
  int64(name: string): bigint | undefined {
    const element = this.find(name);
    if (element?.type === TYPE_INT64) return this.bytes.readBigInt64LE(element.value);
    const number = this.number(name);
    return number === undefined ? undefined : BigInt(Math.trunc(number));
  }

  /** The value of a boolean (or numeric) element as MongoDB reads flags, undefined when there is none. */
  flag(name: string): boolean | undefined {
    const element = this.find(name);
    if (element?.type === TYPE_BOOLEAN) return this.bytes[element.value] !== 0;
    const number = this.number(name);
    return number === undefined ? undefined : number !== 0;
  }

  /** The bytes of an element's value; none without the element. */
  value(name: string): Buffer {
    const element = this.find(name);
    return this.bytes.subarray(element?.value ?? 0, element?.end ?? 0);
  }

  /** An embedded document or array, undecoded; undefined when there is none. */
  document(name: string): RawDocument | undefined {
    const element = this.find(name);
    if (element?.type !== TYPE_DOCUMENT && element?.type !== TYPE_ARRAY) return undefined;
    return new RawDocument(this.bytes.subarray(element.value, element.end));
  }

  /** The document without the named elements: one copy of the bytes that are kept. */
  without(names: ReadonlySet<string>): Buffer {
    const kept: Buffer[] = [Buffer.allocUnsafe(4)];
    let length = 5;
    let from = -1;
    for (const element of [...this.elements, undefined]) {
      const keep = element !== undefined && !names.has(element.name);
      if (keep && from < 0) from = element.start;
      if (!keep && from >= 0) {
        const until = element?.start ?? this.bytes.length - 1;
        kept.push(this.bytes.subarray(from, until));
        length += until - from;
        from = -1;
      }
    }
    const result = Buffer.concat([...kept, Buffer.alloc(1)], length);
    result.writeInt32LE(length, 0);
    return result;
  }

  private find(name: string): Element | undefined {
    return this.elements.find((element) => element.name === name);
  }
}

/** Returns one document with the elements of both. */
export function joined(first: Buffer, second: Buffer): Buffer {
  const result = Buffer.concat([first.subarray(0, -1), second.subarray(4)]);
  result.writeInt32LE(result.length, 0);
  return result;
}
