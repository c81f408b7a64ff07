import { languageOf } from '../../../shared/comms/notification-texts.rules';
import { pickRow, pickRows } from '../../../shared/db/pick';
import { Audience, showsResults } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { shownGaps } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import type { PlanAction } from '../../../shared/growth/development-plan.model';
import { cycleOfGaps, lastClosedCycle } from '../../../shared/insight/cycles.store';
import type { GapRow } from '../../../shared/insight/gaps/gap.model';
import { isWithinPriority } from '../../../shared/insight/gaps/gap.rules';
import { addMonths } from '../../../shared/kernel/calendar-dates';
import { now } from '../../../shared/kernel/clock';
import { assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { localDate } from '../../../shared/kernel/zoned-time';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { teamResults } from '../../insight/team-results.store';
import { reportingViewer } from '../reporting-viewer.queries';
import type { PlanFromGaps } from './development-plans.dto';
import { validateEmployee, storePlan } from './development-plans.service';
import { gapActionTitle } from './gap-action.rules';
import { newPlanAction } from './plan-actions';

/** Most gaps that become actions of one plan. */
export const MAX_GAPS = 5;
/** Priority 4 means that there is no gap. */
const DEFAULT_MAX_PRIORITY = 3;
/** Until an action of a new plan is due. */
const MONTHS_UNTIL_DUE = 6;
const PLAN_TITLE = { en: 'Development plan', es: 'Plan de desarrollo' };

/**
 * Creates a Draft plan with one action for each chosen gap of an employee, or for each of the largest ones, by priority
 * and then by level, at most five, and returns its id. Whoever creates it, the gaps are those that the employee is shown,
 * since the plan reveals them to the employee. Throws VALIDATION, and CONFLICT when there are none or the results are not
 * released to the employee.
 */
export async function createPlanFromGaps(input: PlanFromGaps): Promise<string> {
  const { employeeId, maxPriority = DEFAULT_MAX_PRIORITY } = input;
  assertValid(await validateEmployee(await reportingViewer(), employeeId));
  const { cycle, gaps: visible } = await gapsShownTo(employeeId, input.cycleId);
  const gaps = input.requirementIds
    ? chosenGaps(visible, input.requirementIds, cycle)
    : visible.filter((gap) => isWithinPriority(gap, maxPriority)).slice(0, MAX_GAPS);
  if (gaps.length === 0) throw conflict(refusal('NO_GAP_UP_TO_PRIORITY', { cycle: cycle.name, priority: maxPriority }));
  const tenant = await currentTenant();
  const title = input.title ?? `${PLAN_TITLE[languageOf(tenant.locale)]}: ${cycle.name}`.slice(0, 200);
  return storePlan({ _id: newId(), employeeId, title, cycleId: cycle._id, actions: await actionsOf(gaps, tenant) });
}

/**
 * Returns the gaps that an employee is shown in a cycle, by default the last Closed one, by priority and then by level.
 * Throws VALIDATION for an unknown cycle, and CONFLICT when its results are not released to the employee.
 */
export async function gapsShownTo(
  employeeId: string,
  cycleId: string | undefined,
): Promise<{ cycle: Cycle; gaps: NamedGap[] }> {
  const cycle = await cycleToRead(cycleId);
  if (!cycle) throw conflict(refusal('NO_GAPS_YET'));
  const evaluation = await pickRow(
    EvaluationModel.findOne({ cycleId: cycle._id, subjectId: employeeId }),
    'releasedAt',
  );
  if (!showsResults(cycle, Audience.Subject, evaluation?.releasedAt))
    throw conflict(refusal('RESULTS_NOT_PUBLISHED_TO_EMPLOYEE', { cycle: cycle.name }));
  if (shownGaps(cycle).runId === null) return { cycle, gaps: [] };
  const results = await teamResults(cycle, [employeeId]);
  const gaps = (results.get(employeeId)?.requirements ?? [])
    .flatMap(({ requirementId, requirement, requiredLevel, gap }) =>
      gap === null || gap.gapLevel === 0
        ? []
        : [{ requirementId, requirement, requiredLevel, gapLevel: gap.gapLevel, priority: gap.priority }],
    )
    .sort((a, b) => a.priority - b.priority || b.gapLevel - a.gapLevel || (a.requirement < b.requirement ? -1 : 1));
  return { cycle, gaps };
}

async function cycleToRead(cycleId: string | undefined): Promise<Cycle | null> {
  if (cycleId === undefined) return lastClosedCycle();
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  if (!cycle) throw invalid({ field: 'cycleId', ...refusal('DOES_NOT_EXIST') });
  return cycleOfGaps(cycle);
}

type NamedGap = Pick<GapRow, 'requirementId' | 'requirement' | 'requiredLevel' | 'gapLevel' | 'priority'>;

/** Returns the gaps at these requirements; throws VALIDATION for one where the employee has none. */
function chosenGaps(visible: readonly NamedGap[], requirementIds: readonly string[], cycle: Cycle): NamedGap[] {
  const gaps = visible.filter(({ requirementId }) => requirementIds.includes(requirementId));
  const found = new Set(gaps.map(({ requirementId }) => requirementId));
  assertValid(
    requirementIds.flatMap((requirementId, at) =>
      found.has(requirementId)
        ? []
        : [{ field: `requirementIds[${at}]`, ...refusal('NOT_A_GAP_IN_CYCLE', { cycle: cycle.name }) }],
    ),
  );
  return gaps.slice(0, MAX_GAPS);
}

/** Returns one action for each gap, due in half a year, by the levels of its competency. */
async function actionsOf(
  gaps: readonly NamedGap[],
  { locale, timezone }: Pick<Tenant, 'locale' | 'timezone'>,
): Promise<PlanAction[]> {
  const ids = gaps.map(({ requirementId }) => requirementId);
  const competencies = await pickRows(CompetencyModel.find({ _id: { $in: ids } }), 'levels');
  const levelsOf = new Map(competencies.map(({ _id, levels }) => [_id, levels]));
  const dueDate = localDate(addMonths(now(), MONTHS_UNTIL_DUE), timezone);
  return gaps.map((gap) => {
    const { requirementId, requirement } = gap;
    const levels = levelsOf.get(requirementId);
    const title = gapActionTitle(gap, levels ?? [], languageOf(locale));
    return {
      ...newPlanAction({ title, dueDate, competencyId: levels ? requirementId : null }),
      requirementId,
      requirement,
    };
  });
}
