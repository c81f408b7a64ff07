import { round2 } from '../../shared/evaluation/score.rules';
import type { DevelopmentPlan } from '../../shared/growth/development-plan.model';
import type { ResultRequirement, SubjectResult } from '../../shared/insight/subject-result.rules';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { EmployeeStatus } from '../../shared/people/employee-status';
import type { Id, Instant } from '../http/types';
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

/** The results of one subject in short. */
export interface ShortResult {
  /**
   * The score that counts: calibrated, otherwise overall.
   * @example 3.85
   */
  effective: number | null;
  submitted: number;
  totalParticipants: number;
  complete: boolean;
  /** The three most urgent ones. */
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
  /** In the cycle of the dashboard; null when the report was no subject of it. */
  result: ShortResult | null;
  /** Readiness for the next step of the career path, 0 to 100; null off a path, and without data. */
  readiness: number | null;
}

/** A development plan that waits for the caller's approval. */
export interface PendingPlanView {
  id: Id;
  title: string;
  employeeId: Id;
  /** @example "Ana García" */
  employee: string | null;
  submittedAt: Instant | null;
}

/** The direct reports of the caller; results are those of the last Closed cycle. */
export interface ManagerDashboard {
  cycle: DashboardCycle | null;
  reports: ReportView[];
  plansAwaitingApproval: PendingPlanView[];
}

const GAPS_SHOWN = 3;

/** Results in short, two decimals. */
export function toShortResult({ effective, participation, complete, requirements }: SubjectResult): ShortResult {
  const { submitted, totalParticipants } = participation;
  return {
    effective: effective === null ? null : round2(effective),
    submitted,
    totalParticipants,
    complete,
    gaps: openGaps(requirements).slice(0, GAPS_SHOWN),
  };
}

/** Gaps that are open, the most urgent first. */
function openGaps(requirements: readonly ResultRequirement[]): OpenGapView[] {
  const open = requirements.flatMap(({ requirement, gap }) =>
    gap && gap.gapLevel > 0 ? [{ requirement, ...gap }] : [],
  );
  open.sort((a, b) => a.priority - b.priority || b.gapLevel - a.gapLevel || a.requirement.localeCompare(b.requirement));
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
