import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { employeesWithCareerPath, nextStepReadiness } from '../../../shared/insight/readiness.store';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeCareerPath } from '../../factories/career-path';
import { makeEmployee } from '../../factories/employee';
import { type EvaluatorPlan, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

interface World {
  tenant: TestTenant;
  path: string;
  pathName: string;
  /** Junior, Senior, Lead. */
  profiles: string[];
  manager: string;
  /** Junior, rated Alpha 3 and Beta 4 by the manager, Alpha 5 by a single peer. */
  ana: string;
  /** Lead, without answers. */
  beto: string;
  /** Of another profile, without answers; reports to no one. */
  carla: string;
  cycle: string;
}

/**
 * Junior requires Alpha 2; Senior Alpha 4 (critical), Beta 4 and Gamma 3; Lead nothing. No one is asked about Gamma.
 */
async function makeWorld(): Promise<World> {
  const tenant = await makeTenant();
  const [alpha, beta, gamma] = await tenant.within(async () => [
    (await makeCompetency({ name: 'Alpha' }))._id,
    (await makeCompetency({ name: 'Beta' }))._id,
    (await makeCompetency({ name: 'Gamma' }))._id,
  ]);
  const { profiles, manager, ana, beto, carla, path } = await tenant.within(async () => {
    const junior = await makeJobProfile([{ competencyId: alpha, requiredLevel: 2 }], { name: 'Junior' });
    const senior = await makeJobProfile(
      [
        { competencyId: alpha, requiredLevel: 4, isCritical: true },
        { competencyId: beta, requiredLevel: 4 },
        { competencyId: gamma, requiredLevel: 3 },
      ],
      { name: 'Senior' },
    );
    const lead = await makeJobProfile([], { name: 'Lead' });
    const other = await makeJobProfile([], { name: 'Other' });
    const boss = await makeEmployee({ firstName: 'Zoe' });
    const people = [
      await makeEmployee({ firstName: 'Ana', lastName: 'Alba', managerId: boss._id, jobProfileId: junior._id }),
      await makeEmployee({ firstName: 'Beto', lastName: 'Bravo', managerId: boss._id, jobProfileId: lead._id }),
      await makeEmployee({ firstName: 'Carla', lastName: 'Cano', jobProfileId: other._id }),
    ].map(({ _id }) => _id);
    const ids = [junior._id, senior._id, lead._id];
    return {
      profiles: ids,
      manager: boss._id,
      ana: people[0]!,
      beto: people[1]!,
      carla: people[2]!,
      path: await makeCareerPath(ids, people),
    };
  });
  const items = [templateItem({ competencyId: alpha }), templateItem({ competencyId: beta })];
  const answers = (...scores: number[]) =>
    scores.map((score, at) => ({ itemId: items[at]!.id, score, notApplicable: false, comment: null }));
  const evaluators: EvaluatorPlan[] = [
    { type: Manager, evaluatorId: manager, answers: answers(3, 4) },
    { type: Peer, answers: answers(5, 4) },
  ];
  const employee = (await tenant.within(() => EmployeeModel.findById(ana).lean().exec()))!;
  const template = await makeTemplate(tenant, { items });
  const made = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Annual', closedAt: new Date('2026-01-01') },
    subjects: [{ employee, evaluators }],
  });
  await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Older', closedAt: new Date('2025-01-01') },
    subjects: [{ employee, evaluators: [{ type: Self, rating: 1 }] }],
  });
  return { tenant, path: path._id, pathName: path.name, profiles, manager, ana, beto, carla, cycle: made.cycle._id };
}

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const list = (token: string, query = '') =>
  service().call('get', `/api/career-paths/${world.path}/readiness${query}`, token);
const detail = (employeeId: string, token: string) =>
  service().call('get', `/api/career-paths/${world.path}/readiness/${employeeId}`, token);
const tokenOf = (employeeId: string) => world.tenant.signedIn({ employeeId });

