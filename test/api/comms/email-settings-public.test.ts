import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { isPublicAddress } from '../../../shared/infra/public-address';
import { config } from '../../../shared/kernel/config';
import { makeAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const service = useService({ worker: false });
let tenant: TestTenant;
let sink: SmtpSink;
let production: jest.ReplaceProperty<unknown>;
beforeAll(async () => {
  production = jest.replaceProperty(config(), 'SMTP_TENANT_HOSTS', 'public');
  tenant = await makeTenant();
  sink = await startSmtpSink();
});
afterAll(async () => {
  production.restore();
  await sink.close();
});

describe('an organization’s mail server reaches no private network (ADR about mail servers of organizations)', () => {
  test.each([
    ['an odd port', { host: 'smtp.example.test', port: 6379 }, 'port'],
    ['this machine', { host: '127.0.0.1', port: 25 }, 'host'],
    ['the metadata of a cloud', { host: '169.254.169.254', port: 25 }, 'host'],
    ['a private network', { host: '10.1.2.3', port: 587 }, 'host'],
    ['IPv6 loopback', { host: '::1', port: 587 }, 'host'],
    ['IPv4 inside IPv6', { host: '::ffff:127.0.0.1', port: 587 }, 'host'],
  ])('%s is 400 VALIDATION', async (_what, settings, field) => {
    const body = { ...settings, fromAddress: 'people@example.test' };
    const answer = await service().call('put', '/api/email-settings', tenant.admin).send(body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('a name that stands for this machine is not connected to', async () => {
    await tenant.within(() =>
      EmailSettingsModel.create({ _id: tenant.id, host: 'localhost', port: sink.port, fromAddress: 'a@example.test' }),
    );
    await makeAccount(tenant.id, { email: 'ana@example.test' });
    const answer = await service()
      .call('post', '/api/email-settings/send-test', tenant.admin)
      .send({ to: 'ana@example.test' });
    expect([answer.status, answer.body.errorMessage]).toEqual([409, expect.stringContaining('no public address')]);
    expect(sink.attempts).toEqual([]);
  });

  test.each([
    ['93.184.216.34', true],
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['127.1.2.3', false],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['smtp.example.test', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});
