import type { Response } from 'supertest';
import { forgetScimTokens } from '../../../api/platform/sign-in/scim-authentication';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { PlanModel } from '../../../shared/platform/plan.model';
import { type ScimCall, ScimCallModel } from '../../../shared/platform/scim-call.model';
import { type ScimToken, ScimTokenModel } from '../../../shared/platform/scim-token.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount } from '../../factories/account';
import { makeDepartment } from '../../factories/department';
import { makeEmployee } from '../../factories/employee';
import { makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

// The requests of the identity providers are those of their documentation: "Develop and plan provisioning for a SCIM endpoint"
// (Microsoft Entra ID) and "Okta and SCIM Version 2.0".

const service = useService({ worker: false });
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const TOKENS = '/api/integrations/scim-tokens';

let tenant: TestTenant;
let token: string;
let tokenId: string;

async function newToken(of: TestTenant): Promise<{ id: string; token: string }> {
  return (await service().call('post', TOKENS, of.admin).send({ name: 'Entra ID' }).expect(201)).body;
}

beforeAll(async () => {
  tenant = await makeTenant();
  ({ id: tokenId, token } = await newToken(tenant));
  // Titles are cached for a second: one that a test needs is there from the beginning.
  await tenant.within(() => makeJobProfile([], { name: 'Team Lead' }));
});

/** What is read of a resource. */
type Resource = Record<string, unknown> & { id: string };
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** A call as providers send it. */
async function scim(method: Method, path: string, body?: object, bearer = token): Promise<Response> {
  const call = service().call(method, `/scim/v2${path}`, bearer).set('Accept', 'application/scim+json');
  return body ? call.set('Content-Type', 'application/scim+json').send(JSON.stringify(body)) : call;
}

/** A call that succeeds, and its body. */
async function done(method: Method, path: string, body?: object): Promise<Resource> {
  const answer = await scim(method, path, body);
  expect([method, path, answer.status, answer.text]).toEqual([
    method,
    path,
    method === 'post' ? 201 : 200,
    answer.text,
  ]);
  expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  return answer.body;
}

const filtered = async (filter: string, more = '') => done('get', `/Users?filter=${encodeURIComponent(filter)}${more}`);
const patch = async (id: string, ...Operations: object[]) =>
  scim('patch', `/Users/${id}`, { schemas: [PATCH], Operations });
const rowOf = async (id: string) =>
  tenant.within(() => EmployeeModel.findOne({ _id: id, isDeleted: { $in: [true, false] } }).lean<Employee>());
const newUser = (name: string, more: object = {}) => ({
  schemas: [USER],
  userName: `${name}@example.test`,
  name: { givenName: name, familyName: 'Provisioned' },
  active: true,
  ...more,
});

describe('Microsoft Entra ID', () => {
  test('tests the connection, creates, reads, changes, disables, enables and deletes a user', async () => {
    expect(await filtered(`userName eq "${newId()}"`)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const userName = `Test_User_${newId()}`;
    const externalId = newId();
    const created = await done('post', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId,
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Given.Family@testuser.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    });
    const { id } = created;
    expect(created).toEqual({
      schemas: [USER],
      id,
      externalId,
      userName: userName.toLowerCase(),
      name: { formatted: 'givenName familyName', givenName: 'givenName', familyName: 'familyName' },
      displayName: 'givenName familyName',
      active: true,
      emails: [{ value: 'given.family@testuser.example', type: 'work', primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/Z$/),
        lastModified: expect.stringMatching(/Z$/),
        location: expect.stringMatching(new RegExp(`/scim/v2/Users/${id}$`)),
        version: 'W/"0"',
      },
    });
    expect(await done('get', `/Users/${id}`)).toEqual(created);
    for (const filter of [
      `userName eq "${userName}"`,
      `externalId eq "${externalId}"`,
      'emails[type eq "work"].value eq "Given.Family@testuser.example"',
      `externalId eq "${externalId}" and active eq true`,
    ])
      expect([filter, await filtered(filter)]).toMatchObject([filter, { totalResults: 1, Resources: [{ id }] }]);

    const changed = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@testuser.example' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '555' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
    );
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        name: { familyName: 'updatedFamilyName', formatted: 'givenName updatedFamilyName' },
        emails: [{ value: 'updatedemail@testuser.example' }],
        userName: userName.toLowerCase(),
        [ENTERPRISE]: { department: 'Sales' },
      },
    ]);
    const again = await patch(id, { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' });
    expect([again.status, again.body.meta.version]).toEqual([200, changed.body.meta.version]);

    const disabled = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
    expect([disabled.status, disabled.body.active, (await rowOf(id))?.status]).toEqual([200, false, 'Terminated']);
    expect(await filtered(`userName eq "${userName}" and active eq false`)).toMatchObject({ totalResults: 1 });
    const enabled = await patch(id, { op: 'Replace', path: 'active', value: 'True' });
    expect([enabled.body.active, (await rowOf(id))?.terminationDate]).toEqual([true, null]);

    const deleted = await scim('delete', `/Users/${id}`);
    expect([deleted.status, deleted.text, (await rowOf(id))?.isDeleted]).toEqual([204, '', true]);
    for (const gone of [await scim('get', `/Users/${id}`), await scim('delete', `/Users/${id}`)])
      expect([gone.status, gone.body]).toMatchObject([404, { schemas: [ERROR], status: '404' }]);
    expect(await filtered(`userName eq "${userName}"`)).toMatchObject({ totalResults: 0 });
  });

  test('takes over an employee who exists, and changes the name that finds the person', async () => {
    const { _id: id } = await tenant.within(() => makeEmployee({ email: 'here.before@example.test' }));
    expect(await filtered('userName eq "Here.Before@example.test"')).toMatchObject({ Resources: [{ id }] });
    await patch(id, { op: 'Add', path: 'externalId', value: 'E-1' });
    const renamed = await patch(id, { op: 'Replace', path: 'userName', value: 'here.after@example.test' });
    expect(renamed.body).toMatchObject({
      userName: 'here.after@example.test',
      emails: [{ value: 'here.after@example.test' }],
    });
    const apart = await patch(id, {
      op: 'Replace',
      path: 'emails',
      value: [{ type: 'work', value: 'mail@example.test' }],
    });
    expect(apart.body).toMatchObject({ userName: 'here.after@example.test', emails: [{ value: 'mail@example.test' }] });
    const kept = await patch(id, { op: 'Replace', path: 'userName', value: 'here.last@example.test' });
    expect(kept.body).toMatchObject({ userName: 'here.last@example.test', emails: [{ value: 'mail@example.test' }] });
  });
});

