import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { DeliveryStatus, MailDeliveryModel } from '../../../shared/comms/mail/mail-delivery.model';
import { closeMailTransports } from '../../../shared/comms/mail/mail-transport';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { bulkInsert } from '../../../shared/db/bulk';
import { MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { CycleMailResult } from '../../../shared/jobs/contract';
import { RunReplaced } from '../../../shared/jobs/fence';
import { newId } from '../../../shared/kernel/ids';
import { plannedDeliveries } from '../../../worker/comms/mailing.store';
import { makeAccount } from '../../factories/account';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';
import { runJob } from '../../support/run-handler';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { until } from '../../support/until';

useDatabase();

const SUBJECTS = 40;
let sink: SmtpSink;
let tenant: TestTenant;
let cycleId: string;
let triggerId: string;
let employeeIds: string[];
beforeEach(async () => {
  sink = await startSmtpSink();
  tenant = await makeTenant();
  const evaluators = [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }];
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: Array.from({ length: SUBJECTS }, () => ({ evaluators })),
  });
  cycleId = cycle._id;
  employeeIds = subjects.map(({ employee }) => employee._id);
  triggerId = newId();
  await tenant.within(async () => {
    const settings = { host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
    await EmailSettingsModel.create({ _id: tenant.id, ...settings });
    await MailTriggerModel.create({ _id: triggerId, cycleId, kind: 'deadline-reminder', sequence: 1, jobId: newId() });
  });
});
afterEach(async () => {
  closeMailTransports();
  await sink.close();
});

/** One run of the job; `progress` may end it as a death would. */
const run = (progress: (done: number) => void = () => {}): Promise<CycleMailResult> =>
  tenant.within(() =>
    runJob('evaluation.send-cycle-mail', { triggerId }, { progress: async (done) => progress(done) }),
  );
const all = { recipients: SUBJECTS, sent: SUBJECTS, failed: 0, skipped: 0, failures: [] };
const distinct = (): number => new Set(sink.attempts).size;

describe('mass mail survives its mail server and its worker', () => {
  test('run twice, it mails and notifies everyone once', async () => {
    await makeAccount(tenant.id, { employeeId: employeeIds[0] ?? '' });
    const seen: number[] = [];
    expect(await run((done) => seen.push(done))).toEqual(all);
    expect(await run()).toEqual(all);
    expect([sink.mails.length, distinct()]).toEqual([SUBJECTS, SUBJECTS]);
    expect(seen.at(-1)).toBe(SUBJECTS);
    expect(await tenant.within(() => NotificationModel.countDocuments().exec())).toBe(1);
  });

  test('five deaths in the middle of it: everyone has one mail', async () => {
    for (const death of [1, 5, 9, 20, 33]) {
      const dying = run((done) => {
        if (done >= death) throw new RunReplaced();
      });
      await expect(dying).rejects.toThrow(RunReplaced);
    }
    expect(await run()).toEqual(all);
    expect([sink.attempts.length, distinct()]).toEqual([SUBJECTS, SUBJECTS]);
  });

  test('a death while the mails are planned loses none and adds none', () =>
    tenant.within(async () => {
      await bulkInsert(MailDeliveryModel, plannedDeliveries(triggerId, employeeIds.slice(0, 7)));
      expect(await run()).toEqual(all);
      expect(await MailDeliveryModel.countDocuments({ triggerId })).toBe(SUBJECTS);
    }));

  test('a death between the server’s 250 and its mark: that mail goes again, under the same Message-ID', async () => {
    await run();
    await tenant.within(() =>
      MailDeliveryModel.updateOne({ employeeId: employeeIds[3] }, { $set: { status: DeliveryStatus.Pending } }).exec(),
    );
    expect(await run()).toEqual(all);
    expect([sink.mails.length, distinct()]).toEqual([SUBJECTS + 1, SUBJECTS]);
  });

  test('421 in the middle: the run fails, the next one goes on, no one is mailed twice', async () => {
    sink.behavior = { data: () => (sink.mails.length >= 10 ? 421 : null) };
    await expect(run()).rejects.toThrow('unavailable');
    const before = sink.mails.length;
    expect(before).toBeGreaterThanOrEqual(10);
    expect(before).toBeLessThan(SUBJECTS);
    sink.behavior = {};
    expect(await run()).toEqual(all);
    expect([sink.mails.length, new Set(sink.mails.map((mail) => mail.headers.get('message-id'))).size]).toEqual([
      SUBJECTS,
      SUBJECTS,
    ]);
  });

  test('the server hangs after a mail, goes away and comes back: everyone has one mail', async () => {
    const { port } = sink;
    sink.behavior = { data: () => (sink.mails.length >= 10 ? 'hang' : null) };
    const hanging = run();
    const failed = expect(hanging).rejects.toThrow('unavailable');
    await until(() => sink.attempts.length > sink.mails.length);
    const [old, taken] = [sink, sink.mails];
    await old.close();
    await failed;
    await expect(run()).rejects.toThrow('unavailable'); // no one listens
    sink = await startSmtpSink({}, port);
    expect(await run()).toEqual(all);
    expect(sink.mails.length + taken.length).toBe(SUBJECTS);
    expect(new Set([...old.attempts, ...sink.attempts]).size).toBe(SUBJECTS);
  });

  test('one refused address (5xx) and one closed connection do not stop the rest', async () => {
    let closed = 0;
    let refused = '';
    sink.behavior = {
      recipient: (address) => {
        refused ||= address;
        return address === refused ? 550 : null;
      },
      data: () => (closed++ === 0 ? 'close' : null),
    };
    await expect(run()).rejects.toThrow('unavailable');
    expect(await run()).toMatchObject({ sent: SUBJECTS - 1, failed: 1 });
    expect(new Set(sink.mails.map((mail) => mail.to[0])).size).toBe(SUBJECTS - 1);
    expect(sink.mails).toHaveLength(SUBJECTS - 1);
  });

  test('an address put off (4xx) again and again fails in the end, the others are sent in the first run', async () => {
    let greylisted = '';
    sink.behavior = {
      recipient: (address) => {
        greylisted ||= address;
        return address === greylisted ? 451 : null;
      },
    };
    await expect(run()).rejects.toThrow('1 emails were deferred');
    expect(sink.mails).toHaveLength(SUBJECTS - 1);
    for (let again = 2; again < 6; again++) await expect(run()).rejects.toThrow('deferred');
    const ended = await run();
    expect(ended).toMatchObject({ sent: SUBJECTS - 1, failed: 1 });
    expect(ended.failures).toEqual([{ employeeId: expect.any(String), reason: expect.stringContaining('451') }]);
    expect(sink.mails).toHaveLength(SUBJECTS - 1);
  });

  test('who has submitted between two runs is skipped', async () => {
    sink.behavior = { recipient: () => 421 };
    await expect(run()).rejects.toThrow('unavailable');
    sink.behavior = {};
    const submitted = { status: ParticipantStatus.Submitted };
    await tenant.within(() => ParticipantModel.updateMany({ evaluatorId: employeeIds[0] }, { $set: submitted }).exec());
    expect(await run()).toMatchObject({ recipients: SUBJECTS, sent: SUBJECTS - 1, skipped: 1 });
  });
});
