import { newId } from '../../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({
  worker: false,
  env: { QUEUE_PREFIX: `uploads-${newId()}`, RATE_LIMIT_UPLOAD: '4', UPLOAD_MB_PER_DAY: '1' },
});

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const upload = (token: string, bytes: number, path = '/api/files') =>
  service().call('post', path, token).attach('file', Buffer.alloc(bytes, 'a'), 'notes.txt');

describe('what one account may upload', () => {
  test('so many photos and pieces of evidence a minute, on all routes together; other accounts go on', async () => {
    const tries: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) tries.push((await upload(tenant.user, 10)).status);
    tries.push((await upload(tenant.user, 10, '/api/my-profile/avatar')).status);
    const refused = await upload(tenant.user, 10);
    expect([...tries, refused.status]).toEqual([201, 201, 201, 400, 429]);
    expect([refused.body.errorCode, Number(refused.headers['retry-after']) > 0]).toEqual(['RATE_LIMITED', true]);
    expect((await upload(await tenant.signedIn(), 10)).status).toBe(201);
  });

  test('an HR role has no such limit, and imports are no files of people', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await upload(tenant.hr, 10)).status).toBe(201);
    expect((await upload(tenant.hr, 1_100_000, '/api/employees/import-csv')).status).not.toBe(413);
    expect((await upload(tenant.hr, 10)).status).toBe(201);
  });

  test('so many bytes a day: a file beyond is PAYLOAD_TOO_LARGE', async () => {
    expect((await upload(tenant.hr, 900_000)).status).toBe(201);
    const refused = await upload(tenant.hr, 300_000);
    expect([refused.status, refused.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(refused.body.errorMessage).toContain('1 MB per day');
    expect((await upload(tenant.user, 300_000)).status).toBe(201);
  });
});
