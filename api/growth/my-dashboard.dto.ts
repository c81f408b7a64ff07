import type { Cycle } from '../../shared/evaluation/cycle.model';
import type { Participant } from '../../shared/evaluation/participant.model';
import { round2 } from '../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { DevelopmentPlanStatus } from '../../shared/growth/development-plan-status';
import { PlanActionStatus } from '../../shared/growth/development-plan-status';
import type { DevelopmentPlan } from '../../shared/growth/development-plan.model';
import type { GoalLevel } from '../../shared/growth/goal-level';
import type { GoalStatus } from '../../shared/growth/goal-status';
import type { GoalWithProgress } from '../../shared/growth/goal.store';
import type { Survey } from '../../shared/growth/survey.model';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { CalendarDate, Id, Instant } from '../http/types';
import type { ShortResult } from './manager-dashboard.dto';
import type { DashboardCycle } from './organizational-dashboard.dto';

/** An evaluation that waits for the caller's answers. */
export interface EvaluationToAnswer {
  id: Id;
  cycleId: Id;
  /** @example "Annual review 2026" */
  cycle: string;
  endDate: CalendarDate | null;
  subjectId: Id;
  /** @example "Ana García" */
  subject: string | null;
  evaluatorType: EvaluatorType;
}

export interface MyGoalView {
  id: Id;
  /** @example "Win the mid-size market" */
  title: string;
  level: GoalLevel;
  status: GoalStatus;
  dueDate: CalendarDate | null;
  /**
   * 0 to 100.
   * @example 40
   */
  progress: number;
}

export interface MyPlanView {
  id: Id;
  /** @example "Growing into a lead" */
  title: string;
  status: DevelopmentPlanStatus;
  /** Actions that are not Cancelled. */
  actions: number;
  completedActions: number;
}

export interface MySurveyView {
  id: Id;
  /** @example "Pulse of November" */
  name: string;
  openedAt: Instant | null;
}

/** What concerns the caller. Without an employee behind the account only surveys and notifications do. */
export interface MyDashboard {
  evaluationsToAnswer: {
    count: number;
    /** The first ten, those of the cycle that ends first on top. */
    items: EvaluationToAnswer[];
  };
  /** The newest results that are published to the caller. */
  results: { cycle: DashboardCycle; result: ShortResult } | null;
  /** The caller's goals that are Draft or Active. */
  goals: MyGoalView[];
  /** The caller's plans that are neither Completed nor Cancelled. */
  developmentPlans: MyPlanView[];
  surveysToAnswer: MySurveyView[];
  /** @example 3 */
  unreadNotifications: number;
  /**
   * Readiness for the next step of the career path, 0 to 100, by what is published to the caller; null off a path.
   * @example 75
   */
  readiness: number | null;
}

export function toEvaluationToAnswer(
  { _id, subjectId, evaluatorType }: Pick<Participant, '_id' | 'subjectId' | 'evaluatorType'>,
  cycle: Pick<Cycle, '_id' | 'name' | 'endDate'>,
  subject: string | null,
): EvaluationToAnswer {
  return { id: _id, cycleId: cycle._id, cycle: cycle.name, endDate: cycle.endDate, subjectId, subject, evaluatorType };
}

export function toMyGoal({ goal, progress }: GoalWithProgress): MyGoalView {
  const { _id, title, level, status, dueDate } = goal;
  return { id: _id, title, level, status, dueDate, progress: round2(progress) };
}

export function toMyPlan({ _id, title, status, actions }: DevelopmentPlan): MyPlanView {
  const counted = actions.filter((action) => action.status !== PlanActionStatus.Cancelled);
  const completedActions = counted.filter((action) => action.status === PlanActionStatus.Completed).length;
  return { id: _id, title, status, actions: counted.length, completedActions };
}

export function toMySurvey({ _id, name, openedAt }: Survey): MySurveyView {
  return { id: _id, name, openedAt: toInstantOrNull(openedAt) };
}
