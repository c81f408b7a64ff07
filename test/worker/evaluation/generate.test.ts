import { waitForJob } from '../../../api/platform/jobs/watch';
import { bulkInsert } from '../../../shared/db/bulk';
import { partSums } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../../shared/evaluation/participants/participant.model';
import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { generateEvaluations } from '../../../worker/evaluation/generate.job';
import { newParticipant } from '../../../worker/evaluation/participant-rows';
import { makeDepartment } from '../../factories/department';
import { makeCycle, makeEmployee, makeTemplate, settled } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const generate = (cycleId: string) =>
  service().call('post', `/api/evaluation-cycles/${cycleId}/generate-evaluations`, tenant.hr);
const setStatus = (cycleId: string, status: string) =>
  service().call('post', `/api/evaluation-cycles/${cycleId}/status/${status}`, tenant.hr).expect(200);
const preparation = async (cycleId: string) =>
  (await service().call('get', `/api/evaluation-cycles/${cycleId}/preparation`, tenant.hr).expect(200)).body;
const roles = async (cycleId: string) =>
  (await tenant.within(() => ParticipantModel.find({ cycleId }).lean<Participant[]>()))
    .map(({ subjectId, evaluatorId, evaluatorType }) => [subjectId, evaluatorId, evaluatorType].join(' '))
    .sort();

describe('a Draft cycle generated again', () => {
  test('takes the current manager, department, profile and requirements', async () => {
    const [former, boss] = [await makeEmployee(tenant), await makeEmployee(tenant)];
    const departmentId = await tenant.within(() => makeDepartment('Sales'));
    const competency = await tenant.within(() => makeCompetency({ name: 'Listening' }));
    const requirement = { competencyId: competency._id, requiredLevel: 4, isCritical: true };
    const profile = await tenant.within(() => makeJobProfile([requirement]));
    const ana = await makeEmployee(tenant, { managerId: former._id });
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    const facts = { managerId: boss._id, departmentId, jobProfileId: profile._id };
    await tenant.within(() => EmployeeModel.updateOne({ _id: ana._id }, { $set: facts }));
    const again = await generate(cycle._id);
    expect(again.body).toMatchObject({ evaluations: 3, participants: 4, created: 0, refreshed: 1, replaced: 0 });
    expect(await tenant.within(() => EvaluationModel.findOne({ subjectId: ana._id }).lean())).toMatchObject({
      ...facts,
      requirements: [{ requirementId: competency._id, requirement: 'Listening', requiredLevel: 4, isCritical: true }],
    });
    expect((await roles(cycle._id)).filter((role) => role.startsWith(ana._id))).toEqual(
      [`${ana._id} ${ana._id} Self`, `${ana._id} ${boss._id} Manager`].sort(),
    );
    const view = await service().call('get', `/api/evaluation-cycles/${cycle._id}`, tenant.hr);
    expect(view.body.counts).toEqual({ subjects: 3, participants: 4, submitted: 0 });
    expect(await tenant.within(() => partSums(cycle._id))).toContainEqual(
      expect.objectContaining({ departmentId, sums: expect.objectContaining({ subjects: 1 }) }),
    );
    expect((await generate(cycle._id)).body).toMatchObject({ refreshed: 0 });
  });

  test('makes the manager of an assigned peer, and keeps the manager whom HR chose', async () => {
    const [boss, chosen] = [await makeEmployee(tenant), await makeEmployee(tenant)];
    const ana = await makeEmployee(tenant);
    const ben = await makeEmployee(tenant, { managerId: boss._id });
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    const ofCycle = { cycleId: cycle._id };
    await tenant.within(async () => {
      await ParticipantModel.updateOne(
        { ...ofCycle, subjectId: ben._id, evaluatorType: EvaluatorType.Manager },
        { $set: { evaluatorId: chosen._id, origin: ParticipantOrigin.Manual } },
      );
      await EvaluationModel.updateOne({ ...ofCycle, subjectId: ben._id }, { $set: { managerId: chosen._id } });
      const peer = { subjectId: ana._id, evaluatorId: boss._id, evaluatorType: EvaluatorType.Peer };
      await bulkInsert(ParticipantModel, [
        newParticipant({ ...ofCycle, ...peer, origin: ParticipantOrigin.Assignment }),
      ]);
      await settled(cycle._id, [ana._id]);
      await EmployeeModel.updateOne({ _id: ana._id }, { $set: { managerId: boss._id } });
    });
    expect((await generate(cycle._id)).body).toMatchObject({ refreshed: 1, participants: 6 });
    const written = await roles(cycle._id);
    expect(written).toContain(`${ana._id} ${boss._id} Manager`);
    expect(written).not.toContain(`${ana._id} ${boss._id} Peer`);
    expect(written).toContain(`${ben._id} ${chosen._id} Manager`);
  });

  test('counts what it refreshed again when the job runs again', async () => {
    const boss = await makeEmployee(tenant);
    const ana = await makeEmployee(tenant);
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    await tenant.within(async () => {
      await EmployeeModel.updateOne({ _id: ana._id }, { $set: { managerId: boss._id } });
      const job = await storeJob('evaluation.generate', { cycleId: cycle._id });
      const run = (): Promise<unknown> => runHandler(generateEvaluations, { cycleId: cycle._id }, { jobId: job._id });
      const first = await run();
      expect(first).toMatchObject({ refreshed: 1, participants: 3 });
      expect(await run()).toEqual(first);
    });
  });

  test('names on the page of the cycle whom no manager evaluates', async () => {
    const boss = await makeEmployee(tenant, { lastName: 'Boss' });
    const ana = await makeEmployee(tenant, { managerId: boss._id });
    const cycle = await makeCycle(tenant);
    expect(await preparation(cycle._id)).toMatchObject({ withoutManager: 0, withoutManagerSubjects: [] });
    await generate(cycle._id);
    const withoutBoss = { subjectId: boss._id, subject: boss.fullName, reason: 'NoManager' };
    expect(await preparation(cycle._id)).toMatchObject({ withoutManager: 1, withoutManagerSubjects: [withoutBoss] });
    await service()
      .call('put', `/api/employees/${boss._id}`, tenant.hr)
      .send({ status: EmployeeStatus.Terminated })
      .expect(200);
    expect(await preparation(cycle._id)).toMatchObject({
      withoutManager: 1,
      withoutManagerSubjects: [{ subjectId: ana._id, reason: 'ManagerNotActive' }],
    });
  });
});