describe('an address', () => {
  const homeOf = (name: string) => [{ type: 'home', value: `${name}.home@example.test` }];

  test('of another type than work is nobody’s to sign in with, in every operation', async () => {
    const { id } = await done('post', '/Users', newUser('homely', { emails: homeOf('homely') }));
    const expected = 'homely@example.test';
    const account = await tenant.within(async () => {
      const made = await makeAccount(tenant.id, { email: 'homely.account@example.test' });
      await UserModel.updateOne({ _id: made.id }, { $set: { employeeId: id, email: expected, fullName: 'H' } });
      return made.id;
    });
    for (const operation of [
      { op: 'add', path: 'emails', value: homeOf('homely') },
      { op: 'add', value: { emails: homeOf('homely') } },
      { op: 'replace', path: 'emails', value: homeOf('homely') },
      { op: 'replace', path: 'emails[type eq "home"].value', value: 'homely.home@example.test' },
      { op: 'remove', path: 'emails[type eq "home"]' },
    ]) {
      const answer = await patch(id, operation);
      expect([operation, answer.status, (await rowOf(id))?.email]).toEqual([operation, 200, expected]);
    }
    const put = await scim('put', `/Users/${id}`, newUser('homely', { emails: homeOf('homely') }));
    expect([put.status, (await rowOf(id))?.email]).toEqual([200, expected]);
    expect((await tenant.within(async () => UserModel.findById(account).lean()))?.email).toBe(expected);
  });

  test('that is added is stored with the work address; a filter names that one and replaces it', async () => {
    const { id } = await done('post', '/Users', newUser('added'));
    const value = [{ type: 'work', value: 'added.second@example.test' }];
    await patch(id, { op: 'add', path: 'emails', value });
    await patch(id, { op: 'add', value: { emails: value } });
    expect((await rowOf(id))?.email).toBe('added@example.test');
    await patch(id, { op: 'add', path: 'emails[type eq "work"].value', value: 'added.third@example.test' });
    expect((await rowOf(id))?.email).toBe('added.third@example.test');
  });
});

