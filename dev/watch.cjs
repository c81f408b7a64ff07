// npm run dev: the API and a worker with debuggers, rebuilt and restarted when a source changes.
void require('./prepare.cjs')
  .prepareToRun()
  .then(() => {
    require('tsx/cjs');
    return require('./watch.ts').develop();
  });
