import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import type { Result } from '../../../shared/jobs/contract';
import type { ImportResult, ImportRow } from '../../../shared/jobs/import-result';
import { JobModel } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { readUsage } from '../../../shared/platform/plan-usage.store';
import { PlanModel } from '../../../shared/platform/plan.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { importEmployees } from '../../../worker/people/import-employees.job';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { csvImport, storedCsv } from '../../support/csv-import';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/employees/import-csv';
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const csvOf = (token: () => string) => csvImport<ImportResult>(service, PATH, token, 'people.csv');
const { upload, imported } = csvOf(() => tenant.hr);
const update = (csv: string, query = '') => imported(csv, `?mode=update${query}`);
const check = (csv: string, query = '') => update(csv, `&dryRun=true${query}`);
/** Imports with ids in the form field `terminate`, once for each given text. */
async function leaving(csv: string, terminate: readonly string[], query = '?mode=update'): Promise<ImportResult> {
  let sent = upload(csv, query);
  for (const text of terminate) sent = sent.field('terminate', text);
  const answer = await sent;
  expect([answer.status, answer.body.validationErrors]).toEqual([200, undefined]);
  return answer.body;
}

const outcomes = (result: ImportResult) => result.rows.map(({ row, outcome }) => `${row} ${outcome}`);
const line = (result: ImportResult, row: number) => result.rows.find((entry) => entry.row === row);
const employee = (id: string) => tenant.within(() => EmployeeModel.findById(id).lean<Employee>());
const account = (id: string) => tenant.within(() => UserModel.findById(id).lean<User>());
const make = (values: Partial<Employee> = {}) => tenant.within(() => makeEmployee(values));
const usedRoom = () => tenant.within(async () => (await readUsage(2026)).employees);
const audited = (entityId: string) =>
  tenant.within(async () => readableEntries(await AuditLogModel.find({ entityId }).sort({ sequence: 1 }).lean()));

async function limit(maxEmployees: number): Promise<void> {
  const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees });
  await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: plan._id } });
}

/** An employee whose account has these roles and was used. */
async function tied(...roles: Role[]): Promise<{ id: string; email: string; employeeId: string }> {
  const employeeCode = `T-${newId().slice(0, 8)}`;
  const { _id: employeeId, email } = await make({ employeeCode });
  const { id } = await makeAccount(tenant.id, { email, employeeId, roles: [...roles, Role.User] });
  await tenant.within(() => CredentialModel.updateOne({ _id: id }, { $set: { lastSignInAt: new Date() } }));
  return { id, email, employeeId };
}
const codeOf = async (id: string) => (await employee(id))?.employeeCode ?? '';

