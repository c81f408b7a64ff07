import { PeerNomination } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { askingMailId } from '../../../shared/evaluation/nominations/asking-mail';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant({ locale: 'en' });
  await mailbox.connect(tenant.id);
  mailbox.sink().mails.length = 0;
});

const addressees = (): string[] =>
  mailbox
    .sink()
    .mails.map((mail) => mail.to[0] ?? '')
    .sort();
const call = (method: 'get' | 'post' | 'put', path: string, token = tenant.hr, body: object = {}) =>
  service().call(method, path, token).send(body);
/** The last emails that asked for nominations, once they have gone. */
const asked = (cycleId: string): Promise<Job> =>
  tenant.within(() => {
    const triggerId = askingMailId(cycleId);
    return finishedJob('evaluation.send-nomination-mail', { kind: 'nominations-asked', aboutId: cycleId, triggerId });
  });
const preview = async (cycleId: string) =>
  (await call('get', `/api/email-triggers/cycle/${cycleId}/preview?kind=nominations-asked`)).body;

/** A generated Draft with the subjects Ana and Ben of Mara, who name two peers each. */
async function draft() {
  const mara = await makeEmployee(tenant, { firstName: 'Mara' });
  const [ana, ben] = [
    await makeEmployee(tenant, { firstName: 'Ana', managerId: mara._id }),
    await makeEmployee(tenant, { firstName: 'Ben', managerId: mara._id }),
  ];
  const peers = [await makeEmployee(tenant), await makeEmployee(tenant)].map(({ _id }) => _id);
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: {
      status: CycleStatus.Draft,
      name: 'Review 2026',
      settings: { peerNomination: PeerNomination.SubjectAndManager, minPeers: 2, maxPeers: 3 },
    },
    subjects: [ana, ben].map((employee) => ({
      employee,
      evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }],
    })),
  });
  await tenant.within(() =>
    CycleModel.updateOne({ _id: cycle._id }, { $set: { 'settings.nominationEndDate': '2999-12-18' } }),
  );
  return { cycleId: cycle._id, mara, ana, ben, peers };
}

describe('mails about nominations', () => {
  test('opening asks each subject once, with or without an account; asking again mails no one who was asked', async () => {
    const { cycleId, ana, ben } = await draft();
    expect(await preview(cycleId)).toMatchObject({ recipients: 2, lastSentAt: null, last: null });
    expect((await call('post', `/api/evaluation-cycles/${cycleId}/status/Open`)).status).toBe(200);
    await tenant.within(() => finishedJob('evaluation.ask-nominations', { cycleId }));
    expect((await asked(cycleId)).result).toEqual({ recipients: 2, sent: 2, failed: 0, skipped: 0 });
    expect(addressees()).toEqual([ana.email, ben.email].sort());
    const [mail] = mailbox.sink().mails;
    expect(mail?.headers.get('subject')).toBe('Name your peers: Review 2026');
    expect(mail?.text).toContain('by December 18, 2999');
    expect(mail?.text).toContain(`http://${tenant.slug}.localhost:3000/my-nominations`);
    const after = await preview(cycleId);
    expect(after).toMatchObject({ recipients: 0, last: { sent: 2, failed: 0, skipped: 0, pending: 0 } });
    expect(after.lastSentAt).toMatch(/Z$/);
    const { body: sent } = await call('get', `/api/email-triggers/cycle/${cycleId}`);
    expect(sent).toEqual([{ kind: 'nominations-asked', sentAt: after.lastSentAt, outcome: after.last }]);
    await call('post', `/api/evaluation-cycles/${cycleId}/generate-evaluations`); // adds Mara and the peers as subjects
    await asked(cycleId);
    expect(addressees().filter((email) => [ana.email, ben.email].includes(email))).toHaveLength(2);
    expect(addressees()).toHaveLength(5);
    const mailed = { eventType: 'mail.sent' as const, entityId: cycleId };
    expect(await tenant.within(() => AuditLogModel.countDocuments(mailed))).toBeGreaterThanOrEqual(1);
  });

  test('who has submitted, or has left, is not asked', async () => {
    const { cycleId, ana, ben, peers } = await draft();
    await tenant.within(async () => {
      await CycleModel.updateOne({ _id: cycleId }, { $set: { status: CycleStatus.Open } });
      await EmployeeModel.updateOne({ _id: ben._id }, { $set: { status: EmployeeStatus.Terminated } });
    });
    const token = await tenant.signedIn({ employeeId: ana._id });
    await call('put', `/api/my-nominations/${cycleId}`, token, { evaluatorIds: peers });
    expect((await call('post', `/api/my-nominations/${cycleId}/submit`, token)).status).toBe(200);
    const triggerId = askingMailId(cycleId);
    const payload = { kind: 'nominations-asked' as const, aboutId: cycleId, triggerId };
    const result = await tenant.within(() => runJob('evaluation.send-nomination-mail', payload));
    expect([result.recipients, addressees()]).toEqual([0, []]);
  });

  test('a returned nomination mails its subject once, with the reason; not after it was submitted again', async () => {
    const { cycleId, mara, ana, peers } = await draft();
    await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { status: CycleStatus.Open } }));
    const token = await tenant.signedIn({ employeeId: ana._id });
    const manager = await tenant.signedIn({ employeeId: mara._id });
    await call('put', `/api/my-nominations/${cycleId}`, token, { evaluatorIds: peers });
    await call('post', `/api/my-nominations/${cycleId}/submit`, token);
    const path = `/api/team-nominations/${cycleId}/${ana._id}/return`;
    expect((await call('post', path, manager, { reason: 'Someone of <b>sales</b>, please' })).status).toBe(200);
    const job = await tenant.within(() =>
      JobModel.findOne({ 'payload.kind': 'nominations-returned' }).orFail().lean<Job>(),
    );
    const payload = job.payload as { kind: 'nominations-returned'; aboutId: string; triggerId: string };
    await tenant.within(() => finishedJob('evaluation.send-nomination-mail', payload));
    const mails = mailbox.mailsTo(ana.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Someone of <b>sales</b>, please');
    expect(mails[0]?.raw).not.toContain('<b>sales</b>, please</blockquote>');
    await tenant.within(() => runJob('evaluation.send-nomination-mail', payload));
    expect(mailbox.sink().mails).toHaveLength(1);
    await call('post', `/api/my-nominations/${cycleId}/submit`, token);
    const later = { ...payload, triggerId: cycleId };
    expect((await tenant.within(() => runJob('evaluation.send-nomination-mail', later))).recipients).toBe(0);
  });
});
