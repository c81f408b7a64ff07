import { NO_REMINDERS, PeerNomination, ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import type { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import type { Cycle, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import type { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { CalendarDate, Id, Instant, LongText, ResourceFields, ShortText } from '../../http/types';
import type { CycleSubjectsInput, CycleSubjectsView } from './cycle-subjects.dto';

/** Share of each evaluator type in the overall score; only the ratios matter. */
export interface WeightsView {
  /** @example 0.2 */
  Self: number;
  /** @example 0.5 */
  Manager: number;
  /** @example 0.2 */
  Peer: number;
  /** @example 0.05 */
  DirectReport: number;
  /** @example 0.05 */
  Stakeholder: number;
}

export interface CycleSettingsView {
  weights: WeightsView;
  /**
   * The automatic assignment reports subjects with fewer peers.
   * @example 3
   */
  minPeers: number;
  /**
   * The automatic assignment assigns up to this many.
   * @example 4
   */
  maxPeers: number;
  preferSameDepartment: boolean;
  /** Whether a report is complete only once a calibration session that covers the subject is applied. */
  useCalibration: boolean;
  /**
   * Who releases the results to the subjects once the cycle is Closed: HR to all at once, or each manager to one direct
   * report at a time.
   */
  release: ReleaseBy;
  /** Whether subjects nominate their peers, and whether the manager of their evaluation decides. */
  peerNomination: PeerNomination;
  /**
   * The last day on which subjects can nominate peers, in the organization's time zone; null: as long as the cycle
   * takes answers.
   */
  nominationEndDate: CalendarDate | null;
  /**
   * Most evaluations that a nomination or an assignment, also a manual one, gives one evaluator in this cycle; null: no
   * limit. Self and Manager evaluations count, but are always created.
   * @example 8
   */
  maxEvaluations: number | null;
  reminders: RemindersView;
  /** Who is evaluated; null: every Active employee. */
  subjects: CycleSubjectsView | null;
}

/** Emails that are sent automatically at 08:00 in the organization's time zone. */
export interface RemindersView {
  /**
   * Days before `endDate` on which evaluators who have not submitted are reminded, as by POST `deadline-reminder`.
   * @example [7, 1]
   */
  daysBefore: number[];
  /** Whether the opening is announced, as by POST `notify-opened`, on `startDate` or at the first 08:00 after the opening. */
  sendOpening: boolean;
}

/** Numbers of subjects and evaluations of a cycle. */
export interface CycleCounts {
  /** Employees who are evaluated. */
  subjects: number;
  /** Requested evaluations: one per subject and evaluator. */
  participants: number;
  /** Those of them that are Submitted or Acknowledged. */
  submitted: number;
}

export interface CycleGaps {
  state: GapsState;
  calculatedAt: Instant | null;
}

/** An evaluation cycle. */
export interface CycleView extends ResourceFields {
  /** @example "Annual review 2026" */
  name: string;
  description: string | null;
  templateId: Id | null;
  /** Name of the template. */
  template: string | null;
  startDate: CalendarDate | null;
  endDate: CalendarDate | null;
  status: CycleStatus;
  settings: CycleSettingsView;
  counts: CycleCounts;
  /** The first generation of evaluations; the template can no longer be changed after it. */
  generatedAt: Instant | null;
  /** When its evaluators were first told by email that they can answer, by hand or by `sendOpening`. */
  announcedAt: Instant | null;
  /** When the cycle was closed; archiving keeps it, reopening clears it. */
  closedAt: Instant | null;
  /** When the cycle was last reopened: managers see its results only once they are published again. */
  reopenedAt: Instant | null;
  /** Reopening clears it. */
  resultsPublishedAt: Instant | null;
  /** When retention deleted the answers: scores and gaps are final, and the cycle can no longer be reopened. */
  answersDeletedAt: Instant | null;
  /** `None` before the first closing and while the cycle is reopened. */
  gaps: CycleGaps;
}

/**
 * Omitted weights keep their values; in a new cycle they are 0.20, 0.50, 0.20, 0.05 and 0.05. The names are taken in any case
 * (`self`, `directReport`); another name is an error.
 */
export interface WeightsInput {
  Self?: number;
  Manager?: number;
  Peer?: number;
  DirectReport?: number;
  Stakeholder?: number;
  [name: string]: number | undefined;
}

/**
 * Omitted settings keep their values, and an unknown one is an error; in a new cycle: 3 to 4 peers, same department preferred, no calibration, results
 * released by HR, no nominations, no limit and no reminders.
 */
export interface CycleSettingsInput {
  weights?: WeightsInput;
  minPeers?: number;
  maxPeers?: number;
  preferSameDepartment?: boolean;
  useCalibration?: boolean;
  /** With HR, `publish` releases the results; what managers released before is hidden until then. */
  release?: ReleaseBy;
  /** Can no longer change (409) once a subject has submitted a nomination. */
  peerNomination?: PeerNomination;
  /** Not after `endDate`. */
  nominationEndDate?: CalendarDate | null;
  /** 1 to 1000. Evaluators who already have more keep their evaluations. */
  maxEvaluations?: number | null;
  reminders?: RemindersInput;
  /** Who is evaluated; null: every Active employee. Can change while the cycle is Draft; generating again applies it. */
  subjects?: CycleSubjectsInput | null;
  [name: string]: unknown;
}

/** Omitted fields keep their values. */
export interface RemindersInput {
  /** At most 5 different integers from 0 to 30. */
  daysBefore?: number[];
  sendOpening?: boolean;
}

export interface CreateCycle extends UpdateCycle {
  id?: Id;
  name: ShortText;
}

export interface UpdateCycle {
  name?: ShortText;
  description?: LongText | null;
  templateId?: Id | null;
  startDate?: CalendarDate | null;
  endDate?: CalendarDate | null;
  settings?: CycleSettingsInput;
}

/** Progress of a group of evaluations. */
export interface CompletionCounts {
  total: number;
  /** Submitted or Acknowledged. */
  submitted: number;
}

export interface TypeCompletion extends CompletionCounts {
  evaluatorType: EvaluatorType;
}

/** Evaluations of the subjects of a department at generation; null for those without a department. */
export interface DepartmentCompletion extends CompletionCounts {
  departmentId: Id | null;
  /** Name of the department. */
  department: string | null;
  /** @example 12 */
  subjects: number;
  /**
   * Subjects whose report is complete.
   * @example 9
   */
  completeSubjects: number;
}

/** Progress of a cycle, by evaluator type and by department of the subject. */
export interface CycleCompletion extends CompletionCounts {
  cycleId: Id;
  /** @example 80 */
  subjects: number;
  /**
   * Subjects whose report is complete: the cycle is Closed, all of their evaluators have submitted, and a calibration that
   * covers them is applied, if the cycle uses calibration.
   * @example 61
   */
  completeSubjects: number;
  /**
   * Subjects whose report is complete but for the calibration, which the cycle uses.
   * @example 4
   */
  awaitingCalibration: number;
  /** Whether the reports of all subjects are complete. */
  complete: boolean;
  byEvaluatorType: TypeCompletion[];
  byDepartment: DepartmentCompletion[];
}

type NameOf = (id: string) => string | null;

/** Returns a cycle as the API shows it, with what its own row does not say; of its gaps what readers see. */
export function toCycleView(
  row: Cycle,
  {
    gaps,
    template,
    counts,
    announcedAt,
    department,
    jobProfile,
    employee,
  }: Pick<CycleView, 'template' | 'counts'> & {
    gaps: Cycle['gaps'];
    announcedAt: Date | null;
    department: NameOf;
    jobProfile: NameOf;
    employee: NameOf;
  },
): CycleView {
  const { name, description, templateId, startDate, endDate, status, settings } = row;
  const { minPeers, maxPeers, preferSameDepartment, useCalibration, release = ReleaseBy.Hr } = settings;
  const { peerNomination = PeerNomination.Off, nominationEndDate = null, maxEvaluations = null } = settings;
  const { daysBefore, sendOpening } = { ...NO_REMINDERS, ...settings.reminders };
  const { Self, Manager, Peer, DirectReport, Stakeholder } = settings.weights;
  return {
    ...resourceFields(row),
    name,
    description,
    templateId,
    template,
    startDate,
    endDate,
    status,
    settings: {
      weights: { Self, Manager, Peer, DirectReport, Stakeholder },
      minPeers,
      maxPeers,
      preferSameDepartment,
      useCalibration,
      release,
      peerNomination,
      nominationEndDate,
      maxEvaluations,
      reminders: { daysBefore, sendOpening },
      subjects: settings.subjects
        ? {
            ...settings.subjects,
            departments: settings.subjects.departmentIds.map(department),
            jobProfiles: settings.subjects.jobProfileIds.map(jobProfile),
            excluded: settings.subjects.excludedIds.map(employee),
            included: settings.subjects.includedIds.map(employee),
          }
        : null,
    },
    counts,
    generatedAt: toInstantOrNull(row.generatedAt),
    announcedAt: toInstantOrNull(announcedAt),
    closedAt: toInstantOrNull(row.closedAt),
    reopenedAt: toInstantOrNull(row.reopenedAt),
    resultsPublishedAt: toInstantOrNull(row.resultsPublishedAt),
    answersDeletedAt: toInstantOrNull(row.answersDeletedAt ?? null),
    gaps: { state: gaps.state, calculatedAt: toInstantOrNull(gaps.calculatedAt) },
  };
}
