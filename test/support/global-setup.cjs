// One MongoDB and one Redis for all test files; each jest worker has its own database and queue prefix.
require('tsx/cjs');

module.exports = async () => {
  const { startMongo } = require('../../dev/mongo.ts');
  const { startRedis } = require('../../dev/redis.ts');
  const log = (line) => process.stderr.write(`${line}\n`);
  const started = [];
  globalThis.__stopServers = () => Promise.all(started.map((server) => server.stop()));
  if (!process.env.MONGO_URL) {
    const mongo = await startMongo({ log });
    started.push(mongo);
    process.env.MONGO_URL = mongo.url;
  }
  if (!process.env.REDIS_URL) {
    const redis = await startRedis({ log });
    started.push(redis);
    process.env.REDIS_URL = redis.url;
  }
};
