import { admitsEmail, isSameIssuer, validateIssuer } from '../../shared/platform/sso/issuer.rules';

// Which issuers and emails count.

test.each([
  ['https://login.example.com', null, null],
  ['https://login.example.com/realms/acme', null, null],
  ['http://localhost:8080', 'must begin with https://', null],
  ['http://127.0.0.1:8080', 'must begin with https://', null],
  ['http://[::1]:8080', 'must begin with https://', null],
  ['http://localhost.example.com', 'must begin with https://', 'must begin with https://'],
  ['http://login.example.com', 'must begin with https://', 'must begin with https://'],
])('%s is %s in production and %s on this machine', (issuer, inProduction, inDevelopment) => {
  const said = [false, true].map((allowsLoopback) => validateIssuer(issuer, allowsLoopback)?.message ?? null);
  expect(said).toEqual([inProduction, inDevelopment]);
});

test('an issuer is compared as an address', () => {
  expect(isSameIssuer('https://login.example.com', 'https://LOGIN.example.com:443/')).toBe(true);
  expect(isSameIssuer('https://login.example.com/a', 'https://login.example.com/a/')).toBe(false);
  expect(isSameIssuer('https://login.example.com', 'x')).toBe(false);
});

test('a domain admits its own emails, not those of domains that end or begin alike', () => {
  const admitted = ['ana@example.com', 'ana@sub.example.com', 'ana@example.com.evil.com', 'example.com@evil.com'];
  expect(admitted.map((email) => admitsEmail(email, ['example.com']))).toEqual([true, false, false, false]);
  expect(admitsEmail('ana@anywhere.org', [])).toBe(true);
});
