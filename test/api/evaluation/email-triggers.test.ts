import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { MailDeliveryModel } from '../../../shared/comms/mail/mail-delivery.model';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { type MailTrigger, MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { JobModel } from '../../../shared/jobs/job.model';
import { config } from '../../../shared/kernel/config';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { sendDueMails } from '../../../worker/evaluation/send-due-mails';
import { makeAccount } from '../../factories/account';
import { makeDepartment } from '../../factories/department';
import { type EvaluatedCycle, makeCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const service = useService();
const { Self, Manager } = EvaluatorType;
const { InProgress, Submitted } = ParticipantStatus;

let sink: SmtpSink;
let tenant: TestTenant;
beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  sink.behavior = {};
  sink.mails.length = 0;
  sink.attempts.length = 0;
  tenant = await makeTenant({ locale: 'es', name: 'Señales' });
  const settings = { _id: tenant.id, host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
  await tenant.within(() => EmailSettingsModel.create(settings));
});
afterAll(() => sink.close());

type Trigger = 'notify-opened' | 'deadline-reminder' | 'results-published';
const post = (trigger: Trigger, cycleId: string, token = tenant.hr) =>
  service().call('post', `/api/email-triggers/cycle/${cycleId}/${trigger}`, token);
const addressees = (): string[] => sink.mails.map((mail) => mail.to[0] ?? '').sort();

/** Two subjects with one manager, who has submitted for the first one; the second subject has submitted too. */
async function openCycle(): Promise<
  EvaluatedCycle & { manager: string; emails: Record<'manager' | 'a' | 'b', string> }
> {
  const manager = await makeEmployee(tenant, { email: `manager-${tenant.slug}@example.test` });
  const [a, b] = [
    await makeEmployee(tenant, { managerId: manager._id }),
    await makeEmployee(tenant, { managerId: manager._id }),
  ];
  const evaluated = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, name: 'Evaluación 2026', endDate: '2026-12-18' },
    subjects: [
      {
        employee: a,
        evaluators: [
          { type: Self, status: InProgress },
          { type: Manager, status: Submitted },
        ],
      },
      {
        employee: b,
        evaluators: [
          { type: Self, status: Submitted },
          { type: Manager, status: InProgress },
        ],
      },
    ],
  });
  return { ...evaluated, manager: manager._id, emails: { manager: manager.email, a: a.email, b: b.email } };
}

