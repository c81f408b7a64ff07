import { NotificationModel } from '../../../shared/comms/notification.model';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { SessionModel } from '../../../shared/platform/session.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { connectProvider } from '../../factories/sso';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../../factories/two-factor';
import { endOf } from '../../support/finished-job';
import { useMailbox } from '../../support/mailbox';
import { useProvider } from '../../support/oidc-provider';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';
import { cookiesOf, SsoBrowser } from '../../support/sso-browser';

// A browser without the device cookie is told of once, but for the very first sign-in.

const service = useService();
const provider = useProvider();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme', timezone: 'America/Santiago' });
  await mailbox.connect(tenant.id);
});
beforeEach(() => {
  mailbox.sink().behavior = {};
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Visit {
  deviceCookie?: string;
  cookie?: boolean;
  userAgent?: string;
  body?: object;
}

/** Signs in, and returns the cookie by which the browser is known, and the access token. */
async function signIn(
  email: string,
  { deviceCookie = '', cookie = true, userAgent = FIREFOX, body = {} }: Visit = {},
): Promise<{ device: string; token: string }> {
  const answer = await service()
    .call('post', '/api/auth/token')
    .set({ Cookie: deviceCookie, Origin: 'http://localhost', 'User-Agent': userAgent })
    .send({ email, password: PASSWORD, tenantSlug: tenant.slug, cookie, ...body })
    .expect(200);
  const device = cookiesOf(answer)
    .split('; ')
    .find((set) => set.startsWith('device='));
  return { device: device ?? '', token: answer.body.accessToken };
}

const jobsOf = async (scope: string): Promise<Job[]> =>
  withinTenant(scope, async () =>
    JobModel.find({ type: 'comms.tell-new-device' }).sort({ createdAt: 1 }).lean<Job[]>(),
  );

/** What a user was told, once all that was asked for is done. */
async function toldTo({ id, email }: { id: string; email: string }, scope = tenant.id) {
  await withinTenant(scope, async () => {
    for (const job of await jobsOf(scope)) await endOf(job);
  });
  const notifications = await withinTenant(scope, () =>
    NotificationModel.find({ userId: id, type: 'sign-in.new-device' }).lean(),
  );
  return { notifications, mails: mailbox.mailsTo(email) };
}

const countsOf = async (account: { id: string; email: string }, scope?: string) => {
  const { notifications, mails } = await toldTo(account, scope);
  return [notifications.length, mails.length];
};

/** Sessions that are open were opened elsewhere. */
const moveAway = () => tenant.within(() => SessionModel.updateMany({}, { $set: { network: '203.0.113.7' } }));

describe('a device that signs an account in', () => {
  test('is told of once, by mail and in notifications; the very first one is not', async () => {
    const account = await makeAccount(tenant.id, { fullName: 'Ana García' });
    const first = await signIn(account.email);
    await signIn(account.email, { deviceCookie: first.device });
    expect(await countsOf(account)).toEqual([0, 0]);

    const second = await signIn(account.email);
    for (const deviceCookie of [second.device, first.device, second.device])
      await signIn(account.email, { deviceCookie });
    const { notifications, mails } = await toldTo(account);
    expect(notifications).toMatchObject([
      {
        title: 'Your account was used on a new device',
        body: 'Sign-in with Firefox, Windows from 127.0.0.1. If this was not you, end that session and change your password.',
        link: '/profile',
      },
    ]);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.headers.get('subject')).toBe('New sign-in to your account');
    const text = String(mails[0]?.text).replace(/\s+/g, ' ');
    expect(text).toMatch(
      /Your account \S+ of Acme has been used on a new device: .+ GMT-[34], Firefox, Windows, 127\.0\.0\.1/,
    );
    expect(text).toContain(`http://${tenant.slug}.localhost:3000/profile`);
    const listed = await service().call('get', '/api/notifications', second.token);
    expect(listed.body.items[0].type).toBe('sign-in.new-device');
  });

  test('in Spanish, without what an unknown program calls itself', async () => {
    const account = await makeAccount(tenant.id, { locale: 'es' });
    await signIn(account.email);
    await signIn(account.email, { userAgent: 'call +1 555 0100, https://evil.example' });
    const { notifications, mails } = await toldTo(account);
    expect(notifications[0]?.body).toMatch(/^Inicio de sesión desde 127\.0\.0\.1\. Si no ha sido usted/);
    expect(mails[0]?.headers.get('subject')).toBe('Nuevo inicio de sesión en su cuenta');
    expect(JSON.stringify([notifications, mails[0]?.text, mails[0]?.html])).not.toContain('evil');
  });

  test('without cookies is known by its address', async () => {
    const account = await makeAccount(tenant.id);
    for (let times = 0; times < 2; times++) await signIn(account.email, { cookie: false });
    expect(await countsOf(account)).toEqual([0, 0]);
    await moveAway();
    await signIn(account.email, { cookie: false });
    expect(await countsOf(account)).toEqual([1, 1]);
  });

  test('after a verification code, at the provider, and on the platform too', async () => {
    const coded = await makeTwoFactorAccount(tenant.id);
    const finish = async (code: string) => {
      const body = { email: coded.email, password: PASSWORD, tenantSlug: tenant.slug };
      const { challengeToken } = (await service().call('post', '/api/auth/token').send(body)).body;
      await service().call('post', '/api/auth/two-factor').send({ challengeToken, code, cookie: true }).expect(200);
    };
    await finish(codeOf(coded.secret));
    expect(await countsOf(coded)).toEqual([0, 0]);
    await finish(codeOf(coded.secret, 1)); // each code works once
    expect(await countsOf(coded)).toEqual([1, 1]);

    await connectProvider(provider(), tenant);
    const account = await makeAccount(tenant.id);
    await provider().set({ account: { sub: account.id, email: account.email, email_verified: true } });
    const browser = new SsoBrowser(service, tenant);
    await browser.signIn();
    expect(await countsOf(account)).toEqual([0, 0]);
    await browser.signIn();
    expect(await countsOf(account)).toEqual([1, 1]);

    await mailbox.connect(PLATFORM_SCOPE);
    const root = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    const enter = () =>
      service()
        .call('post', '/api/auth/token')
        .send({ email: root.email, password: PASSWORD, cookie: true })
        .expect(200);
    await enter();
    await enter();
    expect(await countsOf(root, PLATFORM_SCOPE)).toEqual([1, 1]);
  });

  test('a mail that cannot be sent leaves the notification, and a repeated run adds nothing', async () => {
    const account = await makeAccount(tenant.id);
    await signIn(account.email);
    mailbox.sink().behavior = { recipient: () => 550 };
    await signIn(account.email);
    expect(await countsOf(account)).toEqual([1, 0]);
    const job = (await jobsOf(tenant.id)).at(-1);
    expect(job).toMatchObject({ status: 'Succeeded', requestedBy: null, result: { isMailed: false } });
    mailbox.sink().behavior = {};
    const payload = job?.payload as { sessionId: string };
    const attempts = mailbox.sink().attempts.length;
    for (let run = 0; run < 2; run++)
      expect(await tenant.within(() => runJob('comms.tell-new-device', payload))).toEqual({ isMailed: true });
    expect(new Set(mailbox.sink().attempts.slice(attempts)).size).toBe(1); // one Message-ID
    expect((await toldTo(account)).notifications).toHaveLength(1);
  });
});
