// One engine for all test files, unless MONGO_URL names a database to hold the tests against.
require('tsx/cjs');

module.exports = async () => {
  if (process.env.MONGO_URL) return;
  const engine = await require('./start-engine.ts').startEngine();
  process.env.DOCUMENTDB_TEST_URL = engine.url;
  globalThis.__stopEngine = engine.stop;
};
