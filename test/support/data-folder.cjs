// Secrets and emails of the tests are no part of the developer's `.data`: each jest worker has a folder, as it has a database.
const { resolve } = require('node:path');

process.env.DATA_DIR = resolve(__dirname, '../../build/test-data', process.env.JEST_WORKER_ID ?? '1');
