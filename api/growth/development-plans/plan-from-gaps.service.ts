import type { QueryFilter } from 'mongoose';
import { languageOf } from '../../../shared/comms/notification-texts.rules';
import { pickRow, pickRows } from '../../../shared/db/pick';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import { cycleOfGaps, lastClosedCycle } from '../../../shared/insight/cycles.store';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { GAP_PRIORITIES, isWithinPriority } from '../../../shared/insight/gaps/gap.rules';
import { assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { resultView } from '../../../shared/policies/result.policy';
import { reportingViewer } from '../reporting-viewer.queries';
import type { PlanFromGaps } from './development-plans.dto';
import { validateEmployee, storePlan } from './development-plans.service';
import { newPlanAction } from './plan-actions';

/** Gaps that become actions; more at a time is a list of wishes, not a plan. */
const MAX_GAPS = 5;
/** Priority 4 means that there is no gap (spec 2.5). */
const DEFAULT_MAX_PRIORITY = 3;
const PLAN_TITLE = { en: 'Development plan', es: 'Plan de desarrollo' };

/**
 * Makes a Draft plan with one action for each chosen gap of an employee, or for each of the worst ones, by priority and then
 * by level, five at most, and returns its id. Throws VALIDATION, and CONFLICT when there are none or the caller may not know them yet.
 */
export async function createPlanFromGaps(input: PlanFromGaps): Promise<string> {
  const viewer = await reportingViewer();
  const { employeeId, maxPriority = DEFAULT_MAX_PRIORITY } = input;
  assertValid(await validateEmployee(viewer, employeeId));
  const cycle = await cycleToRead(input.cycleId);
  if (!cycle) throw conflict('There are no gaps yet. Close a cycle first.');
  const employee = await pickRow(EmployeeModel.findById(employeeId), 'managerId');
  // Gaps tell of results: who may not see these yet learns nothing from a plan either.
  const view = resultView(viewer, {
    subjectId: employeeId,
    managerId: employee?.managerId ?? null,
    cycle,
    counts: true, // a withdrawn evaluation has no gaps
  });
  if (view === null)
    throw conflict(`The results of “${cycle.name}” are not published to you yet. Try again after publication.`);
  const gaps = input.requirementIds
    ? await chosenGaps(cycle, employeeId, input.requirementIds)
    : await worstGaps(cycle, employeeId, maxPriority);
  if (gaps.length === 0)
    throw conflict(
      `“${cycle.name}” shows no gap of this employee up to priority ${maxPriority}. Increase maxPriority or choose another cycle.`,
    );
  const title = input.title ?? `${PLAN_TITLE[languageOf((await currentTenant()).locale)]}: ${cycle.name}`.slice(0, 200);
  return storePlan({ _id: newId(), employeeId, title, cycleId: cycle._id, actions: await actionsOf(gaps) });
}

async function cycleToRead(cycleId: string | undefined): Promise<Cycle | null> {
  if (cycleId === undefined) return lastClosedCycle();
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  if (!cycle) throw invalid({ field: 'cycleId', message: 'does not exist in this organization' });
  return cycleOfGaps(cycle);
}

async function worstGaps(cycle: Cycle, employeeId: string, maxPriority: number): Promise<GapRow[]> {
  const priorities = GAP_PRIORITIES.filter((priority) => isWithinPriority({ priority }, maxPriority));
  return findGaps(cycle, { employeeId, priority: { $in: priorities } });
}

/** The gaps at these requirements; throws VALIDATION for one where the employee has none. */
async function chosenGaps(cycle: Cycle, employeeId: string, requirementIds: readonly string[]): Promise<GapRow[]> {
  const gaps = await findGaps(cycle, { employeeId, requirementId: { $in: [...requirementIds] } });
  const found = new Set(gaps.map(({ requirementId }) => requirementId));
  assertValid(
    requirementIds.flatMap((requirementId, at) =>
      found.has(requirementId)
        ? []
        : [{ field: `requirementIds[${at}]`, message: `must name a gap of the employee in “${cycle.name}”` }],
    ),
  );
  return gaps;
}

async function findGaps(cycle: Cycle, filter: QueryFilter<GapRow>): Promise<GapRow[]> {
  const { runId } = shownGaps(cycle);
  if (runId === null) return [];
  return GapModel.find({ runId, gapLevel: { $gt: 0 }, ...filter })
    .sort({ priority: 1, gapLevel: -1, requirement: 1, _id: 1 })
    .limit(MAX_GAPS)
    .lean<GapRow[]>();
}

/** One action for each gap. It names the requirement alone: levels could tell what few evaluators said. */
async function actionsOf(gaps: readonly GapRow[]): Promise<PlanAction[]> {
  const ids = gaps.map(({ requirementId }) => requirementId);
  const competencies = await pickRows(CompetencyModel.find({ _id: { $in: ids } }), '_id');
  const isCompetency = new Set(competencies.map(({ _id }) => _id));
  return gaps.map(({ requirementId, requirement }) => ({
    ...newPlanAction({ title: requirement, competencyId: isCompetency.has(requirementId) ? requirementId : null }),
    requirementId,
    requirement,
  }));
}
