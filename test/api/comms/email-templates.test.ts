import { DEFAULT_TEMPLATES } from '../../../shared/comms/default-templates.rules';
import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { EmailTemplateModel } from '../../../shared/comms/email-template.model';
import { textsInForce } from '../../../shared/comms/email-template.store';
import { TEMPLATE_KEYS } from '../../../shared/comms/template-key';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { makeAccount } from '../../factories/account';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const service = useService({ worker: false });
const PATH = '/api/email-templates';

let tenant: TestTenant;
let systemAdmin: string;
let sink: SmtpSink;
beforeAll(async () => {
  systemAdmin = await makeSystemAdmin();
  sink = await startSmtpSink();
});
beforeEach(async () => {
  tenant = await makeTenant({ locale: 'en' });
  sink.mails.length = 0;
});
afterEach(() => withinTenant(PLATFORM_SCOPE, () => EmailTemplateModel.deleteMany({}).exec()));
afterAll(() => sink.close());

const REMINDER = {
  key: 'deadline-reminder',
  locale: 'en',
  subject: 'Hurry: {{cycle}}',
  body: '<p>{{name}}, <b>{{count}}</b> left{{#if endDate}} until {{endDate}}{{else}}.{{/if}}</p>',
};
const create = (body: object, token = tenant.hr) => service().call('post', PATH, token).send(body);
const list = async (query = '', token = tenant.hr) => (await service().call('get', `${PATH}${query}`, token)).body;
const builtIn = async (key = 'deadline-reminder', token = tenant.hr) =>
  (await list(`?key=${key}&locale=en&scope=Platform`, token)).items[0];

