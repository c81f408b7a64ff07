import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { SurveyResponseModel } from '../../shared/growth/pulse-surveys/survey-response.model';
import type { Employee } from '../../shared/people/employee.model';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { useMailbox } from '../support/mailbox';
import { until } from '../support/until';
import { type Tab, useConsole } from './browser';

// A survey, a nomination and a development plan by the links of emails alone, on a phone.

const PHONE = 390;
const browser = useConsole();
const mailbox = useMailbox();

interface Person {
  employee: Employee;
  /** Where emails about work go, and those about surveys. */
  email: string;
  account: TestAccount;
}

let tenant: TestTenant;
let lead: Person;
let ana: Person;
beforeAll(async () => {
  tenant = await makeTenant({ locale: 'en' });
  await mailbox.connect(tenant.id);
  const person = async (firstName: string, managerId: string | null = null): Promise<Person> => {
    const employee = await makeEmployee(tenant, { firstName, lastName: 'Ruiz', managerId });
    const account = await makeAccount(tenant.id, { employeeId: employee._id, fullName: `${firstName} Ruiz` });
    return { employee, email: employee.email, account };
  };
  lead = await person('Mara');
  ana = await person('Ana', lead.employee._id);
});

const post = async (path: string, token: string | null, body: object = {}) => {
  const answer = await browser().service.call('post', path, token).send(body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
};

/** Opens the link of the next email to an address with this subject. */
async function follow(person: Person, subject: string, address = person.email): Promise<Tab> {
  const arrived = () => mailbox.mailsTo(address).find((mail) => mail.headers.get('subject') === subject);
  await until(() => arrived() !== undefined);
  const link = /^.*?: (https?:\/\/\S+)$/m.exec(arrived()?.text ?? '')?.[1] ?? '';
  const { pathname } = new URL(link);
  const tab = await browser().tab({ slug: tenant.slug, account: person.account, width: PHONE });
  await tab.open(pathname);
  return tab;
}

async function done(tab: Tab): Promise<void> {
  expect([await tab.accessibilityProblems(), tab.problems]).toEqual([[], []]);
  await tab.close();
}

test('a survey is answered from the email that its opening sends', async () => {
  const questions = [{ text: 'Would you recommend us?', type: 'Enps', required: true }];
  const { id } = await post('/api/pulse-surveys', tenant.hr, { name: 'Autumn pulse', questions });
  await post(`/api/pulse-surveys/${id}/open`, tenant.hr);
  const tab = await follow(ana, 'A survey is open: Autumn pulse', ana.account.email);
  const question = tab.page.getByRole('group', { name: 'Would you recommend us?' });
  await question.getByRole('radio', { name: '9', exact: true }).check();
  await tab.page.getByRole('button', { name: 'Send answers' }).click();
  await tab.page.getByText(/^Thank you\. Your answers are stored without your name/).waitFor();
  await done(tab);
  const choice = /^Choose which emails you get: (\S+)$/m.exec(mailbox.mailsTo(ana.account.email)[0]?.text ?? '')?.[1];
  const { pathname, hash } = new URL(choice ?? '');
  const profile = await browser().tab({ slug: tenant.slug, account: ana.account, width: PHONE });
  await profile.open(pathname + hash);
  await profile.page.locator('h2:focus').getByText('Emails').waitFor();
  await done(profile);
  await post(`/api/pulse-surveys/${id}/remind`, tenant.hr);
  const reminded = await follow(lead, 'Reminder: Autumn pulse', lead.account.email);
  await reminded.page.getByRole('button', { name: 'Send answers' }).waitFor();
  await done(reminded);
  expect(mailbox.mailsTo(ana.account.email)).toHaveLength(1);
  expect(await tenant.within(() => SurveyResponseModel.countDocuments({ surveyId: id }))).toBe(1);
});

test('peers are named, returned and named again by two emails', async () => {
  for (const lastName of ['One', 'Two']) await makeEmployee(tenant, { firstName: 'Carl', lastName });
  const settings = { peerNomination: PeerNomination.SubjectAndManager, minPeers: 1, maxPeers: 2 };
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Draft, name: 'Review 2031', settings },
    subjects: [
      {
        employee: ana.employee,
        evaluators: [{ type: EvaluatorType.Self }, { type: EvaluatorType.Manager, evaluatorId: lead.employee._id }],
      },
    ],
  });
  await post(`/api/evaluation-cycles/${cycle._id}/status/Open`, tenant.hr);
  const submit = async (tab: Tab, name: string): Promise<void> => {
    await tab.page.getByLabel('Find a colleague').fill('carl');
    await tab.page.getByRole('button', { name: `Add ${name}` }).click();
    await tab.page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await tab.page.getByRole('button', { name: 'Submit', exact: true }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await tab.page.getByText('Waiting for the manager').waitFor();
    await done(tab);
  };
  await submit(await follow(ana, 'Name your peers: Review 2031'), 'Carl One');
  const manager = tenant.hr;
  await post(`/api/team-nominations/${cycle._id}/${ana.employee._id}/return`, manager, { reason: 'Two, please.' });
  const again = await follow(ana, 'Please choose your peers again: Review 2031');
  await again.page.getByText(/Two, please\./).waitFor();
  await submit(again, 'Carl Two');
  await post(`/api/team-nominations/${cycle._id}/${ana.employee._id}/approve`, manager);
  const peers = { cycleId: cycle._id, subjectId: ana.employee._id, evaluatorType: EvaluatorType.Peer };
  expect(await tenant.within(() => ParticipantModel.countDocuments(peers))).toBe(2);
});

test('a development plan is approved from one email and started from another', async () => {
  const { email, password } = ana.account;
  const own: string = (await post('/api/auth/token', null, { email, password, tenantSlug: tenant.slug })).accessToken;
  const actions = [{ title: 'Read' }];
  const { id } = await post('/api/development-plans', own, { title: 'Growing into a lead', actions });
  await post(`/api/development-plans/${id}/submit`, own);
  const manager = await follow(lead, 'A development plan awaits your approval');
  await manager.page.getByRole('button', { name: 'Approve “Growing into a lead”' }).click();
  await manager.page.getByText(/^Approved on /).waitFor();
  await done(manager);
  const employee = await follow(ana, 'Your development plan was approved');
  await employee.page.getByRole('heading', { level: 1, name: 'Growing into a lead' }).waitFor();
  await employee.page.getByRole('button', { name: /^Start/ }).click();
  await employee.page.getByText('In progress').first().waitFor();
  await done(employee);
});
