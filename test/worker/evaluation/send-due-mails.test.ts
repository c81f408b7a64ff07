import { MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { Role } from '../../../shared/kernel/permissions';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { sendDueMails } from '../../../worker/evaluation/send-due-mails';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

// Reminders go by the clock of the organization, once per cycle and day.

holdClock();
const service = useService({ worker: false });

let tenant: TestTenant;
let cycleId: string;
beforeEach(async () => {
  tenant = await makeTenant();
  const reminders = { daysBefore: [7, 1], sendOpening: true };
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Draft, startDate: '2031-03-03', endDate: '2031-03-21', settings: { reminders } },
  });
  cycleId = cycle._id;
});

/** Sets the clock to this time, and a worker looks. */
async function at(time: string): Promise<void> {
  jest.setSystemTime(new Date(time));
  await sendDueMails();
}
const mails = async () =>
  tenant.within(async () =>
    (await MailTriggerModel.find({ cycleId }).sort({ createdAt: 1 }).lean()).map(({ kind, scheduledFor }) => [
      kind,
      scheduledFor,
    ]),
  );
const open = async (time: string) => {
  jest.setSystemTime(new Date(time));
  await service()
    .call('post', `/api/evaluation-cycles/${cycleId}/status/Open`, await tenant.signedIn({ roles: [Role.HRManager] }))
    .expect(200);
};

test('the opening on startDate and the reminders on their days, each once, also when workers look often', async () => {
  await open('2031-03-01T10:00:00Z');
  for (const time of ['02T09:00', '03T07:59', '03T08:00', '03T08:01', '03T20:00', '04T08:00', '14T08:00', '14T08:30'])
    await at(`2031-03-${time}:00Z`);
  expect(await mails()).toEqual([
    ['cycle-opened', '2031-03-03'],
    ['deadline-reminder', '2031-03-14'],
  ]);
  await Promise.all([at('2031-03-20T08:00:00Z'), at('2031-03-20T08:00:00Z'), sendDueMails()]);
  expect((await mails()).slice(2)).toEqual([['deadline-reminder', '2031-03-20']]);
  const jobs = await tenant.within(() => JobModel.find({ type: 'evaluation.send-cycle-mail' }).lean());
  expect(jobs.map(({ requestedBy }) => requestedBy)).toEqual([null, null, null]);
});

test('missed at 08:00: as soon as a worker looks that day, in the zone of the organization, and never on another day', async () => {
  await tenant.within(() => TenantModel.updateOne({ _id: tenant.id }, { $set: { timezone: 'Asia/Tokyo' } }));
  await open('2031-03-01T10:00:00Z');
  await at('2031-03-04T00:00:00Z'); // 3 March is over in Tokyo
  expect(await mails()).toEqual([]);
  await at('2031-03-14T14:59:00Z'); // 23:59
  expect(await mails()).toEqual([['deadline-reminder', '2031-03-14']]);
  await at('2031-03-20T15:00:00Z'); // midnight: the 20th is over
  expect(await mails()).toHaveLength(1);
});

test('a POST of HR a few minutes before 08:00 is that day’s reminder; a part of the people is not', async () => {
  await open('2031-03-10T10:00:00Z');
  const post = async (query: string) => {
    const call = service().call(
      'post',
      `/api/email-triggers/cycle/${cycleId}/deadline-reminder?${query}`,
      await tenant.signedIn({ roles: [Role.HRManager] }),
    );
    await call.set('Prefer', 'respond-async').expect(202);
  };
  jest.setSystemTime(new Date('2031-03-14T07:55:00Z'));
  await post('');
  await at('2031-03-14T08:00:00Z');
  await at('2031-03-14T09:00:00Z');
  expect(await mails()).toEqual([['deadline-reminder', '2031-03-14']]);
  jest.setSystemTime(new Date('2031-03-20T07:55:00Z'));
  await post('evaluatorType=Manager');
  await at('2031-03-20T08:00:00Z');
  expect((await mails()).slice(1)).toEqual([
    ['deadline-reminder', null],
    ['deadline-reminder', '2031-03-20'],
  ]);
});

test('a suspended organization and a cycle without reminders send nothing', async () => {
  await open('2031-03-01T10:00:00Z');
  await tenant.within(() => TenantModel.updateOne({ _id: tenant.id }, { $set: { status: TenantStatus.Suspended } }));
  await at('2031-03-03T08:00:00Z');
  await tenant.within(async () => {
    await TenantModel.updateOne({ _id: tenant.id }, { $set: { status: TenantStatus.Active } });
    await CycleModel.updateOne(
      { _id: cycleId },
      { $set: { 'settings.reminders': { daysBefore: [], sendOpening: false } } },
    );
  });
  await at('2031-03-14T08:00:00Z');
  expect(await mails()).toEqual([]);
});
