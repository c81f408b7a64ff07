// A process that runs the whole service on existing builds, as npm start does, until a signal ends it.
require('tsx/cjs');
const { startStack } = require('../../dev/stack.ts');

const [dataDir, port] = process.argv.slice(2);
startStack({ dataDir, port: Number(port), isBuilt: true, log: console.log }).then(
  (stack) => {
    console.log(`running ${stack.mongo}`);
    process.on('SIGTERM', () => void stack.stop().then(() => process.exit(0)));
  },
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
