import { CALCULATING, defineJob } from '../define-job';
import { notifySubjects } from './ask-nominations';

/** Asks the subjects of a cycle to name their peers; whoever was asked before is not asked again. */
export const askNominations = defineJob({
  name: 'evaluation.ask-nominations',
  retry: CALCULATING,
  onFailed: null,
  run: async (run) => ({ notified: await notifySubjects(run, run.payload.cycleId) }),
});
