import type { GuardedType } from '../../../shared/evaluation/disclosure/guarded-group.rules';
import type { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import type { Participant } from '../../../shared/evaluation/participants/participant.model';
import { round2, round2OrNull } from '../../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { DevelopmentPlan } from '../../../shared/growth/development-plan.model';
import type { ResultRequirement, SubjectResult } from '../../../shared/insight/subject-result.rules';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { compareNames } from '../../../shared/kernel/name-order.rules';
import type { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Id, Instant } from '../../http/types';
import type { ScoreScale } from '../../insight/evaluation-results.dto';
import type { GoalWithProgress } from '../goals/goal.store';
import type { MyPlanView } from './my-dashboard.dto';
import type { DashboardCycle } from './organizational-dashboard.dto';

/** A requirement that is not met, with two decimals. */
export interface OpenGapView {
  requirementId: Id;
  /** @example "Communication" */
  requirement: string;
  isCritical: boolean;
  /** @example 4 */
  requiredLevel: number;
  /** @example 2.67 */
  currentLevel: number;
  /** @example 2 */
  gapLevel: number;
  /** 1 is the most urgent. */
  priority: number;
}

/** Summary of the results of one subject. */
export interface ShortResult {
  /**
   * The effective score, on `scale`: calibrated, otherwise overall.
   * @example 3.85
   */
  effective: number | null;
  /**
   * Peer, DirectReport and Stakeholder groups that the overall score is without, because fewer than the smallest group have
   * rated. A calibrated score is shown as it is.
   */
  hiddenTypes: GuardedType[];
  scale: ScoreScale;
  submitted: number;
  totalParticipants: number;
  complete: boolean;
  /** Since when the subject sees the results; null while they are not released. */
  releasedAt: Instant | null;
  /** The three most urgent gaps. */
  gaps: OpenGapView[];
}

/** One direct report. */
export interface ReportView {
  id: Id;
  /** @example "Ana García" */
  name: string;
  status: EmployeeStatus;
  /** @example "Engineering" */
  department: string | null;
  /** @example "Senior software engineer" */
  jobProfile: string | null;
  /**
   * In the cycle of the dashboard; null when the employee was not a subject of it, or the cycle was reopened and its
   * results are not published again.
   */
  result: ShortResult | null;
  /** Readiness for the next step of the career path, 0 to 100; null without a path or data. */
  readiness: number | null;
  /** In `openCycle`; null when the employee is not a subject of it. */
  evaluation: RunningEvaluation | null;
  /** Draft and Active goals of the employee. */
  goals: GoalSummary;
  /** Plans that are neither Completed nor Cancelled, newest first. */
  developmentPlans: MyPlanView[];
}

/** Progress of a subject's evaluations in a cycle that takes answers. */
export interface RunningEvaluation {
  /**
   * How many evaluators are asked; how many have submitted is shown once the cycle is Closed.
   * @example 6
   */
  totalParticipants: number;
  /** Status of the employee's self-evaluation; null when the cycle has none. */
  self: ParticipantStatus | null;
  /** Your own evaluation of the employee; null when you have none. */
  mine: { id: Id; status: ParticipantStatus } | null;
}

/** Goals in progress. */
export interface GoalSummary {
  /** @example 3 */
  open: number;
  /**
   * Mean progress in percent; null without goals.
   * @example 40
   */
  progress: number | null;
}

/** A development plan that waits for your approval. */
export interface PendingPlanView {
  id: Id;
  title: string;
  employeeId: Id;
  /** @example "Ana García" */
  employee: string | null;
  submittedAt: Instant | null;
}

/** Your direct reports with results of the last Closed cycle. */
export interface ManagerDashboard {
  /** The last Closed cycle. */
  cycle: DashboardCycle | null;
  /** The cycle that takes answers about your direct reports; of several the one that ends first. */
  openCycle: DashboardCycle | null;
  reports: ReportView[];
  plansAwaitingApproval: PendingPlanView[];
}

const GAPS_SHOWN = 3;

/** Returns a summary of results with two decimals. */
export function toShortResult(result: SubjectResult): ShortResult {
  const { effective, hiddenTypes, scale, participation, complete, releasedAt, requirements } = result;
  const { submitted, totalParticipants } = participation;
  return {
    effective: round2OrNull(effective),
    hiddenTypes: [...hiddenTypes],
    scale: { min: scale.min, max: scale.max },
    submitted,
    totalParticipants,
    complete,
    releasedAt: toInstantOrNull(releasedAt),
    gaps: openGaps(requirements).slice(0, GAPS_SHOWN),
  };
}

/** Returns the unmet requirements, the most urgent first. */
function openGaps(requirements: readonly ResultRequirement[]): OpenGapView[] {
  const open = requirements.flatMap(({ requirement, gap }) =>
    gap && gap.gapLevel > 0 ? [{ requirement, ...gap }] : [],
  );
  open.sort((a, b) => a.priority - b.priority || b.gapLevel - a.gapLevel || compareNames(a.requirement, b.requirement));
  return open.map(({ requirementId, requirement, isCritical, requiredLevel, currentLevel, gapLevel, priority }) => ({
    requirementId,
    requirement,
    isCritical,
    requiredLevel,
    currentLevel: round2(currentLevel),
    gapLevel,
    priority,
  }));
}

export function toPendingPlan(plan: DevelopmentPlan, employee: string | null): PendingPlanView {
  const { _id, title, employeeId, submittedAt } = plan;
  return { id: _id, title, employeeId, employee, submittedAt: toInstantOrNull(submittedAt) };
}

/** Returns the progress of one subject's evaluations; `viewerId` is the viewer's employee. */
export function toRunningEvaluation(
  participants: readonly Pick<Participant, '_id' | 'evaluatorId' | 'evaluatorType' | 'status'>[],
  viewerId: string,
): RunningEvaluation {
  const mine = participants.find(({ evaluatorId }) => evaluatorId === viewerId);
  return {
    totalParticipants: participants.length,
    self: participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Self)?.status ?? null,
    mine: mine ? { id: mine._id, status: mine.status } : null,
  };
}

export function toGoalSummary(goals: readonly GoalWithProgress[]): GoalSummary {
  if (goals.length === 0) return { open: 0, progress: null };
  const sum = goals.reduce((total, { progress }) => total + progress, 0);
  return { open: goals.length, progress: round2(sum / goals.length) };
}
