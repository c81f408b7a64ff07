import { isEmail } from '../../shared/kernel/email';
import { readDocument } from '../support/operations';

describe('one rule for email addresses, in files and in bodies', () => {
  const { pattern, maxLength } = readDocument('internal').components.schemas.Email ?? {};
  const ofBodies = new RegExp(pattern ?? '(?!)');

  test.each<[string, boolean]>([
    ['ana@acme.es', true],
    ["ana.o'connor+hr@mail.acme.co.uk", true],
    ['josé@españa.es', true],
    ['.ana.@-acme.e', true],
    [`${'l'.repeat(200)}@acme.es`, true],
    [`${'l'.repeat(247)}@acme.es`, false],
    ['ana', false],
    ['ana@acme', false],
    ['@acme.es', false],
    ['ana@', false],
    ['ana@@acme.es', false],
    ['ana gil@acme.es', false],
    ['<ana@acme.es>', false],
    ['ana@acme.es,luis@acme.es', false],
    ['ana@acme.es\r\nBcc: x@y.z', false],
    ['ana@acme.es\0', false],
    ['a\u0001na@acme.es', false],
    ['ana@ac\u009bme.es', false],
    [`a@${'a'.repeat(60_000)}`, false],
  ])('%j: %s', (text, valid) => {
    expect(isEmail(text)).toBe(valid);
    expect(text.length <= (maxLength ?? 0) && ofBodies.test(text)).toBe(valid);
  });
});
