import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { type Job, JobModel } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { makeAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsSent } from '../support/command-count';
import { endOf } from '../support/finished-job';
import { useMailbox } from '../support/mailbox';
import { useService } from '../support/service';

// console 8: POST /<resource>/bulk does what the single operations do, or says of each row why not.

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const send = (path: string, body: object, token = tenant.hr) => service().call('post', path, token).send(body);

/** What a request and its dry run answer, which must be the same; the dry run changes nothing. */
async function both(path: string, body: object, stored: () => Promise<unknown>, token = tenant.hr): Promise<unknown> {
  const before = await stored();
  const preview = await send(path, { ...body, dryRun: true }, token);
  expect(await stored()).toEqual(before);
  const answer = await send(path, body, token);
  expect([answer.status, answer.body]).toEqual([200, preview.body]);
  return answer.body;
}

describe('accounts', () => {
  const PATH = '/api/users-admin/bulk';
  const users = async () => tenant.within(async () => UserModel.find().sort({ _id: 1 }).lean());
  const change = (body: object) => both(PATH, body, users, tenant.admin);

  test('are deactivated and activated together, but for the last administrator', async () => {
    const admin = (await service().call('get', '/api/my-profile', tenant.admin)).body.id as string;
    const other = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const plain = await makeAccount(tenant.id);
    const ids = [other.id, plain.id, admin];
    expect(await change({ action: 'deactivate', ids })).toEqual({
      changed: 2,
      refused: [{ id: admin, code: 'LAST_ADMINISTRATOR', values: { role: 'TenantAdmin' } }],
    });
    const isActive = async () => (await users()).filter(({ _id }) => ids.includes(_id)).filter((row) => row.isActive);
    expect((await isActive()).map(({ _id }) => _id)).toEqual([admin]);
    expect(await change({ action: 'reset-password', ids: [plain.id] })).toEqual({
      changed: 0,
      refused: [{ id: plain.id, code: 'ACCOUNT_NOT_ACTIVE', values: {} }],
    });
    // The administrator is active already.
    expect(await change({ action: 'activate', ids })).toEqual({ changed: 2, refused: [] });
    expect(await isActive()).toHaveLength(3);
  });

  test('get roles; a role of the platform is refused for all', async () => {
    const accounts = [await makeAccount(tenant.id), await makeAccount(tenant.id)];
    const ids = accounts.map(({ id }) => id);
    expect(await change({ action: 'roles', ids, values: { roles: ['HRManager'] } })).toEqual({
      changed: 2,
      refused: [],
    });
    const roles = (await users()).filter(({ _id }) => ids.includes(_id)).map((row) => row.roles);
    expect(roles).toEqual([
      ['HRManager', 'User'],
      ['HRManager', 'User'],
    ]);
    for (const values of [{ roles: ['SystemAdmin'] }, {}]) {
      const answer = await send(PATH, { action: 'roles', ids, values }, tenant.admin);
      expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'values.roles']);
    }
  });

  test.each(['unlock', 'reset-two-factor', 'revoke-all-sessions'])('%s', async (action) => {
    const account = await makeAccount(tenant.id);
    expect(await change({ action, ids: [account.id] })).toEqual({ changed: 1, refused: [] });
  });

  test('are not for HR', async () => {
    const answer = await send(PATH, { action: 'unlock', ids: [tenant.id] });
    expect([answer.status, answer.text]).toEqual([403, '']);
  });
});

