import { ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import type { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { participationRate } from '../../../shared/evaluation/participants/participation.rules';
import { round2 } from '../../../shared/evaluation/score.rules';
import type { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import type { GoalLevel } from '../../../shared/growth/goals/goal-level';
import type { GoalStatus } from '../../../shared/growth/goals/goal-status';
import { publishedEnps } from '../../../shared/growth/pulse-surveys/enps.rules';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import type { TopGap } from '../../../shared/insight/cycle-figures.rules';
import type { DepartmentScores } from '../../../shared/insight/department-scores';
import { BOX_LABELS } from '../../../shared/insight/nine-box.rules';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Id, Instant } from '../../http/types';
import type { CycleFigures, CycleParticipation } from '../../insight/cycle-figures.store';
import type { TrendPoint } from '../../insight/cycle-trend.store';
import type { DepartmentNames } from '../../people/department-names.store';
import type { HeadcountGroup } from '../../people/headcount.store';
import type { GoalFigure } from '../goals/goal.rules';

/** Employees by status. */
export interface HeadcountView {
  /**
   * Employees who are Active or on leave.
   * @example 118
   */
  total: number;
  /** @example 115 */
  active: number;
  /** @example 3 */
  onLeave: number;
  /** @example 14 */
  terminated: number;
}

/** Employees of one department, without its subdepartments. */
export interface DepartmentHeadcount extends HeadcountView {
  /** Null: employees without a department. */
  departmentId: Id | null;
  /** @example "Engineering" */
  department: string | null;
}

export interface DashboardCycle {
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  status: CycleStatus;
  closedAt: Instant | null;
  /** Who releases the results to the subjects. */
  release: ReleaseBy;
}

/** Completion of the cycle's evaluations. */
export interface DashboardParticipation {
  subjects: number;
  participants: number;
  /** Submitted or Acknowledged. */
  submitted: number;
  /**
   * Share of the participants who have submitted, 0 to 1.
   * @example 0.9412
   */
  rate: number;
  byEvaluatorType: { evaluatorType: EvaluatorType; total: number; submitted: number }[];
}

/** Subjects by effective score, in bins of one point. */
export interface ScoreDistributionView {
  bins: { name: string; from: number; to: number; count: number }[];
  withoutScore: number;
  byDepartment: DepartmentScoreView[];
}

/** The effective scores of a department's subjects at generation. */
export interface DepartmentScoreView {
  /** Null: subjects without a department. */
  departmentId: Id | null;
  /** @example "Engineering" */
  department: string | null;
  /**
   * Subjects with a score.
   * @example 24
   */
  scored: number;
  /**
   * Mean of their scores; null without any.
   * @example 3.87
   */
  mean: number | null;
}

/** A cycle as a point of the trend, oldest first. */
export interface CycleTrendPoint {
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  status: CycleStatus;
  participants: number;
  /** Submitted or Acknowledged. */
  submitted: number;
  /**
   * Share of the participants who have submitted, 0 to 1.
   * @example 0.9412
   */
  rate: number;
  /**
   * Mean of all gap levels; null while the cycle shows no gaps.
   * @example 0.82
   */
  averageGap: number | null;
}

/** A requirement as the heatmap shows it. */
export interface TopGapView {
  requirementId: Id;
  /** @example "Communication" */
  requirement: string;
  isCritical: boolean;
  /** @example 1.25 */
  averageGap: number;
  /** @example 30 */
  affected: number;
  /** @example 62.5 */
  percent: number;
  /** @example 75 */
  burden: number;
}

export interface BoxCount {
  /** @example 8 */
  box: number;
  /** @example "Estrella" */
  label: string;
  count: number;
}

/** Goals of one level and status. */
export interface GoalFigureView {
  level: GoalLevel;
  status: GoalStatus;
  count: number;
  /**
   * Mean progress, 0 to 100.
   * @example 47.5
   */
  progress: number;
}

/** The most recently closed survey. */
export interface SurveyFigureView {
  id: Id;
  name: string;
  closedAt: Instant | null;
  invited: number | null;
  responses: number;
  participationRate: number | null;
  /** Null when fewer employees than the survey's threshold answered. */
  eNPS: number | null;
}

export interface PlanFigures {
  /** Submitted, approved or in progress. */
  open: number;
  byStatus: { status: DevelopmentPlanStatus; count: number }[];
}

/** Employees by status, in total and by department. */
export interface OrganizationHeadcount extends HeadcountView {
  byDepartment: DepartmentHeadcount[];
}

/** The organization at a glance. Without a cycle, the four parts about a cycle are null. */
export interface OrganizationalDashboard {
  headcount: OrganizationHeadcount;
  cycle: DashboardCycle | null;
  participation: DashboardParticipation | null;
  scores: ScoreDistributionView | null;
  /** The five requirements with the largest gaps, as in the heatmap. */
  topGaps: TopGapView[] | null;
  nineBox: { boxes: BoxCount[]; unplaced: number } | null;
  /** The latest eight cycles that were opened, independent of `cycleId`. */
  cycles: CycleTrendPoint[];
  goals: GoalFigureView[];
  survey: SurveyFigureView | null;
  developmentPlans: PlanFigures;
}

/** Returns employees by status: in total, and by department in the order of names. */
export function toHeadcount(
  groups: readonly HeadcountGroup[],
  departments: DepartmentNames,
): OrganizationalDashboard['headcount'] {
  const total = noHeads();
  const ofDepartment = new Map<string | null, HeadcountView>();
  for (const { departmentId, ...heads } of groups) {
    const view = ofDepartment.get(departmentId) ?? noHeads();
    ofDepartment.set(departmentId, view);
    addHeads(view, heads);
    addHeads(total, heads);
  }
  const byDepartment = [...ofDepartment]
    .sort(([a], [b]) => departments.order(a, b))
    .map(([departmentId, view]) => ({ departmentId, department: departments.name(departmentId), ...view }));
  return { ...total, byDepartment };
}

const noHeads = (): HeadcountView => ({ total: 0, active: 0, onLeave: 0, terminated: 0 });

function addHeads(view: HeadcountView, { status, count }: Pick<HeadcountGroup, 'status' | 'count'>): void {
  if (status === EmployeeStatus.Active) view.active += count;
  else if (status === EmployeeStatus.OnLeave) view.onLeave += count;
  else view.terminated += count;
  view.total = view.active + view.onLeave;
}

export function toDashboardCycle({ _id, name, status, closedAt, settings }: Cycle): DashboardCycle {
  const { release = ReleaseBy.Hr } = settings;
  return { id: _id, name, status, closedAt: toInstantOrNull(closedAt), release };
}

export function toParticipation({
  subjects,
  participants,
  submitted,
  byEvaluatorType,
}: CycleParticipation): DashboardParticipation {
  const rate = participationRate(submitted, participants) ?? 0;
  return { subjects, participants, submitted, rate, byEvaluatorType };
}

/** Returns the departments in the order of their names. */
export function toDepartmentScores(
  scores: readonly DepartmentScores[],
  departments: DepartmentNames,
): DepartmentScoreView[] {
  return [...scores]
    .sort((a, b) => departments.order(a.departmentId, b.departmentId))
    .map(({ departmentId, scored, mean }) => ({
      departmentId,
      department: departments.name(departmentId),
      scored,
      mean: mean === null ? null : round2(mean),
    }));
}

export function toTrendPoint({ cycle, participants, submitted, averageGap }: TrendPoint): CycleTrendPoint {
  const { _id, name, status } = cycle;
  const rate = participationRate(submitted, participants) ?? 0;
  const average = averageGap === null ? null : round2(averageGap);
  return { id: _id, name, status, participants, submitted, rate, averageGap: average };
}

export function toNineBoxCounts({ nineBox }: CycleFigures): NonNullable<OrganizationalDashboard['nineBox']> {
  const boxes = BOX_LABELS.map((label, box) => ({ box, label, count: nineBox.boxes[box] ?? 0 }));
  return { boxes, unplaced: nineBox.unplaced };
}

/** Rounds to two decimals, like the heatmap. */
export function toTopGap(gap: TopGap): TopGapView {
  const { requirementId, requirement, isCritical, affected } = gap;
  const [averageGap, percent, burden] = [round2(gap.averageGap), round2(gap.percent), round2(gap.burden)];
  return { requirementId, requirement, isCritical, averageGap, affected, percent, burden };
}

export function toGoalFigure(figure: GoalFigure): GoalFigureView {
  return { ...figure, progress: round2(figure.progress) };
}

export function toSurveyFigure(survey: Survey): SurveyFigureView {
  const { _id, name, closedAt, invited, responses, enps, anonymityThreshold } = survey;
  return {
    id: _id,
    name,
    closedAt: toInstantOrNull(closedAt),
    invited,
    responses,
    participationRate: participationRate(responses, invited),
    eNPS: publishedEnps(enps, anonymityThreshold ?? Infinity),
  };
}
