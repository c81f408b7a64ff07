import sharp from 'sharp';
import { FilePurpose, type StoredFile, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { makeEmployee } from '../../factories/employee';
import { blackSquare, canvas } from '../../factories/image';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { ownCommandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
const employee = () => tenant.within(async () => (await makeEmployee())._id);
const upload = (id: string, bytes: Buffer, filename = 'me.png') =>
  service().call('post', `/api/employees/${id}/photo`, tenant.hr).attach('file', bytes, { filename });
const read = (id: string) => service().call('get', `/api/employees/${id}/photo`, tenant.hr).buffer(true);
const photoFiles = () => tenant.within(() => StoredFileModel.find({ purpose: FilePurpose.Photo }).lean<StoredFile[]>());

describe('the photo of an employee', () => {
  test('is drawn again: WebP, at most 512 × 512, in its proportions', async () => {
    const id = await employee();
    const answer = await upload(id, await canvas(1600, 800).png().toBuffer());
    expect([answer.status, answer.body.id, answer.body.revision]).toEqual([200, id, 1]);
    expect(answer.body.photoFileId).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    const photo = await read(id);
    expect(photo.status).toBe(200);
    expect(photo.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'content-length': String(photo.body.length),
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(await sharp(photo.body).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 });
  });

  test('is upright and has lost its metadata, the place where it was taken too', async () => {
    const id = await employee();
    const taken = await canvas(300, 100)
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    expect((await upload(id, taken, 'me.jpg')).status).toBe(200);
    const { width, height, orientation, exif } = await sharp((await read(id)).body).metadata();
    expect([width, height, orientation, exif]).toEqual([100, 300, undefined, undefined]);
  });

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s is accepted, whatever its name says', async (format) => {
    const id = await employee();
    const answer = await upload(id, await canvas(40, 40).toFormat(format).toBuffer(), 'photo.txt');
    expect(answer.status).toBe(200);
    expect(await sharp((await read(id)).body).metadata()).toMatchObject({ format: 'webp', width: 40, height: 40 });
  });

  test('a tag that the reader has is answered 304 without body', async () => {
    const id = await employee();
    await upload(id, await canvas(20, 20).png().toBuffer());
    const first = await read(id);
    const again = await read(id).set('If-None-Match', `"other", ${first.headers.etag}`);
    expect([again.status, again.headers['content-length'], again.headers.etag]).toEqual([
      304,
      undefined,
      first.headers.etag,
    ]);
    const changed = await read(id).set('If-None-Match', '"other"');
    expect(changed.status).toBe(200);
  });

  test('a new photo takes the place of the old one, whose file is deleted; so does removing it', async () => {
    const id = await employee();
    const others = (await photoFiles()).length;
    const first = (await upload(id, await canvas(20, 20).png().toBuffer())).body.photoFileId;
    const second = (await upload(id, await canvas(30, 30).png().toBuffer())).body.photoFileId;
    const kept = (await photoFiles()).map((file) => file._id);
    expect([kept.includes(first), kept.includes(second), kept.length]).toEqual([false, true, others + 1]);
    const removed = await service().call('delete', `/api/employees/${id}/photo`, tenant.hr);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await read(id)).status).toBe(404);
    expect((await service().call('delete', `/api/employees/${id}/photo`, tenant.hr)).status).toBe(404);
    expect((await service().call('get', `/api/employees/${id}`, tenant.hr)).body.photoFileId).toBeNull();
    expect(await photoFiles()).toHaveLength(others);
  });

  test('parallel uploads leave one photo and one file', async () => {
    const id = await employee();
    const others = (await photoFiles()).length;
    const sizes = [21, 22, 23, 24, 25, 26];
    const answers = await Promise.all(sizes.map(async (size) => upload(id, await canvas(size, size).png().toBuffer())));
    expect(answers.map((answer) => answer.status)).toEqual(sizes.map(() => 200));
    expect(await photoFiles()).toHaveLength(others + 1);
    expect((await read(id)).status).toBe(200);
  });
});

