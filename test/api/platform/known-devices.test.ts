import { inMs } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type Device, DeviceModel } from '../../../shared/platform/accounts/device.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { sweepDevices } from '../../../worker/platform/sweep-rows';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../../factories/two-factor';
import { commandsOf } from '../../support/command-count';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

interface Browser {
  cookie: string;
}

const ELSEWHERE = '203.0.113.7';

const sendSignIn = (email: string, body: object = {}, browser?: Browser) =>
  service()
    .call('post', '/api/auth/token')
    .set(browser ? { Cookie: browser.cookie, Origin: 'http://localhost' } : {})
    .send({ email, password: PASSWORD, tenantSlug: tenant.slug, ...body });

const deviceCookieOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? '';

/** A browser that has signed the account in, from an address that no later request has. */
async function usedBrowser(email: string, body: object = {}, browser?: Browser): Promise<Browser> {
  const { status, headers } = await sendSignIn(email, { cookie: true, ...body }, browser);
  expect(status).toBe(200);
  await tenant.within(() => SessionModel.updateMany({}, { $set: { network: ELSEWHERE } }));
  return { cookie: deviceCookieOf(headers) };
}

const fail = (email: string, browser?: Browser) => sendSignIn(email, { password: 'wrong' }, browser);
const statusOf = async (email: string, browser?: Browser) => (await sendSignIn(email, {}, browser)).status;
const lockOf = async (account: TestAccount) =>
  (await tenant.within(async () => CredentialModel.findById(account.id).lean<Credential>()))?.lockedUntil ?? null;
const endLock = (account: TestAccount) =>
  tenant.within(() => CredentialModel.updateOne({ _id: account.id }, { $set: { lockedUntil: inMs(-1_000) } }));
const failTimes = async (times: number, email: string, browser?: Browser) => {
  for (let failure = 1; failure <= times; failure++) await fail(email, browser);
};

describe('a browser that signed the account in has its own count', () => {
  test('five failures from elsewhere lock everyone out but such browsers', async () => {
    const account = await makeAccount(tenant.id);
    const browser = await usedBrowser(account.email);
    await failTimes(5, account.email);
    expect(await lockOf(account)).not.toBeNull();
    expect([await statusOf(account.email), await statusOf(account.email, browser)]).toEqual([401, 200]);
  });

  test('five failures of a browser lock the account, and this browser, for all but the others', async () => {
    const account = await makeAccount(tenant.id);
    const [first, second] = [await usedBrowser(account.email), await usedBrowser(account.email)];
    expect(first.cookie).not.toBe(second.cookie);
    await failTimes(4, account.email, first);
    expect([await lockOf(account), await statusOf(account.email, first)]).toEqual([null, 200]); // a success ends the count
    await failTimes(5, account.email, first);
    expect(await lockOf(account)).not.toBeNull();
    const statuses = [await statusOf(account.email, first), await statusOf(account.email)];
    expect([...statuses, await statusOf(account.email, second)]).toEqual([401, 401, 200]);
  });

  test('of 40 parallel failures of one browser the fifth locks, and no right password overtakes it', async () => {
    const account = await makeAccount(tenant.id);
    const [first, second] = [await usedBrowser(account.email), await usedBrowser(account.email)];
    await Promise.all(Array.from({ length: 40 }, () => fail(account.email, first)));
    const after = [await statusOf(account.email, first), await statusOf(account.email, second)];
    expect(after).toEqual([401, 200]);
    const rows = await tenant.within(async () => DeviceModel.find({ userId: account.id }).lean<Device[]>());
    expect(rows.filter(({ lockedUntil }) => lockedUntil !== null)).toHaveLength(1);
  });

  test('wrong codes count with the browser too, and unlocking lifts its lock', async () => {
    const account = await makeTwoFactorAccount(tenant.id);
    const browser = await usedBrowser(account.email, { twoFactorCode: codeOf(account.secret) });
    for (let failure = 1; failure <= 5; failure++)
      await sendSignIn(account.email, { twoFactorCode: '000000' }, browser);
    expect((await sendSignIn(account.email, {}, browser)).body.errorCode).toBe('INVALID_CREDENTIALS');
    await service().call('post', `/api/users-admin/${account.id}/unlock`, tenant.admin).expect(200);
    expect((await sendSignIn(account.email, {}, browser)).body.errorCode).toBe('TWO_FACTOR_REQUIRED');
  });

  test('the cookie is good for nothing else: not for another account, nor for a sign-in', async () => {
    const [account, other] = [await makeAccount(tenant.id), await makeAccount(tenant.id)];
    const browser = await usedBrowser(account.email);
    await failTimes(5, other.email, browser);
    expect([await statusOf(other.email, browser), await statusOf(account.email, browser)]).toEqual([401, 200]);
    const profile = await service().call('get', '/api/my-profile').set('Cookie', browser.cookie);
    expect(profile.status).toBe(401);
  });

  test('a browser keeps its token for another account, and one that was not made here is replaced', async () => {
    const [account, other] = [await makeAccount(tenant.id), await makeAccount(tenant.id)];
    const browser = await usedBrowser(account.email);
    expect(await usedBrowser(other.email, {}, browser)).toEqual(browser);
    const forged = await usedBrowser(other.email, {}, { cookie: 'device=chosen-elsewhere' });
    expect(forged.cookie).not.toContain('chosen-elsewhere');
  });

  test('an unused browser is forgotten after a year', async () => {
    const account = await makeAccount(tenant.id);
    await usedBrowser(account.email);
    const yearAgo = inMs(-366 * 24 * 60 * 60 * 1_000);
    await tenant.within(() => DeviceModel.updateOne({ userId: account.id }, { $set: { lastSignInAt: yearAgo } }));
    await sweepDevices();
    expect(await tenant.within(() => DeviceModel.countDocuments({ userId: account.id }))).toBe(0);
  });
});