describe('a row of someone known', () => {
  const HEAD = 'email,employeecode,firstname,lastname,department,manager,jobprofile,hiredate,status\n';

  test('changes what differs, says it, and is unchanged the next time; the check writes nothing', async () => {
    const boss = await make({ firstName: 'Luis', lastName: 'Jefe', email: 'boss@x.example' });
    const [sales, ops, seller] = await tenant.within(async () => [
      await DepartmentModel.create({ name: 'Ventas' }),
      await DepartmentModel.create({ name: 'Logística' }),
      await JobProfileModel.create({ name: 'Seller', code: 'SEL', requirements: [] }),
    ]);
    const ana = await make({ email: 'ana@x.example', employeeCode: 'A-1', firstName: 'Ana', lastName: 'Gil', departmentId: sales._id, hireDate: '2020-01-31' }); // oxfmt-ignore
    const csv = `${HEAD}ana@x.example,A-2,Ana María,,LOGÍSTICA,Luis Jefe,SEL,2021-02-28,Terminated\nboss@x.example,,,,,,,,\n`;
    const changes = [
      { field: 'firstName', before: 'Ana', after: 'Ana María' },
      { field: 'employeeCode', before: 'A-1', after: 'A-2' },
      { field: 'department', before: 'Ventas', after: 'Logística' },
      { field: 'manager', before: null, after: 'Luis Jefe' },
      { field: 'jobProfile', before: null, after: 'Seller' },
      { field: 'hireDate', before: '2020-01-31', after: '2021-02-28' },
    ];
    const expected = { created: 0, updated: 1, unchanged: 1, skipped: 0, errors: 0, total: 2 };
    const checked = await check(csv);
    expect(checked).toMatchObject(expected);
    expect(line(checked, 2)?.changes).toEqual(changes);
    expect(await employee(ana._id)).toEqual(ana);
    const result = await update(csv);
    expect(result).toMatchObject(expected);
    expect(line(result, 2)).toEqual({ row: 2, email: 'ana@x.example', name: 'Ana María', outcome: 'updated', message: null, warnings: [], employeeId: ana._id, changes }); // oxfmt-ignore
    expect(await employee(ana._id)).toMatchObject({
      fullName: 'Ana María Gil',
      employeeCode: 'A-2',
      departmentId: ops._id,
      managerId: boss._id,
      jobProfileId: seller._id,
      hireDate: '2021-02-28',
      status: 'Active',
      revision: 1,
    });
    const found = await service().call('get', '/api/employees?search=ana%20maria%20gil', tenant.hr);
    expect(found.body.totalCount).toBe(1);
    const entries = (await audited(ana._id)).filter(({ eventType }) => eventType === 'employee.updated');
    expect(entries).toHaveLength(1);
    expect(entries[0]?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'firstName', before: 'Ana', after: 'Ana María' }),
        expect.objectContaining({ field: 'departmentId', before: sales._id, after: ops._id }),
      ]),
    );
    expect([entries[0]?.actorType, entries[0]?.actorId]).toEqual(['User', expect.any(String)]);
    expect(await update(csv)).toMatchObject({ updated: 0, unchanged: 2 });
    expect((await employee(ana._id))?.revision).toBe(1);
  });

  test.each<[string, string, Partial<ImportRow>, Partial<Employee>]>([
    [
      'an empty cell leaves',
      'a@x.example,,,,,,,,',
      { outcome: 'unchanged' },
      { employeeCode: 'A-1', hireDate: '2020-01-31' },
    ],
    [
      '- clears',
      'a@x.example,-,,,-,-,-,-,',
      { outcome: 'updated' },
      { employeeCode: null, departmentId: null, managerId: null, hireDate: null },
    ],
    [
      '- is no name',
      'a@x.example,,-,-,,,,,',
      { outcome: 'error', message: 'firstname cannot be cleared; lastname cannot be cleared' },
      { firstName: 'Ana' },
    ],
    [
      '- is no email',
      '-,A-1,,,,,,,',
      { outcome: 'error', message: 'email cannot be cleared' },
      { email: 'a@x.example' },
    ],
    [
      'an unknown department leaves',
      'a@x.example,,,,Nowhere,,,,',
      { outcome: 'unchanged', warnings: ['department "Nowhere" was not found'] },
      {},
    ],
    [
      'an unknown manager leaves',
      'a@x.example,,Anna,,,Nobody,,,',
      { outcome: 'updated', warnings: ['manager "Nobody" was not found'] },
      { firstName: 'Anna' },
    ],
    ['a wrong date is an error', 'a@x.example,,Anna,,,,,31/31/2024,', { outcome: 'error' }, { firstName: 'Ana' }],
    ['another code', 'a@x.example,A-9,,,,,,,', { outcome: 'updated' }, { employeeCode: 'A-9' }],
    ['another email', 'new@x.example,A-1,,,,,,,', { outcome: 'updated' }, { email: 'new@x.example' }],
    [
      'email of one and code of another',
      'a@x.example,B-1,Anna,,,,,,',
      {
        employeeId: expect.any(String),
        outcome: 'error',
        message: 'email and employeecode belong to different employees',
      },
      { firstName: 'Ana' },
    ],
    [
      'a status that does not count',
      'a@x.example,,,,,,,,Terminated',
      { outcome: 'unchanged' },
      { status: EmployeeStatus.Active },
    ],
  ])('%s', async (_case, row, outcome, stored) => {
    const boss = await make({ email: 'b@x.example', employeeCode: 'B-1' });
    const departmentId = (await tenant.within(() => DepartmentModel.create({ name: 'Ventas' })))._id;
    const before = await make({ email: 'a@x.example', employeeCode: 'A-1', firstName: 'Ana', lastName: 'Gil', hireDate: '2020-01-31', managerId: boss._id, departmentId }); // oxfmt-ignore
    const result = await update(HEAD + row);
    expect(result.rows).toEqual([
      expect.objectContaining({ ...outcome, employeeId: outcome.employeeId ?? before._id }),
    ]);
    expect(await employee(before._id)).toMatchObject(stored);
    if (outcome.outcome !== 'updated') expect(await employee(before._id)).toEqual(before);
  });

  test('the second row of a person is skipped, and whoever is unknown needs names and an email', async () => {
    const ana = await make({ email: 'a@x.example', employeeCode: 'A-1' });
    const result = await update(
      'email,employeecode,firstname,lastname\na@x.example,,Anna,\n,A-1,Anita,\nnew@x.example,N-1,New,One\n' +
        'new@x.example,,Other,Name\n,X-1,No,Email\nno@x.example,,,\n',
    );
    expect(outcomes(result)).toEqual(['2 updated', '3 skipped', '4 created', '5 skipped', '6 error', '7 error']);
    expect(line(result, 3)).toMatchObject({ message: 'row 2 is about this employee', employeeId: ana._id });
    expect(line(result, 6)?.message).toBe('email is missing');
    expect(line(result, 7)?.message).toBe('firstname is missing; lastname is missing');
    expect((await employee(ana._id))?.firstName).toBe('Anna');
  });

  test('a file needs an email or a code alone, and says nothing of the mode add', async () => {
    await make({ email: 'a@x.example', employeeCode: 'A-1', firstName: 'Ana' });
    expect(await update('employeecode,firstname\nA-1,Anna\n')).toMatchObject({ updated: 1, missingCount: 0 });
    expect((await upload('firstname\nAnna\n', '?mode=update')).status).toBe(400);
    expect((await upload('employeecode,firstname\nA-1,Anna\n')).status).toBe(400);
    const added = await imported('firstname,lastname,email,status\nAna,Gil,a@x.example,Terminated\n');
    expect(added).toMatchObject({ created: 0, skipped: 1 });
    expect(added).not.toHaveProperty('updated');
    expect(added.headings?.at(-1)).toEqual({ heading: 'status', column: null });
    const mode = await upload('employeecode\nA-1\n', '?mode=all');
    expect(mode.body.validationErrors).toMatchObject([{ field: 'mode' }]);
  });

  test('a name that several have stays with who has it, and a profile with an older version', async () => {
    const [old] = await tenant.within(async () => [
      await JobProfileModel.create({ name: 'Seller', version: 1, isCurrent: false, requirements: [] }),
      await JobProfileModel.create({ name: 'Seller', version: 2, requirements: [] }),
      await DepartmentModel.create({ name: 'Ventas' }),
    ]);
    const second = await tenant.within(() => DepartmentModel.create({ name: 'Ventas' }));
    const ana = await make({ email: 'a@x.example', departmentId: second._id, jobProfileId: old?._id ?? null });
    const result = await update('email,department,jobprofile\na@x.example,ventas,seller\n');
    expect(result.rows[0]).toMatchObject({ outcome: 'unchanged', warnings: [] });
    expect(await employee(ana._id)).toEqual(ana);
  });
});

