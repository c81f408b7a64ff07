import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { AssignResult } from '../../../shared/jobs/contract';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { assignPeersOfCycle } from '../../../worker/evaluation/assign-peers.job';
import { makeCycle, makeEmployee, makeTemplate } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const act = (cycleId: string, action: string) =>
  service().call('post', `/api/evaluation-cycles/${cycleId}/${action}`, tenant.hr);
const participants = (cycleId: string, evaluatorType: EvaluatorType) =>
  tenant.within(() => ParticipantModel.find({ cycleId, evaluatorType }).lean<Participant[]>());

async function findOrFail(id: string): Promise<Job> {
  return JobModel.findById(id).orFail().lean<Job>();
}

/** A boss with a team, in a generated cycle. */
async function generated(size: number, settings: { minPeers: number; maxPeers: number }) {
  const boss = await makeEmployee(tenant, { departmentId: 'A' });
  const team: Employee[] = [];
  for (let count = 0; count < size; count += 1)
    team.push(await makeEmployee(tenant, { managerId: boss._id, departmentId: 'A' }));
  const cycle = await makeCycle(tenant, { settings });
  expect((await act(cycle._id, 'generate-evaluations')).status).toBe(200);
  return { boss, team, cycle };
}

describe('peers', () => {
  test('every subject gets maxPeers; neither manager, report nor oneself; loads stay even', async () => {
    const { boss, team, cycle } = await generated(6, { minPeers: 1, maxPeers: 3 });
    const answer = await act(cycle._id, 'auto-assign-peers');
    expect([answer.status, answer.body]).toEqual([
      200,
      { assigned: 18, belowMinimum: [{ subjectId: boss._id, assigned: 0 }], maxPerEvaluator: 3, dryRun: false },
    ]);
    const rows = await participants(cycle._id, EvaluatorType.Peer);
    expect(rows.map((row) => row.origin)).toEqual(rows.map(() => ParticipantOrigin.Assignment));
    for (const { _id } of team) {
      expect(rows.filter((row) => row.subjectId === _id)).toHaveLength(3);
      expect(rows.filter((row) => row.evaluatorId === _id)).toHaveLength(3);
    }
    expect(rows.filter((row) => row.subjectId === row.evaluatorId || row.evaluatorId === boss._id)).toEqual([]);
  });

  test('neither the manager of the generation nor the present one becomes a peer', async () => {
    const { team, cycle } = await generated(3, { minPeers: 1, maxPeers: 10 });
    const [present, subject, third] = team.map(({ _id }) => _id);
    await tenant.within(() => EmployeeModel.updateOne({ _id: subject! }, { $set: { managerId: present! } }));
    expect((await act(cycle._id, 'auto-assign-peers')).status).toBe(200);
    const peers = (await participants(cycle._id, EvaluatorType.Peer)).filter((row) => row.subjectId === subject);
    expect(peers.map(({ evaluatorId }) => evaluatorId)).toEqual([third]);
  });

  test('called again, also 8 at once, it adds nothing', async () => {
    const { cycle } = await generated(8, { minPeers: 2, maxPeers: 4 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(cycle._id, 'auto-assign-peers')));
    expect(answers.filter(({ status }) => status < 200 || status > 299)).toEqual([]);
    const again = await act(cycle._id, 'auto-assign-peers');
    expect(again.body).toMatchObject({ assigned: 0, maxPerEvaluator: 4 });
    expect(await participants(cycle._id, EvaluatorType.Peer)).toHaveLength(32);
  });

  test('a run that has seen half of another one never exceeds maxPeers', async () => {
    const { cycle, team } = await generated(9, { minPeers: 2, maxPeers: 3 });
    const run = (beforeWriting: () => Promise<void>) =>
      tenant.within(() =>
        runHandler(
          assignPeersOfCycle,
          { cycleId: cycle._id, dryRun: false },
          { jobId: cycle._id, progress: async (_done, total) => (total > 1 ? beforeWriting() : undefined) },
        ),
      );
    // The outer run has made its plan when the inner one writes a whole one, of which a part is then lost.
    await run(async () => {
      await run(async () => {});
      const lost = (await participants(cycle._id, EvaluatorType.Peer)).filter((_row, index) => index % 3 === 0);
      await tenant.within(() => ParticipantModel.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } }));
      await run(async () => {});
    });
    const rows = await participants(cycle._id, EvaluatorType.Peer);
    for (const { _id } of team) expect(rows.filter((row) => row.subjectId === _id)).toHaveLength(3);
  });

  test('a removed peer is replaced', async () => {
    const { cycle, team } = await generated(5, { minPeers: 2, maxPeers: 2 });
    await act(cycle._id, 'auto-assign-peers');
    const [removed] = await participants(cycle._id, EvaluatorType.Peer);
    expect((await service().call('delete', `/api/peer-assignments/${removed?._id}`, tenant.hr)).status).toBe(204);
    expect((await act(cycle._id, 'auto-assign-peers')).body.assigned).toBe(1);
    const rows = await participants(cycle._id, EvaluatorType.Peer);
    for (const { _id } of team) expect(rows.filter((row) => row.subjectId === _id)).toHaveLength(2);
  });

  test('dryRun writes nothing, lists reasons, and is what the run then does', async () => {
    const { cycle } = await generated(4, { minPeers: 1, maxPeers: 2 });
    const planned = await act(cycle._id, 'auto-assign-peers?dryRun=true');
    expect(planned.body).toMatchObject({ assigned: 8, dryRun: true, maxPerEvaluator: 2 });
    expect(planned.body.picks).toHaveLength(8);
    expect(planned.body.picks[0].reason).toMatch(/^same department, manager; \d peer evaluations? in this cycle$/);
    expect(await participants(cycle._id, EvaluatorType.Peer)).toEqual([]);
    await act(cycle._id, 'auto-assign-peers');
    const pairs = (rows: { subjectId: string; evaluatorId: string }[]) =>
      rows.map(({ subjectId, evaluatorId }) => `${subjectId} ${evaluatorId}`).sort();
    const { picks = [] }: AssignResult = planned.body;
    expect(pairs(await participants(cycle._id, EvaluatorType.Peer))).toEqual(pairs(picks));
  });

  describe('with the plan that was shown', () => {
    const planOf = async (cycleId: string): Promise<string> => {
      const started = await act(cycleId, 'auto-assign-peers?dryRun=true').set('Prefer', 'respond-async');
      await tenant.within(async () => endOf(await findOrFail(started.body.id)));
      return started.body.id;
    };

    test('its picks are assigned; again it assigns nothing more', async () => {
      const { cycle } = await generated(4, { minPeers: 1, maxPeers: 2 });
      const planId = await planOf(cycle._id);
      expect((await act(cycle._id, `auto-assign-peers?planId=${planId}`)).body).toMatchObject({ assigned: 8 });
      expect((await act(cycle._id, `auto-assign-peers?planId=${planId}`)).body).toMatchObject({ assigned: 0 });
      expect(await participants(cycle._id, EvaluatorType.Peer)).toHaveLength(8);
    });

    test('when people have changed since, it says so and assigns nothing', async () => {
      const { cycle, team } = await generated(4, { minPeers: 1, maxPeers: 2 });
      const planId = await planOf(cycle._id);
      const leaver = `/api/employees/${team[0]?._id}`;
      await service().call('put', leaver, tenant.hr).send({ status: 'Terminated' }).expect(200);
      const answer = await act(cycle._id, `auto-assign-peers?planId=${planId}`);
      expect(answer.status).toBe(409);
      expect(answer.body.errorMessage).toMatch(/out of date/);
      expect(await participants(cycle._id, EvaluatorType.Peer)).toEqual([]);
    });

    test('picks that were taken out of it are not assigned, and their subjects count as below the minimum', async () => {
      const { boss, cycle } = await generated(4, { minPeers: 2, maxPeers: 2 });
      const planId = await planOf(cycle._id);
      const plan = await service().call('get', `/api/evaluation-cycles/${cycle._id}/peer-plans/${planId}`, tenant.hr);
      const [{ subjectId, evaluatorId }] = plan.body.picks.items;
      const assigning = act(cycle._id, `auto-assign-peers?planId=${planId}`);
      const { body } = await assigning.send({ without: [{ subjectId, evaluatorId }] });
      expect(body).toMatchObject({ assigned: 7, maxPerEvaluator: 2 });
      expect(body.belowMinimum).toHaveLength(2);
      expect(body.belowMinimum).toEqual(
        expect.arrayContaining([
          { subjectId, assigned: 1 },
          { subjectId: boss._id, assigned: 0 },
        ]),
      );
      const rows = await participants(cycle._id, EvaluatorType.Peer);
      expect(rows).toHaveLength(7);
      expect(rows.some((row) => row.subjectId === subjectId && row.evaluatorId === evaluatorId)).toBe(false);
    });

    test('400 for a pick that it does not have, and for picks without a plan', async () => {
      const { cycle, team, boss } = await generated(4, { minPeers: 1, maxPeers: 2 });
      const without = [{ subjectId: boss._id, evaluatorId: team[0]?._id }];
      const planId = await planOf(cycle._id);
      const unknown = await act(cycle._id, `auto-assign-peers?planId=${planId}`).send({ without });
      expect([unknown.status, unknown.body.validationErrors]).toMatchObject([400, [{ field: 'without[0]' }]]);
      const planless = await act(cycle._id, 'auto-assign-peers').send({ without });
      expect([planless.status, planless.body.validationErrors]).toMatchObject([400, [{ field: 'without' }]]);
      expect(await participants(cycle._id, EvaluatorType.Peer)).toEqual([]);
    });

    test('400 with dryRun, 404 for the plan of another cycle', async () => {
      const { cycle } = await generated(4, { minPeers: 1, maxPeers: 2 });
      const { cycle: other } = await generated(4, { minPeers: 1, maxPeers: 2 });
      const planId = await planOf(other._id);
      expect((await act(cycle._id, `auto-assign-peers?planId=${planId}`)).status).toBe(404);
      expect((await act(other._id, `auto-assign-peers?dryRun=true&planId=${planId}`)).status).toBe(400);
    });
  });

  test('the plan of a dry run is read with names, shared work and shortages, by page', async () => {
    const { boss, team, cycle } = await generated(4, { minPeers: 1, maxPeers: 2 });
    const started = await act(cycle._id, 'auto-assign-peers?dryRun=true').set('Prefer', 'respond-async');
    expect(started.status).toBe(202);
    const path = `/api/evaluation-cycles/${cycle._id}/peer-plans/${started.body.id}`;
    await tenant.within(async () => endOf(await findOrFail(started.body.id)));
    const { body } = await service().call('get', `${path}?pageSize=3`, tenant.hr);
    expect(body).toMatchObject({
      assigned: 8,
      maxPerEvaluator: 2,
      loads: [{ load: 2, evaluators: 4 }],
      belowMinimum: 1,
      shortages: [{ subjectId: boss._id, subject: boss.fullName, assigned: 0 }],
      picks: { totalCount: 8, totalPages: 3 },
    });
    expect(body.picks.items).toHaveLength(3);
    const names = team.map(({ fullName }) => fullName);
    for (const { subject, evaluator, shared, load } of body.picks.items) {
      expect(names).toEqual(expect.arrayContaining([subject, evaluator]));
      expect([shared, load]).toEqual([['department', 'manager'], 2]);
    }
    const found = await service().call('get', `${path}?search=${team[0]?.email}`, tenant.hr);
    expect(found.body.picks.totalCount).toBe(4); // two as a subject, two as an evaluator
    const ofAnother = `/api/evaluation-cycles/${(await makeCycle(tenant))._id}/peer-plans/${started.body.id}`;
    expect((await service().call('get', ofAnother, tenant.hr)).status).toBe(404);
  });
});

