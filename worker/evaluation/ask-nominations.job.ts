import { CALCULATING, defineJob } from '../define-job';
import { askSubjects } from './ask-nominations';

/** Asks the subjects of a cycle to nominate their peers, each once. */
export const askNominations = defineJob({
  name: 'evaluation.ask-nominations',
  retry: CALCULATING,
  onFailed: null,
  run: async (run) => ({ notified: await askSubjects(run, run.payload.cycleId) }),
});
