// One MongoDB and one Redis for all test files; each jest worker has its own database and queue prefix.
require('tsx/cjs');

module.exports = async () => {
  const { startMongo } = require('../../dev/mongo.ts');
  const { startRedis } = require('../../dev/redis.ts');
  const { readEngine, requireGenuine, writeEngine } = require('../../dev/engine.cjs');
  const { claimServers } = require('./kept-servers.ts');
  const log = (line) => process.stderr.write(`${line}\n`);
  const started = [];
  globalThis.__stopServers = () => Promise.all(started.map((server) => server.stop()));
  // Kept servers are not hostile: a hostile run starts its own.
  if (!process.env.MONGO_URL && !process.env.REDIS_URL && !process.env.DOCUMENTDB_HOSTILE) {
    const claimed = await claimServers();
    if (claimed) {
      started.push(claimed);
      process.env.MONGO_URL = claimed.mongo;
      process.env.REDIS_URL = claimed.redis;
    }
  }
  if (!process.env.MONGO_URL) {
    const mongo = await startMongo({ log });
    started.push(mongo);
    process.env.MONGO_URL = mongo.url;
  }
  const engine = await readEngine(process.env.MONGO_URL);
  writeEngine(engine);
  if (engine.genuine) process.env.TESTS_ON_MONGOD = '1';
  try {
    requireGenuine(engine);
  } catch (error) {
    await globalThis.__stopServers();
    throw error;
  }
  if (!process.env.REDIS_URL) {
    const redis = await startRedis({ log });
    started.push(redis);
    process.env.REDIS_URL = redis.url;
  }
};
