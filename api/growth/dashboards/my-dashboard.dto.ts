import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import type { Participant } from '../../../shared/evaluation/participants/participant.model';
import { round2 } from '../../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { PlanActionStatus } from '../../../shared/growth/development-plan-status';
import type { DevelopmentPlan } from '../../../shared/growth/development-plan.model';
import type { GoalLevel } from '../../../shared/growth/goals/goal-level';
import type { GoalStatus } from '../../../shared/growth/goals/goal-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import type { CalendarDate, Id, Instant } from '../../http/types';
import type { GoalWithProgress } from '../goals/goal.store';
import type { PendingPlanView, ShortResult } from './manager-dashboard.dto';
import type { DashboardCycle } from './organizational-dashboard.dto';

/** An evaluation that waits for your answers. */
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
  /** @example "November pulse" */
  name: string;
  openedAt: Instant | null;
}

/** A cycle in which you nominate your peers. */
export interface MyNominationTask {
  cycleId: Id;
  /** @example "Annual review 2026" */
  cycle: string;
  /** The last day on which you can nominate them. */
  endDate: CalendarDate | null;
}

/** Your tasks and results. An account without an employee has only notifications. */
export interface MyDashboard {
  evaluationsToAnswer: {
    count: number;
    /** The first ten; cycles that end soonest come first. */
    items: EvaluationToAnswer[];
  };
  /** The newest results that are published to you. */
  results: { cycle: DashboardCycle; result: ShortResult } | null;
  /** Your Draft and Active goals. */
  goals: MyGoalView[];
  /** Your plans that are neither Completed nor Cancelled. */
  developmentPlans: MyPlanView[];
  /** Plans of your direct reports that wait for your approval; for HR also those of employees without a manager. */
  plansToApprove: PendingPlanView[];
  surveysToAnswer: MySurveyView[];
  /** Cycles in which you nominate your peers. */
  nominationsToSubmit: MyNominationTask[];
  /**
   * Nominations of your direct reports that wait for your decision.
   * @example 2
   */
  nominationsToDecide: number;
  /** @example 3 */
  unreadNotifications: number;
  /**
   * Readiness for the next step of your career path, 0 to 100, from published results; null without a path.
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

export function toNominationTask({ _id, name, settings }: Pick<Cycle, '_id' | 'name' | 'settings'>): MyNominationTask {
  return { cycleId: _id, cycle: name, endDate: settings.nominationEndDate ?? null };
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
