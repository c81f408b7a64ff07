import {
  DEFAULT_WEIGHTS,
  EVALUATOR_TYPES,
  type EvaluatorType,
  type EvaluatorWeights,
} from '../../framework/evaluator-type';
import { type FieldRefusal, refusal } from '../../kernel/refusals/refusal';
import type { SubjectRule } from './cycle-subjects.rules';

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
  /** Who is evaluated; null, and omitted in cycles from before the setting existed: everybody Active. */
  subjects?: SubjectRule | null;
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
  subjects: null,
};

/** The names of weights and settings as a client sent them, with their values. */
interface NamedSettings {
  weights?: Readonly<Record<string, number | undefined>>;
  [name: string]: unknown;
}

/** Returns the problems of the names of settings and weights. A misspelled weight would leave the default in force. */
export function validateSettingNames({ weights = {}, ...others }: NamedSettings): FieldRefusal[] {
  const settings = Object.keys(DEFAULT_CYCLE_SETTINGS);
  const unknown = Object.keys(others).filter((name) => !settings.includes(name));
  const types = Object.keys(weights).map((name) => ({ name, type: typeNamed(name) }));
  const refused = types.filter(({ type }, at) => !type || types.findIndex((other) => other.type === type) < at);
  return [
    ...unknown.map((name) => ({
      field: `settings.${name}`,
      ...refusal('NOT_A_MEMBER', { names: settings.join(', ') }),
    })),
    ...refused.map(({ name }) => ({
      field: `settings.weights.${name}`,
      ...refusal('NOT_A_MEMBER', { names: EVALUATOR_TYPES.join(', ') }),
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

/** Returns a refusal for each invalid date or setting, by field such as `settings.weights.Peer`; empty if all are valid. */
export function validateCycle({ startDate, endDate, settings }: CycleSchedule): FieldRefusal[] {
  const problems = [
    ...validateWeights(settings.weights),
    ...validatePeerLimits(settings),
    ...validateMaxEvaluations(settings),
    ...validateReminders(settings),
  ];
  const { nominationEndDate } = settings;
  if (nominationEndDate && endDate !== null && nominationEndDate > endDate)
    problems.push({ field: 'settings.nominationEndDate', ...refusal('MUST_NOT_BE_AFTER_END_DATE') });
  // Dates of this form sort as text.
  if (startDate !== null && endDate !== null && startDate > endDate) {
    problems.push({ field: 'endDate', ...refusal('MUST_NOT_BE_BEFORE_START_DATE') });
  }
  return problems;
}

function validateWeights(weights: EvaluatorWeights): FieldRefusal[] {
  const isWeight = (value: number) => Number.isFinite(value) && value >= 0 && value <= MAX_WEIGHT;
  const problems = EVALUATOR_TYPES.filter((type) => !isWeight(weights[type])).map((type) => ({
    field: `settings.weights.${type}`,
    ...refusal('NOT_A_NUMBER_IN_RANGE', { min: 0, max: MAX_WEIGHT }),
  }));
  if (problems.length > 0) return problems;
  return EVALUATOR_TYPES.some((type) => weights[type] > 0)
    ? []
    : [{ field: 'settings.weights', ...refusal('NO_WEIGHT_GREATER_THAN_0') }];
}

function validatePeerLimits({ minPeers, maxPeers }: CycleSettings): FieldRefusal[] {
  const isCount = (value: number) => isIntegerWithin(value, 0, MAX_PEERS);
  const range = refusal('NOT_AN_INTEGER_IN_RANGE', { min: 0, max: MAX_PEERS });
  const problems: FieldRefusal[] = [];
  if (!isCount(minPeers)) problems.push({ field: 'settings.minPeers', ...range });
  if (!isCount(maxPeers)) problems.push({ field: 'settings.maxPeers', ...range });
  if (problems.length === 0 && minPeers > maxPeers) {
    problems.push({ field: 'settings.maxPeers', ...refusal('MUST_NOT_BE_LESS_THAN_SETTINGS_MIN_PEERS') });
  }
  return problems;
}

function validateMaxEvaluations({ maxEvaluations = null }: CycleSettings): FieldRefusal[] {
  if (maxEvaluations === null || isIntegerWithin(maxEvaluations, 1, MAX_EVALUATIONS)) return [];
  return [
    { field: 'settings.maxEvaluations', ...refusal('NOT_AN_INTEGER_IN_RANGE', { min: 1, max: MAX_EVALUATIONS }) },
  ];
}

function validateReminders({ reminders }: CycleSettings): FieldRefusal[] {
  const { daysBefore = [] } = reminders ?? {};
  const field = 'settings.reminders.daysBefore';
  const problems: FieldRefusal[] =
    daysBefore.length > MAX_REMINDERS ? [{ field, ...refusal('TOO_MANY_ENTRIES', { max: MAX_REMINDERS }) }] : [];
  daysBefore.forEach((days, at) => {
    const place = `${field}[${at}]`;
    if (!isIntegerWithin(days, 0, MAX_DAYS_BEFORE))
      problems.push({ field: place, ...refusal('NOT_AN_INTEGER_IN_RANGE', { min: 0, max: MAX_DAYS_BEFORE }) });
    else if (daysBefore.indexOf(days) < at) problems.push({ field: place, ...refusal('MUST_NOT_BE_REPEATED') });
  });
  return problems;
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

export function takesNominations({ peerNomination }: Pick<CycleSettings, 'peerNomination'>): boolean {
  return (peerNomination ?? PeerNomination.Off) !== PeerNomination.Off;
}
