import { GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { CompetencyModel } from '../../../shared/framework/competency.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { GapRow } from '../../../shared/insight/gaps/gap.model';
import { addMonths } from '../../../shared/kernel/calendar-dates';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee } from '../../factories/employee';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const LISTENING = '0e1c5b9a-6f52-4a0e-9f53-7b1d2c3e4f50';
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

interface World {
  tenant: TestTenant;
  cycleId: string;
  ana: { id: string; token: string };
  bea: { id: string; token: string };
}

/** An organization with a Closed cycle; bea manages ana, who has these gaps. */
async function makeWorld(gaps: Partial<GapRow>[], locale = 'en', isPublished = true): Promise<World> {
  const tenant = await makeTenant({ locale });
  const person = async (managerId: string | null) => {
    const { _id: id } = await tenant.within(() => makeEmployee({ managerId }));
    return { id, token: await tenant.signedIn({ employeeId: id }) };
  };
  const bea = await person(null);
  const ana = await person(bea.id);
  const runId = newId();
  // The manager alone has answered: each rating is the required level less the gap.
  const requirements = gaps.map(({ requirementId = newId(), requirement = 'Some', gapLevel = 1, priority }) => ({
    requirementId,
    requirement,
    requiredLevel: 5,
    isCritical: gapLevel === 1 && priority === 2,
    rating: 5 - gapLevel,
  }));
  const items = [
    templateItem(),
    ...requirements.map(({ requirementId }) => templateItem({ competencyId: requirementId })),
  ];
  const answers = items.map(({ id }, at) => {
    return { itemId: id, score: requirements[at - 1]?.rating ?? 5, notApplicable: false, comment: null };
  });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    template: await makeTemplate(tenant, { items }),
    cycle: {
      name: 'Review 2026',
      gaps: { state: GapsState.Calculated, calculatedAt: now(), runId },
      resultsPublishedAt: isPublished ? now() : null,
    },
    subjects: [
      {
        employee: await tenant.within(async () => (await EmployeeModel.findById(ana.id).lean<Employee>())!),
        requirements: requirements.map(({ rating: _rating, ...requirement }) => requirement),
        evaluators: [{ type: EvaluatorType.Manager, evaluatorId: bea.id, answers }],
      },
    ],
  });
  const cycleId = cycle._id;
  return { tenant, cycleId, ana, bea };
}

const ask = (body: object, token: string) =>
  service().call('post', '/api/development-plans/from-gaps', token).send(body);
const publish = ({ tenant, cycleId }: World) =>
  tenant.within(async () => CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: now() } }));

/** Six gaps in no order, and one requirement that is met. */
const GAPS = [
  { requirement: 'Met', gapLevel: 0, priority: 4 as const },
  { requirement: 'Third', gapLevel: 2, priority: 2 as const },
  { requirement: 'Sixth', gapLevel: 1, priority: 3 as const },
  { requirement: 'First', gapLevel: 4, priority: 1 as const },
  { requirement: 'Fourth', gapLevel: 1, priority: 2 as const },
  { requirement: 'Second', gapLevel: 3, priority: 1 as const },
  { requirement: 'Fifth', gapLevel: 1, priority: 3 as const },
];

