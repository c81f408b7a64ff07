import type { GapView } from '../../../api/insight/gap-analysis.dto';
import type { RequirementSnapshot } from '../../../shared/evaluation/evaluation.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { changeEmployee, type EvaluatedCycle, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const [ALPHA, BETA] = [newId(), newId()];
const requirement = (
  requirementId: string,
  name: string,
  requiredLevel: number,
  isCritical = false,
): RequirementSnapshot => ({ requirementId, requirement: name, requiredLevel, isCritical });

let tenant: TestTenant;
let made: EvaluatedCycle;

/** Three subjects of a Closed cycle, all rated 3, the last of them deleted. */
beforeAll(async () => {
  tenant = await makeTenant();
  const items = [templateItem({ competencyId: ALPHA }), templateItem({ competencyId: BETA })];
  const evaluators = [{ type: EvaluatorType.Self, rating: 3 }];
  made = await makeEvaluatedCycle(tenant, {
    template: await makeTemplate(tenant, { items }),
    subjects: [
      { evaluators, requirements: [requirement(ALPHA, 'Alpha', 5, true), requirement(BETA, 'Beta', 4)] },
      {
        evaluators,
        requirements: [requirement(ALPHA, 'Alpha', 5), requirement(BETA, 'Beta', 2, true)],
        evaluation: { departmentId: newId() },
      },
      { evaluators, requirements: [requirement(ALPHA, 'Alpha', 5)] },
    ],
  });
  await changeEmployee(tenant, made.subjects[2]!.employee._id, { isDeleted: true });
  await tenant.within(async () => {
    await runHandler(recalculateGaps, { cycleId: made.cycle._id });
  });
});

const read = (query = '', token = tenant.hr) => service().call('get', `/api/gap-analysis${query}`, token);
const short = ({ employeeId, requirement: name, gapLevel, priority }: GapView) => [
  made.subjects.findIndex(({ employee }) => employee._id === employeeId),
  name,
  gapLevel,
  priority,
];

describe('gap analysis', () => {
  test('without a cycle those of the last Closed one, the most urgent first', async () => {
    const { body } = await read();
    expect(body.items.map(short)).toEqual([
      [0, 'Alpha', 2, 1],
      [1, 'Alpha', 2, 2],
      [0, 'Beta', 1, 3],
      [1, 'Beta', 0, 4],
    ]);
    expect(body).toMatchObject({
      totalCount: 4,
      cycleId: made.cycle._id,
      cycle: made.cycle.name,
      calculatedAt: expect.stringMatching(/Z$/),
      employee: null,
      departments: [],
    });
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      cycleId: made.cycle._id,
      cycle: made.cycle.name,
      employeeId: made.subjects[0]!.employee._id,
      employee: made.subjects[0]!.employee.fullName,
      departmentId: null,
      department: null,
      jobProfileId: null,
      jobProfile: null,
      requirementId: ALPHA,
      requirement: 'Alpha',
      isCritical: true,
      requiredLevel: 5,
      currentLevel: 3,
      gapLevel: 2,
      priority: 1,
    });
  });

  test.each([
    ['cycleId', () => `cycleId=${made.cycle._id}`, 4],
    ['maxPriority', () => 'maxPriority=2', 2],
    ['maxPriority 4, which is OK', () => 'maxPriority=4', 4],
    ['isCritical', () => 'isCritical=true', 2],
    ['not isCritical', () => 'isCritical=false', 2],
    ['employeeId', () => `employeeId=${made.subjects[1]!.employee._id}`, 2],
    ['a deleted employeeId', () => `employeeId=${made.subjects[2]!.employee._id}`, 0],
    ['search', () => `search=${encodeURIComponent(made.subjects[1]!.employee.email)}`, 2],
    ['a search that finds no one', () => 'search=nobody-at-all', 0],
    ['requirementId', () => `requirementId=${BETA}`, 2],
    ['departmentId', () => `departmentId=${made.subjects[1]!.evaluation.departmentId}`, 2],
    ['jobProfileId', () => `jobProfileId=${newId()}`, 0],
    ['two filters', () => `maxPriority=3&requirementId=${BETA}`, 1],
  ])('filter %s', async (_case, query, count) => {
    const { body } = await read(`?${query()}`);
    expect([body.items.length, body.totalCount]).toEqual([count, count]);
  });

  test.each(['maxPriority=0', 'maxPriority=5', 'maxPriority=x', 'cycleId=x', 'isCritical=perhaps'])(
    '%s is 400',
    async (query) => {
      const answer = await read(`?${query}`);
      expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, query.split('=')[0]]);
    },
  );

  test('no gaps yet is an empty page; an unknown cycle is 404', async () => {
    const other = await makeTenant();
    expect((await read('', other.hr)).body).toMatchObject({ items: [], totalCount: 0 });
    expect((await read(`?cycleId=${made.cycle._id}`, other.hr)).status).toBe(404);
  });

  test('who may: 401, 403', async () => {
    expect((await service().call('get', '/api/gap-analysis')).status).toBe(401);
    expect((await read('', tenant.user)).status).toBe(403);
  });
});