describe('a name of several', () => {
  test('departments or job profiles keeps what the person has, and otherwise changes nothing and says so', async () => {
    const [first, second] = await tenant.within(async () => [
      await makeDepartment('Twofold'),
      await makeDepartment('Twofold'),
    ]);
    const profiles = await tenant.within(async () => [
      await makeJobProfile([], { name: 'Twin' }),
      await makeJobProfile([], { name: 'Twin' }),
    ]);
    const said = async () => {
      const { calls } = (await service().call('get', `${TOKENS}/${tokenId}`, tenant.admin)).body;
      return calls[0].detail;
    };
    for (const [departmentId, jobProfileId] of [
      [first, profiles[0]!._id],
      [second, profiles[1]!._id],
    ]) {
      const { _id } = await tenant.within(() => makeEmployee({ departmentId, jobProfileId }));
      await patch(_id, { op: 'replace', value: { title: 'twin', [`${ENTERPRISE}:department`]: 'TWOFOLD' } });
      expect(await rowOf(_id)).toMatchObject({ departmentId, jobProfileId });
      expect(await said()).toBeNull();
    }
    const { id } = await done(
      'post',
      '/Users',
      newUser('twofold', { title: 'Twin', [ENTERPRISE]: { department: 'Twofold' } }),
    );
    expect(await rowOf(id)).toMatchObject({ departmentId: null, jobProfileId: null });
    expect(await said()).toBe(
      'Several departments have the name in department. Several job profiles have the name in title. Nothing was changed there.',
    );
  });
});

