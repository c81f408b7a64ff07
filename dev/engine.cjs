// Which database engine the tests ran on: the global set-up of jest asks it, and `npm test` prints it at the end.
const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');

const FILE = 'build/engine.json';

/** Asks the server at `url` what it is: `{ genuine, sentence }`. */
exports.readEngine = async (url) => {
  const { MongoClient } = require('mongodb');
  const client = await new MongoClient(url).connect();
  try {
    const { version, storageEngines } = await client.db('admin').command({ buildInfo: 1 });
    const genuine = !storageEngines.includes('documentdb');
    return {
      genuine,
      sentence: genuine
        ? `MongoDB ${version}`
        : `the embedded DocumentDB, which answers as MongoDB ${version} (MONGO_URL names another one)`,
    };
  } finally {
    await client.close();
  }
};

/** Throws when REQUIRE_MONGOD=1 asks for MongoDB itself and the engine is another one. */
exports.requireGenuine = ({ genuine, sentence }) => {
  if (process.env.REQUIRE_MONGOD !== '1' || genuine) return;
  throw new Error(
    `REQUIRE_MONGOD=1 asks for MongoDB itself, and the tests would run on ${sentence}. Put a mongod of 7.0 or newer on the PATH, or name one in MONGO_URL.`,
  );
};

exports.writeEngine = (engine) => {
  mkdirSync('build', { recursive: true });
  writeFileSync(FILE, JSON.stringify(engine));
};

/** The engine of the last run; undefined when it did not come so far. */
exports.lastEngine = () => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return undefined;
  }
};

exports.forgetEngine = () => rmSync(FILE, { force: true });
