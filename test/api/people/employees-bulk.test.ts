import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount } from '../../factories/account';
import { makeDepartment } from '../../factories/department';
import { type EmployeeFields, makeEmployees } from '../../factories/employee';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsSent } from '../../support/command-count';
import { endOf } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
  await mailbox.connect(tenant.id);
});

const bulk = (body: object, token = tenant.hr) => service().call('post', '/api/employees/bulk', token).send(body);
const people = (count: number, fields: EmployeeFields = {}, of = tenant) =>
  of.within(async () => (await makeEmployees(Array.from({ length: count }, () => fields))).map(({ _id }) => _id));
const stored = (ids: readonly string[], of = tenant) =>
  of.within(async () => {
    const rows = await EmployeeModel.find({ _id: { $in: ids } }).lean();
    return ids.map((id) => rows.find(({ _id }) => _id === id));
  });
const eventsOf = async (id: string): Promise<string[]> => {
  const log = await service().call('get', `/api/audit-logs?entityId=${id}`, tenant.admin);
  return log.body.items.map((entry: { eventType: string }) => entry.eventType);
};

type Command = Awaited<ReturnType<typeof commandsSent>>[number]['command'] | undefined;
const isInTransaction = (command: Command): boolean => command?.autocommit === false;
const transactionOf = (command: Command): string => `${command?.lsid?.id?.toString('hex')} ${command?.txnNumber}`;