describe('the line', () => {
  const HEAD = 'email,manager\n';
  const managersOf = async (...ids: string[]) => {
    const rows = await Promise.all(ids.map(employee));
    return rows.map((row) => row?.managerId ?? null);
  };

  test.each(['in one order of rows', 'in the other'])('people swap places %s', async (order) => {
    const top = await make({ email: 'top@x.example' });
    const boss = await make({ email: 'boss@x.example', managerId: top._id });
    const ana = await make({ email: 'ana@x.example', managerId: boss._id });
    const rows = ['ana@x.example,top@x.example', 'boss@x.example,ana@x.example'];
    const result = await update(HEAD + (order === 'in the other' ? rows.toReversed() : rows).join('\n'));
    expect([result.updated, result.rows.flatMap(({ warnings }) => warnings)]).toEqual([2, []]);
    expect(await managersOf(top._id, boss._id, ana._id)).toEqual([null, ana._id, top._id]);
  });

  test('a loop is cut with a warning: the first row keeps its manager', async () => {
    const top = await make({ email: 'top@x.example' });
    const boss = await make({ email: 'boss@x.example', managerId: top._id });
    const ana = await make({ email: 'ana@x.example', managerId: boss._id });
    const result = await update(`${HEAD}top@x.example,ana@x.example\nana@x.example,\nboss@x.example,top@x.example\n`);
    expect(outcomes(result)).toEqual(['2 unchanged', '3 unchanged', '4 unchanged']);
    expect(line(result, 2)?.warnings).toEqual([expect.stringContaining('loop')]);
    expect(await managersOf(top._id, boss._id, ana._id)).toEqual([null, top._id, boss._id]);
  });

  test('someone new comes between two who are known, wherever the rows are', async () => {
    const boss = await make({ email: 'boss@x.example' });
    const ana = await make({ email: 'ana@x.example', managerId: boss._id });
    const result = await update(
      'email,manager,firstname,lastname\nana@x.example,new@x.example,,\nnew@x.example,boss@x.example,New,One\n',
    );
    expect(result).toMatchObject({ updated: 1, created: 1 });
    const created = line(result, 3)?.employeeId ?? '';
    expect(await managersOf(created, ana._id)).toEqual([boss._id, created]);
  });

  test('a change of managers by others at the same moment closes no loop', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => make({ email: `p${at}@x.example` })));
    const id = (at: number) => people[at]?._id ?? '';
    const csv =
      HEAD +
      people
        .map((_, at) => `p${at}@x.example,p${at + 1}@x.example`)
        .slice(0, -1)
        .join('\n');
    const [result, ...single] = await Promise.all([
      update(csv),
      ...[3, 6, 9].map((at) => service().call('put', `/api/employees/${id(at)}`, tenant.hr).send({ managerId: id(at - 2) })), // oxfmt-ignore
    ]);
    expect(result.errors).toBe(0);
    for (const { status } of single) expect([200, 400]).toContain(status);
    const rows = await tenant.within(() => EmployeeModel.find().lean<Employee[]>());
    const managerOf = new Map(rows.map((row) => [row._id, row.managerId]));
    for (const row of rows) {
      const seen = new Set<string>();
      for (let at: string | null = row._id; at !== null; at = managerOf.get(at) ?? null) {
        expect(seen.has(at)).toBe(false);
        seen.add(at);
      }
    }
  });
});

