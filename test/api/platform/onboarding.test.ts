import { makeSystemAdmin, makeTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const PATH = '/api/tenant-settings/onboarding';

/** An organization whose onboarding is pending, and its admin's token. */
async function pending(): Promise<{ token: string; slug: string }> {
  const body = createTenantBody({ requireOnboarding: true });
  await service()
    .call('post', '/api/tenants', await makeSystemAdmin())
    .send(body)
    .expect(201);
  const slug = String(body.slug);
  const credentials = { email: 'admin@example.test', password: 'vivid-otter-parade-41', tenantSlug: slug };
  const { accessToken } = (await service().call('post', '/api/auth/token').send(credentials).expect(200)).body;
  return { token: accessToken, slug };
}
const read = async (token: string) => (await service().call('get', PATH, token).expect(200)).body;
const complete = (token: string) => service().call('post', `${PATH}/complete`, token);
const put = (token: string, body: object) =>
  service().call('put', '/api/tenant-settings', token).send(body).expect(200);
const doneOf = (body: { steps: { step: string; done: boolean }[] }) =>
  body.steps.filter(({ done }) => done).map(({ step }) => step);

describe('onboarding', () => {
  test('the steps follow what is stored; completing needs the required ones, and opens the API at once', async () => {
    const { token } = await pending();
    expect(await read(token)).toEqual({
      completed: false,
      steps: [
        { step: 'administrator', required: true, done: true },
        { step: 'organization', required: true, done: false },
        { step: 'policies', required: false, done: false },
        { step: 'branding', required: false, done: false },
      ],
    });
    const early = await complete(token);
    expect([early.status, early.body.errorCode, early.body.missing]).toEqual([409, 'CONFLICT', ['organization']]);
    expect(early.body.errorMessage).toContain('organization');
    await put(token, { locale: 'en' });
    expect(doneOf(await read(token))).toEqual(['administrator']);
    await put(token, { locale: 'en', timezone: 'UTC' });
    expect(doneOf(await read(token))).toEqual(['administrator', 'organization']);
    await put(token, { minPasswordLength: 8, branding: { primaryColor: '#1f6feb' } });
    expect(doneOf(await read(token))).toEqual(['administrator', 'organization', 'policies', 'branding']);
    const departments = () => service().call('get', '/api/departments', token);
    expect((await departments()).body.errorCode).toBe('ONBOARDING_REQUIRED');
    const done = await complete(token);
    expect([done.status, done.body.completed]).toEqual([200, true]);
    expect((await departments()).status).toBe(200);
  });

  test('completing again, ten times at once, changes nothing and is recorded once', async () => {
    const { token, slug } = await pending();
    await put(token, { locale: 'es', timezone: 'Europe/Madrid' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const log = (await service().call('get', '/api/audit-logs?eventType=settings.updated', token)).body;
    const ends = log.items.filter(({ changes }: { changes: { field: string }[] }) =>
      changes.some(({ field }) => field === 'onboardingCompleted'),
    );
    expect([slug, ends.length]).toEqual([slug, 1]);
  });

  test('an admin who was invited by mail counts once they have chosen a password', async () => {
    const body = createTenantBody({ requireOnboarding: true });
    const system = await makeSystemAdmin();
    const { admin } = body as { admin: Record<string, unknown> };
    delete admin.password;
    await service().call('post', '/api/tenants', system).send(body).expect(201);
    const steps = await service().call('get', PATH, system).set('X-Tenant', String(body.slug));
    expect(doneOf(steps.body)).toEqual([]);
    const refused = await service().call('post', `${PATH}/complete`, system).set('X-Tenant', String(body.slug));
    expect(refused.body.missing).toEqual(['administrator', 'organization']);
  });

  test('while it is pending, only auth, my-profile, tenant-settings and notifications are open', async () => {
    const { token } = await pending();
    const found: Record<string, unknown> = {};
    for (const path of [
      '/api/my-profile',
      '/api/my-profile/sessions',
      '/api/tenant-settings',
      '/api/notifications',
      '/api/employees',
      '/api/users-admin',
      '/api/evaluation-cycles',
      '/api/competencies',
      '/api/integrations/api-keys',
      '/api/audit-logs',
      '/api/jobs',
      '/api/my-evaluations',
    ]) {
      const answer = await service().call('get', path, token);
      found[path] = answer.body.errorCode ?? answer.status;
    }
    const ONBOARDING = 'ONBOARDING_REQUIRED';
    expect(found).toEqual({
      '/api/my-profile': 200,
      '/api/my-profile/sessions': 200,
      '/api/tenant-settings': 200,
      '/api/notifications': 200,
      '/api/employees': ONBOARDING,
      '/api/users-admin': ONBOARDING,
      '/api/evaluation-cycles': ONBOARDING,
      '/api/competencies': ONBOARDING,
      '/api/integrations/api-keys': ONBOARDING,
      '/api/audit-logs': ONBOARDING,
      '/api/jobs': ONBOARDING,
      '/api/my-evaluations': ONBOARDING,
    });
  });

  test('everyone reads the steps, a TenantAdmin completes them; an organization without onboarding is complete', async () => {
    const tenant = await makeTenant();
    expect((await read(tenant.user)).completed).toBe(true);
    for (const token of [tenant.user, tenant.hr]) {
      const refused = await complete(token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
    expect((await complete(tenant.admin)).body.completed).toBe(true);
    expect((await service().call('get', PATH)).status).toBe(401);
  });
});
