import sharp from 'sharp';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const PAGE = '/api/auth/organization';
const PLATFORM = {
  name: 'Evaluation service',
  slug: null,
  locale: 'en',
  primaryColor: null,
  hasLogo: false,
  passwordMinLength: 8,
  sso: null,
};

let tenant: TestTenant;
let logo: Buffer;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme', locale: 'es-MX' });
  logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#1f6feb' } })
    .png()
    .toBuffer();
});

const page = (query = '', host = 'localhost:3000') => service().call('get', `${PAGE}${query}`).set('Host', host);
const picture = (query = '', host = 'localhost:3000') =>
  service().call('get', `${PAGE}/logo${query}`).set('Host', host).buffer(true);
const own = (slug: string) => `${slug}.localhost:3000`;

describe('sign-in page', () => {
  test('an organization is named by its host, by slug or by X-Tenant, and shows what it has chosen', async () => {
    const shown = {
      name: 'Acme',
      slug: tenant.slug,
      locale: 'es-MX',
      primaryColor: null,
      hasLogo: false,
      passwordMinLength: 8,
      sso: null,
    };
    for (const asked of [
      page('', own(tenant.slug)),
      page(`?slug=${tenant.slug}`),
      page(`?slug=%20${tenant.slug.toUpperCase()}`),
      page().set('X-Tenant', tenant.slug),
    ]) {
      const { status, body } = await asked;
      expect([status, body]).toEqual([200, shown]);
    }
    await service()
      .call('put', '/api/tenant-settings', tenant.admin)
      .send({ branding: { primaryColor: '#1f6feb' } });
    expect((await page('', own(tenant.slug))).body).toEqual({ ...shown, primaryColor: '#1f6feb' });
  });

  test('its logo is served without a token, with an ETag, until it is removed', async () => {
    expect((await picture('', own(tenant.slug))).status).toBe(404);
    await service().call('post', '/api/tenant-settings/logo', tenant.admin).attach('file', logo, 'logo.png');
    expect((await page(`?slug=${tenant.slug}`)).body.hasLogo).toBe(true);
    const shown = await picture('', own(tenant.slug));
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(shown.body as Buffer).metadata()).format).toBe('webp');
    const again = await picture(`?slug=${tenant.slug}`).set('If-None-Match', String(shown.headers.etag));
    expect(again.status).toBe(304);
    await service().call('delete', '/api/tenant-settings/logo', tenant.admin);
    expect((await picture('', own(tenant.slug))).status).toBe(404);
  });

  test('any other slug, unknown or not, gets the platform: byte-equal, with no logo', async () => {
    const inactive = await Promise.all(
      [TenantStatus.Suspended, TenantStatus.Cancelled].map(async (status) => {
        const { id, slug, admin } = await makeTenant();
        await service().call('post', '/api/tenant-settings/logo', admin).attach('file', logo, 'logo.png');
        await TenantModel.updateOne({ _id: id }, { $set: { status } });
        return slug;
      }),
    );
    const bare = await page();
    expect([bare.status, bare.body]).toEqual([200, PLATFORM]);
    const foreign = await makeTenant();
    for (const [query, host] of [
      ['', 'elsewhere.example'],
      ['', own('nobody-here')],
      ['?slug=nobody-here', undefined],
      ['?slug=', undefined],
      ['?slug[$ne]=x', undefined],
      [`?slug=${foreign.slug}`, own(tenant.slug)],
      ...inactive.flatMap((slug) => [[`?slug=${slug}`, undefined] as const, ['', own(slug)] as const]),
    ] as const) {
      const answer = await page(query, host);
      expect([query, host, answer.status, answer.text]).toEqual([query, host, 200, bare.text]);
      expect((await picture(query, host)).status).toBe(404);
    }
  });

  test('a slug that is too long is 400 VALIDATION', async () => {
    const answer = await page(`?slug=${'a'.repeat(64)}`);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'slug']);
  });
});
