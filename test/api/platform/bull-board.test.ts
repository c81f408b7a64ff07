import { CredentialModel } from '../../../shared/platform/credential.model';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeSystemAdmin, makeTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { hashPassword } from '../../../shared/platform/passwords';
import { revokeSessions } from '../../../api/platform/sessions.service';

const service = useService({ worker: false });
const board = (header?: string) => {
  const call = service().call('get', '/admin/queues/api/queues');
  return header ? call.set('Authorization', header) : call;
};
const basic = (email: string, password: string) => `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

describe('decisions 2: Bull Board is for SystemAdmins', () => {
  test('anonymous and wrong credentials: 401 that asks for Basic sign-in', async () => {
    const { email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    for (const header of [
      undefined,
      basic(email, 'wrong'),
      basic('nobody@example.test', PASSWORD),
      'Basic !!',
      'Bearer x',
    ]) {
      const answer = await board(header);
      expect([header, answer.status, answer.text]).toEqual([header, 401, '']);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    }
  });

  test('roles of a tenant: 403 by token, 401 by Basic', async () => {
    const tenant = await makeTenant();
    for (const token of [tenant.admin, tenant.hr, tenant.user])
      expect((await board(`Bearer ${token}`)).status).toBe(403);
    const account = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    expect((await board(basic(account.email, PASSWORD))).status).toBe(401);
  });

  test('a SystemAdmin: 200 by bearer and by Basic, where repeated requests share one session', async () => {
    expect((await board(`Bearer ${await makeSystemAdmin()}`)).status).toBe(200);
    const { id, email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    for (const _poll of [1, 2, 3]) expect((await board(basic(email, PASSWORD))).status).toBe(200);
    expect(await withinTenant(PLATFORM_SCOPE, () => revokeSessions({ userId: id }))).toBe(1);
    expect((await board(basic(email, PASSWORD))).status).toBe(200); // signs in anew
    await withinTenant(PLATFORM_SCOPE, async () => {
      await CredentialModel.updateOne({ _id: id }, { $set: { passwordHash: await hashPassword('another-one') } });
      await revokeSessions({ userId: id });
    });
    expect((await board(basic(email, PASSWORD))).status).toBe(401);
  });

  test('it is read-only', async () => {
    const answer = await service()
      .call('put', '/admin/queues/api/queues/anything/pause')
      .set('Authorization', `Bearer ${await makeSystemAdmin()}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe('spec 8: signing in at Bull Board counts as a sign-in', () => {
  const limited = useService({ worker: false, env: { RATE_LIMIT_AUTH: '3', QUEUE_PREFIX: `board-${Date.now()}` } });

  test('the 4th guess is 429', async () => {
    const found: number[] = [];
    for (let guess = 0; guess < 4; guess++) {
      const call = limited().call('get', '/admin/queues/api/queues');
      found.push((await call.set('Authorization', basic('nobody@example.test', `guess ${guess}`))).status);
    }
    expect(found).toEqual([401, 401, 401, 429]);
  });
});
