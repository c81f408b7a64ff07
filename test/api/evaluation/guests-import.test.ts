import { waitForJob } from '../../../api/platform/jobs/watch';
import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { ImportReportPartModel } from '../../../shared/jobs/import-report.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { PlanUsageModel } from '../../../shared/platform/plan-usage.model';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { allowGuests } from '../../factories/guest';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const service = useService();
let sink: SmtpSink;
let tenant: TestTenant;
beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  tenant = await makeTenant();
  await allowGuests(tenant);
  const settings = { _id: tenant.id, host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
  await tenant.within(() => EmailSettingsModel.create(settings));
});
afterAll(() => sink.close());

const upload = (cycleId: string, csv: string, query = '', token = tenant.hr) =>
  service()
    .call('post', `/api/evaluation-cycles/${cycleId}/guests/import-csv${query}`, token)
    .attach('file', Buffer.from(csv), 'guests.csv');

test('a check stores nothing; the import adds guests and says what became of each row', async () => {
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Draft } });
  const csv = [
    'Name;Email;Subject',
    `Marta Ruiz;marta@client.example;${subjects[0]!.employee.email}`,
    'Zoe;zoe@client.example;Nobody at all',
  ].join('\n');
  const checked = await upload(cycle._id, csv, '?dryRun=true');
  expect([checked.status, checked.body]).toMatchObject([200, { total: 2, created: 1, errors: 1, dryRun: true }]);
  expect(await tenant.within(() => GuestModel.countDocuments().exec())).toBe(0);
  const imported = await upload(cycle._id, csv);
  expect([imported.status, imported.body.created]).toEqual([200, 1]);
  expect(imported.body.rows).toMatchObject([
    { row: 2, outcome: 'created' },
    { row: 3, outcome: 'error', reasons: [{ code: 'REFERENCE_NOT_FOUND', column: 'subject' }] },
  ]);
  expect((await upload(cycle._id, csv)).body).toMatchObject({ created: 0, skipped: 1, errors: 1 });
  const guests = await service().call('get', `/api/guests?cycleId=${cycle._id}`, tenant.hr);
  expect(guests.body.items).toMatchObject([
    { name: 'Marta Ruiz', state: 'Added', evaluations: [{ withdrawn: false }] },
  ]);
});

test('what an erased guest left in the report and the file of an import goes, whatever row contains it', async () => {
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Draft } });
  const { email } = subjects[0]!.employee;
  const rows = [`Marta Ruiz,marta@client.example,${email}`, `Marta R.,Marta@Client.example,${email}`];
  await upload(cycle._id, ['name,email,subject', ...rows, 'Ruiz Marta,marta(at)client,Nobody'].join('\n')).expect(200);
  const stored = () =>
    tenant.within(async () =>
      JSON.stringify([
        await ImportReportPartModel.find().lean(),
        await StoredFileModel.find({ purpose: FilePurpose.Import }).lean(),
      ]),
    );
  expect(await stored()).toMatch(/marta/i);
  const guest = await tenant.within(() => GuestModel.findOne().orFail().lean().exec());
  await service().call('post', `/api/guests/${guest._id}/erase`, tenant.admin).expect(204);
  await tenant.within(() => finishedJob('privacy.erase-guest', { guestId: guest._id }));
  expect(JSON.parse(await stored())).toMatchObject([[{ rows: [{ row: 2 }, { row: 3 }, { row: 4 }] }], []]);
  expect(await stored()).not.toMatch(/marta|ruiz|client/i);
});

test('is refused without the columns, where no guests are allowed, and once the cycle is over', async () => {
  const { cycle } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Draft } });
  expect((await upload(cycle._id, 'a,b\n1,2\n')).body.validationErrors).toMatchObject([{ field: 'file' }]);
  expect((await upload(cycle._id, 'subject,name,email\n', '', tenant.user)).status).toBe(403);
  const closed = await makeEvaluatedCycle(tenant);
  expect((await upload(closed.cycle._id, 'subject,name,email\n')).status).toBe(409);
  const off = await makeTenant();
  const theirs = await makeEvaluatedCycle(off, { cycle: { status: CycleStatus.Draft } });
  const refused = await upload(theirs.cycle._id, 'subject,name,email\n', '', off.hr);
  expect([refused.status, refused.body.reason.code]).toEqual([409, 'GUESTS_NOT_ALLOWED']);
});

test('1,001 guests are imported and emailed by one job each, and cost no plan capacity', async () => {
  const many = 1_001; // one more than the job reads at once
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open }, subjects: 20 });
  sink.mails.length = 0;
  const lines = Array.from({ length: many }, (_none, at) => {
    const { email } = subjects[at % subjects.length]!.employee;
    return `Guest ${at},guest-${at}@${tenant.slug}.example,${email}`;
  });
  const imported = await upload(cycle._id, ['name,email,subject', ...lines].join('\n'));
  expect([imported.status, imported.body.created, imported.body.errors]).toEqual([200, many, 0]);
  const files = await tenant.within(() => JobModel.countDocuments({ type: 'evaluation.import-guests' }).exec());
  expect(files).toBe(1);
  const jobs = await tenant.within(() => JobModel.find({ type: 'evaluation.invite-guests' }).lean().exec());
  expect(jobs).toHaveLength(1);
  const ended = await tenant.within(() => waitForJob(jobs[0] as never, 110));
  expect([ended.status, ended.result]).toMatchObject(['Succeeded', { sent: many, failed: 0 }]);
  const addresses = new Set(sink.mails.flatMap(({ to }) => to).filter((to) => to.endsWith(`@${tenant.slug}.example`)));
  expect(addresses.size).toBe(many);
  const usage = await tenant.within(() => PlanUsageModel.findOne({ counter: 'employees' }).orFail().lean().exec());
  expect(usage.used).toBe(await tenant.within(() => EmployeeModel.countDocuments().exec()));
}, 240_000);
