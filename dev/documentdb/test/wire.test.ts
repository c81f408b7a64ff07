import { connect } from 'node:net';
import { BSON, type Document } from 'bson';
import { MongoClient } from 'mongodb';
import { CommandError, codeOfPackedSqlState, codeOfSqlState } from '../errors';
import { RawDocument } from '../raw-document';
import { documentInSequence, encodeReply, MessageReader, parseMessage, serialize } from '../wire';
import { useEngine } from './engine';

function message(opCode: number, payload: Buffer, requestId = 1): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + payload.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, payload]);
}

function opMsg(
  body: Document,
  {
    flags = 0,
    sequences = {},
    requestId = 1,
  }: { flags?: number; sequences?: Record<string, Document[]>; requestId?: number } = {},
): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32LE(flags);
  const sections = Object.entries(sequences).map(([name, documents]) => {
    const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map(serialize)]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(4 + content.length);
    return Buffer.concat([Buffer.from([1]), size, content]);
  });
  const checksum = flags & 1 ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0);
  return message(2013, Buffer.concat([bits, Buffer.from([0]), serialize(body), ...sections, checksum]), requestId);
}

describe('MessageReader', () => {
  const first = opMsg({ ping: 1 });
  const second = opMsg({ hello: 1, text: 'x'.repeat(1000) });
  const stream = Buffer.concat([first, second, first]);
  const cases: readonly [string, number][] = [['byte by byte', 1], ['three bytes at a time', 3], ['100 bytes at a time', 100], ['in one chunk', stream.length]]; // oxfmt-ignore

  test.each(cases)('finds the messages of a stream that comes %s', (_name, size) => {
    const reader = new MessageReader();
    const found: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) found.push(...reader.push(stream.subarray(at, at + size)));
    expect(found).toEqual([first, second, first]);
  });

  test.each([[0], [15], [-1], [48_000_017]])('refuses the length %d', (length) => {
    const header = Buffer.alloc(16);
    header.writeInt32LE(length);
    expect(() => new MessageReader().push(header)).toThrow('impossible message length');
  });

  test('joins 48 MB in chunks of 64 KB once: the work grows with the size, not with its square', () => {
    const big = Buffer.alloc(47_000_000);
    big.writeInt32LE(big.length);
    const concat = jest.spyOn(Buffer, 'concat');
    const reader = new MessageReader();
    const found: Buffer[] = [];
    for (let at = 0; at < big.length; at += 65_536) found.push(...reader.push(big.subarray(at, at + 65_536)));
    expect(found.map(({ length }) => length)).toEqual([big.length]);
    expect(concat).toHaveBeenCalledTimes(1);
    concat.mockRestore();
  });
});

describe('parseMessage', () => {
  test('reads body and document sequences', () => {
    const parsed = parseMessage(
      opMsg({ insert: 'c', $db: 'd' }, { sequences: { documents: [{ _id: 1 }, { _id: 2, a: 'x' }] }, requestId: 77 }),
    );
    expect([parsed.requestId, parsed.wantsReply, parsed.legacy, parsed.body.firstName]).toEqual([
      77,
      true,
      false,
      'insert',
    ]);
    const sequence = parsed.sequences.get('documents') ?? Buffer.alloc(0);
    const documents = [0, 1, 2].map((index) => documentInSequence(sequence, index)?.get('_id'));
    expect(documents).toEqual([1, 2, undefined]);
  });

  test('moreToCome wants no reply; a checksum is not part of the sections', () => {
    expect(parseMessage(opMsg({ ping: 1 }, { flags: 2 })).wantsReply).toBe(false);
    expect(parseMessage(opMsg({ ping: 1 }, { flags: 1 })).body.get('ping')).toBe(1);
    expect(parseMessage(opMsg({ ping: 1 }, { flags: 1 << 16 })).wantsReply).toBe(true);
  });

  test('reads the OP_QUERY of a first hello, and answers it as OP_REPLY', () => {
    const payload = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.alloc(8),
      serialize({ isMaster: 1 }),
    ]);
    const parsed = parseMessage(message(2004, payload, 5));
    expect([parsed.legacy, parsed.body.firstName]).toEqual([true, 'isMaster']);
    const reply = Buffer.concat(encodeReply(parsed, { ok: 1 }));
    expect([reply.readInt32LE(0), reply.readInt32LE(8), reply.readInt32LE(12), reply.readInt32LE(32)]).toEqual([
      reply.length,
      5,
      1,
      1,
    ]);
  });

  test.each([
    ['an unknown opcode', message(2012, Buffer.alloc(10))],
    ['an unknown required flag', opMsg({ ping: 1 }, { flags: 4 })],
    ['an unknown section kind', message(2013, Buffer.from([0, 0, 0, 0, 9, 5, 0, 0, 0, 0]))],
    ['no body', message(2013, Buffer.alloc(4))],
    ['a truncated document', message(2013, Buffer.from([0, 0, 0, 0, 0, 9, 0, 0, 0, 16, 97]))],
  ])('refuses %s', (_name, bytes) => {
    expect(() => parseMessage(bytes)).toThrow();
  });
});

