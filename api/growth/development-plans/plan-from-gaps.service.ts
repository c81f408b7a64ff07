import { languageOf } from '../../../shared/comms/notification-texts.rules';
import { pickRow, pickRows } from '../../../shared/db/pick';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import { cycleOfGaps, lastClosedCycle } from '../../../shared/insight/cycles.store';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { isWithinPriority } from '../../../shared/insight/gaps/gap.rules';
import { assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { sentence } from '../../../shared/kernel/refusals/sentence';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { resultView, ResultView } from '../../../shared/policies/result.policy';
import { teamResults } from '../../insight/team-results.store';
import { reportingViewer } from '../reporting-viewer.queries';
import type { PlanFromGaps } from './development-plans.dto';
import { validateEmployee, storePlan } from './development-plans.service';
import { newPlanAction } from './plan-actions';

/** Most gaps that become actions of one plan. */
export const MAX_GAPS = 5;
/** Priority 4 means that there is no gap. */
const DEFAULT_MAX_PRIORITY = 3;
const PLAN_TITLE = { en: 'Development plan', es: 'Plan de desarrollo' };

/**
 * Creates a Draft plan with one action for each chosen gap of an employee, or for each of the largest ones, by priority
 * and then by level, at most five, and returns its id. Throws VALIDATION, and CONFLICT when there are none or the
 * caller may not see them yet.
 */
export async function createPlanFromGaps(input: PlanFromGaps): Promise<string> {
  const viewer = await reportingViewer();
  const { employeeId, maxPriority = DEFAULT_MAX_PRIORITY } = input;
  assertValid(await validateEmployee(viewer, employeeId));
  const cycle = await cycleToRead(input.cycleId);
  if (!cycle) throw conflict('There are no gaps yet. Close a cycle first.');
  const employee = await pickRow(EmployeeModel.findById(employeeId), 'managerId');
  const evaluation = await pickRow(
    EvaluationModel.findOne({ cycleId: cycle._id, subjectId: employeeId }),
    'releasedAt',
  );
  // Gaps reveal results, so only viewers of the results may create a plan from them.
  const view = resultView(viewer, {
    subjectId: employeeId,
    managerId: employee?.managerId ?? null,
    cycle,
    releasedAt: evaluation?.releasedAt,
    counts: true, // a withdrawn evaluation has no gaps
  });
  if (view === null)
    throw conflict(sentence`The results of “${cycle.name}” are not published to you yet. Try again after publication.`);
  const visible = view === ResultView.Full ? await storedGaps(cycle, employeeId) : await shownGapsOf(cycle, employeeId);
  const gaps = input.requirementIds
    ? chosenGaps(visible, input.requirementIds, cycle)
    : visible.filter((gap) => isWithinPriority(gap, maxPriority)).slice(0, MAX_GAPS);
  if (gaps.length === 0)
    throw conflict(
      sentence`“${cycle.name}” shows no gap of this employee up to priority ${maxPriority}. Increase maxPriority or choose another cycle.`,
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

/** A gap with the name of its requirement. */
type NamedGap = Pick<GapRow, 'requirementId' | 'requirement' | 'gapLevel' | 'priority'>;

/** Returns the gaps at these requirements; throws VALIDATION for one where the employee has none. */
function chosenGaps(visible: readonly NamedGap[], requirementIds: readonly string[], cycle: Cycle): NamedGap[] {
  const gaps = visible.filter(({ requirementId }) => requirementIds.includes(requirementId));
  const found = new Set(gaps.map(({ requirementId }) => requirementId));
  assertValid(
    requirementIds.flatMap((requirementId, at) =>
      found.has(requirementId)
        ? []
        : [{ field: `requirementIds[${at}]`, ...sentence`must name a gap of the employee in “${cycle.name}”` }],
    ),
  );
  return gaps.slice(0, MAX_GAPS);
}

/** Returns the gaps of the employee by priority and then by level, from all answers. */
async function storedGaps(cycle: Cycle, employeeId: string): Promise<NamedGap[]> {
  const { runId } = shownGaps(cycle);
  if (runId === null) return [];
  return GapModel.find({ runId, employeeId, gapLevel: { $gt: 0 } })
    .sort({ priority: 1, gapLevel: -1, requirement: 1, _id: 1 })
    .lean<GapRow[]>();
}

/** Returns the same from the results that viewers other than HR see, so that they reveal nothing more. */
async function shownGapsOf(cycle: Cycle, employeeId: string): Promise<NamedGap[]> {
  if (shownGaps(cycle).runId === null) return [];
  const results = await teamResults(cycle, [employeeId]);
  return (results.get(employeeId)?.requirements ?? [])
    .flatMap(({ requirementId, requirement, gap }) =>
      gap === null || gap.gapLevel === 0
        ? []
        : [{ requirementId, requirement, gapLevel: gap.gapLevel, priority: gap.priority }],
    )
    .sort((a, b) => a.priority - b.priority || b.gapLevel - a.gapLevel || (a.requirement < b.requirement ? -1 : 1));
}

/** Returns one action for each gap. It names the requirement alone: levels could reveal what few evaluators answered. */
async function actionsOf(gaps: readonly NamedGap[]): Promise<PlanAction[]> {
  const ids = gaps.map(({ requirementId }) => requirementId);
  const competencies = await pickRows(CompetencyModel.find({ _id: { $in: ids } }), '_id');
  const isCompetency = new Set(competencies.map(({ _id }) => _id));
  return gaps.map(({ requirementId, requirement }) => ({
    ...newPlanAction({ title: requirement, competencyId: isCompetency.has(requirementId) ? requirementId : null }),
    requirementId,
    requirement,
  }));
}