describe('GET /api/employees/photos', () => {
  const photosOf = (ids: string | readonly string[], token = tenant.hr) =>
    service().call('get', '/api/employees/photos', token).query({ ids });
  const whose = ({ body }: { body: { id: string; image: string | null }[] }): string[] =>
    body.flatMap(({ id, image }) => (image === null ? [] : [id]));

  test('answers a small square image of each who has a photo; one id is a list too', async () => {
    const [shown, other, none] = [await employee(), await employee(), await employee()];
    await upload(shown, await canvas(300, 100).png().toBuffer());
    await upload(other, await canvas(20, 20).png().toBuffer());
    const answer = await photosOf([shown, none, UNKNOWN, shown.toUpperCase()]);
    expect([answer.status, answer.headers['cache-control'], whose(answer)]).toEqual([200, 'no-store', [shown]]);
    const [head, base64] = answer.body.find(({ id }: { id: string }) => id === shown).image.split(',');
    expect(head).toBe('data:image/webp;base64');
    const image = Buffer.from(base64, 'base64');
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 });
    expect(whose(await photosOf(shown))).toEqual([shown]);
    expect(whose(await photosOf([none]))).toEqual([]);
  });

  test('answers initials of the first and the last name as stored, with a photo or without', async () => {
    const ids = await tenant.within(async () => {
      const names = [
        ['Lucía', 'Fernández Prado'],
        ['Ana María', 'de la Fuente'],
        ['li', '李'],
      ] as const;
      return Promise.all(names.map(async ([firstName, lastName]) => (await makeEmployee({ firstName, lastName }))._id));
    });
    const { body } = await photosOf(ids);
    const initials = new Map(body.map((face: { id: string; initials: string }) => [face.id, face.initials]));
    expect(ids.map((id) => initials.get(id))).toEqual(['LF', 'AD', 'L李']);
  });

  test('takes as many commands for three as for one', async () => {
    const ids = [await employee(), await employee(), await employee()];
    for (const id of ids) await upload(id, await canvas(20, 20).png().toBuffer());
    await photosOf(ids); // what a process reads once
    const one = await ownCommandsOf(() => photosOf(ids.slice(0, 1)));
    const three = await ownCommandsOf(async () => expect(whose(await photosOf(ids)).sort()).toEqual([...ids].sort()));
    expect(three).toEqual(one);
  });

  test('leaves out employees of other organizations, deleted ones, and a photo whose file is lost', async () => {
    const other = await makeTenant();
    const png = await canvas(20, 20).png().toBuffer();
    const foreign = await other.within(async () => (await makeEmployee())._id);
    const [deleted, kept] = [await employee(), await employee()];
    const lost = await tenant.within(async () => (await makeEmployee({ photoFileId: UNKNOWN }))._id);
    await service().call('post', `/api/employees/${foreign}/photo`, other.hr).attach('file', png, 'me.png');
    await upload(deleted, png);
    await upload(kept, png);
    const all = [foreign, deleted, kept, lost];
    expect(whose(await photosOf(all)).sort()).toEqual([deleted, kept].sort());
    expect((await service().call('delete', `/api/employees/${deleted}`, tenant.hr)).status).toBe(204);
    expect(whose(await photosOf(all))).toEqual([kept]);
    expect(whose(await photosOf(all, other.hr))).toEqual([foreign]);
  });

  test('answers HR alone, and for at most 100 ids', async () => {
    const id = await employee();
    expect((await photosOf([id], await tenant.signedIn({ employeeId: id }))).status).toBe(403);
    const ids = (count: number): string[] => Array.from({ length: count }, () => id);
    expect((await photosOf(ids(100))).status).toBe(200);
    for (const wrong of [ids(101), ['x'], []]) {
      const answer = await photosOf(wrong);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    }
  });
});

describe('what is no photo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['no bytes', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('I am a photo, really')],
    ['SVG', () => Buffer.from(svg)],
    ['SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML behind the magic bytes of a GIF', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['half a PNG', async () => (await canvas(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 1000)],
    ['a TIFF', async () => canvas(9, 9).tiff().toBuffer()],
    ['a bomb: 100 million pixels in some KB', () => blackSquare(10_000)],
  ])('%s is 400 VALIDATION on file, and nothing is stored', async (_case, bytes) => {
    const id = await employee();
    const before = (await photoFiles()).length;
    const answer = await upload(id, await bytes());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field: 'file', message: expect.any(String) }]);
    expect(await photoFiles()).toHaveLength(before);
  });

  test('more than 5 MB is 413', async () => {
    const answer = await upload(await employee(), Buffer.alloc(5 * 1024 * 1024 + 1, 0xff));
    expect([answer.status, answer.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('no file, or another field, is 400 VALIDATION on a field', async () => {
    const path = `/api/employees/${await employee()}/photo`;
    const none = await service().call('post', path, tenant.hr);
    expect([none.status, none.body.validationErrors[0].field]).toEqual([400, 'file']);
    const other = await service().call('post', path, tenant.hr).attach('picture', Buffer.from('x'), 'x.png');
    expect([other.status, other.body.errorCode]).toEqual([400, 'VALIDATION']);
  });
});

describe('whose photo', () => {
  test('unknown, malformed and foreign employees are the same 404', async () => {
    const other = await makeTenant();
    const foreign = await other.within(async () => (await makeEmployee())._id);
    const picture = await canvas(9, 9).png().toBuffer();
    const texts = new Set<string>();
    for (const id of [UNKNOWN, 'x', foreign]) {
      const answers = [
        await service().call('get', `/api/employees/${id}/photo`, tenant.hr),
        await service().call('delete', `/api/employees/${id}/photo`, tenant.hr),
        await upload(id, picture),
      ];
      expect([id, ...answers.map((answer) => answer.status)]).toEqual([id, 404, 404, 404]);
      for (const answer of answers) texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });
});
