import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import type request from 'supertest';
import { attachEvidence, detachEvidence, validateEvidence } from '../../../api/growth/development-plans/evidence.store';
import { saveFile, storeBytes } from '../../../shared/infra/files';
import { FilePurpose } from '../../../shared/infra/stored-file.model';
import { runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { makeEmployees } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { office } from '../../support/archive';
import { useService } from '../../support/service';
import { until } from '../../support/until';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const PDF = Buffer.from('%PDF-1.7\nevidence');
const MEGABYTE = 1024 * 1024;

function upload(token: string, content: Buffer, name = 'certificate.pdf', purpose: string | null = 'Evidence') {
  const call = service().call('post', '/api/files', token);
  if (purpose !== null) void call.field('purpose', purpose);
  return call.attach('file', content, name);
}

const download = (id: string, token: string) =>
  service().call('get', `/api/files/${id}/download`, token).buffer(true).parse(bytesOf);

function bytesOf(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

/** How many chunks and files the byte store holds; no other test file uses this database. */
async function storedBytes(): Promise<[files: number, chunks: number]> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  return [await db.collection('files.files').countDocuments(), await db.collection('files.chunks').countDocuments()];
}

describe('files', () => {
  test('upload, metadata and download give the same bytes', async () => {
    const content = office('word/document.xml');
    const created = await upload(tenant.user, content, 'Curso de José.docx');
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
      name: 'Curso de José.docx',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      size: content.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      purpose: 'Evidence',
      createdBy: expect.any(String),
      subjectEmployeeId: null,
    });
    expect(created.headers.location).toBe(`/api/files/${created.body.id}`);
    const metadata = await service().call('get', `/api/files/${created.body.id}`, tenant.user);
    expect([metadata.status, metadata.body]).toEqual([200, created.body]);
    const answer = await download(created.body.id, tenant.user);
    expect([answer.status, answer.body.equals(content)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': created.body.contentType,
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="Curso de Jose.docx"; filename*=UTF-8''Curso%20de%20Jos%C3%A9.docx`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    });
  });

  test('without a purpose it is evidence', async () => {
    expect((await upload(tenant.user, PDF, 'a.pdf', null)).body.purpose).toBe('Evidence');
  });

  test('10 MB pass and come back; one byte more is 413 and leaves nothing behind', async () => {
    const most = Buffer.alloc(10 * MEGABYTE, 7);
    PDF.copy(most);
    const created = await upload(tenant.user, most);
    expect([created.status, created.body.size]).toEqual([201, most.length]);
    expect((await download(created.body.id, tenant.user)).body.equals(most)).toBe(true);
    const before = await storedBytes();
    const answer = await upload(tenant.user, Buffer.concat([most, Buffer.alloc(1)]));
    expect([answer.status, answer.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await storedBytes()).toEqual(before);
  });

  test.each<[string, Buffer, string, string, string]>([
    ['an empty file', Buffer.alloc(0), 'a.pdf', 'Evidence', 'file'],
    ['HTML', Buffer.from('<html><script>alert(1)</script>'), 'a.html', 'Evidence', 'file'],
    ['HTML named as PDF', Buffer.from('<html></html>'), 'a.pdf', 'Evidence', 'file'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'), 'a.svg', 'Evidence', 'file'],
    ['a program', Buffer.from('MZ\x90\0', 'latin1'), 'a.exe', 'Evidence', 'file'],
    ['macros', office('word/document.xml', 'word/vbaProject.bin'), 'a.docx', 'Evidence', 'file'],
    ['another purpose', PDF, 'a.pdf', 'Logo', 'purpose'],
    ['a photo that is not an image', PDF, 'a.png', 'Photo', 'file'],
    ['no purpose there is', PDF, 'a.pdf', '{"$ne":1}', 'purpose'],
  ])('%s is VALIDATION and leaves nothing behind', async (_what, content, name, purpose, field) => {
    const before = await storedBytes();
    const answer = await upload(tenant.user, content, name, purpose);
    expect([answer.status, answer.body.errorCode, answer.body.validationErrors[0].field]).toEqual([
      400,
      'VALIDATION',
      field,
    ]);
    expect(await storedBytes()).toEqual(before);
  });

  test('no file, another field, or two files are VALIDATION', async () => {
    const call = () => service().call('post', '/api/files', tenant.user);
    for (const answer of [
      await call().field('purpose', 'Evidence'),
      await call().attach('document', PDF, 'a.pdf'),
      await call().attach('file', PDF, 'a.pdf').attach('file', PDF, 'b.pdf'),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
  });

  test('a client that leaves in the middle leaves nothing behind', async () => {
    const before = await storedBytes();
    const { port } = service().server.address() as AddressInfo;
    const sending = httpRequest({
      port,
      method: 'POST',
      path: '/api/files',
      headers: {
        authorization: `Bearer ${tenant.user}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 2 * MEGABYTE,
      },
    });
    sending.on('error', () => {}); // of our own leaving
    sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7');
    sending.write(Buffer.alloc(MEGABYTE, 7));
    await until(async () => (await storedBytes())[1] > before[1]);
    sending.destroy();
    await until(async () => (await storedBytes())[1] === before[1]);
    expect(await storedBytes()).toEqual(before);
  });

  test('a source that fails while it is written leaves nothing behind', async () => {
    const before = await storedBytes();
    // It fails while its first write of four chunks is under way.
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(MEGABYTE, 7);
      await until(async () => (await storedBytes())[1] > before[1]);
      throw new Error('The source failed.');
    }
    for (let round = 0; round < 5; round++)
      await expect(storeBytes(newId(), Readable.from(failing()))).rejects.toThrow('The source failed.');
    expect(await storedBytes()).toEqual(before);
  });

  test.each(['../../etc/passwd.pdf', 'a\u202efdp.exe', 'x'.repeat(500)])(
    'the name %j is made harmless',
    async (name) => {
      const created = await upload(tenant.user, PDF, name);
      expect(created.status).toBe(201);
      expect(created.body.name).not.toMatch(/[/\\\u202e]/);
      expect(created.body.name.length).toBeLessThanOrEqual(160);
      expect((await download(created.body.id, tenant.user)).status).toBe(200);
    },
  );

  test('a user sees their own, HR sees everyone’s, others see nothing', async () => {
    const { id } = (await upload(tenant.user, PDF)).body;
    const statuses = async (token: string) => [
      (await service().call('get', `/api/files/${id}`, token)).status,
      (await service().call('get', `/api/files/${id}/download`, token)).status,
      (await service().call('delete', `/api/files/${id}`, token)).status,
    ];
    const foreign = await makeTenant();
    expect(await statuses(await tenant.signedIn())).toEqual([404, 404, 404]);
    expect(await statuses(foreign.admin)).toEqual([404, 404, 404]);
    expect(await statuses(tenant.hr)).toEqual([200, 200, 204]);
    expect(await statuses(tenant.user)).toEqual([404, 404, 404]);
  });

  test('deleting removes the bytes; again it is 404', async () => {
    const before = await storedBytes();
    const { id } = (await upload(tenant.user, PDF)).body;
    const gone = await service().call('delete', `/api/files/${id}`, tenant.user);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(await storedBytes()).toEqual(before);
    expect((await service().call('delete', `/api/files/${id}`, tenant.user)).status).toBe(404);
  });

  test.each([FilePurpose.Logo, FilePurpose.Import])('a file in use as %s is 409', async (purpose) => {
    const file = await tenant.within(() =>
      saveFile(PDF, { name: 'x', contentType: 'image/webp', purpose, createdBy: null }),
    );
    const answer = await service().call('delete', `/api/files/${file._id}`, tenant.hr);
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await download(file._id, tenant.hr)).status).toBe(200);
  });

  test('no one signed in is 401 without body, and stores nothing', async () => {
    const before = await storedBytes();
    const answer = await service().call('post', '/api/files').attach('file', PDF, 'a.pdf');
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(await storedBytes()).toEqual(before);
  });
});

