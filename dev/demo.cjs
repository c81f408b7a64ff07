// npm run demo: a stack of its own, driven over HTTP from a CSV of employees to the three exports.
require('./prepare.cjs').prepareToRun();
require('tsx/cjs');
void require('./demo/main.ts').main();
