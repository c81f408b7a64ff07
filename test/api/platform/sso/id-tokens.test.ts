import { makeAccount, type TestAccount } from '../../../factories/account';
import { CLIENT_SECRET, connectProvider } from '../../../factories/sso';
import { makeTenant, type TestTenant } from '../../../factories/tenant';
import {
  PUBLIC_KEY_TEXT,
  PUBLISHED_KEYS,
  sharedKeyToken,
  signedToken,
  unsignedToken,
} from '../../../support/crafted-tokens';
import { useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { cookiesOf, SsoBrowser } from '../../../support/sso-browser';

// OpenID Connect Core 1.0, 3.1.3.7 and 5.3.2: what an ID token and userinfo must say. The provider publishes the key of the test, so that
// each token is wrong in one thing alone.

const service = useService({ worker: false });
const provider = useProvider();
let tenant: TestTenant;
let account: TestAccount;
let browser: SsoBrowser;
beforeEach(async () => {
  tenant = await makeTenant();
  account = await makeAccount(tenant.id);
  browser = new SsoBrowser(service, tenant);
  await connectProvider(provider(), tenant);
  await provider().set({ account: { sub: 'of-the-code' }, answers: {} });
});

const json = (body: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type Claims = Record<string, unknown>;
const IN_AN_HOUR = 3_600;
const seconds = () => Math.floor(Date.now() / 1_000);

/** Signs in with an ID token that `craft` makes of right claims; returns where the browser is sent. */
async function signInWith(craft: (claims: Claims) => string, userinfo?: Claims): Promise<[string, string]> {
  const { location, cookie } = await browser.begin();
  const nonce = new URL(location).searchParams.get('nonce');
  const path = await browser.visitProvider(location);
  const right = {
    ...{ iss: provider().issuer, aud: tenant.slug, sub: account.id, nonce },
    ...{ iat: seconds(), exp: seconds() + IN_AN_HOUR },
    ...(userinfo ? {} : { email: account.email, email_verified: true }),
  };
  const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: craft(right) };
  const answers = { '/token': json(tokens), '/jwks': json(PUBLISHED_KEYS), ...(userinfo && { '/me': json(userinfo) }) };
  await provider().set({ answers });
  const answer = await browser.call(path, cookie);
  return [String(answer.headers.location), cookiesOf(answer)];
}

const FAILED = ['/sign-in?error=sso-failed', ''];
const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

test('a right ID token signs in', async () => {
  const [location, cookies] = await signInWith(signedToken);
  expect([location, (await browser.call('/api/my-profile', cookies)).body.id]).toEqual(['/', account.id]);
});

test.each<[string, (claims: Claims) => string]>([
  ['has no signature', unsignedToken],
  ['is signed with the client secret', (claims) => sharedKeyToken(claims, CLIENT_SECRET)],
  ['is signed with the published key as if it were a secret', (claims) => sharedKeyToken(claims, PUBLIC_KEY_TEXT)],
  [
    'was changed after it was signed',
    (claims) => {
      const [header, , signature] = signedToken(claims).split('.');
      return [header, signedToken({ ...claims, sub: 'victim' }).split('.')[1], signature].join('.');
    },
  ],
  ['is for another client', (claims) => signedToken({ ...claims, aud: 'another' })],
  [
    'is for several clients, and another one asked',
    (claims) => signedToken({ ...claims, aud: [claims.aud, 'b'], azp: 'b' }),
  ],
  ['is of another issuer', (claims) => signedToken({ ...claims, iss: 'https://evil.example' })],
  ['has expired', (claims) => signedToken({ ...claims, exp: seconds() - IN_AN_HOUR })],
  ['never expires', (claims) => signedToken(without(claims, 'exp'))],
  ['is not valid yet', (claims) => signedToken({ ...claims, nbf: seconds() + IN_AN_HOUR })],
  ['does not say when it was issued', (claims) => signedToken(without(claims, 'iat'))],
  ['is for another sign-in', (claims) => signedToken({ ...claims, nonce: 'another' })],
  ['is for no sign-in', (claims) => signedToken(without(claims, 'nonce'))],
  ['names no one', (claims) => signedToken(without(claims, 'sub'))],
  ['names an identity of no characters', (claims) => signedToken({ ...claims, sub: '' })],
  ['names one that is too long', (claims) => signedToken({ ...claims, sub: 'x'.repeat(256) })],
  ['is no token', () => 'x'],
])('one that %s signs no one in', async (_what, craft) => {
  expect(await signInWith(craft)).toEqual(FAILED);
});

test('userinfo counts for the subject of the ID token alone', async () => {
  const found = { email: account.email, email_verified: true };
  expect(await signInWith(signedToken, { ...found, sub: 'another' })).toEqual(FAILED);
  expect((await signInWith(signedToken, { ...found, sub: account.id }))[0]).toBe('/');
});
