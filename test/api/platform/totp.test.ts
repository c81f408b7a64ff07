import { newTotpSecret, otpauthUri, stepOfCode } from '../../../api/platform/two-factor/totp';

/** The secret of RFC 6238, appendix B ("12345678901234567890"), in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('codes of two-factor authentication (RFC 6238, SHA-1, 30 s, six digits)', () => {
  // The last six digits of the appendix' values.
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d s the code %s is of step %d', (seconds, code, step) => {
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(step);
  });

  test.each([
    ['two steps before', 1_111_111_109 - 60, null],
    ['one step before', 1_111_111_109 - 30, 37_037_036],
    ['the first second of its step', 1_111_111_080, 37_037_036],
    ['the last second of its step', 1_111_111_109, 37_037_036],
    ['one step after', 1_111_111_109 + 30, 37_037_036],
    ['the last second of the step after', 1_111_111_139, 37_037_036],
    ['two steps after', 1_111_111_140, null],
  ])('one step of drift each way: %s', (_when, seconds, step) => {
    expect(stepOfCode(SECRET, '081804', at(seconds))).toBe(step);
  });

  test.each(['', '81804', '0818040', '081805', 'abcdef', ' 81804', '8180.4', '-81804', '1e5   '])(
    '%j is no code of it',
    (code) => expect(stepOfCode(SECRET, code, at(1_111_111_109))).toBeNull(),
  );

  test('a secret has at least 160 bits, each its own, and the address names it, the service and the account', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{40}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const uri = new URL(otpauthUri(secret, 'ana+x&y=z@example.com'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Evaluation service:ana+x&y=z@example.com',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret, issuer: 'Evaluation service' });
  });
});
