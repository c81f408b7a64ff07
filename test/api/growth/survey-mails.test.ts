import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { MailDeliveryModel } from '../../../shared/comms/mail/mail-delivery.model';
import { openingMailId } from '../../../shared/growth/pulse-surveys/survey-mail.store';
import { SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import type { JobName } from '../../../shared/jobs/contract';
import { RunReplaced } from '../../../shared/jobs/fence';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeAccount } from '../../factories/account';
import { makeEmployees } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';
import { type SurveyCalls, surveyCalls, SURVEYS } from '../../support/survey-calls';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
let calls: SurveyCalls;
beforeEach(async () => {
  tenant = await makeTenant({ locale: 'es', name: 'Señales' });
  calls = surveyCalls(service(), tenant);
  await mailbox.connect(tenant.id);
  mailbox.sink().mails.length = 0;
  mailbox.sink().attempts.length = 0;
});

interface Invited {
  employeeId: string;
  email: string;
  token: string;
}

/** Active employees whose accounts have another address than they. */
async function invite(count: number): Promise<Invited[]> {
  const employees = await tenant.within(() => makeEmployees(Array.from({ length: count }, () => ({}))));
  const people: Invited[] = [];
  for (const { _id: employeeId } of employees) {
    const token = await tenant.signedIn({ employeeId });
    const account = await tenant.within(() => UserModel.findOne({ employeeId }).orFail().lean());
    people.push({ employeeId, email: account.email, token });
  }
  return people;
}

const addressees = (): string[] =>
  mailbox
    .sink()
    .mails.map((mail) => mail.to[0] ?? '')
    .sort();
const emailsOf = (people: readonly Invited[]): string[] => people.map(({ email }) => email).sort();
const preview = async (id: string, kind = 'survey-reminder') =>
  (await calls.get(`${SURVEYS}/${id}/mail-preview?kind=${kind}`)).body;
const opened = (surveyId: string): Promise<Job> =>
  tenant.within(() =>
    finishedJob('growth.send-survey-mail', { surveyId, kind: 'survey-opened', triggerId: openingMailId(surveyId) }),
  );
const remind = (id: string) => calls.post(`${SURVEYS}/${id}/remind`);
const reminders = () => tenant.within(() => JobModel.find({ 'payload.kind': 'survey-reminder' }).lean<Job[]>());
/** Opens a survey whose opening emails have gone. */
async function openSurvey(): Promise<string> {
  const id = await calls.open();
  await opened(id);
  mailbox.sink().mails.length = 0;
  mailbox.sink().attempts.length = 0;
  return id;
}

describe('survey-opened', () => {
  test('one email to each account that is invited; none to those without one, whose account is off, or who left', async () => {
    const people = await invite(3);
    const [, off, left] = await tenant.within(() => makeEmployees([{}, {}, {}]));
    const disabled = await makeAccount(tenant.id, { employeeId: off?._id });
    await makeAccount(tenant.id, { employeeId: left?._id });
    await tenant.within(async () => {
      await UserModel.updateOne({ _id: disabled.id }, { $set: { isActive: false } });
      await EmployeeModel.updateOne({ _id: left?._id }, { $set: { status: EmployeeStatus.Terminated } });
    });
    const { id } = (await calls.create({ name: 'Pulso de otoño' })).body;
    const before = await preview(id, 'survey-opened');
    expect(before).toEqual({
      kind: 'survey-opened',
      recipients: 3,
      isMailConfigured: true,
      lastSentAt: null,
      last: null,
      subject: 'Hay una encuesta abierta: Pulso de otoño',
      text: expect.stringContaining(`http://${tenant.slug}.localhost:3000/surveys/${id}`),
    });
    expect((await calls.post(`${SURVEYS}/${id}/open`)).status).toBe(200);
    const job = await opened(id);
    expect([job.status, job.result]).toEqual([JobStatus.Succeeded, { recipients: 3 }]);
    expect(addressees()).toEqual(emailsOf(people));
    const [mail] = mailbox.sink().mails;
    expect([mail?.headers.get('subject'), mail?.text]).toEqual([
      before.subject,
      expect.stringContaining(`/surveys/${id}`),
    ]);
    const after = await preview(id, 'survey-opened');
    expect(after).toMatchObject({ recipients: 0, last: { sent: 3, failed: 0, skipped: 0, pending: 0 } });
    expect(after.lastSentAt).toMatch(/Z$/);
  });

  test('a worker that dies in the middle: everyone has one email; run again it sends none', async () => {
    const people = await invite(6);
    const id = await openSurvey();
    const payload = { surveyId: id, kind: 'survey-opened' as const, triggerId: newId() };
    let sent = 0;
    const dying = runs('growth.send-survey-mail', payload, () => {
      if ((sent += 1) > 4) throw new RunReplaced();
    });
    await expect(dying).rejects.toThrow(RunReplaced);
    expect(await runs('growth.send-survey-mail', payload)).toEqual({ recipients: 6 });
    expect(await runs('growth.send-survey-mail', payload)).toEqual({ recipients: 6 });
    expect(addressees()).toEqual(emailsOf(people));
  });

  test('a survey that was closed before its emails went sends none', async () => {
    await invite(2);
    const id = await openSurvey();
    await calls.post(`${SURVEYS}/${id}/close`);
    const payload = { surveyId: id, kind: 'survey-opened' as const, triggerId: newId() };
    expect(await runs('growth.send-survey-mail', payload)).toEqual({ recipients: 0 });
    expect(addressees()).toEqual([]);
  });
});

