import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

test('what is encrypted with DATA_KEY is rotated with it (ADR 44): a new writer needs its line in SEALED_FIELDS', () => {
  const writers = sourceFiles('api', 'shared', 'worker').filter(({ imports }) =>
    imports.some(({ target, values }) => target === 'shared/kernel/encryption' && values.includes('encrypt')),
  );
  expectOnly(
    writers.map(({ path }) => path),
    {
      'api/comms/email-settings.service.ts': 'mail passwords',
      'api/comms/webhooks/webhooks.service.ts': 'addresses and secrets of webhooks',
      'api/platform/sso/sign-in-settings.service.ts': 'client secrets',
      'api/platform/two-factor/two-factor-secrets.ts': 'two-factor secrets, and those under setup',
      'shared/platform/person-keys.store.ts': 'keys of people',
    },
  );
});
