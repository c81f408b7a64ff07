import { DEFAULT_WEIGHTS, EVALUATOR_TYPES, type EvaluatorWeights } from '../../framework/evaluator-type';
import { type FieldError } from '../../kernel/errors';
import { sentence } from '../../kernel/refusals/sentence';

/** Who shows a Closed cycle's results to its subjects: HR to all of them at once, or each manager after the talk. */
export enum ReleaseBy {
  Hr = 'HR',
  Manager = 'Manager',
}

/** Who chooses the peers of a subject besides the automatic assignment. */
export enum PeerNomination {
  Off = 'Off',
  /** The subject alone: submitting approves. */
  Subject = 'Subject',
  /** The subject proposes, and the manager of the evaluation decides. */
  SubjectAndManager = 'SubjectAndManager',
}

/** The emails about a cycle that go out by themselves, at 08:00 in the organization's time zone. */
export interface CycleReminders {
  /** How many days before `endDate` those who have not submitted are reminded. */
  daysBefore: number[];
  /** Whether the opening is announced. */
  sendOpening: boolean;
}

/** The settings of an evaluation cycle. */
export interface CycleSettings {
  weights: EvaluatorWeights;
  minPeers: number;
  maxPeers: number;
  preferSameDepartment: boolean;
  useCalibration: boolean;
  /** Omitted in cycles stored before the setting existed: HR. */
  release?: ReleaseBy;
  /** Omitted in cycles stored before nominations existed, as the three below: Off. */
  peerNomination?: PeerNomination;
  /** Calendar date of the last day on which peers are named; null without an end. */
  nominationEndDate?: string | null;
  /** Most evaluations that an assignment or a nomination gives one evaluator in this cycle; null without a limit. */
  maxEvaluations?: number | null;
  reminders?: CycleReminders;
}

/** What of a cycle is checked across fields; dates are calendar dates (`2026-11-21`), null when unknown. */
export interface CycleSchedule {
  startDate: string | null;
  endDate: string | null;
  settings: CycleSettings;
}

/** Most peers of one subject; the field stays below 10. */
const MAX_PEERS = 50;

/** Largest limit of evaluations by one evaluator. */
const MAX_EVALUATIONS = 1000;

/** Reminders of one cycle, and how early the first one goes out. */
const MAX_REMINDERS = 5;
const MAX_DAYS_BEFORE = 30;

/** Largest weight of an evaluator type: room for shares (0.2), percentages (20) and points. */
const MAX_WEIGHT = 1000;

/** No email about the cycle goes out by itself. */
export const NO_REMINDERS: CycleReminders = { daysBefore: [], sendOpening: false };

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
  peerNomination: PeerNomination.Off,
  nominationEndDate: null,
  maxEvaluations: null,
  reminders: NO_REMINDERS,
};

/** Problems of a cycle's dates and settings; empty when they are valid. */
export function validateCycle({ startDate, endDate, settings }: CycleSchedule): FieldError[] {
  const problems = [
    ...validateWeights(settings.weights),
    ...validatePeerLimits(settings),
    ...validateMaxEvaluations(settings),
    ...validateReminders(settings),
  ];
  const { nominationEndDate } = settings;
  if (nominationEndDate && endDate !== null && nominationEndDate > endDate)
    problems.push({ field: 'settings.nominationEndDate', message: 'must not be after endDate' });
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
  const isCount = (value: number) => isIntegerWithin(value, 0, MAX_PEERS);
  const range = sentence`Must be an integer from ${0} to ${MAX_PEERS}.`;
  const problems: FieldError[] = [];
  if (!isCount(minPeers)) problems.push({ field: 'settings.minPeers', ...range });
  if (!isCount(maxPeers)) problems.push({ field: 'settings.maxPeers', ...range });
  if (problems.length === 0 && minPeers > maxPeers) {
    problems.push({ field: 'settings.maxPeers', message: 'must not be less than settings.minPeers' });
  }
  return problems;
}

function validateMaxEvaluations({ maxEvaluations = null }: CycleSettings): FieldError[] {
  if (maxEvaluations === null || isIntegerWithin(maxEvaluations, 1, MAX_EVALUATIONS)) return [];
  return [{ field: 'settings.maxEvaluations', ...sentence`must be an integer from ${1} to ${MAX_EVALUATIONS}` }];
}

function validateReminders({ reminders }: CycleSettings): FieldError[] {
  const { daysBefore = [] } = reminders ?? {};
  const field = 'settings.reminders.daysBefore';
  const problems: FieldError[] =
    daysBefore.length > MAX_REMINDERS ? [{ field, ...sentence`must have at most ${MAX_REMINDERS} entries` }] : [];
  daysBefore.forEach((days, at) => {
    const place = `${field}[${at}]`;
    if (!isIntegerWithin(days, 0, MAX_DAYS_BEFORE))
      problems.push({ field: place, ...sentence`must be an integer from ${0} to ${MAX_DAYS_BEFORE}` });
    else if (daysBefore.indexOf(days) < at) problems.push({ field: place, message: 'must not be repeated' });
  });
  return problems;
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Whether subjects of the cycle name their peers. */
export function takesNominations({ peerNomination }: Pick<CycleSettings, 'peerNomination'>): boolean {
  return (peerNomination ?? PeerNomination.Off) !== PeerNomination.Off;
}
