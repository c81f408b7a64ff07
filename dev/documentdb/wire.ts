import { BSON, type Document } from 'bson';
import { CommandError } from './errors';
import { RawDocument } from './raw-document';

/** MongoDB's limits, as `hello` tells them to drivers: bytes of a document, bytes of a message, operations of a batch. */
export const MAX_BSON_OBJECT_SIZE = 16 * 1024 * 1024;
export const MAX_MESSAGE_SIZE = 48_000_000;
export const MAX_WRITE_BATCH_SIZE = 100_000;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_SIZE = 16;
const CHECKSUM_PRESENT = 1 << 0;
const MORE_TO_COME = 1 << 1;
const EXHAUST_ALLOWED = 1 << 16;
const REQUIRED_BITS = 0xffff;

/** A client's message: the command's body, its document sequences by name, and how to answer. */
export interface Message {
  readonly requestId: number;
  readonly legacy: boolean;
  readonly wantsReply: boolean;
  /** Whether the client takes several replies to this message. */
  readonly allowsStream: boolean;
  readonly body: RawDocument;
  readonly sequences: ReadonlyMap<string, Buffer>;
}

/** Cuts a TCP stream into messages; a message that came in many chunks is joined once, when it is complete. */
export class MessageReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Takes a chunk and returns the messages that are complete now; throws on a length that no driver sends. */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const messages: Buffer[] = [];
    for (let length = this.nextLength(); length <= this.size; length = this.nextLength()) {
      const joined = this.joined();
      messages.push(joined.subarray(0, length));
      this.chunks = length < joined.length ? [joined.subarray(length)] : [];
      this.size -= length;
    }
    return messages;
  }

  private nextLength(): number {
    if (this.size < 4) return Infinity;
    const first = this.chunks[0];
    const head = first !== undefined && first.length >= 4 ? first : this.joined();
    const length = head.readInt32LE(0);
    if (length < HEADER_SIZE || length > MAX_MESSAGE_SIZE + HEADER_SIZE)
      throw new Error(`impossible message length ${length}`);
    return length;
  }

  private joined(): Buffer {
    const joined = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks, this.size);
    this.chunks = [joined];
    return joined;
  }
}

/** Parses an OP_MSG, or the OP_QUERY that a driver's first `hello` may still be; throws on anything else (the connection ends then). */
export function parseMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return parseOpMsg(bytes, requestId);
  if (opCode === OP_QUERY) return parseOpQuery(bytes, requestId);
  throw new Error(`unsupported opcode ${opCode}`);
}

function parseOpMsg(bytes: Buffer, requestId: number): Message {
  const flags = bytes.readUInt32LE(HEADER_SIZE);
  if (flags & REQUIRED_BITS & ~(CHECKSUM_PRESENT | MORE_TO_COME))
    throw new Error(`unknown required flag bits ${flags}`);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Buffer>();
  let body: RawDocument | undefined;
  for (let at = HEADER_SIZE + 4; at < end;) {
    const kind = bytes.readUInt8(at);
    const section = bytes.subarray(at + 1, at + 1 + bytes.readInt32LE(at + 1));
    if (kind === 0) {
      body = new RawDocument(section);
    } else if (kind === 1) {
      const nameEnd = section.indexOf(0, 4);
      sequences.set(section.toString('utf8', 4, nameEnd), section.subarray(nameEnd + 1));
    } else {
      throw new Error(`unknown section kind ${kind}`);
    }
    at += 1 + section.length;
  }
  if (!body) throw new Error('message without a body section');
  return {
    requestId,
    legacy: false,
    wantsReply: !(flags & MORE_TO_COME),
    allowsStream: (flags & EXHAUST_ALLOWED) !== 0,
    body,
    sequences,
  };
}

function parseOpQuery(bytes: Buffer, requestId: number): Message {
  const nameEnd = bytes.indexOf(0, HEADER_SIZE + 4);
  const at = nameEnd + 1 + 8;
  const body = new RawDocument(bytes.subarray(at, at + bytes.readInt32LE(at)));
  return { requestId, legacy: true, wantsReply: true, allowsStream: false, body, sequences: new Map() };
}

/** Where a reply belongs in a stream of replies: its id, the id that it answers, and whether another one follows. */
export interface StreamPlace {
  readonly id: number;
  readonly answers: number;
  readonly moreToCome: boolean;
}

/** The buffers of a reply to `message`, to be written together; `reply` is a document or its BSON. */
export function encodeReply(
  message: Message,
  reply: Buffer | Document,
  place: StreamPlace = { id: 0, answers: message.requestId, moreToCome: false },
): Buffer[] {
  const body = Buffer.isBuffer(reply) ? reply : serialize(reply);
  const prefixSize = message.legacy ? 20 : 5;
  const head = Buffer.alloc(HEADER_SIZE + prefixSize);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(place.id, 4);
  head.writeInt32LE(place.answers, 8);
  head.writeInt32LE(message.legacy ? OP_REPLY : OP_MSG, 12);
  if (message.legacy) {
    head.writeInt32LE(8, HEADER_SIZE); // AwaitCapable
    head.writeInt32LE(1, HEADER_SIZE + 16); // one document
  } else if (place.moreToCome) head.writeUInt32LE(MORE_TO_COME, HEADER_SIZE);
  return [head, body];
}

/** A document's BSON as a Buffer. */
export function serialize(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The documents of a document sequence, undecoded. */
export function* documentsInSequence(sequence: Buffer): Generator<RawDocument> {
  for (let at = 0; at < sequence.length;) {
    const length = sequence.readInt32LE(at);
    if (length < 5) throw new CommandError(22, 'Invalid BSON length');
    yield new RawDocument(sequence.subarray(at, at + length));
    at += length;
  }
}

/** The document at `index` of a document sequence, undecoded; undefined past its end. */
export function documentInSequence(sequence: Buffer, index: number): RawDocument | undefined {
  let at = 0;
  for (const document of documentsInSequence(sequence)) if (at++ === index) return document;
  return undefined;
}