describe('20 failures an hour from addresses that never signed the account in', () => {
  /** Fails at an account that is never locked. */
  const failUnlocked = async (times: number, account: TestAccount) => {
    for (let failure = 1; failure <= times; failure++) {
      await fail(account.email);
      await endLock(account);
    }
  };

  test('the rest are refused, also right passwords after the lock; browsers that signed in go on', async () => {
    const account = await makeAccount(tenant.id);
    const browser = await usedBrowser(account.email);
    await failUnlocked(19, account);
    expect(await statusOf(account.email)).toBe(200);
    await tenant.within(() => SessionModel.updateMany({}, { $set: { network: ELSEWHERE } }));
    await failUnlocked(1, account);
    const right = await sendSignIn(account.email);
    expect([right.status, right.body.errorCode]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await statusOf(account.email, browser)).toBe(200);
  });

  test('failures while the account is locked do not count, and refused ones do not lock it', async () => {
    const account = await makeAccount(tenant.id);
    await failTimes(25, account.email);
    await endLock(account);
    expect(await statusOf(account.email)).toBe(200);
    await tenant.within(() => SessionModel.updateMany({}, { $set: { network: ELSEWHERE } }));
    await failUnlocked(20, account);
    await failTimes(5, account.email);
    expect(Number(await lockOf(account))).toBeLessThan(Date.now());
  });

  test('of 30 parallel failures 20 take an attempt at most', async () => {
    const account = await makeAccount(tenant.id);
    await Promise.all(Array.from({ length: 30 }, () => fail(account.email)));
    await failUnlocked(20, account);
    expect(await statusOf(account.email)).toBe(401);
  });

  test('cost the same work, counted, locked or refused, with an account and without one', async () => {
    const account = await makeAccount(tenant.id);
    const work = async (email: string) => {
      let text = '';
      const commands = await commandsOf(async () => {
        const answer = await fail(email);
        text = `${answer.status} ${answer.text}`;
      });
      return [text, ...commands.sort()].join('\n');
    };
    const counted = await work(account.email);
    await failTimes(5, account.email);
    const locked = await work(account.email);
    await failUnlocked(20, account);
    const refused = await work(account.email);
    const unknown = [await work('no-one@example.test')];
    await failTimes(20, 'no-one@example.test');
    unknown.push(await work('no-one@example.test'));
    expect([locked, refused, ...unknown]).toEqual([counted, counted, counted, counted]);
  });

  test('show in lockedUntil when the rest are refused, an hour at most, until they are unlocked', async () => {
    const account = await makeAccount(tenant.id);
    const shown = async () => {
      const { body } = await service().call('get', `/api/users-admin/${account.id}`, tenant.admin);
      return body.lockedUntil === null ? null : Date.parse(body.lockedUntil) - Date.now();
    };
    await failUnlocked(19, account);
    expect(await shown()).toBeNull();
    await fail(account.email);
    await endLock(account);
    const left = (await shown()) ?? 0;
    expect([left > 50 * 60_000, left <= 60 * 60_000]).toEqual([true, true]);
    await service().call('post', `/api/users-admin/${account.id}/unlock`, tenant.admin).expect(200);
    expect([await shown(), await statusOf(account.email)]).toEqual([null, 200]);
  });

  test('right passwords take none, a known address has no such limit, and unlocking starts again', async () => {
    const account = await makeAccount(tenant.id);
    await failUnlocked(20, account);
    expect(await statusOf(account.email)).toBe(401);
    await service().call('post', `/api/users-admin/${account.id}/unlock`, tenant.admin).expect(200);
    for (let success = 1; success <= 21; success++) {
      await tenant.within(() => SessionModel.updateMany({}, { $set: { network: ELSEWHERE } }));
      expect(await statusOf(account.email)).toBe(200);
    }
    for (let failure = 1; failure <= 21; failure++) {
      await fail(account.email); // from the address of the last success
      await endLock(account);
    }
    expect(await statusOf(account.email)).toBe(200);
  });
});
