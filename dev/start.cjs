// npm start: the whole service on this machine.
require('./prepare.cjs').prepareToRun();
require('tsx/cjs');
void require('./start.ts').start();
