import { EvaluatorType } from '../framework/evaluator-type';

/** Groups whose members do not expect to be known: they are hidden while few of them have answered. */
const ANONYMOUS_TYPES: readonly EvaluatorType[] = [
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/**
 * The rater groups that a subject or manager does not see: Peer, DirectReport and Stakeholder with answers, but of fewer
 * than `minimum` evaluators (decisions 6, "Anonymity"). A null minimum hides nothing: HR sees all.
 */
export function hiddenGroups(
  groups: readonly { evaluatorType: EvaluatorType; submitted: number }[],
  minimum: number | null,
): ReadonlySet<EvaluatorType> {
  if (minimum === null) return new Set();
  return new Set(
    groups
      .filter(
        ({ evaluatorType, submitted }) =>
          ANONYMOUS_TYPES.includes(evaluatorType) && submitted > 0 && submitted < minimum,
      )
      .map(({ evaluatorType }) => evaluatorType),
  );
}
