import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { enqueue } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';

// The report as PDF also serves subjects and managers, with what they may see.

const service = useService();
const { Self, Manager, Peer, DirectReport } = EvaluatorType;
const PATH = '/api/evaluation-results/export-pdf';

let tenant: TestTenant;
let cycleId: string;
let subjectId: string;
let tokens: Record<'subject' | 'manager' | 'peer' | 'above', string>;
beforeAll(async () => {
  tenant = await makeTenant();
  const above = await makeEmployee(tenant);
  const manager = await makeEmployee(tenant, { managerId: above._id });
  const employee = await makeEmployee(tenant, { managerId: manager._id });
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Closed, resultsPublishedAt: now() },
    subjects: [
      {
        employee,
        evaluators: [
          { type: Self, rating: 4, comment: 'by myself' },
          { type: Manager, rating: 5, comment: 'by the manager' },
          ...[1, 2, 3].map((n) => ({ type: Peer, rating: 3, comment: `by peer ${n}` })),
          { type: DirectReport, rating: 1, comment: 'by one report' },
          { type: DirectReport, rating: 1, comment: 'by another report' },
        ],
      },
    ],
  });
  cycleId = made.cycle._id;
  subjectId = employee._id;
  tokens = {
    subject: await tenant.signedIn({ employeeId: subjectId }),
    manager: await tenant.signedIn({ employeeId: manager._id }),
    peer: await tenant.signedIn({ employeeId: made.subjects[0]!.participants[2]!.evaluatorId }),
    above: await tenant.signedIn({ employeeId: above._id }),
  };
});

const report = async (token: string | null, body: object = { cycleId, subjectId }) =>
  service().call('post', PATH, token).send(body).buffer(true).parse(readBytes);

test('my results: those that are published to me, with the score that their detail shows, and my own evaluation', async () => {
  const list = (who: keyof typeof tokens, query = '') => service().call('get', `/api/my-results${query}`, tokens[who]);
  const { body } = await list('subject', `?cycleId=${cycleId}`);
  const detail = await service().call(
    'get',
    `/api/evaluation-results/${cycleId}/subjects/${subjectId}`,
    tokens.subject,
  );
  const { effective, hiddenTypes, submitted, totalParticipants } = detail.body;
  expect(body.items).toEqual([
    expect.objectContaining({ cycleId, effective, hiddenTypes, submitted, totalParticipants }),
  ]);
  expect(body.items[0].selfEvaluation).toMatchObject({ status: 'Submitted', acknowledgedAt: null });
  expect((await list('manager')).body.totalCount).toBe(0);
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: null } }));
  expect((await list('subject')).body.totalCount).toBe(0);
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { resultsPublishedAt: now() } }));
});

