import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { lastClosedSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { readCycleFigures } from '../../insight/cycle-figures.store';
import { cycleTrend } from '../../insight/cycle-trend.store';
import { allDepartmentNames } from '../../people/department-names.store';
import { readHeadcount } from '../../people/headcount.store';
import { planCounts } from '../development-plans/development-plan.store';
import { tenantGoalFigures } from '../goals/goal.store';
import {
  type OrganizationalDashboard,
  type PlanFigures,
  toDashboardCycle,
  toDepartmentScores,
  toGoalFigure,
  toHeadcount,
  toNineBoxCounts,
  toParticipation,
  toSurveyFigure,
  toTopGap,
  toTrendPoint,
} from './organizational-dashboard.dto';

/** Without drafts and rejected plans, which only their author works on. */
const SUBMITTED_PLANS: readonly DevelopmentPlanStatus[] = [
  DevelopmentPlanStatus.PendingApproval,
  DevelopmentPlanStatus.Approved,
  DevelopmentPlanStatus.InProgress,
];

/**
 * Returns the organizational dashboard with a cycle, by default the last Closed one; at most twelve queries while
 * nothing of the cycle changes. Throws NOT_FOUND.
 */
export async function organizationalDashboard(cycleId: string | undefined): Promise<OrganizationalDashboard> {
  const [cycle, { settings }] = await Promise.all([
    cycleId === undefined ? lastClosedCycle() : findCycle(cycleId),
    currentTenant(),
  ]);
  const [ofCycle, people, departments, goals, survey, plans, trend] = await Promise.all([
    cycle && readCycleFigures(cycle, settings.nineBox),
    readHeadcount(),
    allDepartmentNames(),
    tenantGoalFigures(),
    lastClosedSurvey(),
    planCounts(),
    cycleTrend(),
  ]);
  return {
    headcount: toHeadcount(people, departments),
    cycle: cycle && toDashboardCycle(cycle),
    participation: ofCycle && toParticipation(ofCycle.participation),
    scores: ofCycle && {
      ...ofCycle.figures.distribution,
      byDepartment: toDepartmentScores(ofCycle.figures.departmentScores, departments),
    },
    topGaps: ofCycle && ofCycle.figures.topGaps.map(toTopGap),
    nineBox: ofCycle && toNineBoxCounts(ofCycle.figures),
    cycles: trend.map(toTrendPoint),
    goals: goals.map(toGoalFigure),
    survey: survey && toSurveyFigure(survey),
    developmentPlans: toPlanFigures(plans),
  };
}

function toPlanFigures(counts: Record<DevelopmentPlanStatus, number>): PlanFigures {
  const byStatus = Object.values(DevelopmentPlanStatus).map((status) => ({ status, count: counts[status] }));
  return { open: SUBMITTED_PLANS.reduce((sum, status) => sum + counts[status], 0), byStatus };
}