describe('POST /api/development-plans/from-gaps', () => {
  test('only the chosen gaps, and VALIDATION for a requirement without a gap', async () => {
    const [chosen, met] = [newId(), newId()];
    const world = await makeWorld([
      { requirement: 'Chosen', requirementId: chosen, gapLevel: 1, priority: 3 },
      { requirement: 'Worse', gapLevel: 4, priority: 1 },
      { requirement: 'Met', requirementId: met, gapLevel: 0, priority: 4 },
    ]);
    const employeeId = world.ana.id;
    const { body } = await ask({ employeeId, requirementIds: [chosen] }, world.tenant.hr);
    expect(body.actions.map(({ title }: { title: string }) => title)).toEqual(['Chosen: reach level 5']);
    const refused = await ask({ employeeId, requirementIds: [chosen, met] }, world.tenant.hr);
    expect([refused.status, refused.body.validationErrors]).toEqual([
      400,
      [expect.objectContaining({ field: 'requirementIds[1]' })],
    ]);
    const six = await ask({ employeeId, requirementIds: Array.from({ length: 6 }, newId) }, world.tenant.hr);
    expect([six.status, six.body.validationErrors[0].field]).toEqual([400, 'requirementIds']);
  });

  test('one action for each of the five worst gaps, by priority, then level, then name', async () => {
    const world = await makeWorld(GAPS);
    const answer = await ask({ employeeId: world.ana.id }, world.tenant.hr);
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/development-plans/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      employeeId: world.ana.id,
      title: 'Development plan: Review 2026',
      cycleId: world.cycleId,
      cycle: 'Review 2026',
      status: 'Draft',
    });
    const actions = answer.body.actions as { title: string; requirement: string; dueDate: string }[];
    expect(actions.map(({ requirement }) => requirement)).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth']);
    expect(actions.map(({ title }) => title)).toEqual(
      actions.map(({ requirement }) => `${requirement}: reach level 5`),
    );
    const inHalfAYear = addMonths(now(), 6).toISOString().slice(0, 10);
    expect(actions.map(({ dueDate }) => dueDate)).toEqual(actions.map(() => inHalfAYear));
    expect(JSON.stringify(answer.body)).not.toContain('Level');
  });

  test('maxPriority keeps the urgent ones; a title and the tenant’s language are used', async () => {
    const world = await makeWorld(GAPS, 'es-CL');
    const urgent = await ask({ employeeId: world.ana.id, maxPriority: 1, cycleId: world.cycleId }, world.tenant.hr);
    expect(urgent.body.title).toBe('Plan de desarrollo: Review 2026');
    expect(urgent.body.actions.map((action: { title: string }) => action.title)).toEqual([
      'First: alcanzar el nivel 5',
      'Second: alcanzar el nivel 5',
    ]);
    const named = await ask({ employeeId: world.ana.id, maxPriority: 4, title: 'Mine' }, world.tenant.hr);
    expect([named.body.title, named.body.actions.length]).toEqual(['Mine', 5]);
    expect(named.body.actions.map((action: { requirement: string }) => action.requirement)).not.toContain('Met');
  });

  test('a competency says what its required level looks like, a skill names the level', async () => {
    const world = await makeWorld([
      { requirementId: LISTENING, requirement: 'Listening', gapLevel: 2 },
      { requirementId: UNKNOWN, requirement: 'Welding', gapLevel: 2 },
    ]);
    const levels = [
      { level: 4, label: 'Strong', descriptor: 'Asks until it is clear.' },
      { level: 5, label: 'Model', descriptor: `Has others ask until it is clear${'.'.repeat(200)}` },
    ];
    const { _id } = await world.tenant.within(() =>
      CompetencyModel.create({ _id: LISTENING, code: 'L', name: 'Listening', levels }),
    );
    const { body } = await ask({ employeeId: world.ana.id }, world.tenant.hr);
    expect(body.actions).toMatchObject([
      {
        title: `Listening: ${levels[1]?.descriptor}`.slice(0, 199) + '…',
        competencyId: _id,
        competency: 'Listening',
        requirementId: _id,
      },
      { title: 'Welding: reach level 5', competencyId: null, competency: null, requirementId: UNKNOWN },
    ]);
  });

  test('no gaps, none so urgent, no closed cycle: 409 with a sentence', async () => {
    const met = await makeWorld([{ requirement: 'Met', gapLevel: 0, priority: 4 }]);
    const mild = await makeWorld([{ requirement: 'Mild', gapLevel: 1, priority: 3 }]);
    const empty = await makeTenant();
    const { _id: employeeId } = await empty.within(() => makeEmployee());
    const answers = [
      await ask({ employeeId: met.ana.id }, met.tenant.hr),
      await ask({ employeeId: mild.ana.id, maxPriority: 2 }, mild.tenant.hr),
      await ask({ employeeId }, empty.hr),
    ];
    expect(answers.map(({ status, body }) => [status, body.errorCode])).toEqual(answers.map(() => [409, 'CONFLICT']));
    expect(answers.map(({ body }) => body.errorMessage)).toEqual([
      expect.stringContaining('no gap'),
      expect.stringContaining('priority 2'),
      expect.stringContaining('Close a cycle first'),
    ]);
  });

  test('who may: HR, the manager and the employee, once the results are published; no one else', async () => {
    const world = await makeWorld(GAPS, 'en', false);
    const { id: employeeId, token } = world.ana;
    const viewers = [world.tenant.hr, world.bea.token, token];
    for (const viewer of viewers) {
      const early = await ask({ employeeId }, viewer);
      expect([early.status, early.body.errorMessage]).toEqual([409, expect.stringContaining('not published')]);
    }
    await publish(world);
    for (const viewer of viewers) {
      const { status, body } = await ask({ employeeId }, viewer);
      expect([status, body.actions?.map(({ title }: { title: string }) => title)]).toEqual([
        201,
        ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((name) => `${name}: reach level 5`),
      ]);
    }
    const stranger = await ask({ employeeId }, world.tenant.user);
    expect([stranger.status, stranger.body.validationErrors[0].field]).toEqual([400, 'employeeId']);
    const upwards = await ask({ employeeId: world.bea.id }, token);
    expect([upwards.status, upwards.body.validationErrors[0].field]).toEqual([400, 'employeeId']);
    expect((await ask({ employeeId }, '')).status).toBe(401);
  });

  test.each([
    ['no employee', {}, 'employeeId'],
    ['an unknown employee', { employeeId: UNKNOWN }, 'employeeId'],
    ['priority 0', { employeeId: UNKNOWN, maxPriority: 0 }, 'maxPriority'],
    ['priority 5', { employeeId: UNKNOWN, maxPriority: 5 }, 'maxPriority'],
    ['half a priority', { employeeId: UNKNOWN, maxPriority: 1.5 }, 'maxPriority'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const { tenant } = await makeWorld([]);
    const answer = await ask(body, tenant.hr);
    expect([answer.status, answer.body.validationErrors.map((error: { field: string }) => error.field)]).toEqual([
      400,
      [field],
    ]);
  });

  test('an unknown cycle is 400 on the cycle', async () => {
    const { tenant, ana } = await makeWorld(GAPS);
    const answer = await ask({ employeeId: ana.id, cycleId: UNKNOWN }, tenant.hr);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'cycleId']);
  });
});