describe('console 8: POST /employees/bulk', () => {
  test('sets the department of those who have another one, and says who is refused', async () => {
    const departmentId = await tenant.within(() => makeDepartment('Support'));
    const [first = '', second = ''] = await people(2);
    const [there = ''] = await people(1, { departmentId });
    const request = { action: 'department', ids: [first, second, there, UNKNOWN, first], values: { departmentId } };
    const preview = await bulk({ ...request, dryRun: true });
    expect((await stored([first]))[0]).toMatchObject({ departmentId: null, revision: 0 });
    const answer = await bulk(request);
    expect([answer.status, answer.body]).toEqual([
      200,
      { changed: 2, refused: [{ id: UNKNOWN, code: 'NOT_FOUND', values: {} }] },
    ]);
    expect(preview.body).toEqual(answer.body);
    expect(await stored([first, second, there])).toMatchObject([
      { departmentId, revision: 1, terminationDate: null },
      { departmentId, revision: 1 },
      { departmentId, revision: 0 },
    ]);
    expect([await eventsOf(first), await eventsOf(there)]).toEqual([['employee.updated'], []]);
  });

  test.each<[string, (ids: string[]) => Promise<object>]>([
    ['a manager', async () => ({ action: 'manager', values: { managerId: (await people(1))[0] } })],
    ['an invitation', async () => ({ action: 'invite' })],
    [
      'an invitation of those whose account is not linked yet',
      async (ids) => {
        for (const row of await stored(ids)) await makeAccount(tenant.id, { email: row?.email });
        return { action: 'invite' };
      },
    ],
  ])('%s costs as many commands for two employees as for twenty, but for the audit log', async (_what, prepare) => {
    const cost = async (count: number): Promise<string[]> => {
      const ids = await people(count);
      const body = { ...(await prepare(ids)), ids };
      const sent = await commandsSent(async () => {
        expect((await bulk(body)).body).toEqual({ changed: count, refused: [] });
      });
      // The worker that runs in the same process sends transactions of its own.
      const own = sent.findLast(
        ({ command }) => command.filter?._id?.$in?.includes(ids[0]) && isInTransaction(command),
      );
      const names = sent
        .filter(({ command }) => isInTransaction(command) && transactionOf(command) === transactionOf(own?.command))
        .map(({ commandName, command }) => `${commandName} ${String(command[commandName])}`);
      return names.filter((name) => !name.includes('audit'));
    };
    await cost(2); // what a process reads once
    expect(await cost(20)).toEqual(await cost(2));
  });

  test('no one becomes their own manager, directly or through others of the same request', async () => {
    const [boss = '', other = ''] = await people(2);
    const [report = ''] = await people(1, { managerId: boss });
    const answer = await bulk({ action: 'manager', ids: [boss, report, other], values: { managerId: report } });
    expect(answer.body).toEqual({
      changed: 1,
      refused: [boss, report].map((id) => ({ id, code: 'MUST_NOT_REPORT_TO_EMPLOYEE', values: {} })),
    });
    expect(await stored([boss, report, other])).toMatchObject([
      { managerId: null },
      { managerId: boss },
      { managerId: report },
    ]);
    const none = await bulk({ action: 'manager', ids: [report, other], values: { managerId: null } });
    expect(none.body).toEqual({ changed: 2, refused: [] });
  });

  test('those for whom the plan has no room stay as they are, and the preview says so too', async () => {
    const limited = await makeTenant();
    const plan = await PlanModel.create({ name: `Three ${limited.slug}`, maxEmployees: 3, maxCyclesPerYear: null });
    await TenantModel.updateOne({ _id: limited.id }, { $set: { planId: plan._id } });
    await people(1, {}, limited);
    const ids = await people(4, { status: EmployeeStatus.Terminated, terminationDate: '2026-01-31' }, limited);
    const request = { action: 'status', ids, values: { status: 'Active' } };
    const refused = ids.slice(2).map((id) => ({ id, code: 'PLAN_LIMIT_EMPLOYEES_REACHED', values: {} }));
    expect((await bulk({ ...request, dryRun: true }, limited.hr)).body).toEqual({ changed: 2, refused });
    expect((await bulk(request, limited.hr)).body).toEqual({ changed: 2, refused });
    const after = await stored(ids, limited);
    expect(after.map((row) => [row?.status, row?.terminationDate])).toEqual([
      ['Active', null],
      ['Active', null],
      ['Terminated', '2026-01-31'],
      ['Terminated', '2026-01-31'],
    ]);
    const log = await service().call('get', '/api/audit-logs?eventType=plan-limit.reached', limited.admin);
    expect(log.body.totalCount).toBe(1);
    expect((await bulk({ ...request, values: { status: 'OnLeave' } }, limited.hr)).body.changed).toBe(4);
    expect((await bulk({ ...request, ids: ids.slice(2) }, limited.hr)).body).toEqual({ changed: 2, refused: [] });
  });

  test('who leaves loses access and evaluations as one by one; HR cannot close the account of a TenantAdmin', async () => {
    const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.InProgress },
      subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }] }],
    });
    const ids = subjects.map(({ employee }) => employee._id);
    const [administrator = '', leaver = ''] = await people(2);
    await makeAccount(tenant.id, { roles: [Role.TenantAdmin], employeeId: administrator });
    const account = await makeAccount(tenant.id, { employeeId: leaver });
    const request = { action: 'status', ids: [...ids, administrator, leaver], values: { status: 'Terminated' } };
    const refused = [{ id: administrator, code: 'ONLY_TENANT_ADMIN_CHANGES_SIGN_IN', values: {} }];
    expect((await bulk({ ...request, dryRun: true })).body).toEqual({ changed: 2, refused });
    expect((await bulk(request)).body).toEqual({ changed: 2, refused });
    const user = await tenant.within(async () => UserModel.findById(account.id).lean());
    expect(user).toMatchObject({ isActive: false, deactivatedBecause: 'Left' });
    const listed = await service().call('get', `/api/evaluation-cycles/${cycle._id}/participants`, tenant.hr);
    expect(listed.body.items).toMatchObject([{ withdrawn: true }]);
    expect((await stored([leaver]))[0]?.terminationDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('invites those who may be invited: each gets one email', async () => {
    const ids = await people(3);
    const [gone = ''] = await people(1, { status: EmployeeStatus.Terminated });
    const request = { action: 'invite', ids: [...ids, gone] };
    const preview = await bulk({ ...request, dryRun: true });
    expect(await tenant.within(async () => UserModel.countDocuments({ employeeId: { $in: ids } }))).toBe(0);
    const answer = await bulk(request);
    expect(answer.body).toEqual({ changed: 3, refused: [{ id: gone, code: 'EMPLOYEE_TERMINATED', values: {} }] });
    expect(preview.body).toEqual(answer.body);
    const addresses = (await stored(ids)).map((row) => row?.email ?? '');
    await tenant.within(async () => {
      for (const job of await JobModel.find({ type: 'comms.send-access' }).lean<Job[]>()) await endOf(job);
    });
    expect(addresses.map((address) => mailbox.mailsTo(address).length)).toEqual([1, 1, 1]);
  });

  test.each<[string, object, string]>([
    ['no ids', { action: 'invite', ids: [] }, 'ids'],
    ['more than 200', { action: 'invite', ids: Array.from({ length: 201 }, () => UNKNOWN) }, 'ids'],
    ['no id', { action: 'invite', ids: ['x'] }, 'ids.$0'],
    ['an unknown action', { action: 'delete', ids: [UNKNOWN] }, 'action'],
    ['no department', { action: 'department', ids: [UNKNOWN] }, 'values.departmentId'],
    ['no status', { action: 'status', ids: [UNKNOWN], values: { departmentId: null } }, 'values.status'],
    ['an unknown manager', { action: 'manager', ids: [UNKNOWN], values: { managerId: UNKNOWN } }, 'values.managerId'],
  ])('%s is 400 VALIDATION', async (_case, body, field) => {
    const answer = await bulk(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors[0].field.replace(/\[(\d)\]/, '.$$$1')).toBe(field);
  });
});
