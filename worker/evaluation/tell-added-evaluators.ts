import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { addedEvaluators, withAdditions } from '../../shared/evaluation/cycles/added-evaluators.store';
import { triggerCycleMail } from '../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { now } from '../../shared/kernel/clock';
import { logger } from '../../shared/kernel/logger';
import { inWritableCycles } from './writable-cycles';

/**
 * Starts the emails to those who became evaluators after their cycle was announced, ten minutes after the first addition. Without
 * additions it reads the same few times, however many cycles take answers.
 */
export async function tellAddedEvaluators(): Promise<void> {
  await inWritableCycles(
    (cycles) => withAdditions(cycles, now()),
    async ({ _id: cycleId }) => {
      try {
        const added = await addedEvaluators(cycleId, now());
        if (added.size > 0 && (await findMailRoute()) !== null) await triggerCycleMail('evaluations-added', cycleId);
      } catch (error) {
        logger.warn('evaluators who were added could not be told', { error, cycleId }); // the next run tries again
      }
    },
  );
}
