import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_TEMPLATES } from '../../../shared/comms/default-templates.rules';
import { emailPasswordPurpose, EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { EmailTemplateModel } from '../../../shared/comms/email-template.model';
import { MailFailure } from '../../../shared/comms/mail/mail-failure';
import { closeMailTransports } from '../../../shared/comms/mail/mail-transport';
import { sendTemplate } from '../../../shared/comms/mail/mail.store';
import { mailFailures } from '../../../shared/infra/metrics';
import { config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { encrypt } from '../../../shared/kernel/encryption';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';
import { readMail } from '../../support/read-mail';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

useDatabase();

let sink: SmtpSink;
let tenant: TestTenant;
beforeAll(async () => {
  sink = await startSmtpSink();
  tenant = await tenantWithServer(sink.port);
});
beforeEach(() => {
  sink.behavior = {};
  sink.mails.length = 0;
});
afterAll(async () => {
  closeMailTransports();
  await sink.close();
});

async function tenantWithServer(port: number, fields: object = {}): Promise<TestTenant> {
  const made = await makeTenant({ name: 'Señales S.A.', locale: 'es-CL' });
  await made.within(() =>
    EmailSettingsModel.create({
      _id: made.id,
      host: '127.0.0.1',
      port,
      fromName: 'Talento & Co',
      fromAddress: 'talento@example.test',
      ...fields,
    }),
  );
  return made;
}

const ana = { email: 'ana@example.test', name: 'Ana García 🌱', locale: 'es' };
const values = { email: 'ana@example.test', temporaryPassword: 'amber-falcon-27' };
const invite = (to = ana, messageKey = 'invite:1', more = {}): ReturnType<typeof sendTemplate> =>
  tenant.within(() => sendTemplate('invite', to, { ...values, ...more }, messageKey));
const failureOf = (sending: Promise<unknown>): Promise<MailFailure> =>
  sending.then(
    () => Promise.reject(new Error('it was sent')),
    (error: unknown) => (error instanceof MailFailure ? error : Promise.reject(error as Error)),
  );

test('each attempt that fails is counted for /metrics, by what the server did', async () => {
  const count = async () => {
    const { values: counted } = await mailFailures.get();
    return counted.reduce((sum, { value, labels }) => sum + (labels.kind === 'unavailable' ? value : 0), 0);
  };
  const before = await count();
  const away = await tenantWithServer(1); // nothing listens there
  await failureOf(away.within(() => sendTemplate('invite', ana, values, 'invite:away')));
  await invite();
  expect(await count()).toBe(before + 1);
});

describe('mails over SMTP', () => {
  test('content, encoding and headers arrive as they were meant', async () => {
    const sent = await invite();
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['ana@example.test']);
    expect(mail?.from).toBe('talento@example.test');
    expect(mail?.headers.get('from')).toBe('"Talento & Co" <talento@example.test>');
    expect(mail?.headers.get('to')).toBe('Ana García 🌱 <ana@example.test>');
    expect(mail?.headers.get('subject')).toBe('Su acceso a Señales S.A.');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('message-id')).toBe(sent.messageId);
    expect(mail?.html).toContain('<strong>amber-falcon-27</strong>');
    expect(mail?.html).toContain(`href="http://${tenant.slug}.localhost:3000/sign-in"`);
    expect(mail?.text).toContain('Hola, Ana García 🌱:');
    expect(mail?.text).toContain(`Iniciar sesión: http://${tenant.slug}.localhost:3000/sign-in`);
    expect(sent).toMatchObject({ accepted: ['ana@example.test'], response: expect.stringMatching(/^250/) });
  });

  test('the language is the recipient’s, else the organization’s', async () => {
    await invite({ ...ana, locale: 'en-GB' });
    await invite({ ...ana, locale: null as never });
    expect(sink.mails.map((mail) => mail.headers.get('subject'))).toEqual([
      'Your access to Señales S.A.',
      'Su acceso a Señales S.A.',
    ]);
  });

  test('the Message-ID belongs to organization and key: the same again, another for others', async () => {
    const [first, again, other] = [await invite(), await invite(), await invite(ana, 'invite:2')];
    const elsewhere = await tenantWithServer(sink.port);
    const foreign = await elsewhere.within(() => sendTemplate('invite', ana, values, 'invite:1'));
    expect(again.messageId).toBe(first.messageId);
    expect(new Set([first, other, foreign].map((sent) => sent.messageId)).size).toBe(3);
    expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
  });

  test('line ends in names and values begin no header (header injection)', async () => {
    const evil = 'Ana\r\nBcc: victim@example.test\r\n\r\nHello\u2028X-Evil: 1';
    const cycle = { cycle: evil, count: '1', endDate: '' };
    await tenant.within(() => sendTemplate('cycle-opened', { ...ana, name: evil }, cycle, 'evil'));
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['ana@example.test']);
    expect([mail?.headers.has('bcc'), mail?.headers.has('x-evil')]).toEqual([false, false]);
    expect([...(mail?.headerCount.values() ?? [])].every((count) => count === 1)).toBe(true);
    expect(mail?.headers.get('subject')).toBe('Evaluaciones abiertas: Ana Bcc: victim@example.test Hello X-Evil: 1');
  });

  test('values are text: markup and template syntax in them stay what they are (template injection)', async () => {
    await invite({ ...ana, name: '{{temporaryPassword}} <img src=x onerror=alert(1)> {{#each this}}' });
    const [mail] = sink.mails;
    expect(mail?.html).toContain('{{temporaryPassword}} &lt;img src&#x3D;x onerror&#x3D;alert(1)&gt; {{#each this}}');
    expect(mail?.text).toContain('{{temporaryPassword}} <img src=x onerror=alert(1)> {{#each this}}');
  });

  test('the organization’s template wins over the platform’s, that over the built-in one', async () => {
    const own = { key: 'invite' as const, locale: 'en' as const, subject: 'Own {{name}}', body: '<p>own</p>' };
    await withinTenant(PLATFORM_SCOPE, () => EmailTemplateModel.deleteMany({ key: 'invite' }).exec());
    await withinTenant(PLATFORM_SCOPE, () => EmailTemplateModel.create({ ...own, subject: 'Platform {{name}}' }));
    await invite({ ...ana, locale: 'en' });
    await tenant.within(() => EmailTemplateModel.create(own));
    await invite({ ...ana, locale: 'en' });
    await invite();
    await tenant.within(() => EmailTemplateModel.deleteMany({}).exec());
    await withinTenant(PLATFORM_SCOPE, () => EmailTemplateModel.deleteMany({ key: 'invite' }).exec());
    expect(sink.mails.map((mail) => mail.headers.get('subject'))).toEqual([
      'Platform Ana García 🌱',
      'Own Ana García 🌱',
      'Su acceso a Señales S.A.',
    ]);
  });

  test('a missing value is a mistake of the caller, never an empty text', async () => {
    await expect(tenant.within(() => sendTemplate('invite', ana, { email: 'x' }, 'k'))).rejects.toThrow(
      'temporaryPassword',
    );
  });

  test('user and password are used, and a wrong one is unavailability, not a refused address', async () => {
    const guarded = await startSmtpSink({ login: { user: 'mailer', password: 'geheim' } });
    const withLogin = async (password: string): Promise<TestTenant> => {
      const made = await tenantWithServer(guarded.port, { user: 'mailer' });
      const sealedPassword = encrypt(password, emailPasswordPurpose(made.id));
      await made.within(() => EmailSettingsModel.updateOne({ _id: made.id }, { $set: { sealedPassword } }).exec());
      return made;
    };
    await (await withLogin('geheim')).within(() => sendTemplate('invite', ana, values, 'login'));
    expect(guarded.logins).toEqual(['mailer']);
    const wrong = await withLogin('wrong');
    const failure = await failureOf(wrong.within(() => sendTemplate('invite', ana, values, 'login')));
    expect([failure.kind, failure.reply]).toEqual(['unavailable', expect.stringContaining('535')]);
    await guarded.close();
  });

  test.each([
    ['550 for the recipient', { recipient: () => 550 }, 'refused', '550 ana@example.test is not taken'],
    ['451 for the recipient', { recipient: () => 451 }, 'temporary', '451 ana@example.test is not taken'],
    ['421 for the recipient', { recipient: () => 421 }, 'unavailable', expect.any(String)],
    ['554 after the mail', { data: () => 554 }, 'refused', '554 not now'],
    ['452 after the mail', { data: () => 452 }, 'temporary', '452 not now'],
    ['the connection closed after the mail', { data: () => 'close' as const }, 'unavailable', expect.any(String)],
  ])('%s is told apart', async (_what, behavior, kind, reply) => {
    sink.behavior = behavior;
    const failure = await failureOf(invite());
    expect([failure.kind, failure.reply]).toEqual([kind, reply]);
    expect(failure.message).not.toContain('example.test');
  });

  test('settings that were deleted and made again are not taken for those of before', async () => {
    const [before, after] = [await startSmtpSink(), await startSmtpSink()];
    const moved = await tenantWithServer(before.port);
    const send = (key: string) => moved.within(() => sendTemplate('invite', ana, values, key));
    await send('before');
    await moved.within(async () => {
      const stored = await EmailSettingsModel.findOneAndDelete().orFail().lean();
      await EmailSettingsModel.create({ ...stored, port: after.port });
    });
    await send('after');
    expect([before.mails.length, after.mails.length]).toEqual([1, 1]);
    await Promise.all([before.close(), after.close()]);
  });

  test('no server listens: unavailable', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    const elsewhere = await tenantWithServer(gone.port);
    const failure = await failureOf(elsewhere.within(() => sendTemplate('invite', ana, values, 'gone')));
    expect(failure.kind).toBe('unavailable');
    expect(failure.message).toBe(`The mail was not sent by 127.0.0.1:${gone.port}: unavailable (ECONNREFUSED).`);
  });
});

describe('without a mail server, development writes .eml files', () => {
  test('the mail lies in DATA_DIR/outbox, once however often it is sent', async () => {
    const quiet = await makeTenant({ locale: 'en' });
    const send = () => quiet.within(() => sendTemplate('invite', ana, values, 'outbox'));
    const [first, again] = [await send(), await send()];
    expect(again.response).toBe(first.response);
    const mail = readMail(readFileSync(resolve(config().DATA_DIR, 'outbox', first.response), 'utf8'));
    expect(mail.headers.get('subject')).toContain('Su acceso a');
    expect(mail.headers.get('message-id')).toBe(first.messageId);
    expect(mail.text).toContain('amber-falcon-27');
  });
});

test('every kind of mail has texts in both languages', () => {
  for (const texts of Object.values(DEFAULT_TEMPLATES)) expect(Object.keys(texts).sort()).toEqual(['en', 'es']);
});
