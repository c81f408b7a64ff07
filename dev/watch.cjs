// npm run dev: the API and a worker with debuggers, rebuilt and restarted when a source changes.
require('./prepare.cjs').prepareToRun();
require('tsx/cjs');
void require('./watch.ts').develop();