describe('generation', () => {
  test('every Active employee gets Self, and Manager when the manager is Active', async () => {
    const boss = await makeEmployee(tenant);
    const away = await makeEmployee(tenant, { status: EmployeeStatus.OnLeave, managerId: boss._id });
    const ana = await makeEmployee(tenant, { managerId: boss._id });
    const ben = await makeEmployee(tenant, { managerId: away._id });
    await makeEmployee(tenant, { status: EmployeeStatus.Terminated, managerId: boss._id });
    const cycle = await makeCycle(tenant);
    const answer = await generate(cycle._id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        evaluations: 3,
        participants: 4,
        created: 3,
        existing: 0,
        skipped: 2,
        refreshed: 0,
        replaced: 0,
        withoutManager: expect.arrayContaining([
          { subjectId: boss._id, reason: 'NoManager' },
          { subjectId: ben._id, reason: 'ManagerNotActive' },
        ]),
      },
    ]);
    expect(await roles(cycle._id)).toEqual(
      [
        `${boss._id} ${boss._id} Self`,
        `${ana._id} ${ana._id} Self`,
        `${ana._id} ${boss._id} Manager`,
        `${ben._id} ${ben._id} Self`,
      ].sort(),
    );
    const view = await service().call('get', `/api/evaluation-cycles/${cycle._id}`, tenant.hr);
    expect(view.body.counts).toEqual({ subjects: 3, participants: 4, submitted: 0 });
    expect(view.body.generatedAt).toMatch(/Z$/);
  });

  test('freezes the template; another one is refused from then on', async () => {
    await makeEmployee(tenant);
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    const template = await tenant.within(() => EvaluationTemplateModel.findById(cycle.templateId).lean());
    expect(template?.frozenAt).toBeInstanceOf(Date);
    const other = await makeTemplate(tenant);
    const exchanged = await service()
      .call('put', `/api/evaluation-cycles/${cycle._id}`, tenant.hr)
      .send({ templateId: other._id });
    expect([exchanged.status, exchanged.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  test('once open, keeps manager, department, profile and requirements as they were', async () => {
    const boss = await makeEmployee(tenant);
    const next = await makeEmployee(tenant);
    const competency = await tenant.within(() => makeCompetency({ name: 'Listening' }));
    const profile = await tenant.within(() =>
      makeJobProfile([{ competencyId: competency._id, requiredLevel: 4, isCritical: true }]),
    );
    const ana = await makeEmployee(tenant, { managerId: boss._id, jobProfileId: profile._id, departmentId: 'gone' });
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    await setStatus(cycle._id, 'Open');
    const before = await tenant.within(() => EvaluationModel.findOne({ subjectId: ana._id }).lean());
    expect(before).toMatchObject({
      managerId: boss._id,
      departmentId: 'gone',
      jobProfileId: profile._id,
      requirements: [{ requirementId: competency._id, requirement: 'Listening', requiredLevel: 4, isCritical: true }],
    });
    await tenant.within(() =>
      EmployeeModel.updateOne({ _id: ana._id }, { $set: { managerId: next._id, departmentId: null } }),
    );
    const again = await generate(cycle._id);
    expect(again.body).toMatchObject({ evaluations: 3, participants: 4, created: 0, refreshed: 0, replaced: 0 });
    expect(await tenant.within(() => EvaluationModel.findOne({ subjectId: ana._id }).lean())).toEqual(before);
    expect(await roles(cycle._id)).toContain(`${ana._id} ${boss._id} Manager`);
  });

  test('called again it adds what is missing: new hires, and a manager that was not known', async () => {
    const ana = await makeEmployee(tenant);
    const cycle = await makeCycle(tenant);
    await generate(cycle._id);
    const boss = await makeEmployee(tenant);
    await tenant.within(() => EmployeeModel.updateOne({ _id: ana._id }, { $set: { managerId: boss._id } }));
    const again = await generate(cycle._id);
    expect(again.body).toMatchObject({ evaluations: 2, participants: 3, created: 1, existing: 1, replaced: 0 });
    expect(await roles(cycle._id)).toEqual(
      [`${ana._id} ${ana._id} Self`, `${ana._id} ${boss._id} Manager`, `${boss._id} ${boss._id} Self`].sort(),
    );
  });

  test('the same job run again writes nothing and reports the same; half of its work is completed', async () => {
    const boss = await makeEmployee(tenant);
    for (let count = 0; count < 5; count += 1) await makeEmployee(tenant, { managerId: boss._id });
    const cycle = await makeCycle(tenant);
    await tenant.within(async () => {
      const job = await storeJob('evaluation.generate', { cycleId: cycle._id });
      const run = (): Promise<unknown> => runHandler(generateEvaluations, { cycleId: cycle._id }, { jobId: job._id });
      const first = await run();
      expect(first).toMatchObject({ evaluations: 6, participants: 11, created: 6, refreshed: 0, replaced: 0 });
      const before = await roles(cycle._id);
      expect(await run()).toEqual(first);
      const lost = await ParticipantModel.find({ cycleId: cycle._id }).limit(4).lean();
      await ParticipantModel.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } });
      await settled(
        cycle._id,
        lost.map(({ subjectId }) => subjectId),
      );
      expect(await run()).toEqual(first);
      expect(await roles(cycle._id)).toEqual(before);
    });
  });

  test('12 at once: all are 2xx and nothing is doubled', async () => {
    const boss = await makeEmployee(tenant);
    for (let count = 0; count < 20; count += 1) await makeEmployee(tenant, { managerId: boss._id });
    const cycle = await makeCycle(tenant);
    const answers = await Promise.all(Array.from({ length: 12 }, () => generate(cycle._id)));
    expect(answers.map(({ status }) => status).filter((status) => status < 200 || status > 299)).toEqual([]);
    // A busy machine answers some, or all, before their job has ended.
    const results = await tenant.within(() =>
      Promise.all(
        answers.map(async ({ status, body }) => {
          if (status === 200) return body;
          const job = await JobModel.findById(body.id).orFail().lean<Job>();
          return (await waitForJob(job, 600)).result;
        }),
      ),
    );
    expect(new Set(results.map(({ evaluations }) => evaluations))).toEqual(new Set([21]));
    const written = await roles(cycle._id);
    expect(written).toHaveLength(41);
    expect(new Set(written).size).toBe(41);
    expect(await tenant.within(() => EvaluationModel.countDocuments({ cycleId: cycle._id }))).toBe(21);
  });

  test('an organization without employees gets an empty cycle', async () => {
    const cycle = await makeCycle(tenant);
    const answer = await generate(cycle._id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        evaluations: 0,
        participants: 0,
        created: 0,
        existing: 0,
        skipped: 0,
        refreshed: 0,
        replaced: 0,
        withoutManager: [],
      },
    ]);
  });

  test('Prefer: respond-async answers 202 with the job', async () => {
    await makeEmployee(tenant);
    const cycle = await makeCycle(tenant);
    const answer = await generate(cycle._id).set('Prefer', 'respond-async');
    expect([answer.status, answer.body.type]).toEqual([202, 'evaluation.generate']);
    expect(answer.headers.location).toBe(`/api/jobs/${answer.body.id}`);
  });
});
