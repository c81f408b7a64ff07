import { triggerCycleMail } from '../../../shared/evaluation/cycles/cycle-mail-trigger.store';
import { type MailTrigger, MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { EVERYONE } from '../../../shared/evaluation/cycles/cycle-mail.rules';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel, ParticipantOrigin } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { tellAddedEvaluators } from '../../../worker/evaluation/tell-added-evaluators';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { useDatabase } from '../../support/database';
import { holdClock } from '../../support/held-clock';
import { useMailbox } from '../../support/mailbox';
import { runJob } from '../../support/run-handler';

holdClock();
useDatabase();
const mailbox = useMailbox();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = new Date('2031-03-03T09:00:00Z').getTime();

let tenant: TestTenant;
let cycleId: string;
let subjects: string[];
let late: Employee;
beforeEach(async () => {
  jest.setSystemTime(START);
  tenant = await makeTenant({ locale: 'en' });
  await mailbox.connect(tenant.id);
  mailbox.sink().mails.length = 0;
  const evaluators = [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }];
  const { cycle, subjects: evaluated } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, name: 'Review 2031' },
    subjects: [{ evaluators }, { evaluators }, { evaluators }],
  });
  cycleId = cycle._id;
  subjects = evaluated.map(({ employee }) => employee._id);
  late = await makeEmployee(tenant, { firstName: 'Late' });
});

/** Sets the clock to so long after the start, a worker looks, and what it started is sent. */
async function at(ms: number): Promise<void> {
  jest.setSystemTime(START + ms);
  await tellAddedEvaluators();
  await send();
}
async function send(): Promise<void> {
  await tenant.within(async () => {
    const waiting = await MailTriggerModel.find({ cycleId, plannedAt: null }).lean<MailTrigger[]>();
    for (const { _id: triggerId, jobId } of waiting) {
      await runJob('evaluation.send-cycle-mail', { triggerId });
      await JobModel.updateOne({ _id: jobId }, { $set: { status: JobStatus.Succeeded } });
    }
  });
}
async function announce(ms = 0): Promise<void> {
  jest.setSystemTime(START + ms);
  await tenant.within(() => triggerCycleMail('cycle-opened', cycleId));
  await send();
  mailbox.sink().mails.length = 0;
}
async function add(ms: number, subject: number, evaluatorId = late._id): Promise<void> {
  jest.setSystemTime(START + ms);
  const role = { evaluatorType: EvaluatorType.Peer, origin: ParticipantOrigin.Manual };
  await tenant.within(() =>
    ParticipantModel.create({ _id: newId(), cycleId, subjectId: subjects[subject], evaluatorId, ...role, answers: [] }),
  );
}
const mails = (): string[] =>
  mailbox.sink().mails.map(({ to, text }) => `${to[0]}: ${/: (\d+)\./.exec(text)?.[1] ?? '?'}`);

test('ten minutes after the first addition one email tells of all; the same ones are told once', async () => {
  await announce();
  await add(HOUR, 0);
  await at(HOUR + 5 * MINUTE);
  expect(mails()).toEqual([]);
  await add(HOUR + 6 * MINUTE, 1);
  await at(HOUR + 11 * MINUTE);
  expect(mails()).toEqual([`${late.email}: 2`]);
  expect(mailbox.sink().mails[0]?.headers.get('subject')).toBe('New evaluations to answer: Review 2031');
  await at(HOUR + 30 * MINUTE);
  await at(30 * HOUR);
  expect(mails()).toHaveLength(1);
});

test('at most one a day: what is added later waits', async () => {
  await announce();
  await add(HOUR, 0);
  await at(HOUR + 11 * MINUTE);
  await add(2 * HOUR, 1);
  await at(3 * HOUR);
  await at(25 * HOUR);
  expect(mails()).toHaveLength(1);
  await at(26 * HOUR);
  expect(mails()).toEqual([`${late.email}: 1`, `${late.email}: 1`]);
});

test('none before the announcement, nor to those whom it reached or reminded since', async () => {
  await add(MINUTE, 0);
  await at(HOUR);
  expect(await tenant.within(() => MailTriggerModel.countDocuments({ cycleId }))).toBe(0);
  await announce(HOUR);
  await at(2 * HOUR);
  await add(3 * HOUR, 1);
  await tenant.within(() => triggerCycleMail('deadline-reminder', cycleId, EVERYONE));
  await send();
  mailbox.sink().mails.length = 0;
  await at(4 * HOUR);
  expect(mails()).toEqual([]);
});

test('none to those who left or have submitted, nor of a closed cycle', async () => {
  await announce();
  const [left, done] = [await makeEmployee(tenant), await makeEmployee(tenant)];
  await add(HOUR, 0, left._id);
  await add(HOUR, 0, done._id);
  await tenant.within(async () => {
    await EmployeeModel.updateOne({ _id: left._id }, { $set: { status: EmployeeStatus.Terminated } });
    await ParticipantModel.updateOne({ evaluatorId: done._id }, { $set: { status: ParticipantStatus.Submitted } });
  });
  await at(2 * HOUR);
  expect(mails()).toEqual([]);
});

test('however many cycles take answers, a look without additions asks the same', async () => {
  const later = 240 * HOUR; // what the tests before have added is too old by then
  await announce(later);
  jest.setSystemTime(START + later + HOUR);
  const look = async () => (await commandsOf(tellAddedEvaluators)).filter((command) => !command.startsWith('getMore '));
  const alone = await look(); // how many batches of cycles it reads depends on those of other tests
  for (const name of ['Second', 'Third']) {
    const { cycle } = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open, name } });
    await tenant.within(() => triggerCycleMail('cycle-opened', cycle._id));
  }
  jest.setSystemTime(START + later + 2 * HOUR);
  expect(await look()).toEqual(alone);
});
