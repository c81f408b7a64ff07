import sharp from 'sharp';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { blackSquare, canvas } from '../../factories/image';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';

/** A picture that a resource keeps: who changes it, and what the answer names it. */
const KINDS = [
  {
    path: '/api/my-profile/avatar',
    purpose: FilePurpose.Photo,
    token: () => tenant.admin,
    idIn: (body: { avatarFileId: string | null }) => body.avatarFileId,
  },
  {
    path: '/api/tenant-settings/logo',
    purpose: FilePurpose.Logo,
    token: () => tenant.admin,
    idIn: (body: { branding: { logoFileId: string | null } }) => body.branding.logoFileId,
  },
] as const;

describe.each(KINDS)('$path', ({ path, purpose, token, idIn }) => {
  const upload = (bytes: Buffer, filename = 'me.png') =>
    service().call('post', path, token()).attach('file', bytes, { filename });
  const read = () => service().call('get', path, token()).buffer(true);
  const files = () => tenant.within(() => StoredFileModel.countDocuments({ purpose }));

  test('is drawn again, replaced and deleted; its file goes with it', async () => {
    expect((await read()).status).toBe(404);
    expect((await service().call('delete', path, token())).status).toBe(404);
    const first = await upload(await canvas(1600, 800).jpeg().toBuffer());
    expect([first.status, idIn(first.body)]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(first.headers.etag).toMatch(new RegExp(`^"${first.body.revision}-`));
    const picture = await read();
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(await sharp(picture.body).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
    expect((await read().set('If-None-Match', picture.headers.etag ?? '')).status).toBe(304);
    const second = await upload(await canvas(30, 30).png().toBuffer());
    expect(idIn(second.body)).not.toBe(idIn(first.body));
    expect(await files()).toBe(1);
    const removed = await service().call('delete', path, token());
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect([(await read()).status, await files()]).toEqual([404, 0]);
  });

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['no bytes', () => Buffer.alloc(0)],
    ['SVG', () => Buffer.from(SVG)],
    ['SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['HTML behind the magic bytes of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a bomb: 100 million pixels in some KB', () => blackSquare(10_000)],
    ['half a PNG', async () => (await canvas(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1_000)],
  ])('%s is 400 VALIDATION on file, and nothing is stored', async (_case, bytes) => {
    const answer = await upload(await bytes());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field: 'file', message: expect.any(String) }]);
    expect(await files()).toBe(0);
  });

  test('what a polyglot carries behind its picture is gone', async () => {
    const picture = await canvas(40, 40).jpeg().toBuffer();
    const program = '<script>alert(document.domain)</script>';
    expect((await upload(Buffer.concat([picture, Buffer.from(program)]), 'me.html')).status).toBe(200);
    const stored = await read();
    expect([stored.headers['content-type'], stored.body.includes('script')]).toEqual(['image/webp', false]);
    await service().call('delete', path, token()).expect(204);
  });

  test('a whole picture of that make is accepted, while it is small enough', async () => {
    expect((await upload(blackSquare(1_000))).status).toBe(200);
    await service().call('delete', path, token()).expect(204);
  });

  test('no file, and more than 5 MB', async () => {
    expect((await service().call('post', path, token())).body.validationErrors[0].field).toBe('file');
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 0xff))).status).toBe(413);
  });
});

describe('whose picture', () => {
  test('everyone has an avatar of their own, accounts of the platform too', async () => {
    const system = await makeSystemAdmin();
    const platformFiles = () => withinTenant(PLATFORM_SCOPE, async () => StoredFileModel.countDocuments());
    const before = await platformFiles();
    const bytes = await canvas(9, 9).png().toBuffer();
    await service().call('post', '/api/my-profile/avatar', system).attach('file', bytes, 'me.png').expect(200);
    expect((await service().call('get', '/api/my-profile/avatar', system)).status).toBe(200);
    for (const token of [tenant.user, await makeSystemAdmin()])
      expect((await service().call('get', '/api/my-profile/avatar', token)).status).toBe(404);
    await service().call('delete', '/api/my-profile/avatar', system).expect(204);
    expect(await platformFiles()).toBe(before);
  });

  test('the logo is the organization’s: all of its users see it, its TenantAdmin alone changes it', async () => {
    const own = await makeTenant();
    const bytes = await canvas(9, 9).png().toBuffer();
    const upload = (token: string) =>
      service().call('post', '/api/tenant-settings/logo', token).attach('file', bytes, 'logo.png');
    for (const token of [own.hr, own.user]) {
      const refused = await upload(token);
      expect([refused.status, refused.text]).toEqual([403, '']);
      expect((await service().call('delete', '/api/tenant-settings/logo', token)).status).toBe(403);
    }
    await upload(own.admin).expect(200);
    expect((await service().call('get', '/api/tenant-settings/logo', own.user)).status).toBe(200);
    expect((await service().call('get', '/api/tenant-settings/logo', tenant.admin)).status).toBe(404);
    expect((await service().call('get', '/api/tenant-settings/logo')).status).toBe(401);
  });
});
