import fc from 'fast-check';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  type ExistingRole,
  type PeerAssignmentInput,
  type PeerPlan,
} from '../../worker/evaluation/peer-assignment.rules';
import { type PeerPerson } from '../../worker/evaluation/peer-pools.rules';

export const person = (
  id: string,
  departmentId: string | null = 'd',
  managerId: string | null = null,
  jobProfileId: string | null = null,
): PeerPerson => ({
  id,
  departmentId,
  managerId,
  jobProfileId,
});
export const people = (count: number) => Array.from({ length: count }, (_, at) => person(`e${at}`));
export const input = (
  everybody: readonly PeerPerson[],
  changes: Partial<PeerAssignmentInput> = {},
): PeerAssignmentInput => ({
  subjects: everybody,
  candidates: everybody,
  existing: [],
  settings: { minPeers: 3, maxPeers: 4, preferSameDepartment: true },
  seed: 'cycle-1',
  ...changes,
});
export const role = (subjectId: string, evaluatorId: string, evaluatorType = EvaluatorType.Peer): ExistingRole => ({
  subjectId,
  evaluatorId,
  evaluatorType,
});
export const peersOf = (plan: PeerPlan, subjectId: string) =>
  plan.picks
    .filter((pick) => pick.subjectId === subjectId)
    .map(({ evaluatorId }) => evaluatorId)
    .sort();
export const asRoles = (plan: PeerPlan) => plan.picks.map(({ subjectId, evaluatorId }) => role(subjectId, evaluatorId));

/** Peer evaluations per candidate after the plan. */
export function loadsAfter({ candidates, existing }: PeerAssignmentInput, plan: PeerPlan): Map<string, number> {
  const loads = new Map(candidates.map(({ id }) => [id, 0]));
  const given = [...existing.filter(({ evaluatorType }) => evaluatorType === EvaluatorType.Peer), ...plan.picks];
  for (const { evaluatorId } of given) loads.set(evaluatorId, (loads.get(evaluatorId) ?? 0) + 1);
  return loads;
}

/** Rank, written out: department (when preferred), then manager, then job profile. */
export function rank({ settings }: PeerAssignmentInput, subject: PeerPerson, candidate: PeerPerson): number {
  const same = (a: string | null, b: string | null) => (a !== null && a === b ? 1 : 0);
  return (
    (settings.preferSameDepartment ? 4 * same(subject.departmentId, candidate.departmentId) : 0) +
    2 * same(subject.managerId, candidate.managerId) +
    same(subject.jobProfileId, candidate.jobProfileId)
  );
}

export function isAllowed({ existing }: PeerAssignmentInput, subject: PeerPerson, candidate: PeerPerson): boolean {
  return (
    candidate.id !== subject.id &&
    candidate.id !== subject.managerId &&
    candidate.managerId !== subject.id &&
    !existing.some(({ subjectId, evaluatorId }) => subjectId === subject.id && evaluatorId === candidate.id)
  );
}

/** A small organization with managers, departments and profiles that may be unknown, and roles that exist already. */
const organization = fc.integer({ min: 1, max: 25 }).chain((size) => {
  const position = fc.nat({ max: size - 1 });
  const maybe = (prefix: string, count: number) =>
    fc.option(
      fc.nat({ max: count - 1 }).map((at) => `${prefix}${at}`),
      { freq: 5 },
    );
  return fc.record({
    candidates: fc.tuple(
      ...Array.from({ length: size }, (_, at) =>
        fc.record({
          id: fc.constant(`e${at}`),
          departmentId: maybe('d', 3),
          managerId: maybe('e', size),
          jobProfileId: maybe('p', 3),
        }),
      ),
    ),
    onLeave: position,
    existing: fc.uniqueArray(fc.tuple(position, position, fc.constantFrom(...Object.values(EvaluatorType))), {
      maxLength: 20,
      selector: ([subject, evaluator]) => `${subject} ${evaluator}`,
    }),
    maxPeers: fc.nat({ max: 6 }),
    minPeers: fc.nat({ max: 6 }),
    preferSameDepartment: fc.boolean(),
    seed: fc.string(),
  });
});

/** Anything that a plan may have to be made from. */
export const anyInput = organization.map(
  ({ candidates, onLeave, existing, minPeers, maxPeers, preferSameDepartment, seed }): PeerAssignmentInput => ({
    subjects: candidates,
    candidates: candidates.filter((_, at) => at !== onLeave || candidates.length < 3),
    existing: existing.map(([subject, evaluator, type]) => role(`e${subject}`, `e${evaluator}`, type)),
    settings: { minPeers: Math.min(minPeers, maxPeers), maxPeers, preferSameDepartment },
    seed,
  }),
);
