import { pickValues } from '../../shared/db/pick';
import { takesNominations } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { type Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { evaluatorLoads } from '../../shared/evaluation/nominations/evaluator-loads.store';
import { NominationStatus } from '../../shared/evaluation/nominations/nomination';
import { isFull } from '../../shared/evaluation/nominations/nomination.rules';
import type { Participant } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';
import type { insertParticipants } from './participant-rows';

const isPeer = ({ evaluatorType }: Pick<Participant, 'evaluatorType'>): boolean => evaluatorType === EvaluatorType.Peer;

type Insertion = NonNullable<Parameters<typeof insertParticipants>[4]>;

/**
 * Returns how an assignment inserts its rows in a cycle with nominations or a limit of evaluations: rows that no longer
 * fit after a concurrent approval, submission or assignment are omitted.
 */
export async function limitedInsertion({ _id, settings }: Pick<Cycle, '_id' | 'settings'>): Promise<Insertion> {
  const hasNominations = takesNominations(settings);
  const hasLimit = typeof settings.maxEvaluations === 'number';
  if (!hasNominations && !hasLimit) return {};
  await ensureEmployeeUsage();
  return {
    lanes: 1, // every chunk takes the same lock
    allowed: async (rows) => {
      await serializeEmployeeChanges();
      const subjectIds = hasNominations ? rows.filter(isPeer).map(({ subjectId }) => subjectId) : [];
      const waiting = await waitingSubjects(_id, subjectIds);
      const evaluatorIds = hasLimit ? rows.map(({ evaluatorId }) => evaluatorId) : [];
      const loadOf = await evaluatorLoads(_id, evaluatorIds);
      const given = new Map<string, number>();
      return rows.filter(({ subjectId, evaluatorId }) => {
        const more = given.get(evaluatorId) ?? 0;
        if (waiting.has(subjectId) || isFull(loadOf(evaluatorId) + more, settings)) return false;
        given.set(evaluatorId, more + 1);
        return true;
      });
    },
  };
}

/** Returns the subjects whose nomination waits for the manager, of these or of all in the cycle. */
export async function waitingSubjects(cycleId: string, subjectIds?: readonly string[]): Promise<ReadonlySet<string>> {
  if (subjectIds?.length === 0) return new Set();
  const among = subjectIds ? { subjectId: { $in: [...new Set(subjectIds)] } } : {};
  const waiting = { cycleId, 'nomination.status': NominationStatus.Submitted as const, ...among };
  return new Set(await pickValues(EvaluationModel.find(waiting), 'subjectId'));
}

/** Returns how many more evaluations each employee can get in a cycle; undefined without a limit. */
export async function roomInCycle({
  _id,
  settings: { maxEvaluations },
}: Pick<Cycle, '_id' | 'settings'>): Promise<((id: string) => number) | undefined> {
  if (typeof maxEvaluations !== 'number') return undefined;
  const loadOf = await evaluatorLoads(_id);
  return (id) => Math.max(0, maxEvaluations - loadOf(id));
}
