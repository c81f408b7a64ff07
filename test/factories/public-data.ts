import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { CareerPathModel } from '../../shared/framework/career-path.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { GoalLevel } from '../../shared/growth/goals/goal-level';
import { QuestionType } from '../../shared/growth/pulse-surveys/survey-status';
import { GapAnalysisModel } from '../../shared/insight/gaps/gap-analysis.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { recalculateGaps } from '../../worker/insight/recalculate-gaps.job';
import { runHandler } from '../support/run-handler';
import { changeEmployee, makeEmployee, makeEvaluatedCycle, makeTemplate } from './evaluation';
import { makeCompetency } from './framework';
import { keyResult, makeGoal } from './goal';
import { makeClosedSurvey, makeSurvey } from './survey';
import { templateItem } from './template-item';
import type { TestTenant } from './tenant';

/**
 * Fills a tenant with data for every route of the public API: each field of each row has a value somewhere. The rows that
 * a parameter names (cycle, department, survey) have `id`, the example of the document.
 */
export async function makePublicData(tenant: TestTenant, id: string): Promise<void> {
  const jobProfileId = await tenant.within(async () => {
    await DepartmentModel.create({ _id: id, name: 'Engineering' });
    const profile = { code: 'SE', name: 'Software engineer', requirements: [] };
    return (await JobProfileModel.create(profile))._id;
  });
  const place = { departmentId: id, jobProfileId };
  const manager = await makeEmployee(tenant, { firstName: 'Luis', lastName: 'Rojas' });
  const ana = await makeEmployee(tenant, {
    ...place,
    firstName: 'Ana',
    lastName: 'García',
    employeeCode: 'E-0042',
    managerId: manager._id,
    hireDate: '2020-03-01',
  });
  const competencyId = (await tenant.within(() => makeCompetency({ name: 'Code review' })))._id;
  const items = [
    templateItem({ competencyId }),
    templateItem({ measuresPotential: true, required: false, evaluatorTypes: [EvaluatorType.Manager] }),
  ];
  const template = await makeTemplate(tenant, { items });
  const requirements = [
    { requirementId: competencyId, requirement: 'Code review', requiredLevel: 5, isCritical: true },
  ];
  const gone = await makeEmployee(tenant, place);
  const evaluators = [
    { type: EvaluatorType.Self, rating: 3, status: ParticipantStatus.Acknowledged },
    { type: EvaluatorType.Manager, rating: 4, potential: 5 },
  ];
  const { cycle } = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { _id: id, name: 'Annual review 2026', resultsPublishedAt: new Date('2026-04-15T08:00:00Z') },
    subjects: [
      { employee: ana, requirements, evaluators, evaluation: { ...place, calibrated: 4.5 } },
      { employee: gone, requirements, evaluators, evaluation: place },
    ],
  });
  await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open } });
  await tenant.within(async () => {
    await runHandler(recalculateGaps, { cycleId: cycle._id });
    const path = await CareerPathModel.create({ name: 'Engineers', steps: [] });
    await CareerAssignmentModel.create({ employeeId: ana._id, careerPathId: path._id, assignedAt: now() });
    await makeGaps(ana._id);
    const parent = await makeGoal({ title: 'Win the mid-size market', description: 'Together.' });
    await makeGoal({
      title: 'Sign new customers',
      level: GoalLevel.Individual,
      ownerEmployeeId: ana._id,
      departmentId: id,
      parentId: parent._id,
      startDate: '2026-01-01',
      dueDate: '2026-12-31',
      keyResults: [keyResult({ unit: 'customers', targetValue: 20, currentValue: 8 })],
    });
    await makeSurveys(id);
  });
  await changeEmployee(tenant, gone._id, { isDeleted: true });
}

/** The newest analysis without a cycle: one row. */
async function makeGaps(employeeId: string): Promise<void> {
  const runId = newId();
  const figures = { requiredLevel: 4, isCritical: false, currentLevel: 4, gapLevel: 0, priority: 4 as const };
  const requirement = { requirementId: newId(), requirement: 'Listening' };
  await GapModel.create({ runId, cycleId: null, employeeId, ...requirement, ...figures });
  await GapAnalysisModel.create({ runId, calculatedAt: now() });
}

/** A draft, a closed survey below the threshold, and two whose figures are shown: one with `id`, and a rating of one department. */
async function makeSurveys(id: string): Promise<void> {
  await makeSurvey();
  await makeClosedSurvey([{ score: 9 }]);
  await makeClosedSurvey(
    [10, 9, 9, 8, 6].map((score) => ({ score })),
    { id, name: 'November pulse' },
  );
  await makeClosedSurvey(
    [5, 4, 4, 3, 2].map((score) => ({ score, departmentId: id })),
    { name: 'October pulse' },
    QuestionType.Rating,
  );
}