describe('links', () => {
  test.each(['ours:x@evil.example', 'ours:80:x@evil.example', 'ours:1x'])(
    'are made of no host header like %s',
    async (host) => {
      const root = (
        await service()
          .call('get', '/scim/v2/ServiceProviderConfig', token)
          .set('Host', host.replace('ours', 'localhost'))
      ).body;
      expect(root.meta.location).toMatch(/^http:\/\/localhost\/scim\/v2\//);
    },
  );

  test('name the port of the request, and a browser gets SCIM too', async () => {
    const call = service().call('get', '/scim/v2/ServiceProviderConfig', token);
    const answer = await call.set({ Host: 'localhost:8080', Accept: 'text/html,application/xhtml+xml' });
    expect([answer.headers['content-type'], answer.body.meta.location]).toEqual([
      'application/scim+json; charset=utf-8',
      'http://localhost:8080/scim/v2/ServiceProviderConfig',
    ]);
  });
});

describe('Okta', () => {
  test('reads a page, looks for the user, creates, puts, deactivates and activates', async () => {
    expect(await done('get', '/Users?startIndex=1&count=2')).toMatchObject({
      startIndex: 1,
      itemsPerPage: expect.any(Number),
    });
    expect(await filtered('userName eq "test.user@okta.local"', '&startIndex=1&count=100')).toMatchObject({
      totalResults: 0,
    });
    const user = {
      schemas: [USER],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const { id } = await done('post', '/Users', user);
    const twice = await scim('post', '/Users', user);
    expect([twice.status, twice.body]).toEqual([
      409,
      { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: 'Another user has this userName or email.' },
    ]);
    const profile = await tenant.within(() => makeJobProfile([], { name: 'Engineer Okta' }));
    await tenant.within(() => EmployeeModel.updateOne({ _id: id }, { $set: { jobProfileId: profile._id } }));
    const read = await done('get', `/Users/${id}`);
    const put = await done('put', `/Users/${id}`, {
      ...user,
      id,
      meta: read.meta,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    });
    expect(put).toMatchObject({ displayName: 'Another User', title: 'Engineer Okta', active: true });
    expect(await done('put', `/Users/${id}`, { ...user, active: false })).toMatchObject({ active: false });
    const back = await patch(id, { op: 'replace', value: { active: true } });
    expect(back.body.active).toBe(true);
    expect(JSON.stringify(await rowOf(id))).not.toContain('1mz050nq');
  });
});

describe('what happens to a user', () => {
  test('department, job profile, code and manager; an unknown title stays empty, an unknown manager is awaited', async () => {
    const report = await done('post', '/Users', {
      ...newUser('report', { title: 'Wizard' }),
      [ENTERPRISE]: { employeeNumber: 'P-2', department: 'Research', manager: { value: 'P-1' } },
    });
    expect(report).not.toHaveProperty('title');
    expect(report).toMatchObject({ [ENTERPRISE]: { employeeNumber: 'P-2', department: 'Research' } });
    expect((await rowOf(report.id))?.managerId).toBeNull();
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) =>
        done('post', '/Users', newUser(name, { title: 'team LEAD', [ENTERPRISE]: { department: 'Brand new' } })),
      ),
    );
    expect((await rowOf(first?.id ?? ''))?.departmentId).toBe((await rowOf(second?.id ?? ''))?.departmentId);
    expect(first).toMatchObject({ title: 'Team Lead' });
    const boss = await done('post', '/Users', newUser('boss', { [ENTERPRISE]: { employeeNumber: 'P-1' } }));
    expect(await done('get', `/Users/${report.id}`)).toMatchObject({
      [ENTERPRISE]: {
        manager: { value: boss.id, displayName: 'boss Provisioned', $ref: expect.stringMatching(boss.id) },
      },
    });
    const [tied] = (await service().call('get', `/api/audit-logs?entityId=${report.id}`, tenant.admin)).body.items;
    expect(tied).toMatchObject({
      eventType: 'employee.updated',
      actorType: 'Scim',
      changes: [{ field: 'managerId', before: null, after: boss.id }],
    });
    const loop = await patch(boss.id, { op: 'Add', path: `${ENTERPRISE}:manager`, value: report.id });
    expect([loop.status, loop.body.scimType, loop.body.detail]).toEqual([
      400,
      'invalidValue',
      expect.stringMatching(/^managerId must not be/),
    ]);
    await patch(report.id, { op: 'Remove', path: `${ENTERPRISE}:manager` });
    expect((await rowOf(report.id))?.managerId).toBeNull();
  });

  test('of two who name each other as manager the one who comes last has one', async () => {
    const named = (employeeNumber: string, value: string) => ({ [ENTERPRISE]: { employeeNumber, manager: { value } } });
    const first = await done('post', '/Users', newUser('ring-first', named('R-1', 'R-2')));
    const second = await done('post', '/Users', newUser('ring-second', named('R-2', 'R-1')));
    expect([(await rowOf(first.id))?.managerId, (await rowOf(second.id))?.managerId]).toEqual([null, first.id]);
  });

  test('a manager who has left is awaited until they return, and stays where one is already', async () => {
    const number = (employeeNumber: string, value: string) => ({
      [ENTERPRISE]: { employeeNumber, manager: { value } },
    });
    const boss = await done('post', '/Users', newUser('leaver', number('L-1', '')));
    const before = await done('post', '/Users', newUser('before', number('L-2', 'L-1')));
    await patch(boss.id, { op: 'Replace', path: 'active', value: false });
    const after = await done('post', '/Users', newUser('after', number('L-3', 'L-1')));
    expect((await rowOf(after.id))?.managerId).toBeNull();
    await patch(before.id, { op: 'Replace', path: `${ENTERPRISE}:manager`, value: 'L-1' });
    expect((await rowOf(before.id))?.managerId).toBe(boss.id);
    await patch(boss.id, { op: 'Replace', path: 'active', value: true });
    expect((await rowOf(after.id))?.managerId).toBe(boss.id);
  });

  test('who are pushed at the same moment as their manager have the manager, whoever is first', async () => {
    const push = async (employeeNumber: string, manager?: string) =>
      done(
        'post',
        '/Users',
        newUser(employeeNumber, { [ENTERPRISE]: { employeeNumber, manager: { value: manager ?? '' } } }),
      );
    for (let round = 0; round < 3; round++) {
      const boss = `chief-${round}`;
      const [first, chief, last] = await Promise.all([push(`${boss}-a`, boss), push(boss), push(`${boss}-b`, boss)]);
      for (const report of [first, last])
        expect(await rowOf(report.id)).toMatchObject({ managerId: chief.id, awaitedManager: null });
    }
  });

  test('a name finds one person: it is no email of another one, nor the other way round, also on a full plan', async () => {
    const other = await makeTenant();
    const bearer = (await newToken(other)).token;
    const work = (value: string) => ({ emails: [{ type: 'work', value }] });
    const post = async (name: string, more: object = {}) => scim('post', '/Users', newUser(name, more), bearer);
    expect((await post('plain', { [ENTERPRISE]: { employeeNumber: 'N-1' } })).status).toBe(201);
    const { id } = (await post('named', work('mail@example.test'))).body;
    const { _id: planId } = await PlanModel.create({ name: `Two ${newId()}`, maxEmployees: 2, maxCyclesPerYear: null });
    await TenantModel.updateOne({ _id: other.id }, { $set: { planId } });
    const refusals = [
      await post('plain'),
      await post('plain', work('elsewhere@example.test')),
      await post('named'),
      await post('mail'),
      await post('named', work('elsewhere@example.test')),
      await scim('put', `/Users/${id}`, newUser('plain', work('mail@example.test')), bearer),
    ];
    for (const { status, body } of refusals)
      expect([status, body.scimType, body.detail]).toEqual([
        409,
        'uniqueness',
        'Another user has this userName or email.',
      ]);
    const numbered = await post('third', { [ENTERPRISE]: { employeeNumber: 'N-1' } });
    expect([numbered.status, numbered.body.detail]).toEqual([409, 'Another user has this employee number.']);
    expect((await post('third')).status).toBe(403);
  });

  test('who leaves loses the account; the plan’s limit is 403, someone inactive needs no place', async () => {
    const other = await makeTenant();
    const bearer = (await newToken(other)).token;
    const { id } = (await scim('post', '/Users', newUser('first'), bearer)).body;
    const account = await other.signedIn({ employeeId: id });
    const { _id: planId } = await PlanModel.create({ name: `One ${newId()}`, maxEmployees: 1, maxCyclesPerYear: null });
    await TenantModel.updateOne({ _id: other.id }, { $set: { planId } });
    const refused = await scim('post', '/Users', newUser('second'), bearer);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { status: '403', detail: expect.stringMatching(/plan/) },
    ]);
    const inactive = await scim('post', '/Users', newUser('third', { active: false }), bearer);
    expect([inactive.status, inactive.body.active]).toEqual([201, false]);
    expect((await service().call('get', '/api/my-profile', account)).status).toBe(200);
    const Operations = [{ op: 'Replace', path: 'active', value: 'False' }];
    expect((await scim('patch', `/Users/${id}`, { Operations }, bearer)).status).toBe(200);
    expect((await service().call('get', '/api/my-profile', account)).status).toBe(401);
    const returned = await scim(
      'patch',
      `/Users/${inactive.body.id}`,
      { Operations: [{ op: 'add', value: { active: true } }] },
      bearer,
    );
    expect(returned.body.active).toBe(true);
  });

  test('someone on leave is active and stays on leave; the last TenantAdmin cannot leave', async () => {
    const { _id: id } = await tenant.within(() => makeEmployee({ status: EmployeeStatus.OnLeave }));
    expect((await patch(id, { op: 'Replace', path: 'active', value: true })).body.active).toBe(true);
    expect((await rowOf(id))?.status).toBe('OnLeave');
    const other = await makeTenant();
    const bearer = (await newToken(other)).token;
    const boss = await other.within(async () => {
      const employee = await makeEmployee();
      await UserModel.updateOne({ roles: Role.TenantAdmin }, { $set: { employeeId: employee._id } });
      return employee;
    });
    const refused = await scim('delete', `/Users/${boss._id}`, undefined, bearer);
    expect([refused.status, refused.body.schemas]).toEqual([409, [ERROR]]);
  });

  test('the token is the actor in the audit log', async () => {
    const { id } = await done('post', '/Users', newUser('audited'));
    const { items } = (await service().call('get', `/api/audit-logs?entityId=${id}`, tenant.admin)).body;
    expect(items).toMatchObject([
      { eventType: 'employee.created', actorType: 'Scim', actorId: tokenId, actorEmail: null, ip: expect.any(String) },
    ]);
    const stored = await tenant.within(() => AuditLogModel.find({ entityId: id }).lean<AuditLog[]>());
    expect(JSON.stringify(stored)).not.toContain('audited@example.test');
    expect((await service().call('get', '/api/audit-logs/verify', tenant.admin)).body.valid).toBe(true);
  });
});