describe('participants', () => {
  const PATH = '/api/peer-assignments/bulk';
  const OPEN = { status: ParticipantStatus.InProgress, rating: null };
  const stored = async () => tenant.within(async () => ParticipantModel.find().sort({ _id: 1 }).lean());

  async function cycleOf(subjects: number): Promise<Record<'Self' | 'Peer' | 'Stakeholder', Participant[]>> {
    const { subjects: made } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.InProgress },
      subjects: Array.from({ length: subjects }, () => ({
        evaluators: [
          { type: EvaluatorType.Self, ...OPEN },
          { type: EvaluatorType.Peer, ...OPEN },
          { type: EvaluatorType.Stakeholder },
        ],
      })),
    });
    const rows = made.flatMap(({ participants }) => participants);
    const of = (type: EvaluatorType) => rows.filter(({ evaluatorType }) => evaluatorType === type);
    return {
      Self: of(EvaluatorType.Self),
      Peer: of(EvaluatorType.Peer),
      Stakeholder: of(EvaluatorType.Stakeholder),
    };
  }
  const idsOf = (rows: readonly Participant[]) => rows.map(({ _id }) => _id);

  test('are removed, but Self and what is submitted', async () => {
    const { Self, Peer, Stakeholder } = await cycleOf(2);
    const ids = idsOf([...Self, ...Peer, ...Stakeholder]);
    expect(await both(PATH, { action: 'remove', ids }, stored)).toEqual({
      changed: 2,
      refused: [
        ...idsOf(Self).map((id) => ({ id, code: 'SELF_EVALUATION_STAYS', values: {} })),
        ...idsOf(Stakeholder).map((id) => ({
          id,
          code: 'EVALUATION_COUNTS',
          values: { status: 'Submitted' },
        })),
      ],
    });
    const left = (await stored()).map(({ evaluatorType }) => evaluatorType);
    expect(left.sort()).toEqual(['Self', 'Self', 'Stakeholder', 'Stakeholder']);
  });

  test('cost the same number of commands when two are removed as when twenty are', async () => {
    const cost = async (subjects: number): Promise<number> => {
      const { Peer } = await cycleOf(subjects);
      const sent = await commandsSent(() => send(PATH, { action: 'remove', ids: idsOf(Peer) }));
      // A transaction that met another one begins again: the last one that removes counts. The worker has others.
      const transactions = sent.filter(({ command }) => command.autocommit === false);
      const removing = transactions
        .filter(({ commandName, command }) => command[commandName] === 'participants')
        .at(-1);
      const keyOf = ({ lsid, txnNumber }: { lsid?: unknown; txnNumber?: unknown }): string =>
        JSON.stringify([lsid, String(txnNumber)]);
      const names = transactions
        .filter(({ command }) => keyOf(command) === keyOf(removing?.command ?? {}))
        .map(({ commandName, command }) => String(command[commandName]));
      expect(removing).toBeDefined();
      return names.filter((name) => !/audit|personkeys/.test(name)).length;
    };
    await cost(2); // what a process reads once
    expect(await cost(20)).toBe(await cost(2));
  });

  test('go to another evaluator, but where that one has a role already', async () => {
    const { Peer } = await cycleOf(2);
    const [first, second] = Peer;
    const evaluatorId = (await makeEmployee(tenant))._id;
    await send(`/api/peer-assignments/${first?._id}/replace`, { evaluatorId });
    const taken = (await stored()).find((row) => row.evaluatorId === evaluatorId)?._id ?? '';
    expect(
      await both(PATH, { action: 'replace', ids: [taken, second?._id], values: { evaluatorId } }, async () =>
        (await stored()).map((row) => row.evaluatorId),
      ),
    ).toEqual({ changed: 1, refused: [{ id: taken, code: 'EVALUATOR_HAS_ROLE_FOR_SUBJECT', values: {} }] });
    expect((await stored()).filter((row) => row.evaluatorId === evaluatorId)).toHaveLength(2);
  });

  test('are reminded by one email each, but who is away or has submitted', async () => {
    await mailbox.connect(tenant.id);
    const { Self, Peer, Stakeholder } = await cycleOf(2);
    const away = Peer[0]?.evaluatorId ?? '';
    await service().call('put', `/api/employees/${away}`, tenant.hr).send({ status: EmployeeStatus.OnLeave });
    const ids = idsOf([...Self, ...Peer, ...Stakeholder]);
    const answer = await both(PATH, { action: 'remind', ids }, async () =>
      tenant.within(async () => JobModel.countDocuments()),
    );
    expect(answer).toEqual({
      changed: 3,
      refused: [
        { id: Peer[0]?._id, code: 'EVALUATOR_NOT_REMINDED', values: {} },
        ...idsOf(Stakeholder).map((id) => ({
          id,
          code: 'EVALUATION_IS_SUBMITTED',
          values: { status: 'Submitted' },
        })),
      ],
    });
    const job = await tenant.within(async () => JobModel.findOne({ type: 'evaluation.send-cycle-mail' }).lean<Job>());
    const ended = await tenant.within(async () => endOf(job!));
    expect(ended.result).toMatchObject({ sent: 3 });
  });
});