const runs = <N extends JobName>(
  name: N,
  payload: Parameters<typeof runJob<N>>[1],
  progress: () => void = () => {},
): ReturnType<typeof runJob<N>> => tenant.within(() => runJob(name, payload, { progress: async () => progress() }));

describe('survey-reminder', () => {
  test('goes to those who have not answered; a second call within 10 minutes is the same job', async () => {
    const people = await invite(5);
    const id = await openSurvey();
    await calls.answer(id, people[0]?.token ?? '');
    await calls.answer(id, people[1]?.token ?? '');
    expect(await preview(id)).toMatchObject({ kind: 'survey-reminder', recipients: 3, lastSentAt: null, last: null });
    const answers = await Promise.all([remind(id), remind(id)]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { recipients: 3 }],
      [200, { recipients: 3 }],
    ]);
    expect((await remind(id)).body).toEqual({ recipients: 3 });
    expect(addressees()).toEqual(emailsOf(people.slice(2)));
    expect(mailbox.sink().mails[0]?.headers.get('subject')).toBe('Recordatorio: November pulse');
    expect(await reminders()).toHaveLength(1);
    expect((await preview(id)).lastSentAt).toMatch(/Z$/);
    await tenant.within(() =>
      SurveyModel.updateOne({ _id: id }, { $set: { 'reminder.at': new Date(Date.now() - 11 * 60_000) } }),
    );
    expect((await remind(id)).body).toEqual({ recipients: 3 });
    expect([(await reminders()).length, addressees().length]).toEqual([2, 6]);
  });

  test('no one sees who was reminded, or how many have an account: no row, no job, no entry of the audit log', async () => {
    const [answered, , onLeave, disabled] = await invite(5);
    const id = await openSurvey();
    await calls.answer(id, answered?.token ?? '');
    await tenant.within(async () => {
      await EmployeeModel.updateOne({ _id: onLeave?.employeeId }, { $set: { status: EmployeeStatus.OnLeave } });
      await UserModel.updateOne({ employeeId: disabled?.employeeId }, { $set: { isActive: false } });
    });
    expect([(await preview(id)).recipients, (await remind(id)).body]).toEqual([4, { recipients: 4 }]);
    expect(addressees()).toHaveLength(2);
    const [job] = await reminders();
    expect([job?.progress, job?.result]).toEqual([{ done: 1, total: 1 }, { recipients: 4 }]);
    expect((await preview(id)).last).toBeNull();
    await tenant.within(async () => {
      const { reminder } = await SurveyModel.findById(id).orFail().lean();
      expect(await MailDeliveryModel.countDocuments({ triggerId: reminder?.id })).toBe(0);
      const entries = await AuditLogModel.find({ eventType: 'mail.sent', entityId: id }).lean<AuditLog[]>();
      const told = entries.map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field, after])));
      expect(told).toContainEqual({ kind: 'survey-reminder', recipients: 4 });
    });
  });

  test('a worker that dies: everyone has one email, but not who has answered since; closing leaves no trace', async () => {
    const people = await invite(4);
    const id = await openSurvey();
    const triggerId = newId();
    await tenant.within(() =>
      SurveyModel.updateOne(
        { _id: id },
        { $set: { reminder: { id: triggerId, jobId: newId(), at: new Date(), recipients: 4 } } },
      ),
    );
    const payload = { surveyId: id, kind: 'survey-reminder' as const, triggerId };
    const die = (after: number) => {
      let steps = 0;
      return () => {
        if ((steps += 1) > after) throw new RunReplaced();
      };
    };
    await expect(runs('growth.send-survey-mail', payload, die(1))).rejects.toThrow(RunReplaced);
    const planned = await tenant.within(() => MailDeliveryModel.countDocuments({ triggerId }));
    expect(planned).toBe(4);
    const mailed = new Set(addressees());
    const answering = people.find(({ email }) => !mailed.has(email));
    await calls.answer(id, answering?.token ?? '');
    expect(await runs('growth.send-survey-mail', payload)).toEqual({ recipients: 4 });
    expect(addressees()).toEqual(emailsOf(people.filter((person) => person !== answering)));
    await expect(runs('growth.send-survey-mail', payload, die(1))).rejects.toThrow(RunReplaced);
    await calls.post(`${SURVEYS}/${id}/close`);
    expect(await tenant.within(() => MailDeliveryModel.countDocuments({ triggerId }))).toBe(0);
  });

  test('a job that failed is continued by the next call, with the same deliveries', async () => {
    await invite(2);
    const id = await openSurvey();
    await remind(id);
    const [first] = await reminders();
    await tenant.within(() => JobModel.updateOne({ _id: first?._id }, { $set: { status: JobStatus.Failed } }));
    expect((await remind(id)).status).toBe(200);
    const payloads = (await reminders()).map(({ payload }) => payload);
    expect(payloads).toEqual([payloads[0], payloads[0]]);
  });

  test('only of an Open survey, by HR, with a mail server', async () => {
    const { id } = (await calls.create()).body;
    const refused = await remind(id);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await calls.post(`${SURVEYS}/${newId()}/remind`)).status).toBe(404);
    expect((await calls.post(`${SURVEYS}/${id}/remind`, tenant.user)).status).toBe(403);
    expect((await calls.get(`${SURVEYS}/${id}/mail-preview`, tenant.user)).status).toBe(403);
    expect((await calls.get(`${SURVEYS}/${id}/mail-preview?kind=birthday`)).status).toBe(400);
    await calls.post(`${SURVEYS}/${id}/open`);
    await calls.post(`${SURVEYS}/${id}/close`);
    expect((await remind(id)).status).toBe(409);
    expect((await preview(id)).recipients).toBe(0);
    await tenant.within(() => EmailSettingsModel.deleteMany({}));
  });
});