describe('RFC 7644', () => {
  test('discovery', async () => {
    const config = await done('get', '/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      filter: { maxResults: 200 },
      bulk: { supported: false },
    });
    const types = await done('get', '/ResourceTypes');
    expect(types).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', schema: USER }] });
    const Resources: { id: string; meta: { location: string } }[] = (await scim('get', '/Schemas')).body.Resources;
    expect(Resources.map(({ id }) => id)).toEqual([USER, ENTERPRISE]);
    for (const { meta } of Resources)
      expect((await service().call('get', new URL(meta.location).pathname, token)).status).toBe(200);
    expect(await done('get', '/ResourceTypes/User')).toMatchObject({ endpoint: '/Users' });
  });

  test('pages have one order, and no user twice', async () => {
    const other = await makeTenant();
    const bearer = (await newToken(other)).token;
    await other.within(async () => {
      for (const name of ['c', 'a', 'b', 'd']) await makeEmployee({ email: `${name}@page.test` });
    });
    const page = async (query: string) => {
      const { totalResults, startIndex, itemsPerPage, Resources } = (
        await scim('get', `/Users?${query}`, undefined, bearer)
      ).body;
      return [
        totalResults,
        startIndex,
        itemsPerPage,
        Resources.map(({ userName }: { userName: string }) => userName[0]).join(''),
      ];
    };
    expect(await page('startIndex=1&count=3')).toEqual([4, 1, 3, 'abc']);
    expect(await page('startIndex=4&count=3')).toEqual([4, 4, 1, 'd']);
    expect(await page('startIndex=0&count=0')).toEqual([4, 1, 0, '']);
    expect(await page('count=-1')).toEqual([4, 1, 0, '']);
    expect(await page('filter=active%20eq%20false')).toEqual([0, 1, 0, '']);
    expect(await page('filter=active%20eq%20true&count=1')).toEqual([4, 1, 1, 'a']);
  });

  test('only the attributes that are asked for', async () => {
    const { id } = await done('post', '/Users', newUser('narrow', { [ENTERPRISE]: { employeeNumber: 'N-1' } }));
    const read = async (query: string) => Object.keys(await done('get', `/Users/${id}?${query}`)).sort();
    expect(await read('attributes=userName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(await done('get', `/Users/${id}?attributes=NAME.givenname`)).toEqual({
      schemas: expect.any(Array),
      id,
      name: { givenName: 'narrow' },
    });
    expect(await read(`attributes=${ENTERPRISE}:employeeNumber`)).toEqual(['id', 'schemas', ENTERPRISE].sort());
    expect(await read('excludedAttributes=emails,meta,name,displayName')).toEqual(
      ['active', 'id', 'schemas', 'userName', ENTERPRISE].sort(),
    );
  });

  const unknown = newId();
  test.each<[string, Method, string, object | undefined, number, string | undefined]>([
    ['a filter of another kind', 'get', '/Users?filter=userName%20co%20%22a%22', undefined, 400, 'invalidFilter'],
    ['a count that is no number', 'get', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['an unknown user', 'get', `/Users/${unknown}`, undefined, 404, undefined],
    ['an id that is none', 'get', '/Users/x', undefined, 404, undefined],
    ['a change of an unknown user', 'put', `/Users/${unknown}`, newUser('x'), 404, undefined],
    [
      'a patch of an unknown user',
      'patch',
      `/Users/${unknown}`,
      { Operations: [{ op: 'add', value: {} }] },
      404,
      undefined,
    ],
    ['no userName', 'post', '/Users', { name: { givenName: 'A', familyName: 'B' } }, 400, 'invalidValue'],
    ['no email', 'post', '/Users', { userName: 'ana', name: { givenName: 'A', familyName: 'B' } }, 400, 'invalidValue'],
    ['no name', 'post', '/Users', { userName: 'ana@x.test' }, 400, 'invalidValue'],
    ['a name of one word', 'post', '/Users', { userName: 'ana@x.test', displayName: 'Ana' }, 400, 'invalidValue'],
    ['a list as body', 'post', '/Users', [], 400, 'invalidSyntax'],
    ['no patch', 'patch', `/Users/${unknown}`, {}, 400, 'invalidSyntax'],
    ['groups', 'get', '/Groups', undefined, 404, undefined],
    ['bulk', 'post', '/Bulk', {}, 404, undefined],
    ['a method that is none', 'delete', '/Users', undefined, 405, undefined],
  ])('%s', async (_what, method, path, body, status, scimType) => {
    const answer = await scim(method, path, body);
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([
      status,
      'application/scim+json; charset=utf-8',
      { schemas: [ERROR], status: String(status), detail: expect.any(String), ...(scimType ? { scimType } : {}) },
    ]);
  });

  test('a body that is no JSON, and one of another type', async () => {
    const send = (type: string, text: string) =>
      service().call('post', '/scim/v2/Users', token).set('Content-Type', type).send(text);
    const broken = await send('application/scim+json', '{');
    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidSyntax']);
    expect((await send('text/plain', 'x')).status).toBe(415);
  });

  test('no value of an attribute breaks a change or a filter', async () => {
    const { id } = await done('post', '/Users', newUser('target'));
    const core = ['userName', 'externalId', 'name', 'name.familyName', 'displayName', 'active', 'emails', 'title'];
    const enterprise = ['employeeNumber', 'department', 'manager'].map((name) => `${ENTERPRISE}:${name}`);
    for (const value of [{ $ne: null }, [{ value: { $gt: '' } }], 'x'.repeat(10_000), '\u0000', '__proto__']) {
      const filter = encodeURIComponent(`userName eq ${JSON.stringify(value)}`);
      const answers = [await scim('get', `/Users?filter=${filter}`)];
      for (const path of [...core, ...enterprise]) answers.push(await patch(id, { op: 'replace', path, value }));
      for (const { status, body } of answers)
        if (status !== 200)
          expect([value, status, body]).toEqual([
            value,
            400,
            expect.objectContaining({ schemas: [ERROR], status: '400' }),
          ]);
    }
    expect(await done('get', `/Users/${id}`)).toMatchObject({ id, active: true });
  });

  test('a name of two words stands for the name', async () => {
    const user = await done('post', '/Users', { userName: 'words@x.test', displayName: 'Ana de la Cruz' });
    expect(user).toMatchObject({ name: { givenName: 'Ana', familyName: 'de la Cruz' } });
  });
});