describe('gaps', () => {
  test('become one plan for each employee, with at most five actions', async () => {
    const requirements = Array.from({ length: 7 }, (_, at) => ({
      requirementId: newId(),
      requirement: `Requirement ${at}`,
      requiredLevel: 5,
      isCritical: false,
    }));
    const items = requirements.map(({ requirementId }) => templateItem({ competencyId: requirementId }));
    const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
      template: await makeTemplate(tenant, { items }),
      cycle: { resultsPublishedAt: now() },
      subjects: [requirements, requirements.slice(0, 1)].map((some) => ({
        requirements: some,
        evaluators: [{ type: EvaluatorType.Manager, rating: 3 }],
      })),
    });
    await service().call('post', '/api/gap-analysis/run', tenant.hr).send({ cycleId: cycle._id }).expect(200);
    const listed = await service().call('get', `/api/gap-analysis?cycleId=${cycle._id}`, tenant.hr);
    const gaps = listed.body.items as { id: string; employeeId: string; gapLevel: number }[];
    const [many, single] = subjects.map(({ employee }) => gaps.filter(({ employeeId }) => employeeId === employee._id));
    const ids = [...(many ?? []), ...(single ?? [])].map(({ id }) => id);
    expect(ids).toHaveLength(8);
    const plans = async () => tenant.within(async () => DevelopmentPlanModel.find().lean());
    expect(await both('/api/gap-analysis/bulk', { action: 'plan', ids }, plans)).toEqual({
      changed: 6,
      plans: 2,
      refused: (many ?? []).slice(5).map(({ id }) => ({ id, code: 'PLAN_HAS_MAX_GAPS', values: { max: 5 } })),
    });
    expect((await plans()).map(({ actions }) => actions.length).sort()).toEqual([1, 5]);
    const met = ids[7] ?? '';
    await tenant.within(async () => GapModel.updateOne({ _id: met }, { $set: { gapLevel: 0 } }));
    expect((await send('/api/gap-analysis/bulk', { action: 'plan', ids: [met] })).body).toEqual({
      changed: 0,
      plans: 0,
      refused: [{ id: met, code: 'REQUIREMENT_MET', values: {} }],
    });
  });
});

describe('comments', () => {
  test('of one subject are withheld and shown together', async () => {
    const peers = ['One', 'Two', 'Three'].map((comment) => ({ type: EvaluatorType.Peer, comment }));
    const { cycle, subjects } = await makeEvaluatedCycle(tenant, { subjects: [{ evaluators: peers }] });
    const path = `/api/evaluation-results/${cycle._id}/subjects/${subjects[0]?.employee._id}`;
    interface Shown {
      id: string;
      isWithheld: boolean;
    }
    const comments = async (): Promise<Shown[]> => {
      const { sections } = (await service().call('get', path, tenant.hr)).body;
      return sections.flatMap(({ items }: { items: { comments: Shown[] }[] }) =>
        items.flatMap((item) => item.comments),
      );
    };
    const all = (await comments()).map(({ id }) => id);
    const [first = ''] = all;
    const values = { reason: 'They name a colleague.' };
    const alone = await send(`${path}/comments/bulk`, { action: 'withhold', ids: [first], values });
    expect(alone.body).toEqual({ changed: 1, refused: [] });
    const rest = await both(`${path}/comments/bulk`, { action: 'withhold', ids: all, values }, comments);
    expect(rest).toEqual({ changed: all.length - 1, refused: [] });
    expect((await comments()).every(({ isWithheld }) => isWithheld)).toBe(true);
    expect(await both(`${path}/comments/bulk`, { action: 'show', ids: all, values }, comments)).toEqual({
      changed: all.length,
      refused: [],
    });
    const unexplained = await send(`${path}/comments/bulk`, { action: 'show', ids: all, values: {} });
    expect([unexplained.status, unexplained.body.validationErrors[0].field]).toEqual([400, 'values.reason']);
  });
});
