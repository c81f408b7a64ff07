import type { Payload } from '../../../shared/jobs/contract';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
const people = { bea: '', ana: '' };
const tokens = { bea: '', ana: '' };
let emails: Record<keyof typeof people, string>;
beforeEach(async () => {
  tenant = await makeTenant({ locale: 'en' });
  await mailbox.connect(tenant.id);
  mailbox.sink().mails.length = 0;
  const bea = await makeEmployee(tenant, { firstName: 'Bea', lastName: 'Pons' });
  const ana = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'Ruiz', managerId: bea._id });
  Object.assign(people, { bea: bea._id, ana: ana._id });
  emails = { bea: bea.email, ana: ana.email };
  tokens.bea = await tenant.signedIn({ employeeId: bea._id });
  tokens.ana = await tenant.signedIn({ employeeId: ana._id });
});

const post = (path: string, token: string, body: object = {}) =>
  service().call('post', `/api/development-plans${path}`, token).send(body);

async function create(): Promise<string> {
  return (await post('', tokens.ana, { title: 'Lead a team', actions: [{ title: 'Read' }] })).body.id;
}

/** The last emails about plans, once they have gone. */
async function sent(): Promise<Payload<'growth.send-plan-mail'>> {
  return tenant.within(async () => {
    const job = await JobModel.findOne({ type: 'growth.send-plan-mail' }).sort({ createdAt: -1 }).orFail().lean<Job>();
    const payload = job.payload as Payload<'growth.send-plan-mail'>;
    await finishedJob('growth.send-plan-mail', payload);
    return payload;
  });
}

test('a submitted plan is mailed to its approver, and its rejection and approval to the employee, each once', async () => {
  const id = await create();
  await post(`/${id}/submit`, tokens.ana);
  const submitted = await sent();
  const [mail] = mailbox.mailsTo(emails.bea);
  expect(mail?.headers.get('subject')).toBe('A development plan awaits your approval');
  expect(mail?.text).toContain('Ana Ruiz has submitted the development plan “Lead a team”.');
  expect(mail?.text).toContain(`http://${tenant.slug}.localhost:3000/development-plans/${id}`);
  await tenant.within(() => runJob('growth.send-plan-mail', submitted));
  expect(mailbox.sink().mails).toHaveLength(1);

  await post(`/${id}/reject`, tokens.bea, { reason: 'Too vague' });
  await sent();
  const [rejected] = mailbox.mailsTo(emails.ana);
  expect(rejected?.headers.get('subject')).toBe('Your development plan was rejected');
  expect(rejected?.text).toContain('Too vague');

  await post(`/${id}/submit`, tokens.ana);
  await sent();
  expect(mailbox.mailsTo(emails.bea)).toHaveLength(2);
  await post(`/${id}/approve`, tokens.bea);
  await sent();
  const approved = mailbox.mailsTo(emails.ana).at(-1);
  expect(approved?.headers.get('subject')).toBe('Your development plan was approved');
  expect(approved?.text).toContain('You can start it now.');
  expect(mailbox.sink().mails).toHaveLength(4);
});

test('no mail once the plan has changed since, or its reader has left', async () => {
  const id = await create();
  await tenant.within(() =>
    EmployeeModel.updateOne({ _id: people.bea }, { $set: { status: EmployeeStatus.Terminated } }),
  );
  await post(`/${id}/submit`, tokens.ana);
  const payload = await sent();
  await tenant.within(() => EmployeeModel.updateOne({ _id: people.bea }, { $set: { status: EmployeeStatus.Active } }));
  await post(`/${id}/cancel`, tokens.ana);
  const later = await tenant.within(() => runJob('growth.send-plan-mail', { ...payload, triggerId: id }));
  expect([later.recipients, mailbox.sink().mails.length]).toEqual([0, 0]);
});