describe('tokens', () => {
  test('a token is shown once, its calls and refusals can be seen, and revoking ends it at once', async () => {
    const made = await newToken(tenant);
    expect(made.token).toMatch(/^evs_[0-9a-f]{32}_[\w-]{43}$/);
    const bearer = made.token;
    const user = (await scim('post', '/Users', newUser('seen'), bearer)).body;
    await scim('post', '/Users', newUser('seen'), bearer);
    await scim('get', '/Users?filter=userName%20eq%20%22seen%40example.test%22', undefined, bearer);
    const read = async () => (await service().call('get', `${TOKENS}/${made.id}`, tenant.admin)).body;
    const refusal = { method: 'POST', path: '/Users', status: 409, detail: 'Another user has this userName or email.' };
    expect(await read()).toMatchObject({
      name: 'Entra ID',
      lastUsedAt: expect.stringMatching(/Z$/),
      calls: [{ method: 'GET', path: '/Users', status: 200, detail: null }, refusal, { status: 201 }],
      refusals: [refusal],
    });
    const stored = await tenant.within(() =>
      Promise.all([ScimTokenModel.findById(made.id).lean<ScimToken>(), ScimCallModel.find().lean<ScimCall[]>()]),
    );
    for (const text of [JSON.stringify(stored), JSON.stringify(await read())])
      for (const secret of [bearer, bearer.slice(-43), 'seen@example.test']) expect(text).not.toContain(secret);
    expect((await service().call('delete', `${TOKENS}/${made.id}`, tenant.admin)).status).toBe(204);
    const refused = await scim('get', `/Users/${user.id}`, undefined, bearer);
    expect([refused.status, refused.body, refused.headers['www-authenticate']]).toEqual([
      401,
      { schemas: [ERROR], status: '401', detail: expect.stringMatching(/revoked/) },
      'Bearer realm="scim"',
    ]);
    expect((await read()).refusals[0]).toMatchObject({ status: 401, path: `/Users/${user.id}` });
    expect((await service().call('delete', `${TOKENS}/${made.id}`, tenant.admin)).status).toBe(204);
  });

  test('the last 50 calls are kept in order, and refusals beside them; neither grows', async () => {
    const made = await newToken(tenant);
    await scim('get', '/Groups', undefined, made.token);
    const paths = Array.from({ length: 52 }, (_none, at) => (at % 2 === 0 ? '/Users' : '/ServiceProviderConfig'));
    for (const path of paths) await scim('get', path, undefined, made.token);
    const { calls, refusals } = (await service().call('get', `${TOKENS}/${made.id}`, tenant.admin)).body;
    expect(calls.map(({ path }: { path: string }) => path)).toEqual(paths.slice(-50).reverse());
    expect(refusals).toMatchObject([{ path: '/Groups', status: 404 }]);
    expect(await tenant.within(() => ScimCallModel.countDocuments({ tokenId: made.id }))).toBe(51);
  });

  test('nothing else opens the routes, and the token opens nothing else', async () => {
    const other = await makeTenant();
    const { id } = await done('post', '/Users', newUser('ours'));
    const theirs = (await newToken(other)).token;
    const stored = await rowOf(id);
    const Operations = [{ op: 'replace', path: 'active', value: false }];
    for (const [method, body] of [['get'], ['put', newUser('theirs')], ['patch', { Operations }], ['delete']] as const)
      expect([method, (await scim(method, `/Users/${id}`, body, theirs)).status]).toEqual([method, 404]);
    expect(await rowOf(id)).toEqual(stored);
    const moved = theirs.replace(/^evs_[0-9a-f]{32}/, `evs_${tenant.id.replaceAll('-', '')}`);
    for (const bearer of ['x', tenant.admin, moved, 'evs_', '']) {
      const refused = await scim('get', '/Users', undefined, bearer);
      expect([bearer, refused.status, refused.body.schemas]).toEqual([bearer, 401, [ERROR]]);
    }
    expect((await service().call('get', '/api/employees', token)).status).toBe(401);
    expect((await service().call('get', '/api/v1/ping').set('X-Api-Key', token)).status).toBe(401);
    for (const account of [tenant.hr, tenant.user])
      expect((await service().call('post', TOKENS, account).send({ name: 'x' })).status).toBe(403);
  });

  test('a suspended organization is 403', async () => {
    const other = await makeTenant();
    const bearer = (await newToken(other)).token;
    await TenantModel.updateOne({ _id: other.id }, { $set: { status: TenantStatus.Suspended } });
    forgetScimTokens();
    const refused = await scim('get', '/Users', undefined, bearer);
    expect([refused.status, refused.body.status]).toEqual([403, '403']);
  });
});

describe('API_SURFACE and the limit', () => {
  const limited = useService({
    worker: false,
    env: { API_SURFACE: 'public,scim', RATE_LIMIT_KEY: '3', RATE_LIMIT_GLOBAL: '4', QUEUE_PREFIX: newId() },
  });
  test('public,scim serves both; a token has a limit of its own, and strangers share that of their address', async () => {
    const bearer = (await newToken(await makeTenant())).token;
    const users = (bearer: string) => limited().call('get', '/scim/v2/Users', bearer);
    for (const remaining of ['2', '1', '0'])
      expect((await users(bearer)).headers['ratelimit-remaining']).toBe(remaining);
    const refused = await users(bearer);
    expect([refused.status, refused.body.schemas, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      [ERROR],
      true,
    ]);
    expect((await limited().call('get', '/api/employees', tenant.admin)).status).toBe(404);
    expect((await limited().call('get', '/api/v1/ping')).status).toBe(401);
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await users('x')).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});