describe('accounts and ranks', () => {
  test('an account follows the email: its sessions end, and the former address is told', async () => {
    const { id, email, employeeId } = await tied();
    const body = { email, password: PASSWORD, tenantSlug: tenant.slug };
    await service().call('post', '/api/auth/token').send(body).expect(200);
    await update(`email,employeecode\nmoved-${email},${await codeOf(employeeId)}\n`);
    expect(await account(id)).toMatchObject({ email: `moved-${email}`, employeeId });
    await tenant.within(async () => {
      expect(await SessionModel.countDocuments({ userId: id, revokedAt: null })).toBe(0);
      expect(await JobModel.countDocuments({ type: 'comms.tell-email-changed' })).toBe(1);
    });
    const entries = (await audited(id)).filter(({ eventType }) => eventType === 'user.updated');
    expect(entries.at(-1)?.changes).toMatchObject([{ field: 'email', before: email, after: `moved-${email}` }]);
  });

  test.each([Role.TenantAdmin, Role.HRManager])('the email of a %s is for a TenantAdmin to change', async (role) => {
    const { id, email, employeeId } = await tied(role);
    const csv = `email,employeecode,firstname\nmoved-${email},${await codeOf(employeeId)},Other\n`;
    const message = 'Only a TenantAdmin can change how this account signs in.';
    for (const run of [check, update]) expect((await run(csv)).rows).toMatchObject([{ outcome: 'error', message }]);
    expect([(await employee(employeeId))?.email, (await account(id))?.email]).toEqual([email, email]);
    const result = await csvOf(() => tenant.admin).imported(csv, '?mode=update');
    expect([result.updated, (await account(id))?.email]).toEqual([1, `moved-${email}`]);
  });

  test('the email of another account is an error, and an account without an employee is tied', async () => {
    const { email, employeeId } = await tied();
    const other = await makeAccount(tenant.id);
    const code = await codeOf(employeeId);
    const refused = await update(`email,employeecode\n${other.email},${code}\n`);
    expect(refused.rows).toMatchObject([{ outcome: 'error', reasons: [{ column: 'email' }] }]);
    expect((await employee(employeeId))?.email).toBe(email);
    const free = await make({ employeeCode: 'F-1' });
    await update(`email,employeecode\n${other.email},F-1\n`);
    expect((await account(other.id))?.employeeId).toBe(free._id);
  });
});

