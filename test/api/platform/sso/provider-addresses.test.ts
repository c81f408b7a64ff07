import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { providerFetch } from '../../../../api/platform/sso/provider-fetch';
import { config } from '../../../../shared/kernel/config';
import { makeAccount } from '../../../factories/account';
import { connectProvider } from '../../../factories/sso';
import { makeTenant } from '../../../factories/tenant';
import { useCapturedLog } from '../../../support/captured-log';
import { useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { SsoBrowser } from '../../../support/sso-browser';

// Whatever an organization or its provider names, nothing but public addresses is connected to.

const service = useService({ worker: false });
const provider = useProvider();
const log = useCapturedLog();
const CERTIFICATE = jest.requireActual<{ (): { key: string; cert: string } }>('smtp-server/lib/tls-options.js')();

let server: Server;
let connections = 0;
beforeAll(async () => {
  server = createServer(CERTIFICATE, (_request, response) => response.end('{}'));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  connections = 0;
});

const REQUEST = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
const codesOf = async (address: string): Promise<unknown[]> => {
  const error = await providerFetch(address, REQUEST).then(
    () => null,
    (thrown: unknown) => thrown as { code?: string; cause?: { code?: string } },
  );
  return [error?.code, error?.cause?.code].filter(Boolean);
};

describe('in production', () => {
  const before = config().NODE_ENV;
  beforeAll(() => void Object.assign(config(), { NODE_ENV: 'production' }));
  afterAll(() => void Object.assign(config(), { NODE_ENV: before }));

  test('a name that stands for a private address is not connected to', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await codesOf(`https://localhost:${port}/`)).toEqual(['PRIVATE_ADDRESS']);
    expect(connections).toBe(0);
  });

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '[::ffff:169.254.169.254]',
    '2130706433',
  ])('the address %s is not connected to', async (host) => {
    expect(await codesOf(`https://${host}:${(server.address() as AddressInfo).port}/`)).toEqual(['PRIVATE_ADDRESS']);
    expect(connections).toBe(0);
  });

  test('nothing is asked without TLS', async () => {
    await expect(providerFetch('http://login.example.com/', REQUEST)).rejects.toThrow('Only https');
  });
});

test('more than a megabyte is not read, and a redirect not followed', async () => {
  const [large, away] = ['/large', '/away'];
  const answers = {
    [large]: { status: 200, body: 'x'.repeat(1_000_001) },
    [away]: { status: 302, headers: { location: `${provider().issuer}${large}` } },
  };
  await provider().set({ answers });
  await expect(providerFetch(`${provider().issuer}${large}`, REQUEST)).rejects.toThrow();
  expect((await providerFetch(`${provider().issuer}${away}`, REQUEST)).status).toBe(302);
  expect(await provider().set({ answers: {} })).toEqual([large, away]);
});

test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
  'a provider whose %s is private signs no one in',
  async (name) => {
    const tenant = await makeTenant();
    await connectProvider(provider(), tenant);
    const { id } = await makeAccount(tenant.id);
    await provider().set({ account: { sub: id }, emailInToken: false });
    const path = '/.well-known/openid-configuration';
    const metadata = (await (await fetch(`${provider().issuer}${path}`)).json()) as object;
    const body = JSON.stringify({ ...metadata, [name]: 'https://169.254.169.254/latest' });
    await provider().set({
      answers: { [path]: { status: 200, headers: { 'content-type': 'application/json' }, body } },
    });
    const before = log().length;
    const { headers } = await new SsoBrowser(service, tenant).signIn();
    expect(headers.location).toBe('/sign-in?error=sso-failed');
    expect(log().slice(before)).toContain('PRIVATE_ADDRESS');
    await provider().set({ answers: {}, emailInToken: true });
  },
);
