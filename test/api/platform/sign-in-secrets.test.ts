import Redis from 'ioredis';
import mongoose from 'mongoose';
import { FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import { config } from '../../../shared/kernel/config';
import { asSystem } from '../../../shared/kernel/context';
import { makeAccount } from '../../factories/account';
import { CLIENT_SECRET, registerAt } from '../../factories/sso';
import { makeTenant } from '../../factories/tenant';
import { useCapturedLog } from '../../support/captured-log';
import { PUBLISHED_KEYS, signedToken } from '../../support/crafted-tokens';
import { useProvider } from '../../support/oidc-provider';
import { useService } from '../../support/service';
import { cookiesOf, SsoBrowser } from '../../support/sso-browser';
import { placesNaming, storedTexts } from '../../support/stored-texts';

// Issue "Signing in for companies": secrets are in no log, job, queue, answer or audit entry, and in no other collection.

const service = useService({ ownDatabase: true });
const provider = useProvider();
const log = useCapturedLog();

const json = (body: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('of single sign-on, provisioning, two-factor authentication and sessions', async () => {
  const tenant = await makeTenant();
  const account = await makeAccount(tenant.id);
  const secrets: Record<string, string> = { clientSecret: CLIENT_SECRET };
  const answers: string[] = [];
  const call = async (method: 'get' | 'put' | 'post', path: string, body?: object) => {
    const answer = await service().call(method, path, tenant.admin).send(body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    answers.push(answer.text);
    return answer.body;
  };

  await registerAt(provider(), tenant, `http://${tenant.slug}.localhost:3000`);
  const sso = { issuer: provider().issuer, clientId: tenant.slug, clientSecret: CLIENT_SECRET };
  await call('put', '/api/sign-in-settings', { sso });

  const browser = new SsoBrowser(service, tenant);
  await provider().set({ account: { sub: account.id } });
  for (const nonce of [undefined, 'another']) {
    const { location, cookie } = await browser.begin();
    const asked = new URL(location).searchParams;
    const path = await browser.visitProvider(location);
    const seconds = Math.floor(Date.now() / 1_000);
    const idToken = signedToken({
      ...{ iss: provider().issuer, aud: tenant.slug, sub: account.id, iat: seconds, exp: seconds + 60 },
      ...{ nonce: nonce ?? asked.get('nonce'), email: account.email, email_verified: true },
    });
    const tokens = { access_token: `access-${idToken.slice(-20)}`, token_type: 'Bearer', id_token: idToken };
    await provider().set({ answers: { '/token': json(tokens), '/jwks': json(PUBLISHED_KEYS) } });
    const back = await browser.call(path, cookie);
    expect(back.headers.location).toBe(nonce ? '/sign-in?error=sso-failed' : '/');
    const of = nonce ? 'failed' : 'done';
    secrets[`${of} ID token`] = idToken;
    secrets[`${of} access token`] = tokens.access_token;
    secrets[`${of} code`] = new URL(path, 'http://x').searchParams.get('code') ?? '';
    secrets[`${of} state`] = asked.get('state') ?? '';
    secrets[`${of} verifier`] = cookie.split('=')[1] ?? '';
    if (!nonce)
      for (const set of cookiesOf(back).split('; ')) secrets[set.split('=')[0] ?? ''] = set.split('=')[1] ?? '';
  }

  const { token } = (await service().call('post', '/api/integrations/scim-tokens', tenant.admin).send({ name: 'IdP' }))
    .body;
  secrets['SCIM token'] = token;
  for (const path of ['/Users', '/Groups']) await service().call('get', `/scim/v2${path}`, token);
  await service().call('get', '/scim/v2/Users', `${token}x`);

  const body = { email: account.email, password: account.password, tenantSlug: tenant.slug };
  const signedIn = (await service().call('post', '/api/auth/token').send(body)).body;
  secrets['refresh token'] = signedIn.refreshToken;
  const setup = await service()
    .call('post', '/api/my-profile/two-factor/setup', signedIn.accessToken)
    .send({ password: account.password });
  secrets['two-factor secret'] = setup.body.secret;

  for (const path of ['sign-in-settings', 'audit-logs', 'integrations/scim-tokens', 'jobs', 'users-admin'])
    await call('get', `/api/${path}`);
  const redis = new Redis(service().config.REDIS_URL, FAIL_FAST);
  await untilReady(redis);
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  const stored = await asSystem('a test looks everywhere', () => storedTexts(db, redis, config().DATA_DIR)).finally(
    () => redis.disconnect(),
  );
  const places = { ...stored, log: log(), answers: answers.join('\n') };

  expect(Object.values(secrets).every((secret) => secret.length >= 16)).toBe(true);
  expect(placesNaming(places, [tenant.id])).toEqual(
    expect.arrayContaining(['auditlogs', 'signinsettings', 'sessions', 'log']),
  );
  for (const [what, secret] of Object.entries(secrets))
    expect([what, placesNaming(places, [secret])]).toEqual([what, []]);
});
