import { type Interval, roundedInterval } from '../../../shared/evaluation/score-interval.rules';
import { round2OrNull } from '../../../shared/evaluation/score.rules';
import type {
  CalibrationChange,
  CalibrationStatement,
} from '../../../shared/insight/calibration/calibration-change.model';
import type { CalibrationEntry } from '../../../shared/insight/calibration/calibration-entry.model';
import type { SnapshotNames } from '../../../shared/insight/snapshot-names.store';
import type { Subject } from '../../../shared/insight/subjects.store';
import { toInstant } from '../../../shared/kernel/clock';
import type { Id, Instant, Reason } from '../../http/types';
import type { MeasuredScore } from '../statistics/measured-score.store';
import type { SubjectScore } from '../subject-scores.rules';

/** The entry of a session for a subject. */
export interface CalibrationEntryView {
  subjectId: Id;
  /** Full name of the subject. */
  subject: string | null;
  /**
   * The overall score when the entry was last written.
   * @example 4.33
   */
  overall: number | null;
  /** @example 4 */
  calibrated: number;
  /** Replaces the potential in the nine-box; null keeps it. */
  potential: number | null;
  /** @example "Compared with her peers in the same role." */
  reason: string;
  /** The user who last wrote it. */
  byId: Id;
  by: string | null;
  at: Instant;
  /** Counts the changes of the entry; also its ETag. */
  revision: number;
}

/** A subject of a session with their current scores. */
export interface CalibrationSubjectView {
  subjectId: Id;
  /** Full name of the subject. */
  subject: string;
  employeeCode: string | null;
  departmentId: Id | null;
  department: string | null;
  jobProfileId: Id | null;
  jobProfile: string | null;
  /**
   * Weighted average of those who have submitted.
   * @example 4.33
   */
  overall: number | null;
  /** 90 % around `overall`, as in the results. */
  interval: Interval | null;
  /** The interval crosses a border of the performance levels of the nine-box. False for a calibrated score. */
  isNearBorder: boolean;
  /** The current calibrated score, from a session that was applied before. */
  calibrated: number | null;
  /** @example 4.33 */
  effective: number | null;
  /** The entry of this session; null without one. */
  entry: CalibrationEntryView | null;
}

/** The calibrated score of a subject. */
export interface PutCalibrationEntry {
  /**
   * Within the template's scale, at most two decimals.
   * @example 4
   */
  calibrated: number;
  /**
   * 1 to 5, at most two decimals; absent leaves the entry's potential as it is, null removes it.
   * @example 4
   */
  potential?: number | null;
  reason: Reason;
}

/** The content of an entry before or after a change. */
export interface CalibrationStatementView {
  calibrated: number;
  potential: number | null;
  reason: string;
}

/** One change of one entry. */
export interface CalibrationChangeView {
  id: Id;
  subjectId: Id;
  /** Full name of the subject. */
  subject: string | null;
  /** null: the entry was new. */
  before: CalibrationStatementView | null;
  /** null: the entry was removed. */
  after: CalibrationStatementView | null;
  /** The change that this one undoes; null if none. */
  undoes: Id | null;
  byId: Id;
  /** Full name of the user. */
  by: string | null;
  at: Instant;
}

/** Full names of employees and users by id; null for deleted ones. */
export interface PeopleNames {
  subject(id: string): string | null;
  user(id: string): string | null;
}

export function toEntryView(row: CalibrationEntry, names: PeopleNames): CalibrationEntryView {
  const { subjectId, calibrated, potential, reason, by, revision } = row;
  return {
    subjectId,
    subject: names.subject(subjectId),
    overall: round2OrNull(row.overall),
    calibrated,
    potential,
    reason,
    byId: by,
    by: names.user(by),
    at: toInstant(row.at),
    revision,
  };
}

/** The inputs of the view of a session's subjects. */
export interface CalibrationContext {
  names: SnapshotNames;
  measured: (evaluation: Subject['evaluation']) => MeasuredScore;
}

export function toCalibrationSubject(
  { id, name, employee, evaluation }: Subject,
  score: SubjectScore,
  entry: CalibrationEntryView | null,
  { names, measured }: CalibrationContext,
): CalibrationSubjectView {
  const { departmentId, jobProfileId } = evaluation;
  const { interval, isNearBorder } = measured(evaluation);
  return {
    subjectId: id,
    subject: name,
    employeeCode: employee.employeeCode,
    departmentId,
    department: names.department(departmentId),
    jobProfileId,
    jobProfile: names.jobProfile(jobProfileId),
    overall: round2OrNull(score.overall),
    interval: roundedInterval(interval),
    isNearBorder,
    calibrated: round2OrNull(score.calibrated),
    effective: round2OrNull(score.effective),
    entry,
  };
}

export function toChangeView(row: CalibrationChange, names: PeopleNames): CalibrationChangeView {
  const { _id, subjectId, before, after, by } = row;
  // Changes from before undoing existed lack the field.
  const undoes = row.undoes ?? null;
  return {
    id: _id,
    subjectId,
    subject: names.subject(subjectId),
    before: before && toStatement(before),
    after: after && toStatement(after),
    undoes,
    byId: by,
    by: names.user(by),
    at: toInstant(row.at),
  };
}

function toStatement({ calibrated, potential, reason }: CalibrationStatement): CalibrationStatementView {
  return { calibrated, potential, reason };
}