describe('who has left', () => {
  const STATUS = 'correo;estado\n';

  test('a status counts where it is asked to, with all that follows', async () => {
    const { id, email, employeeId } = await tied();
    const back = await make({ email: 'back@x.example', status: EmployeeStatus.Terminated, terminationDate: '2020-01-31' }); // oxfmt-ignore
    const away = await make({ email: 'away@x.example' });
    await service().call('get', '/api/employees', tenant.hr);
    const before = await usedRoom();
    const result = await update(
      `${STATUS}${email};Baja\nback@x.example;Activo\naway@x.example;Excedencia\n`,
      '&applyStatus=true',
    );
    expect(result).toMatchObject({ updated: 3, errors: 0 });
    expect(line(result, 2)?.changes).toEqual([{ field: 'status', before: 'Active', after: 'Terminated' }]);
    expect(await employee(employeeId)).toMatchObject({ status: 'Terminated', terminationDate: expect.any(String) });
    expect(await account(id)).toMatchObject({ isActive: false, deactivatedBecause: 'Left' });
    expect(await employee(back._id)).toMatchObject({ status: 'Active', terminationDate: null });
    expect((await employee(away._id))?.status).toBe('OnLeave');
    const events = (await audited(employeeId)).map(({ eventType }) => eventType);
    expect(events).toEqual(['employee.status-changed']);
    expect((await usedRoom()) - before).toBe(before === 0 ? await usedRoom() : -1);
  });

  test('the last TenantAdmin cannot leave, and the check says so too', async () => {
    const { _id: employeeId, email } = await make({ email: 'last@x.example' });
    const token = await tenant.signedIn({ roles: [Role.TenantAdmin], employeeId });
    const others = { employeeId: { $ne: employeeId }, roles: Role.TenantAdmin };
    await tenant.within(() => UserModel.updateMany(others, { $set: { isActive: false } }));
    const { imported: importing } = csvOf(() => token);
    const message = 'The last active TenantAdmin cannot leave. Make another one first.';
    for (const query of ['&dryRun=true', '']) {
      const result = await importing(`${STATUS}${email};Baja\n`, `?mode=update&applyStatus=true${query}`);
      expect(result.rows).toMatchObject([{ outcome: 'error', message }]);
    }
    await make({ email: 'stays@x.example' });
    const missing = await upload('email\nstays@x.example\n', '?mode=update&dryRun=true', token).field('terminate', employeeId); // oxfmt-ignore
    expect(missing.body.missing).toMatchObject([{ employeeId, message }]);
    expect((await employee(employeeId))?.status).toBe('Active');
  });

  test('an unknown word leaves the status with a warning; someone new who has left is skipped', async () => {
    const ana = await make({ email: 'a@x.example' });
    const result = await update(
      'email,firstname,lastname,status\na@x.example,,,Verano\ngone@x.example,A,B,Terminated\naway@x.example,A,B,On leave\n',
      '&applyStatus=true',
    );
    expect(outcomes(result)).toEqual(['2 unchanged', '3 skipped', '4 created']);
    expect(line(result, 2)?.warnings).toEqual(['status "Verano" is not known']);
    expect((await employee(ana._id))?.status).toBe('Active');
    expect((await employee(line(result, 4)?.employeeId ?? ''))?.status).toBe('OnLeave');
  });

  test('who is missing is named, and leaves only when the request names them', async () => {
    const [ana, eva, leo] = [
      await make({ email: 'ana@x.example', firstName: 'Ana', lastName: 'Álvarez' }),
      await make({ email: 'eva@x.example', firstName: 'Eva', lastName: 'Alonso' }),
      await make({ email: 'leo@x.example' }),
    ];
    const gone = await make({ email: 'gone@x.example', status: EmployeeStatus.Terminated });
    const csv = 'email,firstname\nleo@x.example,Leo\n';
    const checked = await check(csv);
    expect(checked.missing).toEqual([
      { employeeId: eva._id, name: 'Alonso, Eva', email: 'eva@x.example', isTerminated: false, message: null },
      { employeeId: ana._id, name: 'Álvarez, Ana', email: 'ana@x.example', isTerminated: false, message: null },
    ]);
    expect(checked).toMatchObject({ missingCount: 2, terminated: 0, total: 1 });
    expect(await update(csv)).toMatchObject({ missingCount: 2, terminated: 0, missing: [] });
    expect((await employee(eva._id))?.status).toBe('Active');
    const done = await leaving(csv, [`${eva._id}, ${gone._id},${leo._id}`, newId()]);
    expect(done).toMatchObject({ terminated: 1, errors: 0 });
    expect(done.missing?.map(({ employeeId, isTerminated }) => [employeeId, isTerminated])).toEqual(
      expect.arrayContaining([
        [eva._id, true],
        [leo._id, false],
      ]),
    );
    expect(await employee(eva._id)).toMatchObject({ status: 'Terminated', terminationDate: expect.any(String) });
    expect([(await employee(leo._id))?.status, (await employee(ana._id))?.status]).toEqual(['Active', 'Active']);
    const refused = await upload(csv, '?mode=update').field('terminate', 'someone');
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'terminate']);
    expect((await upload(csv, '').field('terminate', ana._id)).status).toBe(400);
  });

  test('by page, beside the rows', async () => {
    for (let at = 0; at < 3; at += 1) await make({ email: `m${at}@x.example` });
    await make({ email: 'a@x.example', firstName: 'A' });
    const answer = await upload('email,firstname\na@x.example,B\nbad,,\n', '?mode=update&dryRun=true').set('Prefer', 'respond-async'); // oxfmt-ignore
    await service().call('get', `${answer.headers.location}/events?rows=false`, tenant.hr);
    const rows = async (query: string) =>
      (await service().call('get', `${answer.headers.location}/rows?pageSize=2${query}`, tenant.hr)).body;
    expect(await rows('&outcome=missing')).toMatchObject({
      totalCount: 3,
      items: [{ row: 0, outcome: 'missing' }, {}],
    });
    expect(await rows('&outcome=updated')).toMatchObject({ totalCount: 1, items: [{ changes: [{ field: 'firstName' }] }] }); // oxfmt-ignore
    expect((await rows('')).items.map(({ outcome }: ImportRow) => outcome)).toEqual(['updated', 'error']);
    expect((await rows('&errorsFirst=true')).items.map(({ outcome }: ImportRow) => outcome)).toEqual(['error', 'updated']); // oxfmt-ignore
    const { result } = (await service().call('get', `${answer.headers.location}?rows=false`, tenant.hr)).body;
    expect(result).toMatchObject({ missingCount: 3, updated: 1, unchanged: 0, errors: 1 });
    expect(JSON.stringify(result)).not.toContain('m1@x.example');
  });

  test('an HRManager ends no TenantAdmin, and the last one never leaves', async () => {
    const admin = await tied(Role.TenantAdmin);
    await make({ email: 'a@x.example' });
    const csv = 'email,firstname\na@x.example,A\n';
    const refused = await leaving(csv, [admin.employeeId]);
    expect(refused).toMatchObject({ terminated: 0, missing: [{ isTerminated: false, message: expect.stringContaining('TenantAdmin') }] }); // oxfmt-ignore
    expect((await account(admin.id))?.isActive).toBe(true);
    await tenant.within(() =>
      UserModel.updateMany({ roles: Role.TenantAdmin, _id: { $ne: admin.id } }, { $set: { isActive: false } }),
    );
    const body = { email: admin.email, password: PASSWORD, tenantSlug: tenant.slug };
    const { accessToken } = (await service().call('post', '/api/auth/token').send(body).expect(200)).body;
    const last = await csvOf(() => accessToken)
      .upload(csv, '?mode=update')
      .field('terminate', admin.employeeId);
    expect(last.body).toMatchObject({ terminated: 0, missing: [{ isTerminated: false }] });
    expect((await account(admin.id))?.isActive).toBe(true);
  });

  test('the plan: who leaves makes room for who comes, and no more come than it allows', async () => {
    await limit(3);
    const old = await make({ email: 'old@x.example' });
    await make({ email: 'a@x.example' });
    await make({ email: 'b@x.example', status: EmployeeStatus.Terminated });
    const csv =
      'email,firstname,lastname,status\nn1@x.example,N,One,\nn2@x.example,N,Two,\nb@x.example,,,Active\na@x.example,,,\n';
    const expected = ['2 created', '3 created', '4 error', '5 unchanged'];
    const checked = await leaving(csv, [old._id], '?mode=update&applyStatus=true&dryRun=true');
    expect([outcomes(checked), checked.terminated]).toEqual([expected, 1]);
    const done = await leaving(csv, [old._id], '?mode=update&applyStatus=true');
    expect([outcomes(done), done.terminated]).toEqual([expected, 1]);
    expect(line(done, 4)?.message).toContain('PLAN_LIMIT_EMPLOYEES');
    expect(await usedRoom()).toBe(3);
  });
});

