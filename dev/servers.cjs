// npm run dev:servers: a database and a Redis that tests and `npm run dev` use until Ctrl-C.
require('./prepare.cjs').prepareToRun();
require('tsx/cjs');
void require('./servers.ts').serve();
