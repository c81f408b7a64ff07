import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
const put = (body: object, token = tenant.admin) => service().call('put', '/api/tenant-settings', token).send(body);

describe('tenant-settings', () => {
  test('any user reads the settings of their organization', async () => {
    const own = await makeTenant();
    const answer = await service().call('get', '/api/tenant-settings', own.user);
    expect(answer.body).toEqual({
      id: own.id,
      name: `Tenant ${own.slug}`,
      slug: own.slug,
      branding: { primaryColor: null, logoFileId: null },
      locale: 'en',
      timezone: 'UTC',
      minPasswordLength: 8,
      anonymityMinimum: 3,
      retention: { formerEmployeesMonths: null, closedCyclesMonths: null, auditMonths: null },
      guests: { allowed: 'Off', privacyUrl: null },
      surveyThreshold: 5,
      nineBox: { lowBelow: 2.5, highFrom: 4, estimates: true },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
  });

  test('guests are allowed with the page about personal data that they are shown', async () => {
    const own = await makeTenant();
    const privacyUrl = 'https://www.example.com/privacy';
    const refused = await put({ guests: { allowed: 'HR' } }, own.admin);
    expect([refused.status, refused.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'guests.privacyUrl', code: 'REQUIRED' }],
    ]);
    expect((await put({ guests: { allowed: 'HR', privacyUrl: 'http://x.example' } }, own.admin)).status).toBe(400);
    expect((await put({ guests: { allowed: 'Everybody', privacyUrl } }, own.admin)).status).toBe(400);
    const allowed = await put({ guests: { allowed: 'HRAndManagers', privacyUrl } }, own.admin);
    expect([allowed.status, allowed.body.guests]).toEqual([200, { allowed: 'HRAndManagers', privacyUrl }]);
    expect((await put({ guests: { privacyUrl: null } }, own.admin)).status).toBe(400);
    const off = await put({ guests: { allowed: 'Off', privacyUrl: null } }, own.admin);
    expect(off.body.guests).toEqual({ allowed: 'Off', privacyUrl: null });
  });

  test('a TenantAdmin changes them: absent stays, null clears the color, If-Match holds', async () => {
    const own = await makeTenant();
    const changed = await put(
      {
        name: ' Acme ',
        branding: { primaryColor: '#1f6FEB' },
        timezone: 'Europe/Madrid',
        locale: 'es-MX',
        minPasswordLength: 12,
        anonymityMinimum: 4,
        surveyThreshold: 3,
        nineBox: { highFrom: 4.5 },
      },
      own.admin,
    );
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        name: 'Acme',
        slug: own.slug,
        branding: { primaryColor: '#1f6FEB' },
        timezone: 'Europe/Madrid',
        locale: 'es-MX',
        minPasswordLength: 12,
        anonymityMinimum: 4,
        surveyThreshold: 3,
        nineBox: { lowBelow: 2.5, highFrom: 4.5, estimates: true },
      },
    ]);
    expect((await put({}, own.admin).set('If-Match', '"0"')).status).toBe(412);
    const cleared = await put({ branding: { primaryColor: null } }, own.admin);
    expect([cleared.body.branding.primaryColor, cleared.body.name]).toEqual([null, 'Acme']);
  });

  test.each<[string, object, string]>([
    ['a blank name', { name: ' ' }, 'name'],
    ['a color that is none', { branding: { primaryColor: 'red' } }, 'branding.primaryColor'],
    ['an unknown time zone', { timezone: 'Nowhere' }, 'timezone'],
    ['a locale that is none', { locale: '_' }, 'locale'],
    ['passwords below 8', { minPasswordLength: 7 }, 'minPasswordLength'],
    ['an anonymity below 3', { anonymityMinimum: 2 }, 'anonymityMinimum'],
    ['a survey threshold below 3', { surveyThreshold: 2 }, 'surveyThreshold'],
    ['a fraction of a person', { anonymityMinimum: 3.5 }, 'anonymityMinimum'],
    ['equal bounds', { nineBox: { lowBelow: 3, highFrom: 3 } }, 'nineBox.highFrom'],
    ['a bound that passes the stored one', { nineBox: { lowBelow: 4 } }, 'nineBox.highFrom'],
    ['text in place of a boolean', { nineBox: { estimates: 'no' } }, 'nineBox.estimates'],
    ['text as a bound', { nineBox: { lowBelow: '2' } }, 'nineBox.lowBelow'],
  ])('%s is 400 VALIDATION and changes nothing', async (_case, body, field) => {
    const answer = await put(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
    expect((await service().call('get', '/api/tenant-settings', tenant.user)).body.revision).toBe(0);
  });

  test('HR and users read, and write not: 403 without body', async () => {
    for (const token of [tenant.hr, tenant.user]) {
      const refused = await put({ name: 'X' }, token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
    expect((await service().call('get', '/api/tenant-settings')).status).toBe(401);
  });
});