describe('the report for those whom it is about and their managers', () => {
  test('HR: every group, the exact score', async () => {
    const text = pdfText((await report(tenant.hr)).body);
    for (const shown of ['4.16', 'by one report', 'by another report', 'by peer 1']) expect(text).toContain(shown);
    expect(text).not.toContain('to protect anonymity');
  });

  test.each(['subject', 'manager'] as const)(
    '%s: what the JSON shows, no small group, a score that gives none away',
    async (who) => {
      const answer = await report(tokens[who]);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = pdfText(answer.body);
      for (const hidden of ['4.16', '1.00', 'by one report', 'by another report']) expect(text).not.toContain(hidden);
      for (const shown of ['4.33', 'by myself', 'by the manager', 'by peer 1', 'by peer 2', 'by peer 3'])
        expect(text).toContain(shown);
      expect(text).toContain('Without Direct reports, of whom fewer than 3');
      expect(text).toContain('Hidden to protect anonymity: fewer than 3 answers.');
      const json = `/api/evaluation-results/${cycleId}/subjects/${subjectId}`;
      expect((await service().call('get', json, tokens[who])).body.overall).toBe(4.33);
    },
  );

  test('the job and its file are the caller’s own', async () => {
    const started = await service()
      .call('post', PATH, tokens.subject)
      .set('Prefer', 'respond-async')
      .send({ cycleId, subjectId });
    expect(started.status).toBe(202);
    await tenant.within(async () => endOf((await JobModel.findById(started.body.id).lean<Job>())!));
    const path = `${started.headers.location}/file`;
    const file = await service().call('get', path, tokens.subject).buffer(true).parse(readBytes);
    expect([file.status, file.body.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect((await service().call('get', path, tokens.peer)).status).toBe(404);
  });

  test('a finished file is downloaded by those who may see the results today', async () => {
    const made = async (who: keyof typeof tokens): Promise<Job> => {
      const { body } = await service()
        .call('post', PATH, tokens[who])
        .set('Prefer', 'respond-async')
        .send({ cycleId, subjectId });
      return tenant.within(async () => endOf((await JobModel.findById(body.id).lean<Job>())!));
    };
    const jobs = { subject: await made('subject'), manager: await made('manager') };
    const status = async (who: 'subject' | 'manager', token = tokens[who]): Promise<number> =>
      (await service().call('get', `/api/jobs/${jobs[who]._id}/file`, token)).status;
    const statuses = async () => [await status('subject'), await status('manager'), await status('manager', tenant.hr)];
    expect(await statuses()).toEqual([200, 200, 200]);

    const setCycle = (fields: object) => tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: fields }));
    await setCycle({ resultsPublishedAt: null });
    expect(await statuses()).toEqual([404, 200, 200]);
    await setCycle({ status: CycleStatus.Open, reopenedAt: now() });
    expect(await statuses()).toEqual([404, 404, 200]);
    await setCycle({ status: CycleStatus.Closed, reopenedAt: null, resultsPublishedAt: now() });
    expect(await statuses()).toEqual([200, 200, 200]);

    const setManager = (managerId: string | null) =>
      tenant.within(() => EmployeeModel.updateOne({ _id: subjectId }, { $set: { managerId } }));
    const managerId = await tenant.within(async () => (await EmployeeModel.findById(subjectId).orFail()).managerId);
    await setManager(null);
    expect(await statuses()).toEqual([200, 404, 200]);
    await setManager(managerId);

    // What was made while they were in HR names raters.
    const { _id, fileId } = jobs.subject;
    await tenant.within(() => JobModel.updateOne({ _id }, { $set: { 'payload.viewerId': null } }));
    expect(await status('subject')).toBe(404);
    expect((await service().call('get', `/api/files/${fileId}/download`, tokens.subject)).status).toBe(404);
  });

  test('the language of its texts is that of the account, or else of the organization', async () => {
    const title = async () => pdfText((await report(tokens.manager)).body).toLowerCase();
    expect(await title()).toContain('individual evaluation report');
    const account = (locale: string | null) =>
      service().call('put', '/api/my-profile', tokens.manager).send({ locale });
    expect((await account('es-MX')).status).toBe(200);
    expect(await title()).toContain('informe individual de evaluación');
    await account(null);
    expect(await title()).toContain('individual evaluation report');
  });

  test('404 for everyone else, and for what is not there, alike', async () => {
    const answers = [
      await report(tokens.peer),
      await report(tokens.above), // a manager of the manager
      await report(tenant.user), // an account without employee
      await report(tokens.subject, { cycleId: newId(), subjectId }),
      await report(tokens.manager, { cycleId, subjectId: newId() }),
    ];
    for (const answer of answers)
      expect([answer.status, JSON.parse(answer.body.toString()).errorCode]).toEqual([404, 'NOT_FOUND']);
    expect((await report(null)).status).toBe(401);
  });

  test('a report that is still waiting when the cycle is reopened shows nothing', async () => {
    const { status, error } = await tenant.within(async () => {
      await CycleModel.updateOne(
        { _id: cycleId },
        { $set: { status: CycleStatus.Open, closedAt: null, reopenedAt: now(), resultsPublishedAt: null } },
      );
      return endOf(await enqueue('insight.export-report', { cycleId, subjectId, viewerId: subjectId }));
    });
    expect([status, error?.code]).toEqual([JobStatus.Failed, 'NOT_FOUND']);
    expect((await report(tokens.subject)).status).toBe(404);
    expect((await report(tenant.hr)).status).toBe(200);
  });
});
