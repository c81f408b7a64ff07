import { decrypt, encrypt } from '../../shared/kernel/encryption';

describe('secrets encrypted at rest', () => {
  test.each([
    ['nothing', ''],
    ['a letter', 'a'],
    ['signs beyond ASCII', 'contraseña ñandú 🔐'],
    ['a long text', 'x'.repeat(5_000)],
  ])('%s comes back', (_what, text) => {
    expect(decrypt(encrypt(text, 'test'), 'test')).toBe(text);
  });

  test('the same text is sealed differently each time and shows nothing of it', () => {
    const [first, second] = [encrypt('secret-secret', 'test'), encrypt('secret-secret', 'test')];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
  });

  test('another purpose, a changed byte and a cut text are refused', () => {
    const sealed = encrypt('secret', 'two-factor:one');
    expect(() => decrypt(sealed, 'two-factor:other')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(() => decrypt(`v1.${changed.toString('base64url')}`, 'two-factor:one')).toThrow();
    }
    expect(() => decrypt(`v1.${bytes.subarray(0, 20).toString('base64url')}`, 'two-factor:one')).toThrow();
    expect(() => decrypt(sealed.replace('v1', 'v2'), 'two-factor:one')).toThrow('not an encrypted text');
  });
});