describe('email templates', () => {
  test('the built-in templates are rows of the platform: one of each key and language, with their variables', async () => {
    const { items, totalCount } = await list();
    expect(totalCount).toBe(2 * TEMPLATE_KEYS.length);
    expect(new Set(items.map((template: { scope: string }) => template.scope))).toEqual(new Set(['Platform']));
    expect(items[0]).toMatchObject({ key: 'invite', locale: 'en', isBuiltIn: true, revision: 0 });
    expect(items[0].variables.map((variable: { name: string }) => variable.name)).toContain('temporaryPassword');
    const detail = await service().call('get', `${PATH}/${items[0].id}`, tenant.hr);
    expect([detail.status, detail.body]).toEqual([200, items[0]]);
    expect((await list('?page=2&pageSize=5')).items).toHaveLength(5);
    expect((await list('?key=invite&locale=es')).totalCount).toBe(1);
    expect((await list('?scope=Tenant')).totalCount).toBe(0);
    const wrong = await service().call('get', `${PATH}?locale=fr`, tenant.hr);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'locale']);
  });

  test('an organization’s own template is created, read, edited and deleted; the platform’s is back then', async () => {
    const made = await create(REMINDER);
    expect([made.status, made.headers.location]).toEqual([201, `${PATH}/${made.body.id}`]);
    expect(made.body).toMatchObject({ ...REMINDER, scope: 'Tenant', isBuiltIn: false, revision: 0 });
    const path = `${PATH}/${made.body.id}`;
    const edited = await service()
      .call('put', path, tenant.hr)
      .set('If-Match', '"0"')
      .send({ subject: 'Soon: {{cycle}}' });
    expect(edited.body).toMatchObject({ subject: 'Soon: {{cycle}}', body: REMINDER.body, revision: 1 });
    const stale = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ subject: 'X' });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    expect(
      (await list('?key=deadline-reminder&locale=en')).items.map((template: { scope: string }) => template.scope),
    ).toEqual(['Tenant', 'Platform']);
    expect((await service().call('delete', path, tenant.hr)).status).toBe(204);
    expect((await service().call('get', path, tenant.hr)).status).toBe(404);
    expect((await list('?key=deadline-reminder&locale=en')).totalCount).toBe(1);
  });

  test('one per key and language: a second one is 409, and so is a taken id', async () => {
    const first = await create(REMINDER);
    expect((await create(REMINDER)).body.errorCode).toBe('CONFLICT');
    expect((await create({ ...REMINDER, locale: 'es' })).status).toBe(201);
    const { id } = await builtIn();
    const other = await makeTenant();
    for (const taken of [first.body.id, id])
      expect((await create({ ...REMINDER, id: taken }, other.hr)).body.errorCode).toBe('CONFLICT');
  });

  test('the platform’s are edited by a SystemAdmin alone; deleting brings the built-in text back under the same id', async () => {
    const before = await builtIn();
    const path = `${PATH}/${before.id}`;
    for (const token of [tenant.hr, tenant.admin]) {
      expect((await service().call('put', path, token).send({ subject: 'X' })).status).toBe(403);
      expect((await service().call('delete', path, token)).status).toBe(403);
    }
    const edited = await service()
      .call('put', path, systemAdmin)
      .set('If-Match', '"0"')
      .send({ subject: 'All: {{cycle}}' });
    expect(edited.body).toMatchObject({
      id: before.id,
      subject: 'All: {{cycle}}',
      body: before.body,
      isBuiltIn: false,
      revision: 1,
    });
    expect((await builtIn()).subject).toBe('All: {{cycle}}');
    expect((await service().call('delete', path, systemAdmin)).status).toBe(204);
    expect(await builtIn()).toEqual(before);
    expect((await service().call('delete', path, systemAdmin)).status).toBe(204); // it is built in already
    expect(await builtIn()).toEqual(before);
    expect((await create({ ...REMINDER }, systemAdmin)).status).toBe(409);
  });

  test.each([
    ['an unknown variable', 'body', '<p>{{salary}}</p>', 'salary'],
    ['a variable of another mail', 'body', '<p>{{temporaryPassword}}</p>', 'temporaryPassword'],
    ['an unknown variable in the subject', 'subject', '{{salary}}', 'salary'],
    ['raw output', 'body', '<p>{{{name}}}</p>', 'allowed'],
    ['a helper', 'body', '<p>{{lookup this "constructor"}}</p>', 'allowed'],
    ['a loop', 'body', '{{#each name}}<p>x</p>{{/each}}', 'allowed'],
    ['a partial', 'body', '{{> other}}', 'allowed'],
    ['a decorator', 'body', '{{* inline "x"}}', 'allowed'],
    ['a path to a prototype', 'body', '{{name.constructor.constructor}}', 'allowed'],
    ['the constructor', 'body', '{{constructor}}', 'constructor'],
    ['the prototype', 'body', '{{__proto__}}', '__proto__'],
    ['the root', 'body', '{{@root.name}}', 'allowed'],
    ['a parent path', 'body', '{{../name}}', 'allowed'],
    ['an open expression', 'body', '<p>{{name</p>', 'cannot be read'],
    ['an open condition', 'body', '{{#if name}}<p>x</p>', 'cannot be read'],
    ['a script', 'body', '<script>alert(1)</script>', 'script'],
    ['a picture', 'body', '<img src=x onerror=alert(1)>', 'img'],
    ['an event handler', 'body', '<p onclick="x">a</p>', 'onclick'],
    ['a javascript link', 'body', '<a href="javascript:alert(1)">x</a>', 'href'],
    ['a text as link', 'body', '<a href="{{name}}">x</a>', 'href'],
    ['a link with a value in it', 'body', '<a href="https://x.test/{{name}}">x</a>', 'href'],
    ['a comment', 'body', '<!-- x --><p>a</p>', '<!--'],
    ['an open tag', 'body', '<p><b>a</p>', 'has no opening tag'],
    ['a tag over the end of a condition', 'body', '{{#if name}}<p>{{/if}}a</p>', 'closed'],
    ['a condition in a link', 'body', '<a href="https://x.test/c?t={{#if link}}{{link}}{{/if}}">x</a>', 'href'],
    ['a condition in a tag', 'body', '<p{{#if name}}{{/if}}>a</p>', 'tag'],
    ['a condition inside a tag’s sign', 'body', '{{#if name}}{{else}}&lt;{{/if}}<{{#if name}}b{{/if}}>a</b>', 'tag'],
    ['a link as text', 'body', '<p>https://x.test/?t={{link}}</p>', 'only as href'],
    ['a link as text in a condition', 'body', '<p>{{#if link}}{{link}}{{/if}}</p>', 'only as href'],
    ['a link in the subject', 'subject', '{{#if cycle}}{{link}}{{/if}}', 'only as href'],
    ['nothing but blanks', 'subject', '   ', 'empty'],
    ['a long subject', 'subject', 'x'.repeat(201), '200'],
  ])('bad input: %s is 400 VALIDATION on %s and says so', async (_what, field, text, named) => {
    const answer = await create({ ...REMINDER, [field]: text });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.stringContaining(named) }]);
    const { id } = await builtIn();
    const preview = await service()
      .call('post', `${PATH}/${id}/preview`, tenant.hr)
      .send({ [field]: text });
    expect(preview.status).toBe(400);
  });

  test('a mail of accounts is a TenantAdmin’s: it cannot carry the password into an address', async () => {
    const invite = { key: 'invite', locale: 'en', subject: 'Welcome', body: '<p>Password: {{temporaryPassword}}</p>' };
    const refused = await create(invite);
    expect([refused.status, refused.text]).toEqual([403, '']);
    for (const body of ['https://x.test/?p={{temporaryPassword}}', 'x.test&#47;<b>{{temporaryPassword}}</b>'])
      expect((await create({ ...invite, body: `<p>${body}</p>` }, tenant.admin)).status).toBe(400);
    const { body: made } = await create(invite, tenant.admin);
    for (const method of ['put', 'delete'] as const) {
      const answer = await service().call(method, `${PATH}/${made.id}`, tenant.hr).send({ subject: 'Mine' });
      expect([answer.status, answer.text]).toEqual([403, '']);
    }
    expect((await service().call('delete', `${PATH}/${made.id}`, tenant.admin)).status).toBe(204);
  });

  test('a stored template that is not allowed is never sent: the next one in force is', async () => {
    const body = '<p><a href="https://x.test/c?t={{#if link}}{{link}}{{/if}}">Read</a></p>';
    const stored = { ...REMINDER, key: 'deadline-reminder', locale: 'en', body } as const;
    const { _id } = await tenant.within(() => EmailTemplateModel.create(stored));
    const texts = await tenant.within(() => textsInForce('deadline-reminder'));
    expect(texts.en).toEqual(DEFAULT_TEMPLATES['deadline-reminder'].en);
    const tried = await service().call('post', `${PATH}/${_id}/send-test`, tenant.hr).send({ to: 'me@example.test' });
    expect([tried.status, sink.mails]).toEqual([400, []]);
  });

  test('a preview shows the mail with sample values, or with given ones, in the organization’s frame', async () => {
    const { body: made } = await create(REMINDER);
    const preview = (body: object) => service().call('post', `${PATH}/${made.id}/preview`, tenant.hr).send(body);
    const sample = await preview({});
    expect(sample.body.subject).toBe('Hurry: Annual evaluation 2026');
    expect(sample.body.html).toContain('<p>Ana García, <b>3</b> left until November 30, 2026</p>');
    expect(sample.body.body).toBe('<p>Ana García, <b>3</b> left until November 30, 2026</p>');
    expect(sample.body.html).toContain(`Tenant ${tenant.slug}`);
    const purpose = `Tenant ${tenant.slug}: evaluations, surveys, goals and development plans at work`;
    const choice = `Choose which emails you get: http://${tenant.slug}.localhost:3000/profile#profile-mails`;
    expect(sample.body.text).toBe(
      `${purpose}\n\nAna García, 3 left until November 30, 2026\n\n-- \nTenant ${tenant.slug}\n${choice}\n`,
    );
    const given = await preview({ values: { name: '<b>{{count}}</b>', endDate: '' }, subject: 'S {{name}}' });
    expect(given.body.subject).toBe('S <b>{{count}}</b>');
    expect(given.body.html).toContain('&lt;b&gt;{{count}}&lt;/b&gt;, <b>3</b> left.</p>');
    expect(given.body.text).toContain('<b>{{count}}</b>, 3 left.');
    const unknown = await preview({ values: { salary: '1' } });
    expect(unknown.body.validationErrors).toMatchObject([{ field: 'values.salary', message: expect.any(String) }]);
  });

  test('send-test mails the template with sample values and reports the answer', async () => {
    const settings = { _id: tenant.id, host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
    await tenant.within(() => EmailSettingsModel.create(settings));
    await makeAccount(tenant.id, { email: 'me@example.test' });
    const { body: made } = await create(REMINDER);
    const send = (body: object) => service().call('post', `${PATH}/${made.id}/send-test`, tenant.hr).send(body);
    const answer = await send({ to: 'me@example.test' });
    expect([answer.status, answer.body.accepted]).toEqual([200, ['me@example.test']]);
    expect(sink.mails.map((mail) => mail.headers.get('subject'))).toEqual(['Hurry: Annual evaluation 2026']);
    const wrong = await send({ to: 'me@example.test\r\nBcc: you@example.test' });
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'to']);
    const foreign = await send({ to: 'you@example.test' });
    expect([foreign.status, foreign.body.validationErrors[0].field, sink.mails.length]).toEqual([400, 'to', 1]);
  });

  test('who may: HR, and a SystemAdmin without an organization for the platform’s; others are refused', async () => {
    expect((await service().call('get', PATH, tenant.user)).status).toBe(403);
    expect((await service().call('get', PATH)).status).toBe(401);
    expect((await list('', systemAdmin)).totalCount).toBe(2 * TEMPLATE_KEYS.length);
    const { body: made } = await create(REMINDER);
    const other = await makeTenant();
    expect((await service().call('get', `${PATH}/${made.id}`, other.hr)).status).toBe(404);
    expect((await list('?scope=Tenant', other.hr)).totalCount).toBe(0);
  });
});
