import { connect } from 'node:net';
import { BSON, type Document } from 'bson';
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { MessageReader, parseMessage, serialize } from '../wire';
import { useEngine } from './engine';

/*
 * Drivers introduce themselves with their first command, and MongoDB refuses who leaves out what it asks for. Jest's sandbox once
 * kept the driver from saying anything.
 */

const engine = useEngine();
const DRIVER = { name: 'nodejs', version: '7.8.0' };
const OS = { type: 'Linux' };

/** The reply to the first command on a new connection. */
async function greet(body: Document): Promise<Document> {
  const payload = serialize({ ...body, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + payload.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(2013, 12);
  const socket = connect(Number(new URL(engine.url()).port), '127.0.0.1');
  socket.write(Buffer.concat([head, payload]));
  const reader = new MessageReader();
  for await (const chunk of socket) {
    const [reply] = Buffer.isBuffer(chunk) ? reader.push(chunk) : [];
    if (reply) return BSON.deserialize(parseMessage(reply).body.bytes);
  }
  throw new Error('the connection ended without a reply');
}

test.each<[string, Document, number, string]>([
  ['driver', {}, 183, "Missing required sub-document 'driver' in the client metadata document"],
  ['driver', { os: OS }, 183, "Missing required sub-document 'driver' in the client metadata document"],
  ['os', { driver: DRIVER }, 183, "Missing required sub-document 'os' in the client metadata document"],
  ['driver.version', { driver: { name: 'x' }, os: OS }, 183, "'driver.version'"],
  ['os.type', { driver: DRIVER, os: {} }, 183, "'os.type'"],
  ['driver.name as text', { driver: { ...DRIVER, name: 1 }, os: OS }, 14, "'driver.name'"],
])('a client without %s is refused', async (_name, client, code, text) => {
  const { ok, code: given, errmsg } = await greet({ hello: 1, client });
  expect({ ok, code: given }).toEqual({ ok: 0, code });
  expect(errmsg).toContain(text);
});

test.each<[string, Document]>([
  ['that says what it is', { client: { driver: DRIVER, os: OS } }],
  ['that says nothing at all', {}],
])('a client %s is greeted', async (_name, more) => {
  expect(await greet({ hello: 1, ...more })).toMatchObject({ ok: 1, isWritablePrimary: true });
});

test("the driver says enough inside of jest's sandbox to be let in, and is the one of mongoose", async () => {
  const client = await engine.connect();
  expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  expect(mongoose.mongo.MongoClient).toBe(MongoClient);
});
