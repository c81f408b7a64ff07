import { DEFAULT_WEIGHTS, EVALUATOR_TYPES, type EvaluatorWeights } from '../../framework/evaluator-type';
import { type FieldError } from '../../kernel/errors';
import { sentence } from '../../kernel/refusals/sentence';

/** Who shows a Closed cycle's results to its subjects: HR to all of them at once, or each manager after the talk. */
export enum ReleaseBy {
  Hr = 'HR',
  Manager = 'Manager',
}

/** The settings of an evaluation cycle (spec 2.5, decisions 12). */
export interface CycleSettings {
  weights: EvaluatorWeights;
  minPeers: number;
  maxPeers: number;
  preferSameDepartment: boolean;
  useCalibration: boolean;
  /** Omitted in cycles stored before the setting existed: HR. */
  release?: ReleaseBy;
}

/** What of a cycle is checked across fields; dates are calendar dates (`2026-11-21`), null when unknown. */
export interface CycleSchedule {
  startDate: string | null;
  endDate: string | null;
  settings: CycleSettings;
}

/** Most peers of one subject; the field stays below 10. */
const MAX_PEERS = 50;

/** Largest weight of an evaluator type: room for shares (0.2), percentages (20) and points. */
const MAX_WEIGHT = 1000;

/**
 * Settings of a cycle that names none. Three peers are the field's minimum, and a report hides a group of fewer than
 * three who submitted; the fourth makes up for one who does not answer.
 */
export const DEFAULT_CYCLE_SETTINGS: Readonly<CycleSettings> = {
  weights: DEFAULT_WEIGHTS,
  minPeers: 3,
  maxPeers: 4,
  preferSameDepartment: true,
  useCalibration: false,
  release: ReleaseBy.Hr,
};

/** Problems of a cycle's dates and settings; empty when they are valid. */
export function validateCycle({ startDate, endDate, settings }: CycleSchedule): FieldError[] {
  const problems = [...validateWeights(settings.weights), ...validatePeerLimits(settings)];
  // Calendar dates of this form sort as text.
  if (startDate !== null && endDate !== null && startDate > endDate) {
    problems.push({ field: 'endDate', message: 'must not be before startDate' });
  }
  return problems;
}

function validateWeights(weights: EvaluatorWeights): FieldError[] {
  const isWeight = (value: number) => Number.isFinite(value) && value >= 0 && value <= MAX_WEIGHT;
  const problems = EVALUATOR_TYPES.filter((type) => !isWeight(weights[type])).map((type) => ({
    field: `settings.weights.${type}`,
    ...sentence`must be a number from ${0} to ${MAX_WEIGHT}`,
  }));
  if (problems.length > 0) return problems;
  return EVALUATOR_TYPES.some((type) => weights[type] > 0)
    ? []
    : [{ field: 'settings.weights', message: 'must include at least one weight greater than 0' }];
}

function validatePeerLimits({ minPeers, maxPeers }: CycleSettings): FieldError[] {
  const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_PEERS;
  const range = sentence`Must be an integer from ${0} to ${MAX_PEERS}.`;
  const problems: FieldError[] = [];
  if (!isCount(minPeers)) problems.push({ field: 'settings.minPeers', ...range });
  if (!isCount(maxPeers)) problems.push({ field: 'settings.maxPeers', ...range });
  if (problems.length === 0 && minPeers > maxPeers) {
    problems.push({ field: 'settings.maxPeers', message: 'must not be less than settings.minPeers' });
  }
  return problems;
}
