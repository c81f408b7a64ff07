import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inMs } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeSystemAdmin, makeTenant, withinTenant } from '../../factories/tenant';
import { makeTwoFactorAccount } from '../../factories/two-factor';
import { useService } from '../../support/service';
import { until } from '../../support/until';

const service = useService({ worker: false });
const TEMPORARY = /[a-z2-9]{5}(-[a-z2-9]{5}){2}/g;

/** Runs the operator's command as a process of its own, in production, with the database and DATA_KEY alone. */
function admin(args: string[], without: string[] = []): { code: number | null; out: string; error: string } {
  const mongo = new URL(process.env.MONGO_URL ?? '');
  mongo.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}`;
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'recover-')),
    MONGO_URL: mongo.toString(),
    DATA_KEY: service().config.DATA_KEY,
  };
  for (const name of without) delete env[name];
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dev/admin.cjs'), ...args], {
    env,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, error: stderr };
}
const recover = (address: string) => admin(['recover', '--email', address]);
const signIn = (email: string, password: string) => service().call('post', '/api/auth/token').send({ email, password });
const platform = <T>(work: () => Promise<T>) => withinTenant(PLATFORM_SCOPE, work);
const logOf = (entityId: string) => platform(async () => AuditLogModel.find({ entityId }).sort({ sequence: 1 }).lean());

describe('npm run admin -- recover', () => {
  test('makes a SystemAdmin whose temporary password is printed once and must be changed', async () => {
    const address = `${crypto.randomUUID()}@example.test`;
    const { code, out, error } = recover(` ${address.toUpperCase()} `);
    expect([code, error]).toEqual([0, '']);
    const [password = '', ...more] = out.match(TEMPORARY) ?? [];
    expect(more).toEqual([]);
    const signedIn = await signIn(address, password);
    expect([signedIn.status, signedIn.body.user.roles]).toEqual([200, ['SystemAdmin', 'User']]);
    const token: string = signedIn.body.accessToken;
    expect((await service().call('get', '/api/tenants', token)).body.errorCode).toBe('PASSWORD_CHANGE_REQUIRED');
    const change = service().call('post', '/api/my-profile/change-password', token);
    await change.send({ currentPassword: password, newPassword: PASSWORD }).expect(200);
    expect((await service().call('get', '/api/tenants', token)).status).toBe(200);
    const entries = await logOf(signedIn.body.user.id);
    expect(entries.slice(0, 2)).toMatchObject([
      { eventType: 'user.created', actorType: 'System', actorId: null },
      { eventType: 'user.recovered', actorType: 'System', actorId: null },
    ]);
    const verified = await service().call('get', '/api/audit-logs/verify', await makeSystemAdmin());
    expect(verified.body).toMatchObject({ valid: true, firstBroken: null });
  });

  test('unlocks one who is locked, deactivated, demoted and has two-factor authentication; old sessions and password end', async () => {
    const { id, email } = await makeTwoFactorAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    const other = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin], email: `second-${email}` });
    const oldToken: string = (await signIn(other.email, PASSWORD)).body.accessToken;
    await platform(async () => {
      await UserModel.updateOne({ _id: id }, { $set: { isActive: false, roles: [Role.User] } });
      await CredentialModel.updateOne({ _id: id }, { $set: { lockedUntil: inMs(600_000), failedSignIns: 4 } });
    });
    const [password = ''] = recover(email).out.match(TEMPORARY) ?? [];
    expect((await signIn(email, password)).body.user).toMatchObject({ id, roles: ['SystemAdmin', 'User'] });
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await logOf(id)).map(({ eventType }) => eventType)).toContain('user.recovered');
    expect(recover(other.email).code).toBe(0);
    // This process knows a session for 0.9 s.
    await until(async () => (await service().call('get', '/api/my-profile', oldToken)).status === 401);
  });

  test('the email of an organization’s account is refused, and nothing is changed', async () => {
    const tenant = await makeTenant();
    const { id, email } = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const before = await tenant.within(async () => CredentialModel.findById(id).lean());
    const { code, out, error } = recover(email.toUpperCase());
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('belongs to an account of an organization');
    expect(await tenant.within(async () => CredentialModel.findById(id).lean())).toEqual(before);
    expect(await platform(async () => UserModel.exists({ email }))).toBeNull();
    expect(await logOf(id)).toEqual([]);
  });

  test.each<[string, string[], string[], RegExp]>([
    ['no command', [], [], /Usage/],
    ['an unknown command', ['constructor'], [], /Usage/],
    ['no address', ['recover'], [], /--email is missing/],
    ['text that is no address', ['recover', '--email', 'root'], [], /not an email address/],
    ['an unknown option', ['recover', '--mail', 'a@b.test'], [], /--mail/],
    ['no key', ['recover', '--email', 'a@b.test'], ['DATA_KEY'], /Set DATA_KEY/],
  ])('%s: exit code 1 and what to do', (_case, args, without, message) => {
    const { code, out, error } = admin(args, without);
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(message);
  });
});
