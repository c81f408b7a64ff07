// npm run demo: a stack of its own, driven over HTTP from a CSV of employees to the three exports.
void require('./prepare.cjs')
  .prepareToRun()
  .then(() => {
    require('tsx/cjs');
    return require('./demo/main.ts').main();
  });
