/** The relation of an evaluator to a subject. */
export enum EvaluatorType {
  Self = 'Self',
  Manager = 'Manager',
  Peer = 'Peer',
  DirectReport = 'DirectReport',
  Stakeholder = 'Stakeholder',
}

/** Every evaluator type, in the order in which reports show them. */
export const EVALUATOR_TYPES: readonly EvaluatorType[] = [
  EvaluatorType.Self,
  EvaluatorType.Manager,
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/** The types that are assigned, manually or automatically; Self and Manager are created by the generation. */
export const ASSIGNED_TYPES: readonly EvaluatorType[] = [
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/** Share of each evaluator type in the overall score of a cycle; only the ratios matter. */
export type EvaluatorWeights = Record<EvaluatorType, number>;

/** The weights of a cycle that sends none. */
export const DEFAULT_WEIGHTS: Readonly<EvaluatorWeights> = {
  [EvaluatorType.Self]: 0.2,
  [EvaluatorType.Manager]: 0.5,
  [EvaluatorType.Peer]: 0.2,
  [EvaluatorType.DirectReport]: 0.05,
  [EvaluatorType.Stakeholder]: 0.05,
};