describe('evidence of a development plan', () => {
  test('is seen by the subject, the managers above and HR; it stays while the plan names it', async () => {
    const [director, manager, subject, colleague] = await tenant.within(async () => {
      const [top] = await makeEmployees([{}]);
      const [middle] = await makeEmployees([{ managerId: top?._id ?? null }]);
      const reports = await makeEmployees([{ managerId: middle?._id ?? null }, { managerId: middle?._id ?? null }]);
      return [top, middle, ...reports];
    });
    const tokenOf = (employee: typeof subject) => tenant.signedIn({ employeeId: employee?._id ?? '' });
    const owner = await tokenOf(subject);
    const manages = await tokenOf(manager);
    const { id } = (await upload(owner, PDF)).body;
    await tenant.within(() => attachEvidence([id], subject?._id ?? ''));
    const seen = async (token: string) => (await download(id, token)).status;
    expect(await seen(owner)).toBe(200);
    expect(await seen(manages)).toBe(200);
    expect(await seen(await tokenOf(director))).toBe(200);
    expect(await seen(tenant.hr)).toBe(200);
    expect(await seen(await tokenOf(colleague))).toBe(404);
    expect(await seen(tenant.user)).toBe(404);
    for (const token of [owner, tenant.hr, manages]) {
      const answer = await service().call('delete', `/api/files/${id}`, token);
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
    }
    await tenant.within(() => detachEvidence([id]));
    expect(await seen(manages)).toBe(404);
    expect((await service().call('delete', `/api/files/${id}`, owner)).status).toBe(204);
  });

  test('one may attach one’s own evidence, HR everyone’s, no one that of another employee', async () => {
    const [mine, other] = await tenant.within(() => makeEmployees([{}, {}]));
    const userId = newId();
    const as = <T>(roles: Role[], fn: () => Promise<T>): Promise<T> =>
      runInContext(
        {
          requestId: newId(),
          tenantId: tenant.id,
          actor: { userId, email: 'x@example.test', roles, sessionId: newId(), employeeId: null },
        },
        async () => fn(),
      );
    const file = (createdBy: string | null, purpose = FilePurpose.Evidence) =>
      tenant.within(async () => (await saveFile(PDF, { name: 'x', contentType: 'x', purpose, createdBy }))._id);
    const [own, foreign, photo] = [await file(userId), await file(newId()), await file(userId, FilePurpose.Photo)];
    const errors = async (roles: Role[], ids: string[]) =>
      (await as(roles, () => validateEvidence('evidenceFileIds', ids, mine?._id ?? ''))).map((error) => error.field);
    expect(await errors([Role.User], [own, foreign, photo, newId()])).toEqual([
      'evidenceFileIds[1]',
      'evidenceFileIds[2]',
      'evidenceFileIds[3]',
    ]);
    expect(await errors([Role.HRManager, Role.User], [own, foreign])).toEqual([]);
    await tenant.within(() => attachEvidence([own], other?._id ?? ''));
    expect(await errors([Role.HRManager, Role.User], [own])).toEqual(['evidenceFileIds[0]']);
  });
});
