import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { ensureSystemAdmin } from '../../../api/platform/accounts/bootstrap.service';
import { connectDatabase, disconnectDatabase } from '../../../shared/db/connect';
import { ensureIndexes } from '../../../shared/db/indexes';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { verifyPassword } from '../../../shared/platform/passwords/passwords';
import { withinTenant } from '../../factories/tenant';

const settings = { BOOTSTRAP_ADMIN_EMAIL: ' Root@Example.test ', BOOTSTRAP_ADMIN_PASSWORD: 'first-start-of-many' };
const accounts = () =>
  withinTenant(PLATFORM_SCOPE, async () => ({
    users: await UserModel.find().lean<User[]>(),
    credentials: await CredentialModel.find().lean<Credential[]>(),
  }));

/** A database of its own: the platform of the others has SystemAdmins already. */
beforeAll(async () => {
  const url = new URL(process.env.MONGO_URL ?? '');
  url.pathname = `/bootstrap_${randomUUID().slice(0, 8)}`;
  await connectDatabase(url.toString());
  await ensureIndexes();
});
afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

describe('the first start', () => {
  test('nothing is created without configuration, or with a password that could not sign in', async () => {
    await ensureSystemAdmin({ BOOTSTRAP_ADMIN_EMAIL: 'root@example.test', BOOTSTRAP_ADMIN_PASSWORD: undefined });
    for (const [BOOTSTRAP_ADMIN_PASSWORD, problem] of [
      ['short', 'must have at least 8 characters.'],
      ['password1', 'is too easy to guess: choose a less common one.'],
    ] as const)
      await expect(ensureSystemAdmin({ ...settings, BOOTSTRAP_ADMIN_PASSWORD })).rejects.toThrow(
        `BOOTSTRAP_ADMIN_PASSWORD ${problem}`,
      );
    expect(await accounts()).toEqual({ users: [], credentials: [] });
  });

  test('two processes that start at once create one SystemAdmin, who can sign in', async () => {
    await Promise.all([ensureSystemAdmin(settings), ensureSystemAdmin(settings)]);
    const { users, credentials } = await accounts();
    expect(users).toMatchObject([{ email: 'root@example.test', roles: ['SystemAdmin', 'User'], isActive: true }]);
    expect(credentials.map((credential) => credential._id)).toEqual([users[0]?._id]);
    expect(await verifyPassword(credentials[0]?.passwordHash ?? null, settings.BOOTSTRAP_ADMIN_PASSWORD)).toBe(true);
  });

  test('a later start changes nothing, also with other settings', async () => {
    const before = await accounts();
    await ensureSystemAdmin({
      BOOTSTRAP_ADMIN_EMAIL: 'other@example.test',
      BOOTSTRAP_ADMIN_PASSWORD: 'another-password',
    });
    expect(await accounts()).toEqual(before);
  });
});
