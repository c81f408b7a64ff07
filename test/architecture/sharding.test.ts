import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { declaredIndexes } from '../../dev/queries/declared-indexes';
import { readSharding, SHARD_SCRIPT, shardScript } from '../../dev/sharding/shard-script';

const CHUNKS = 'files.chunks';

test('deploy/mongo/shard.js is what the models say: npx tsx dev/sharding/write.ts', async () => {
  expect(readFileSync(SHARD_SCRIPT, 'utf8')).toBe(await shardScript());
});

test('each unique index of a sharded collection begins with the shard key, without which no cluster can keep it', async () => {
  const { sharded } = await readSharding();
  const keyOf = new Map<string, string[]>(sharded.map(({ collection }) => [collection, ['tenantId']]));
  keyOf.set(CHUNKS, ['files_id', 'n']);
  const unique = (await declaredIndexes()).filter((index) => index.unique && keyOf.has(index.collection));
  expect(unique.length).toBeGreaterThan(20);
  const broken = unique.filter(({ collection, key }) => {
    const shardKey = keyOf.get(collection) ?? [];
    return Object.keys(key).slice(0, shardKey.length).join() !== shardKey.join();
  });
  expect(broken).toEqual([]);
});

test('it shards each collection once, and again changes nothing', async () => {
  const collections: { _id: string; key: object }[] = [];
  const indexed: string[] = [];
  const printed: string[] = [];
  const database = {
    collections: { findOne: ({ _id }: { _id: string }) => collections.find((entry) => entry._id === _id) ?? null },
    getCollection: (name: string) => ({ createIndex: () => void indexed.push(name) }),
  };
  const globals = {
    process: { env: {} },
    db: { getSiblingDB: () => database },
    sh: {
      enableSharding: () => {},
      shardCollection: (_id: string, key: object) => void collections.push({ _id, key: { ...key } }),
    },
    print: (line: string) => void printed.push(line),
  };
  for (let time = 0; time < 2; time++) runInNewContext(readFileSync(SHARD_SCRIPT, 'utf8'), { ...globals });
  const { sharded } = await readSharding();
  expect(collections.map(({ _id }) => _id)).toEqual(
    [...sharded.map(({ collection }) => collection), CHUNKS].map((name) => `evaluation.${name}`),
  );
  expect(indexed).toContain('credentials');
  expect(printed.map((line) => line.split(',')[0])).toEqual([
    `${collections.length} collections were sharded`,
    '0 collections were sharded',
  ]);
  collections[0] = { _id: 'evaluation.apikeys', key: { _id: 1 } };
  expect(() => runInNewContext(readFileSync(SHARD_SCRIPT, 'utf8'), { ...globals })).toThrow(
    /is sharded by \{"_id":1\}/,
  );
});