describe('RawDocument', () => {
  const everything: Document = {
    double: 1.5, string: 'ä', object: { a: [1] }, array: [1, { b: 2 }], binary: new BSON.UUID(), id: new BSON.ObjectId(), yes: true, date: new Date(0),
    nothing: null, regex: /x/i, code: new BSON.Code('1'), scoped: new BSON.Code('1', { a: 1 }), int: 7, stamp: new BSON.Timestamp({ t: 1, i: 2 }),
    long: BSON.Long.fromString('9007199254740993'), decimal: BSON.Decimal128.fromString('1.25'), min: new BSON.MinKey(), max: new BSON.MaxKey(),
    symbol: new BSON.BSONSymbol('s'), last: 'end',
  }; // oxfmt-ignore
  const raw = new RawDocument(serialize(everything));

  test.each(Object.keys(everything))('cuts out "%s" and keeps all other bytes', (name) => {
    const { [name]: _removed, ...rest } = everything;
    expect(raw.without(new Set([name]))).toEqual(serialize(rest));
  });

  test('decodes single values', () => {
    expect([raw.string('string'), raw.number('int'), raw.int64('long'), raw.flag('yes'), raw.flag('int'), raw.document('array')?.size, raw.get('nothing'), raw.has('none')]).toEqual(
      ['ä', 7, 9007199254740993n, true, true, 2, null, false],
    ); // oxfmt-ignore
  });

  test('without all elements it is the empty document', () => {
    expect(raw.without(new Set(Object.keys(everything)))).toEqual(serialize({}));
  });

  test.each([
    ['a wrong length', Buffer.from([9, 0, 0, 0, 0])],
    ['an unknown type', Buffer.from([10, 0, 0, 0, 0x55, 97, 0, 1, 1, 0])],
    ['an element past the end', Buffer.from([10, 0, 0, 0, 0x12, 97, 0, 1, 1, 0])],
    ['a name without an end', Buffer.from([8, 0, 0, 0, 0x12, 97, 97, 97])],
  ])('refuses %s as InvalidBSON (22)', (_name, bytes) => {
    expect(() => new RawDocument(bytes)).toThrow(CommandError);
  });
});

test.each([
  ['M001C', 11000],
  ['M0001', 2],
  ['40001', 112],
  ['57014', 50],
  ['MZZZZ', 2],
  ['XX000', 1],
])('SQLSTATE %s is code %d', (state, code) => {
  expect(codeOfSqlState(state)).toBe(code);
  const packed = [...state].reduceRight((sum, character) => sum * 64 + character.charCodeAt(0) - 48, 0);
  expect(codeOfPackedSqlState(packed)).toBe(code);
});

describe('on a socket', () => {
  const engine = useEngine();

  /** Sends the chunks one after the other and returns the first `count` replies. */
  async function exchange(chunks: readonly Buffer[], count: number): Promise<Document[]> {
    const socket = connect(Number(new URL(engine.url()).port), '127.0.0.1');
    socket.setNoDelay(true);
    const reader = new MessageReader();
    const replies: Document[] = [];
    for (const chunk of chunks) await new Promise((sent) => socket.write(chunk, sent));
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) throw new Error('no bytes');
      for (const bytes of reader.push(chunk))
        replies.push({ to: bytes.readInt32LE(8), ...BSON.deserialize(parseMessage(bytes).body.bytes) });
      if (replies.length >= count) break;
    }
    return replies;
  }

  test('a message in single bytes and two messages in one chunk are answered in order', async () => {
    const bytes = [...opMsg({ ping: 1, $db: 'admin' }, { requestId: 1 })].map((byte) => Buffer.from([byte]));
    const two = Buffer.concat([
      opMsg({ nope: 1, $db: 'admin' }, { requestId: 2 }),
      opMsg({ ping: 1, $db: 'admin' }, { requestId: 3 }),
    ]);
    const replies = await exchange([...bytes, two], 3);
    expect(replies.map(({ to, ok, code }) => [to, ok, code])).toEqual([[1, 1, undefined], [2, 0, 59], [3, 1, undefined]]); // oxfmt-ignore
  });

  test('an unacknowledged write has no reply, and is done before the next command of its connection', async () => {
    const $db = engine.db().databaseName;
    const write = opMsg(
      { insert: 'quiet', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db },
      { flags: 2, requestId: 1 },
    );
    const replies = await exchange([write, opMsg({ find: 'quiet', $db }, { requestId: 2 })], 1);
    expect(replies.map(({ to, cursor }) => [to, cursor.firstBatch])).toEqual([[2, [{ _id: 1 }]]]);
  });

  test("a driver's monitor is told of an unchanged server again and again, on one connection", async () => {
    const client = new MongoClient(engine.url(), { heartbeatFrequencyMS: 500 });
    const beats: boolean[] = [];
    const failures: Error[] = [];
    const enough = new Promise<void>((done) => {
      client.on('serverHeartbeatSucceeded', ({ awaited }) => {
        if (beats.push(awaited) >= 5) done();
      });
    });
    client.on('serverHeartbeatFailed', ({ failure }) => failures.push(failure));
    await client.connect();
    await enough;
    await client.close();
    expect(failures).toEqual([]);
    expect(beats.slice(1, 5)).toEqual([true, true, true, true]);
  });

  test('bytes that are not the protocol end that connection, not the server', async () => {
    expect(await exchange([Buffer.from('GET / HTTP/1.1\r\n\r\n')], 1)).toEqual([]);
    expect(await engine.db().command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});