describe('mails about a cycle', () => {
  test('notify-opened: one mail per evaluator with something to answer, with or without an account', async () => {
    const { cycle, emails } = await openCycle();
    const announcedAt = async (): Promise<unknown> =>
      (await service().call('get', `/api/evaluation-cycles/${cycle._id}`, tenant.hr)).body.announcedAt;
    expect(await announcedAt()).toBeNull();
    const answer = await post('notify-opened', cycle._id);
    expect(await announcedAt()).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect([answer.status, answer.body]).toEqual([
      200,
      { recipients: 2, sent: 2, failed: 0, skipped: 0, failures: [] },
    ]);
    expect(addressees()).toEqual([emails.manager, emails.a].sort());
    const [mail] = sink.mails;
    expect(mail?.headers.get('subject')).toBe('Evaluaciones abiertas: Evaluación 2026');
    expect(mail?.text).toContain('a más tardar el 18 de diciembre de 2026: 1.');
    expect(mail?.text).toContain(`http://${tenant.slug}.localhost:3000/my-evaluations`);
  });

  test('by the calendar: the mail of a POST, by the System, once a day; a POST within 10 minutes is the same job', async () => {
    const { cycle, emails } = await openCycle();
    const hour = (timeZone: string) =>
      Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()));
    const timezone = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].find((zone) => hour(zone) >= 8) ?? '';
    const endDate = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(
      Date.now() + 3 * 24 * 60 * 60 * 1_000,
    );
    await tenant.within(async () => {
      await TenantModel.updateOne({ _id: tenant.id }, { $set: { timezone } });
      const settings = { 'settings.reminders': { daysBefore: [3], sendOpening: false } };
      await CycleModel.updateOne({ _id: cycle._id }, { $set: { endDate, ...settings } });
    });
    await sendDueMails();
    const trigger = await tenant.within(() =>
      MailTriggerModel.findOne({ cycleId: cycle._id }).orFail().lean<MailTrigger>(),
    );
    await tenant.within(() => finishedJob('evaluation.send-cycle-mail', { triggerId: trigger._id }));
    await sendDueMails();
    expect((await post('deadline-reminder', cycle._id)).body.sent).toBe(2);
    expect(addressees()).toEqual([emails.manager, emails.a].sort());
    const { entries, triggers } = await tenant.within(async () => ({
      triggers: await MailTriggerModel.countDocuments({ cycleId: cycle._id }),
      entries: await AuditLogModel.find({ eventType: 'mail.sent', entityId: cycle._id }).lean<AuditLog[]>(),
    }));
    expect(triggers).toBe(1);
    expect(entries.map(({ actorType, actorId }) => [actorType, actorId])).toEqual([['System', null]]);
  });

  test('a reminder to a part: by evaluator type, department and state, each with a preview and its own 10 minutes', async () => {
    const { cycle, emails, manager } = await openCycle();
    const departmentId = await tenant.within(() => makeDepartment('Ventas'));
    await tenant.within(async () => {
      await EmployeeModel.updateOne({ _id: manager }, { $set: { departmentId } });
      const answers = [{ itemId: newId(), score: 3, notApplicable: false, comment: null }];
      await ParticipantModel.updateOne(
        { cycleId: cycle._id, status: InProgress, evaluatorType: Self },
        { $set: { answers } },
      );
      await ParticipantModel.updateOne(
        { cycleId: cycle._id, status: InProgress, evaluatorType: Manager },
        { $set: { answers: [] } },
      );
    });
    const path = `/api/email-triggers/cycle/${cycle._id}`;
    const count = async (part: string) =>
      (await service().call('get', `${path}/preview?${part}`, tenant.hr)).body.recipients;
    const parts = [`evaluatorType=Manager`, `departmentId=${departmentId}`, 'progress=Started', 'progress=NotStarted'];
    expect([await count(''), ...(await Promise.all(parts.map(count)))]).toEqual([2, 1, 1, 1, 1]);
    expect(await count(`departmentId=${departmentId}&evaluatorType=Self`)).toBe(0);
    const send = (part: string) => service().call('post', `${path}/deadline-reminder?${part}`, tenant.hr);
    const first = await send('progress=Started');
    expect([first.status, first.body.sent, addressees()]).toEqual([200, 1, [emails.a]]);
    expect((await send('progress=Started')).body.sent).toBe(1); // the first one's job
    expect(addressees()).toEqual([emails.a]);
    await send(`departmentId=${departmentId}`);
    expect(addressees()).toEqual([emails.manager, emails.a].sort());
    const unknown = await send(`departmentId=${newId()}`);
    expect([unknown.status, unknown.body.validationErrors[0].field]).toEqual([400, 'departmentId']);
    expect((await send('progress=Half')).status).toBe(400);
  });

  test('preview: how many people, when it was last sent, and the text in the language of the organization', async () => {
    const { cycle } = await openCycle();
    const preview = (kind: string) =>
      service().call('get', `/api/email-triggers/cycle/${cycle._id}/preview?kind=${kind}`, tenant.hr);
    const { status, body } = await preview('deadline-reminder');
    expect([status, body]).toEqual([
      200,
      {
        kind: 'deadline-reminder',
        recipients: 2,
        isMailConfigured: true,
        lastSentAt: null,
        last: null,
        subject: expect.any(String),
        text: expect.any(String),
      },
    ]);
    expect(body.subject).toContain('Evaluación 2026');
    expect(body.text).toContain('18 de diciembre de 2026');
    expect(body.text).toContain(`http://${tenant.slug}.localhost:3000/my-evaluations`);
    expect(sink.mails).toEqual([]);
    await post('deadline-reminder', cycle._id);
    const { body: after } = await preview('deadline-reminder');
    expect([after.lastSentAt, after.last]).toEqual([
      expect.stringMatching(/^\d{4}-/),
      { sent: 2, failed: 0, skipped: 0, pending: 0 },
    ]);
    expect(after.text).toBe(body.text); // the same sample
    const sent = await service().call('get', `/api/email-triggers/cycle/${cycle._id}`, tenant.hr);
    expect(sent.body).toEqual([{ kind: 'deadline-reminder', sentAt: after.lastSentAt, outcome: after.last }]);
    expect((await preview('results-published')).body.recipients).toBe(2);
    expect((await preview('birthday')).status).toBe(400);
  });

  test('deadline-reminder: only those who have not submitted; in-app notifications for accounts', async () => {
    const { cycle, emails, manager } = await openCycle();
    const account = await makeAccount(tenant.id, { employeeId: manager });
    const answer = await post('deadline-reminder', cycle._id).set('Host', 'evil.example');
    expect(answer.body).toMatchObject({ recipients: 2, sent: 2 });
    expect(addressees()).not.toContain(emails.b);
    expect(sink.mails.every((mail) => !mail.raw.includes('evil.example'))).toBe(true);
    const notifications = await tenant.within(() => NotificationModel.find({ type: 'deadline-reminder' }).lean());
    expect(notifications.map((notification) => [notification.userId, notification.title])).toEqual([
      [account.id, 'Recordatorio: Evaluación 2026'],
    ]);
  });

  test.each([CycleStatus.Closed, CycleStatus.Archived])(
    'results-published of a cycle that is %s: publishes the results, once, mails its subjects, who acknowledge them',
    async (status) => {
      const { cycle, emails, subjects } = await openCycle();
      await tenant.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: { status } }).exec());
      const answer = await post('results-published', cycle._id);
      expect(answer.body).toMatchObject({ recipients: 2, sent: 2 });
      expect(addressees()).toEqual([emails.a, emails.b].sort());
      const read = () => tenant.within(() => CycleModel.findById(cycle._id).lean().exec());
      const published = (await read())?.resultsPublishedAt;
      expect(published).toBeInstanceOf(Date);
      await post('results-published', cycle._id);
      expect((await read())?.resultsPublishedAt).toEqual(published);
      const entries = { eventType: 'results.published' as const, entityId: cycle._id };
      expect(await tenant.within(() => AuditLogModel.countDocuments(entries).exec())).toBe(1);
      const own = subjects[1]?.participants.find(({ evaluatorType }) => evaluatorType === Self);
      const token = await tenant.signedIn({ employeeId: own?.subjectId ?? '' });
      const acknowledged = await service().call('post', `/api/my-evaluations/${own?._id}/acknowledge`, token);
      expect([acknowledged.status, acknowledged.body.status]).toEqual([200, 'Acknowledged']);
    },
  );

  test('results-published without a mail server: 409, and nothing is published', async () => {
    const own = await makeTenant();
    const cycle = await makeCycle(own, { status: CycleStatus.Closed });
    // Outside of production an outbox takes what has no mail server.
    const production = jest.replaceProperty(config(), 'NODE_ENV', 'production');
    const answer = await post('results-published', cycle._id, own.hr);
    production.restore();
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(answer.body.errorMessage).toContain('No mail server');
    const after = await own.within(() => CycleModel.findById(cycle._id).lean().exec());
    expect(after?.resultsPublishedAt).toBeNull();
  });

  test('the audit log says what was sent, about which cycle and to how many', async () => {
    const { cycle, emails } = await openCycle();
    sink.behavior = { recipient: (address) => (address === emails.a ? 550 : null) };
    await post('notify-opened', cycle._id);
    await post('notify-opened', cycle._id); // the first one's job
    const query = `/api/audit-logs?eventType=mail.sent&entityId=${cycle._id}`;
    const { items } = (await service().call('get', query, tenant.admin)).body;
    expect(items).toHaveLength(1);
    expect([items[0].entityType, items[0].actorEmail]).toEqual(['Cycle', expect.stringContaining('@')]);
    expect(items[0].changes.map(({ field, after }: { field: string; after: unknown }) => [field, after])).toEqual([
      ['kind', 'cycle-opened'],
      ['recipients', 2],
      ['sent', 1],
      ['failed', 1],
      ['skipped', 0],
    ]);
  });

  test.each([CycleStatus.Draft, CycleStatus.Open, CycleStatus.InProgress])(
    'results-published of a cycle that is %s: 409, and nothing is published',
    async (status) => {
      const cycle = await makeCycle(tenant, { status });
      const answer = await post('results-published', cycle._id);
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
      expect(answer.body.errorMessage).toContain(status);
      const after = await tenant.within(() => CycleModel.findById(cycle._id).lean().exec());
      expect([after?.resultsPublishedAt, sink.attempts]).toEqual([null, []]);
    },
  );

  test.each([CycleStatus.Draft, CycleStatus.Closed, CycleStatus.Archived])(
    'a cycle that is %s: evaluators are not written to, 409 with the state',
    async (status) => {
      const cycle = await makeCycle(tenant, { status });
      for (const trigger of ['notify-opened', 'deadline-reminder'] as const) {
        const answer = await post(trigger, cycle._id);
        expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
        expect(answer.body.errorMessage).toContain(status);
      }
    },
  );

  test('a second POST within 10 minutes, also at the same moment, answers with the first one’s job and mails no one', async () => {
    const { cycle } = await openCycle();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('deadline-reminder', cycle._id).set('Prefer', 'respond-async')),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const first = await post('deadline-reminder', cycle._id);
    const second = await post('deadline-reminder', cycle._id);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(sink.attempts).toHaveLength(2);
    expect(await tenant.within(() => MailTriggerModel.countDocuments({ cycleId: cycle._id }).exec())).toBe(1);
    expect(await tenant.within(() => JobModel.countDocuments({ type: 'evaluation.send-cycle-mail' }).exec())).toBe(1);
    expect((await post('notify-opened', cycle._id)).body).toMatchObject({ sent: 2 }); // another kind is another trigger
  });

  test('a second announcement within 10 minutes mails those alone whom the first one left out', async () => {
    const { cycle, emails, subjects } = await openCycle();
    const subjectId = subjects[0]?.employee._id;
    const first = await post('notify-opened', cycle._id);
    expect(first.body).toMatchObject({ sent: 2 });
    expect((await post('notify-opened', cycle._id)).body).toEqual(first.body);
    const [early, late] = [await makeEmployee(tenant), await makeEmployee(tenant)];
    for (const { _id: evaluatorId } of [early, late])
      await service()
        .call('post', '/api/peer-assignments', tenant.hr)
        .send({ cycleId: cycle._id, subjectId, evaluatorId })
        .expect(201);
    sink.mails.length = 0;
    const answers = await Promise.all([post('notify-opened', cycle._id), post('notify-opened', cycle._id)]);
    for (const { body } of answers) expect(body).toMatchObject({ recipients: 2, sent: 2 });
    expect(addressees()).toEqual([early.email, late.email].sort());
    expect(addressees()).not.toContain(emails.manager);
    sink.mails.length = 0;
    expect((await post('notify-opened', cycle._id)).body).toMatchObject({ sent: 2 });
    expect(addressees()).toEqual([]);
  });

  test('after 10 minutes a POST is a new one, with other Message-IDs', async () => {
    const { cycle } = await openCycle();
    await post('deadline-reminder', cycle._id);
    const old = new Date(Date.now() - 10 * 60_000 - 1);
    await tenant.within(() =>
      MailTriggerModel.collection.updateMany({ tenantId: tenant.id }, { $set: { createdAt: old } }),
    );
    expect((await post('deadline-reminder', cycle._id)).body).toMatchObject({ sent: 2 });
    expect(new Set(sink.attempts).size).toBe(4);
  });

  test('a refused address does not stop the rest and is reported', async () => {
    const { cycle, emails, subjects } = await openCycle();
    sink.behavior = { recipient: (address) => (address === emails.a ? 550 : null) };
    const answer = await post('notify-opened', cycle._id);
    expect(answer.body).toEqual({
      recipients: 2,
      sent: 1,
      failed: 1,
      skipped: 0,
      failures: [{ employeeId: subjects[0]?.employee._id, reason: expect.stringContaining('550') }],
    });
  });

  test('people who left get none, and do not count', async () => {
    const { cycle, manager } = await openCycle();
    const left = { status: EmployeeStatus.Terminated };
    await tenant.within(() => EmployeeModel.updateOne({ _id: manager }, { $set: left }).exec());
    expect((await post('notify-opened', cycle._id)).body).toMatchObject({ recipients: 1, sent: 1, skipped: 0 });
  });

  test('a failed job is not the answer for 10 minutes: the next POST goes on with what was left', async () => {
    const { cycle, emails } = await openCycle();
    await post('deadline-reminder', cycle._id);
    // As a mail server that stayed away left it: one mail sent, one not, the job given up.
    await tenant.within(async () => {
      const [delivery] = await MailDeliveryModel.find().lean();
      await MailDeliveryModel.updateOne({ _id: delivery?._id ?? '' }, { $set: { status: 'Pending' } });
      await JobModel.updateMany({}, { $set: { status: 'Failed', result: null } });
    });
    sink.mails.length = 0;
    const answers = await Promise.all([post('deadline-reminder', cycle._id), post('deadline-reminder', cycle._id)]);
    expect(answers.map((answer) => answer.body)).toEqual(
      Array(2).fill({ recipients: 2, sent: 2, failed: 0, skipped: 0, failures: [] }),
    );
    expect(sink.mails).toHaveLength(1);
    expect([emails.a, emails.manager]).toContain(addressees()[0]);
    expect(await tenant.within(() => MailTriggerModel.countDocuments().exec())).toBe(1);
  });

  test('who may: HR of the tenant; another tenant’s cycle is 404', async () => {
    const { cycle } = await openCycle();
    expect((await post('notify-opened', cycle._id, tenant.user)).status).toBe(403);
    expect((await service().call('post', `/api/email-triggers/cycle/${cycle._id}/notify-opened`)).status).toBe(401);
    const other = await makeTenant();
    const foreign = await post('notify-opened', cycle._id, other.hr);
    expect([foreign.status, foreign.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    expect(sink.attempts).toEqual([]);
  });
});