describe('the job', () => {
  const HEAD = 'email,employeecode,firstname,lastname,manager,status\n';

  /** Runs the handler as the worker does. */
  async function run(csv: string): Promise<Result<'people.import-employees'>> {
    const fileId = await storedCsv(csv);
    const payload = {
      fileId,
      dateFormat: 'iso',
      dryRun: false,
      mode: 'update',
      applyStatus: true,
    } as const;
    return runHandler(importEmployees, payload, { jobId: newId() });
  }

  test('asks the database as often for many rows as for few', async () => {
    const commands = async (rows: number): Promise<number> => {
      const organization = await makeTenant();
      return organization.within(async () => {
        const emails = Array.from({ length: rows }, (_, at) => `q${at}@x.example`);
        for (const [at, email] of emails.entries()) {
          const { _id } = await makeEmployee({ email, employeeCode: `Q-${at}` });
          await makeAccount(organization.id, { email, employeeId: _id });
        }
        await run('email,firstname\nq0@x.example,First\n');
        const csv = emails.map((_, at) => `moved${at}@x.example,Q-${at},Ana,,${at === 0 ? '' : `moved0@x.example`},${at % 2 === 0 ? '' : 'baja'}`); // oxfmt-ignore
        const sent = await commandsOf(async () => {
          const result = await run(HEAD + csv.join('\n'));
          expect([result.updated, result.errors]).toEqual([rows, 0]);
        });
        return sent.length;
      });
    };
    const few = await commands(10);
    expect(await commands(40)).toBeLessThanOrEqual(few + 5); // the audit log is written 200 entries at a time
  });
});
