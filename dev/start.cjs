// npm start: the whole service on this machine.
void require('./prepare.cjs')
  .prepareToRun()
  .then(() => {
    require('tsx/cjs');
    return require('./start.ts').start();
  });
