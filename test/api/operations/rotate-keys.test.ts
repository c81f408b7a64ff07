import { rotateKeys } from '../../../api/operations/rotation/rotate-keys.service';
import { verifyAuditChain } from '../../../api/platform/audit-verification.queries';
import { openTotpSecret, sealTotpSecret } from '../../../api/platform/two-factor/two-factor-secrets';
import { EmailSettingsModel, emailPasswordPurpose } from '../../../shared/comms/email-settings.model';
import { inTransaction } from '../../../shared/db/transaction';
import { QuestionType } from '../../../shared/growth/pulse-surveys/survey-status';
import { config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { decrypt, encrypt } from '../../../shared/kernel/encryption';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { AuditHeadModel, type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { clientSecretPurpose, SignInSettingsModel } from '../../../shared/platform/sso/sign-in-settings.model';
import { makeEmployee } from '../../factories/employee';
import { makeOpenSurvey } from '../../factories/survey';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { makeTwoFactorAccount } from '../../factories/two-factor';
import { useService } from '../../support/service';

const service = useService({ worker: false, ownDatabase: true });
const OLD = config().DATA_KEY;
const NEW = 'a-new-key-of-the-service-for-this-test';
const OLD_SECRET = config().JWT_SECRET;

/** What the processes of the service are told; the first key writes. */
function setKeys(first: string, ...others: string[]): void {
  Object.assign(config(), { DATA_KEY: first, DATA_KEYS: [first, ...others] });
}
function setSecrets(first: string, ...others: string[]): void {
  Object.assign(config(), { JWT_SECRET: first, JWT_SECRETS: [first, ...others] });
}
afterEach(() => {
  setKeys(OLD);
  setSecrets(OLD_SECRET);
});

/** An organization with one of everything that a key reads, and what proves that it can be read. */
interface Organization {
  tenant: TestTenant;
  /** Everything as it is read; throws when a key is missing. */
  read(): Promise<object>;
  answer(): Promise<number>;
}

async function makeOrganization(): Promise<Organization> {
  const tenant = await makeTenant();
  const account = await makeTwoFactorAccount(tenant.id);
  const employee = await tenant.within(() => makeEmployee());
  const voter = await tenant.signedIn({ employeeId: employee._id });
  const survey = await tenant.within(async () => {
    await EmailSettingsModel.create({
      _id: tenant.id,
      host: 'mail.example.test',
      sealedPassword: encrypt('mail-password', emailPasswordPurpose(tenant.id)),
    });
    const sealedClientSecret = encrypt('client-secret', clientSecretPurpose(tenant.id));
    const sso = { issuer: 'https://id.example.test', clientId: 'c', sealedClientSecret };
    await SignInSettingsModel.create({ _id: tenant.id, sso });
    const pendingTwoFactorSecret = sealTotpSecret('PENDING', account.id);
    await CredentialModel.updateOne({ _id: account.id }, { $set: { pendingTwoFactorSecret } });
    for (let at = 0; at < 3; at++)
      await inTransaction(() =>
        recordAudit('employee.updated', {
          entityType: AuditEntity.Employee,
          entityId: employee._id,
          changes: [{ field: 'lastName', before: 'Before', after: 'After' }],
        }),
      );
    return makeOpenSurvey({ questions: [{ text: 'How are you?', type: QuestionType.Rating }] });
  });
  const form = (await service().call('get', `/api/pulse-surveys/${survey}/to-answer`, voter)).body;
  const answers = [{ questionId: form.questions[0].id, score: 4 }];
  const answer = async () =>
    (await service().call('post', `/api/pulse-surveys/${survey}/respond`, voter).send({ answers })).status;
  expect(await answer()).toBeLessThan(300);
  const read = () =>
    tenant.within(async () => {
      const mail = await EmailSettingsModel.findById(tenant.id).lean();
      const settings = await SignInSettingsModel.findById(tenant.id).lean();
      const credential = await CredentialModel.findById(account.id).lean<Credential>();
      const entries = await AuditLogModel.find().sort({ sequence: 1 }).lean<AuditLog[]>();
      return {
        mail: decrypt(mail?.sealedPassword ?? '', emailPasswordPurpose(tenant.id)),
        client: decrypt(settings?.sso?.sealedClientSecret ?? '', clientSecretPurpose(tenant.id)),
        totp: openTotpSecret(credential?.twoFactorSecret ?? '', account.id),
        pending: openTotpSecret(credential?.pendingTwoFactorSecret ?? '', account.id),
        hashes: entries.map(({ hash }) => hash),
        entries: (await readableEntries(entries)).map(({ changes }) => changes),
        log: await verifyAuditChain(),
        answered: (await service().call('get', `/api/pulse-surveys/${survey}/to-answer`, voter)).body.answered,
      };
    });
  return { tenant, read, answer };
}

describe('DATA_KEY is changed', () => {
  test('with everything in an organization, a kill in the middle, and the old key gone in the end', async () => {
    const organizations = [await makeOrganization(), await makeOrganization()];
    const before = await Promise.all(organizations.map(({ read }) => read()));
    expect(before[0]).toMatchObject({ mail: 'mail-password', client: 'client-secret', log: { firstBroken: null } });

    setKeys(NEW, OLD); // both read, the new one writes
    expect(await Promise.all(organizations.map(({ read }) => read()))).toEqual(before);
    for (const { answer } of organizations) expect(await answer()).toBe(409);
    const killed = new Error('killed');
    await expect(
      rotateKeys((done) => {
        if (done === 2) throw killed;
      }),
    ).rejects.toBe(killed);
    expect(await Promise.all(organizations.map(({ read }) => read()))).toEqual(before);

    const rotation = await rotateKeys();
    expect([rotation.isComplete, rotation.unreadable, rotation.broken]).toEqual([true, 0, []]);
    expect(Object.fromEntries(rotation.rewritten)).toMatchObject({
      'mail passwords': expect.any(Number),
      'client secrets': expect.any(Number),
      'two-factor secrets': expect.any(Number),
      'two-factor secrets under setup': expect.any(Number),
      'keys of people': expect.any(Number),
      'ballots of open surveys': expect.any(Number),
      'audit entries and seals': expect.any(Number),
    });
    const again = await rotateKeys();
    expect([again.isComplete, again.rewritten.size]).toEqual([true, 0]);

    setKeys(NEW); // the old one is gone
    expect(await Promise.all(organizations.map(({ read }) => read()))).toEqual(before);
    for (const { answer } of organizations) expect(await answer()).toBe(409);
    await withinTenant(PLATFORM_SCOPE, async () => {
      expect((await verifyAuditChain()).firstBroken).toBeNull();
      expect(await AuditLogModel.countDocuments({ eventType: 'keys.rotated' })).toBe(1);
    });

    setKeys(OLD, NEW); // and back, so that other files find what they wrote
    expect((await rotateKeys()).isComplete).toBe(true);
    setKeys(OLD);
    expect(await Promise.all(organizations.map(({ read }) => read()))).toEqual(before);
  });

  test('a log that was tampered with is not made valid, and keeps the old key', async () => {
    const { tenant } = await makeOrganization();
    const breakAt = (sequence: number, eventType: string) =>
      tenant.within(() => AuditLogModel.updateOne({ sequence }, { $set: { eventType } }));
    await breakAt(2, 'employee.deleted');
    setKeys(NEW, OLD);
    const rotation = await rotateKeys();
    expect([rotation.isComplete, rotation.broken]).toEqual([false, [{ scope: tenant.id, sequence: 2 }]]);
    expect((await tenant.within(verifyAuditChain)).firstBroken).toMatchObject({ sequence: 2 });
    await breakAt(2, 'employee.updated');
    expect((await rotateKeys()).isComplete).toBe(true);
    setKeys(NEW);
    expect((await tenant.within(verifyAuditChain)).firstBroken).toBeNull();
    await breakAt(3, 'employee.deleted');
    expect((await tenant.within(verifyAuditChain)).firstBroken).toMatchObject({ sequence: 3, fault: 'Changed' });
    await breakAt(3, 'employee.updated');
    await tenant.within(() => AuditHeadModel.updateOne({}, { $set: { seal: 'f'.repeat(64) } }));
    setKeys(NEW, OLD);
    expect((await rotateKeys()).broken).toMatchObject([{ scope: tenant.id }]);
    await tenant.within(() => AuditHeadModel.deleteMany({}));
    await tenant.within(() => AuditLogModel.deleteMany({}));
    setKeys(OLD, NEW);
    await rotateKeys();
  });

  test('a secret that no key opens is counted and left', async () => {
    const tenant = await makeTenant();
    setKeys('another-key-which-nobody-has-any-more');
    const sealedPassword = encrypt('lost', emailPasswordPurpose(tenant.id));
    setKeys(OLD);
    await tenant.within(() => EmailSettingsModel.create({ _id: tenant.id, host: 'h', sealedPassword }));
    expect((await rotateKeys()).unreadable).toBe(1);
    await tenant.within(() => EmailSettingsModel.deleteMany({}));
  });
});

describe('JWT_SECRET is changed', () => {
  test('tokens, refresh tokens and challenges of before go on, and end with the old secret', async () => {
    const tenant = await makeTenant();
    const { id, password, email } = await makeTwoFactorAccount(tenant.id);
    const signIn = () => service().call('post', '/api/auth/token').send({ email, password, tenantSlug: tenant.slug });
    const { challengeToken } = (await signIn()).body;
    expect([id, typeof challengeToken]).toEqual([id, 'string']);
    const profile = async () => (await service().call('get', '/api/my-profile', tenant.admin)).status;
    setSecrets('another-secret-of-the-service-in-a-test', OLD_SECRET);
    expect(await profile()).toBe(200);
    const finish = await service().call('post', '/api/auth/two-factor').send({ challengeToken, code: '000000' });
    expect([finish.status, finish.body.errorCode]).toEqual([401, 'INVALID_CREDENTIALS']); // the challenge was read
    setSecrets('another-secret-of-the-service-in-a-test');
    expect(await profile()).toBe(401);
    const ended = await service().call('post', '/api/auth/two-factor').send({ challengeToken, code: '000000' });
    expect([ended.status, ended.text]).toEqual([401, '']);
  });
});