describe('direct reports', () => {
  test('every Active report evaluates its manager, once; other roles stay', async () => {
    const { boss, team, cycle } = await generated(3, { minPeers: 0, maxPeers: 1 });
    await makeEmployee(tenant, { managerId: boss._id, status: EmployeeStatus.OnLeave });
    const stakeholder = await service().call('post', '/api/peer-assignments', tenant.hr).send({
      cycleId: cycle._id,
      subjectId: boss._id,
      evaluatorId: team[0]?._id,
      evaluatorType: EvaluatorType.Stakeholder,
    });
    expect(stakeholder.status).toBe(201);
    const answer = await act(cycle._id, 'auto-assign-direct-reports');
    expect([answer.status, answer.body]).toEqual([
      200,
      { assigned: 2, belowMinimum: [], maxPerEvaluator: 1, dryRun: false },
    ]);
    expect((await act(cycle._id, 'auto-assign-direct-reports')).body.assigned).toBe(0);
    const rows = await participants(cycle._id, EvaluatorType.DirectReport);
    expect(rows.map((row) => row.evaluatorId).sort()).toEqual([team[1]?._id, team[2]?._id].sort());
  });
});

describe('what the three operations refuse', () => {
  const actions = ['generate-evaluations', 'auto-assign-peers', 'auto-assign-direct-reports'];

  test.each(actions)('%s: no template, none that scores, unknown cycle, cycle that is over', async (action) => {
    const bare = await makeCycle(tenant, { templateId: null });
    const unrated = await makeCycle(tenant, { templateId: (await makeTemplate(tenant, { items: [] }))._id });
    for (const { _id } of [bare, unrated]) {
      const refused = await act(_id, action);
      expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'templateId']);
    }
    expect((await act('3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11', action)).status).toBe(404);
    expect((await act('nonsense', action)).status).toBe(404);
    for (const status of ['Closed', 'Archived'] as const) {
      const { _id } = await makeCycle(tenant);
      await service().call('post', `/api/evaluation-cycles/${_id}/status/${status}`, tenant.hr);
      const over = await act(_id, action);
      expect([over.status, over.body.errorCode]).toEqual([409, 'CONFLICT']);
    }
  });
});