describe('readiness for the steps of a career path', () => {
  test('HR: per step needed, met, percent, and what is missing with its levels', async () => {
    const { status, body } = await detail(world.ana, world.tenant.hr);
    expect(status).toBe(200);
    // Manager 3 with the weight 0.5 and Peer 5 with 0.2, rescaled.
    const alphaLevel = Math.round(((3 * 0.5 + 5 * 0.2) / 0.7) * 100) / 100;
    expect(body).toEqual({
      careerPathId: world.path,
      careerPath: world.pathName,
      assigned: true,
      employeeId: world.ana,
      employee: expect.stringMatching(/^Ana /),
      jobProfileId: world.profiles[0],
      jobProfile: 'Junior',
      cycleId: world.cycle,
      cycle: 'Annual',
      currentStep: 1,
      nextStep: 2,
      steps: [
        { ...step(1, 'Junior'), needed: 1, met: 1, percent: 100, missing: [] },
        {
          ...step(2, 'Senior'),
          needed: 3,
          met: 1,
          percent: 33.33,
          missing: [missing('Alpha', 4, true, alphaLevel, 1), missing('Gamma', 3, false, null, null)],
        },
        { ...step(3, 'Lead'), needed: 0, met: 0, percent: null, missing: [] },
      ],
    });
  });

  const step = (order: number, jobProfile: string) => ({
    order,
    jobProfileId: world.profiles[order - 1],
    jobProfile,
    minMonths: 12,
  });
  const missing = (
    requirement: string,
    requiredLevel: number,
    isCritical: boolean,
    currentLevel: number | null,
    gapLevel: number | null,
  ) => ({ requirementId: expect.any(String), requirement, isCritical, requiredLevel, currentLevel, gapLevel });

  test('the list: everyone on the path by name, with the next step', async () => {
    const { body } = await list(world.tenant.hr);
    expect(
      body.items.map((row: Record<string, unknown>) => [
        String(row.employee).split(' ')[0],
        row.currentStep,
        row.nextStep,
        row.nextJobProfile,
        row.needed,
        row.met,
        row.percent,
        row.cycle,
      ]),
    ).toEqual([
      ['Ana', 1, 2, 'Senior', 3, 1, 33.33, 'Annual'],
      ['Beto', 3, null, null, null, null, null, null],
      ['Carla', 0, 1, 'Junior', 1, 0, 0, null],
    ]);
    const second = await list(world.tenant.hr, '?page=2&pageSize=2');
    expect([second.body.totalCount, second.body.totalPages, second.body.items.length]).toEqual([3, 2, 1]);
  });

  test('a newer version of the employee’s profile is on the same step', async () => {
    const there = await makeWorld();
    const version = await service()
      .call('post', `/api/job-profiles/${there.profiles[0]}/version`, there.tenant.hr)
      .send({});
    await there.tenant.within(() =>
      EmployeeModel.updateOne({ _id: there.ana }, { $set: { jobProfileId: version.body.id } }),
    );
    const path = `/api/career-paths/${there.path}/readiness/${there.ana}`;
    const { body } = await service().call('get', path, there.tenant.hr);
    expect([body.jobProfileId, body.currentStep, body.nextStep]).toEqual([version.body.id, 1, 2]);
  });

  test('who is not on the path is compared with it, too', async () => {
    const other = await world.tenant.within(() => makeCareerPath(world.profiles, []));
    const path = `/api/career-paths/${other._id}/readiness`;
    const { steps, ...there } = (await detail(world.ana, world.tenant.hr)).body;
    const same = { ...there, careerPathId: other._id, careerPath: other.name, assigned: false, steps };
    const answer = await service().call('get', `${path}/${world.ana}`, world.tenant.hr);
    expect([answer.status, answer.body]).toEqual([200, same]);
    expect((await service().call('get', path, world.tenant.hr)).body.items).toEqual([]);
  });

  test('who is unknown is 404', async () => {
    const answers = [await detail(newId(), world.tenant.hr), await detail('x', world.tenant.hr)];
    for (const answer of answers) expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('who sees whose readiness', () => {
  test('a manager sees direct reports, without rater groups that are too small', async () => {
    const token = await tokenOf(world.manager);
    const { body } = await list(token);
    expect(body.items.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([world.ana, world.beto]);
    const response = await detail(world.ana, token);
    // One peer alone would be known: the manager's own 3 is left.
    expect(response.body.steps[1].missing[0]).toMatchObject({ requirement: 'Alpha', currentLevel: 3, gapLevel: 1 });
    expect((await detail(world.carla, token)).status).toBe(404);
    const other = (await world.tenant.within(() => makeCareerPath(world.profiles)))._id;
    const elsewhere = (id: string) => service().call('get', `/api/career-paths/${other}/readiness/${id}`, token);
    expect([(await elsewhere(world.ana)).body.assigned, (await elsewhere(world.carla)).status]).toEqual([false, 404]);
  });

  test('an ordinary user sees only their readiness, and of it what is published', async () => {
    const there = await makeWorld();
    const token = await there.tenant.signedIn({ employeeId: there.ana });
    const path = `/api/career-paths/${there.path}/readiness`;
    const read = async () => (await service().call('get', `${path}/${there.ana}`, token)).body;
    const before = await read();
    expect([before.cycle, before.steps[0].met]).toEqual([null, 0]);
    await there.tenant.within(() =>
      CycleModel.updateOne({ _id: there.cycle }, { $set: { resultsPublishedAt: new Date() } }),
    );
    const after = await read();
    expect([after.cycle, after.steps[0].met]).toEqual(['Annual', 1]);
    const page = await service().call('get', path, token);
    expect(page.body.items.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([there.ana]);
    expect((await service().call('get', `${path}/${there.beto}`, token)).status).toBe(404);
  });

  test('an account without employee sees no one; without token 401', async () => {
    expect((await list(world.tenant.user)).body.items).toEqual([]);
    expect((await detail(world.ana, world.tenant.user)).status).toBe(404);
    expect((await service().call('get', `/api/career-paths/${world.path}/readiness`)).status).toBe(401);
  });
});

describe('readiness in the nine-box', () => {
  test('the share of the next step; who is at the end or has no answers is left out', async () => {
    const everybody = [world.ana, world.beto, world.carla, world.manager];
    expect(await world.tenant.within(() => nextStepReadiness(everybody))).toEqual(new Map([[world.ana, 1 / 3]]));
    expect(await world.tenant.within(() => nextStepReadiness([world.beto]))).toEqual(new Map());
    expect(await world.tenant.within(() => employeesWithCareerPath(everybody))).toEqual(
      new Set([world.ana, world.beto, world.carla]),
    );
  });

  test('it is the percent that the routes show', async () => {
    const share = (await world.tenant.within(() => nextStepReadiness([world.ana]))).get(world.ana)!;
    const { body } = await list(world.tenant.hr);
    expect(body.items[0].percent).toBe(Math.round(share * 10_000) / 100);
  });

  test('more employees than are asked for by id', async () => {
    const many = [world.ana, ...Array.from({ length: 1_500 }, newId)];
    expect(await world.tenant.within(() => nextStepReadiness(many))).toEqual(new Map([[world.ana, 1 / 3]]));
    expect(await world.tenant.within(() => employeesWithCareerPath(many))).toEqual(new Set([world.ana]));
  });
});
