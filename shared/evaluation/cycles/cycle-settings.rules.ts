import {
  DEFAULT_WEIGHTS,
  EVALUATOR_TYPES,
  type EvaluatorType,
  type EvaluatorWeights,
} from '../../framework/evaluator-type';
import { type FieldError } from '../../kernel/errors';
import { sentence } from '../../kernel/refusals/sentence';

/** Who releases the results of a Closed cycle to its subjects: HR for all at once, or each manager for their direct reports. */
export enum ReleaseBy {
  Hr = 'HR',
  Manager = 'Manager',
}

/** Who chooses the peers of a subject besides automatic assignment. */
export enum PeerNomination {
  Off = 'Off',
  /** The subject alone; submitting approves the nomination. */
  Subject = 'Subject',
  /** The subject proposes, and the manager of the evaluation decides. */
  SubjectAndManager = 'SubjectAndManager',
}

/** The scheduled emails of a cycle, sent at 08:00 in the organization's time zone. */
export interface CycleReminders {
  /** Days before `endDate` on which evaluators who have not submitted are reminded. */
  daysBefore: number[];
  /** Whether an email announces the opening. */
  sendOpening: boolean;
}

/** The settings of an evaluation cycle. */
export interface CycleSettings {
  weights: EvaluatorWeights;
  minPeers: number;
  maxPeers: number;
  preferSameDepartment: boolean;
  useCalibration: boolean;
  /** Omitted in cycles from before the setting existed: HR. */
  release?: ReleaseBy;
  /** Omitted, like the three fields below, in cycles from before nominations existed: Off. */
  peerNomination?: PeerNomination;
  /** Last day on which peers can be named, a date; null without an end. */
  nominationEndDate?: string | null;
  /** Most evaluations that an assignment or nomination may give one evaluator in this cycle; null without a limit. */
  maxEvaluations?: number | null;
  reminders?: CycleReminders;
}

/** What is validated across fields; dates are `yyyy-mm-dd`, null when omitted. */
export interface CycleSchedule {
  startDate: string | null;
  endDate: string | null;
  settings: CycleSettings;
}

/** Upper limit of `maxPeers`. */
const MAX_PEERS = 50;

/** Upper limit of `maxEvaluations`. */
const MAX_EVALUATIONS = 1000;

/** Reminders of one cycle, and how early the first one goes out. */
const MAX_REMINDERS = 5;
const MAX_DAYS_BEFORE = 30;

/** Upper limit of a weight: allows shares (0.2), percentages (20) and points. */
const MAX_WEIGHT = 1000;

/** No scheduled emails. */
export const NO_REMINDERS: CycleReminders = { daysBefore: [], sendOpening: false };

/**
 * Settings of a cycle that sends none. Three peers are the minimum of the field, and a report hides a group of fewer
 * than three who submitted; a fourth compensates for one who does not answer.
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

/** The names of weights and settings as a client sent them, with their values. */
interface NamedSettings {
  weights?: Readonly<Record<string, number | undefined>>;
  [name: string]: unknown;
}

/** Returns the problems of the names of settings and weights. A misspelled weight would leave the default in force. */
export function validateSettingNames({ weights = {}, ...others }: NamedSettings): FieldError[] {
  const settings = Object.keys(DEFAULT_CYCLE_SETTINGS);
  const unknown = Object.keys(others).filter((name) => !settings.includes(name));
  const types = Object.keys(weights).map((name) => ({ name, type: typeNamed(name) }));
  const refused = types.filter(({ type }, at) => !type || types.findIndex((other) => other.type === type) < at);
  return [
    ...unknown.map((name) => ({
      field: `settings.${name}`,
      ...sentence`is not a known name: use ${settings.join(', ')}`,
    })),
    ...refused.map(({ name }) => ({
      field: `settings.weights.${name}`,
      ...sentence`is not a known name: use ${EVALUATOR_TYPES.join(', ')}`,
    })),
  ];
}

/** Returns these weights with those that a client sent; the names of the types are taken in any case. */
export function mergedWeights(before: EvaluatorWeights, sent: NamedSettings['weights'] = {}): EvaluatorWeights {
  const merged = { ...before };
  for (const [name, weight] of Object.entries(sent)) {
    const type = typeNamed(name);
    if (type && weight !== undefined) merged[type] = weight;
  }
  return merged;
}

function typeNamed(name: string): EvaluatorType | undefined {
  return EVALUATOR_TYPES.find((type) => type.toLowerCase() === name.toLowerCase());
}

/** Returns the problems of a cycle's dates and settings. */
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
  // Dates of this form sort as text.
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
  const range = sentence`must be an integer from ${0} to ${MAX_PEERS}`;
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

/** Whether subjects of the cycle nominate their peers. */
export function takesNominations({ peerNomination }: Pick<CycleSettings, 'peerNomination'>): boolean {
  return (peerNomination ?? PeerNomination.Off) !== PeerNomination.Off;
}
