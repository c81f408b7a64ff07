// A real OpenID provider (oidc-provider, OpenID Certified) in a process of its own. The test that starts it says over the
// channel between the processes what the next sign-in is like: see `oidc-provider.ts`.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import Provider from 'oidc-provider';

const require = createRequire(import.meta.url);

/** What the tests set; the clock is ahead of the real one by `clockMs`. */
const state = {
  clients: [],
  account: null,
  isDenying: false,
  emailInToken: true,
  delayMs: {},
  answers: {},
  clockMs: 0,
};
let keys = [newKey('first')];
let provider;
const requests = [];

const realNow = Date.now;
Date.now = () => realNow() + state.clockMs;

function newKey(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
}

function build(issuer) {
  provider = new Provider(issuer, {
    clients: state.clients,
    jwks: { keys },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !state.emailInToken,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...state.account, sub: id }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

async function serve(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  requests.push(pathname);
  await wait(state.delayMs[pathname] ?? 0);
  const answer = state.answers[pathname];
  if (answer) {
    response.writeHead(answer.status, answer.headers).end(answer.body);
    return;
  }
  if (!pathname.startsWith('/interaction/')) {
    provider.callback()(request, response);
    return;
  }
  const result = state.isDenying
    ? { error: 'access_denied', error_description: '<script>alert(1)</script>' }
    : { login: { accountId: state.account.sub } };
  await provider.interactionFinished(request, response, result);
}

// Its certificate is signed by itself.
const { key, cert } = require('smtp-server/lib/tls-options.js')();
const server =
  process.argv[2] === 'https' ? createTlsServer({ key, cert }, serve) : createServer((...both) => void serve(...both));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `${process.argv[2]}://localhost:${server.address().port}`;
build(issuer);

process.on('message', ({ id, set, rotate }) => {
  Object.assign(state, set);
  if (rotate) keys = [newKey(rotate)];
  build(issuer);
  process.send({ id, requests: requests.splice(0) });
});
process.on('disconnect', () => process.exit());
process.send({ issuer });
