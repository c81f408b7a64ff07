import type { ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import type { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { isOver, resultsReleasedAt } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import type { GuardedType } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { Participant } from '../../shared/evaluation/participants/participant.model';
import { subjectCounts } from '../../shared/evaluation/participants/participation.rules';
import { type Interval, roundedInterval } from '../../shared/evaluation/score-interval.rules';
import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { ItemType } from '../../shared/framework/template.rules';
import type { SnapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Subject } from '../../shared/insight/subjects.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Id, Instant, Reason } from '../http/types';
import type { HighlightsView } from './highlights.dto';
import type { SubjectScore } from './subject-scores.rules';

/** The rating scale of a cycle. */
export interface ScoreScale {
  /** @example 1 */
  min: number;
  /** @example 5 */
  max: number;
}

/** The scores of a subject with two decimals, half up, and the progress of its evaluators. */
export interface ScoreFields {
  /**
   * Weighted average of the evaluator types that have submitted; null before the first submission.
   * @example 4.33
   */
  overall: number | null;
  /**
   * Other evaluators like these would have given a mean in this range in 90 of 100 cases; `overall` remains the
   * score. Only for HR: null for subjects and managers, without a score, and where fewer than two scores of an evaluator type exist
   * in the cycle.
   */
  interval: Interval | null;
  /** The score set in calibration. */
  calibrated: number | null;
  /**
   * `calibrated`, or `overall` when there is none.
   * @example 4.33
   */
  effective: number | null;
  /**
   * Participants that have submitted, including acknowledged ones.
   * @example 5
   */
  submitted: number;
  /** @example 6 */
  totalParticipants: number;
  /** @example 1 */
  acknowledged: number;
  /** The cycle is Closed, everyone has submitted, and calibration, if used, is applied. */
  complete: boolean;
}

/** One subject of a cycle in the list of results. */
export interface ResultRow extends ScoreFields {
  subjectId: Id;
  /** Full name of the subject. */
  subject: string;
  employeeCode: string | null;
  email: string;
  /** Department and job profile at generation. */
  departmentId: Id | null;
  department: string | null;
  jobProfileId: Id | null;
  jobProfile: string | null;
  /** The subject left before the cycle was over: the row shows what was submitted, and counts toward no completion. */
  withdrawn: boolean;
  /** When the results were released to the subject, individually or by publishing. */
  releasedAt: Instant | null;
}

/**
 * Rounded effective scores: a range such as `3.00-3.99`, both included, or `none`.
 * @pattern ^(none|\d{1,3}(\.\d{1,2})?-\d{1,3}(\.\d{1,2})?)$ must be a range such as 3.00-3.99, or none
 * @example "3.00-3.99"
 */
export type ScoreRange = string;

/** The order of the results of a cycle. */
export type ResultOrder = 'name' | '-name' | 'effective' | '-effective';

/** The score of one evaluator type. */
export interface TypeScore {
  evaluatorType: EvaluatorType;
  /**
   * Mean of the submitted evaluations; null before the first submission or when `hidden`. For subjects and managers,
   * that of a Peer, DirectReport or Stakeholder group is the weighted mean of its shown items.
   */
  score: number | null;
  participants: number;
  submitted: number;
  /** Too few have rated to remain anonymous; their scores and comments are omitted, and `overall` is without them. */
  hidden: boolean;
  /** Equal to `hidden`; only for subjects and managers. */
  suppressed?: boolean;
  /**
   * Only for subjects and managers, on a shown Peer, DirectReport or Stakeholder group: when these figures and comments
   * were first published. They remain those of an earlier publishing until enough evaluators have changed, because the difference
   * would reveal the answers of a few.
   */
  asOf?: Instant | null;
}

/** Evaluator types whose mean is hidden because too few have rated. */
export interface SuppressedTypes {
  Peer?: boolean;
  DirectReport?: boolean;
  Stakeholder?: boolean;
}

/** A comment; only HR sees `evaluator`. */
export interface CommentView {
  /** Identifies the comment and its text: a changed text has another id. */
  id: Id;
  evaluatorType: EvaluatorType;
  evaluatorId: Id | null;
  evaluator: string | null;
  text: string;
  /** Only for HR: subjects and managers cannot read it, and no PDF contains it. */
  isWithheld?: boolean;
}

/** One item of the template with its scores and comments. */
export interface ItemResult {
  itemId: Id;
  text: string;
  type: ItemType;
  /** The competency or skill that the item measures; null without one. */
  competencyId: Id | null;
  competency: string | null;
  measuresPotential: boolean;
  /** Mean score by evaluator type; types without a score are omitted, and null for those that are `suppressed`. */
  scores: {
    Self?: number;
    Manager?: number;
    Peer?: number | null;
    DirectReport?: number | null;
    Stakeholder?: number | null;
  };
  /** Only for subjects and managers: types whose mean of this item is hidden. */
  suppressed?: SuppressedTypes;
  /** The types' means, weighted like the overall score. */
  average: number | null;
  comments: CommentView[];
}

export interface SectionResult {
  id: Id;
  title: string;
  items: ItemResult[];
}

/** A requirement of the job profile and the current level; null without a rating. */
export interface RequirementResult {
  requirementId: Id;
  requirement: string;
  isCritical: boolean;
  /** @example 4 */
  requiredLevel: number;
  /**
   * 1 to 5: scores of another scale are converted linearly.
   * @example 3.5
   */
  currentLevel: number | null;
  /** 0 none, 4 most severe. */
  gapLevel: number | null;
  /** 1 most urgent, 4 OK. */
  priority: number | null;
  /** The items that determine the level. */
  itemIds: Id[];
  /** Only for subjects and managers: types whose mean is hidden and not in `currentLevel`. */
  suppressed?: SuppressedTypes;
  /** The explanation of its score, on the scale of the template, with `explain=true`. */
  explanation?: ScoreExplanationView;
}

/** The contribution of one evaluator type to the overall score. */
export interface ScoreLine {
  evaluatorType: EvaluatorType;
  participants: number;
  submitted: number;
  mean: number | null;
  /** The cycle's weight. */
  weight: number;
  /** The weight after rescaling to 1 over the types that have a mean. */
  rescaledWeight: number;
  /** mean x rescaledWeight. */
  contribution: number;
}

/**
 * The explanation of the overall score, unrounded: `overall` is the sum of the contributions. For subjects and managers hidden types
 * have no mean, and `overall` is null where nothing but Self is shown.
 */
export interface ScoreExplanationView {
  types: ScoreLine[];
  overall: number | null;
}

/** The results of one subject. */
export interface SubjectResultView extends ScoreFields {
  cycleId: Id;
  cycle: string;
  cycleStatus: CycleStatus;
  subjectId: Id;
  subject: string;
  departmentId: Id | null;
  department: string | null;
  jobProfileId: Id | null;
  jobProfile: string | null;
  /** When the cycle was closed; figures with an earlier `asOf` are those of an earlier publishing. */
  closedAt: Instant | null;
  resultsPublishedAt: Instant | null;
  /** Who releases the results of the cycle to its subjects. */
  release: ReleaseBy;
  /** When the results were released to the subject by the manager or HR, or published. Null while they are not. */
  releasedAt: Instant | null;
  /** Number of comments that HR withholds from subjects and managers, in the groups that you can see. */
  withheldComments: number;
  /** The subject left before the cycle was over. Only HR sees what was submitted. */
  withdrawn: boolean;
  /**
   * Peer, DirectReport and Stakeholder groups that `overall` is without, because fewer than the smallest group have rated any
   * item; empty for HR.
   */
  hiddenTypes: GuardedType[];
  scale: { min: number; max: number; labels: string[] };
  highlights: HighlightsView;
  typeScores: TypeScore[];
  sections: SectionResult[];
  /**
   * Only for subjects and managers: comments of a shown group on items whose figure of the group is hidden, without their items;
   * empty for HR.
   */
  otherComments: CommentView[];
  requirements: RequirementResult[];
  /** With `explain=true`. */
  explanation?: ScoreExplanationView;
}

/** Whether and when the results of a cycle were published to their subjects. */
export interface PublicationView {
  cycleId: Id;
  cycle: string;
  resultsPublishedAt: Instant | null;
}

/** Whether and when the results of a subject were released. */
export interface ReleaseView {
  cycleId: Id;
  subjectId: Id;
  releasedAt: Instant | null;
}

/** Whether subjects and managers may read a comment. */
export interface WithholdComment {
  isWithheld: boolean;
  reason: Reason;
}

/** A comment and whether subjects and managers may read it. */
export interface WithheldCommentView {
  id: Id;
  isWithheld: boolean;
}

/** The reason for reopening an evaluation. */
export interface ReopenEvaluation {
  reason: Reason;
}

/** A reopened evaluation by one evaluator. */
export interface ReopenedView {
  id: Id;
  cycleId: Id;
  subjectId: Id;
  evaluatorId: Id;
  evaluatorType: EvaluatorType;
  status: ParticipantStatus;
  submittedAt: Instant | null;
  revision: number;
}

/** The report to export. */
export interface ExportReportRequest {
  cycleId: Id;
  subjectId: Id;
}

/** Returns a subject of a cycle for the list of results. */
export function toResultRow(
  cycle: Cycle,
  { id, name, employee, evaluation }: Subject,
  score: SubjectScore & { interval: Interval | null },
  names: SnapshotNames,
): ResultRow {
  return {
    subjectId: id,
    subject: name,
    employeeCode: employee.employeeCode,
    email: employee.email,
    departmentId: evaluation.departmentId,
    department: names.department(evaluation.departmentId),
    jobProfileId: evaluation.jobProfileId,
    jobProfile: names.jobProfile(evaluation.jobProfileId),
    withdrawn: !subjectCounts(evaluation),
    overall: round2OrNull(score.overall),
    interval: roundedInterval(score.interval),
    calibrated: round2OrNull(score.calibrated),
    effective: round2OrNull(score.effective),
    submitted: score.submitted,
    totalParticipants: score.totalParticipants,
    acknowledged: score.acknowledged,
    complete: score.complete,
    releasedAt: toInstantOrNull(isOver(cycle.status) ? resultsReleasedAt(cycle, evaluation.releasedAt) : null),
  };
}

/** Returns the publication of a cycle's results. */
export function toPublicationView(cycle: Pick<Cycle, '_id' | 'name' | 'resultsPublishedAt'>): PublicationView {
  return { cycleId: cycle._id, cycle: cycle.name, resultsPublishedAt: toInstantOrNull(cycle.resultsPublishedAt) };
}

/** Returns the release of a subject's results. */
export function toReleaseView(cycleId: string, subjectId: string, releasedAt: Date): ReleaseView {
  return { cycleId, subjectId, releasedAt: toInstantOrNull(releasedAt) };
}

/** Returns a reopened evaluation. */
export function toReopenedView(row: Participant): ReopenedView {
  const { _id, cycleId, subjectId, evaluatorId, evaluatorType, status, submittedAt, revision } = row;
  return {
    id: _id,
    cycleId,
    subjectId,
    evaluatorId,
    evaluatorType,
    status,
    submittedAt: toInstantOrNull(submittedAt),
    revision,
  };
}
