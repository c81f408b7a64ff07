// npm run admin: the operator's commands on this machine, by default on the data of "npm start" while it runs.
const { existsSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

process.chdir(resolve(__dirname, '..'));
if (existsSync('.env')) process.loadEnvFile('.env');
if (!process.env.MONGO_URL && !process.env.MONGO_URL_FILE) {
  const folder = join(process.env.DATA_DIR || '.data', 'mongo');
  const port = ['documentdb', 'mongod'].map((engine) => join(folder, engine, 'port')).find((file) => existsSync(file));
  if (port)
    process.env.MONGO_URL = `mongodb://127.0.0.1:${readFileSync(port, 'utf8').trim()}/evaluation?replicaSet=rs0`;
}
require('tsx/cjs');
require('../api/admin.ts');
