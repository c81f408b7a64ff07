import { languageOf } from '../../shared/comms/notification-texts.rules';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { CompetencyModel } from '../../shared/framework/competency.model';
import type { PlanAction } from '../../shared/growth/development-plan.model';
import { cycleOfGaps, lastClosedCycle } from '../../shared/insight/cycles.store';
import { GapModel, type GapRow } from '../../shared/insight/gap.model';
import { GAP_PRIORITIES, isWithinPriority } from '../../shared/insight/gap.rules';
import { resultView } from '../../shared/insight/result-visibility.rules';
import { assertValid, conflict, invalid } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { PlanFromGaps } from './development-plans.dto';
import { employeeProblems, storePlan } from './development-plans.service';
import { newPlanAction } from './plan-actions';
import { reportingViewer } from './reporting-viewer.queries';

/** Gaps that become actions; more at a time is a list of wishes, not a plan. */
const MOST_GAPS = 5;
/** Priority 4 means that there is no gap (spec 2.5). */
const LEAST_URGENT = 3;
const PLAN_TITLE = { en: 'Development plan', es: 'Plan de desarrollo' };

/**
 * Makes a Draft plan with one action for each of the worst gaps of an employee, by priority and then by level, five at
 * most, and returns its id. Throws VALIDATION, and CONFLICT when there are none or the caller may not know them yet.
 */
export async function createPlanFromGaps(input: PlanFromGaps): Promise<string> {
  const viewer = await reportingViewer();
  const { employeeId, maxPriority = LEAST_URGENT } = input;
  assertValid(await employeeProblems(viewer, employeeId));
  const cycle = await cycleToRead(input.cycleId);
  if (!cycle) throw conflict('No cycle is Closed yet, so there are no gaps to make a plan of.');
  const employee = await EmployeeModel.findById(employeeId).select('managerId').lean<Pick<Employee, 'managerId'>>();
  // Gaps tell of results: who may not see these yet learns nothing from a plan either.
  const view = resultView(viewer, {
    subjectId: employeeId,
    managerId: employee?.managerId ?? null,
    cycleStatus: cycle.status,
    resultsPublished: cycle.resultsPublishedAt !== null,
  });
  if (view === null) throw conflict(`The results of “${cycle.name}” are not published to you yet.`);
  const gaps = await worstGaps(cycle, employeeId, maxPriority);
  if (gaps.length === 0) throw conflict(`“${cycle.name}” shows no gap of this employee up to priority ${maxPriority}.`);
  const title = input.title ?? `${PLAN_TITLE[languageOf((await currentTenant()).locale)]}: ${cycle.name}`.slice(0, 200);
  return storePlan({ _id: newId(), employeeId, title, cycleId: cycle._id, actions: await actionsOf(gaps) });
}

async function cycleToRead(cycleId: string | undefined): Promise<Cycle | null> {
  if (cycleId === undefined) return lastClosedCycle();
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  if (!cycle) throw invalid({ field: 'cycleId', message: 'names nothing that exists in this organization' });
  return cycleOfGaps(cycle);
}

async function worstGaps(cycle: Cycle, employeeId: string, maxPriority: number): Promise<GapRow[]> {
  const { runId } = cycle.gaps;
  if (runId === null) return [];
  const priorities = GAP_PRIORITIES.filter((priority) => isWithinPriority({ priority }, maxPriority));
  return GapModel.find({ runId, employeeId, gapLevel: { $gt: 0 }, priority: { $in: priorities } })
    .sort({ priority: 1, gapLevel: -1, requirement: 1, _id: 1 })
    .limit(MOST_GAPS)
    .lean<GapRow[]>();
}

/** One action for each gap. It names the requirement alone: levels could tell what few evaluators said. */
async function actionsOf(gaps: readonly GapRow[]): Promise<PlanAction[]> {
  const ids = gaps.map(({ requirementId }) => requirementId);
  const competencies = await CompetencyModel.find({ _id: { $in: ids } })
    .select('_id')
    .lean<{ _id: string }[]>();
  const isCompetency = new Set(competencies.map(({ _id }) => _id));
  return gaps.map(({ requirementId, requirement }) => ({
    ...newPlanAction({ title: requirement, competencyId: isCompetency.has(requirementId) ? requirementId : null }),
    requirementId,
    requirement,
  }));
}
