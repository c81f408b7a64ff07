// npm run dev:servers: a database and a Redis that tests and `npm run dev` use until Ctrl-C.
void require('./prepare.cjs')
  .prepareToRun()
  .then(() => {
    require('tsx/cjs');
    return require('./servers.ts').serve();
  });
