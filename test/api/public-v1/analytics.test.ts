import mongoose from 'mongoose';
import { newId } from '../../../shared/kernel/ids';
import { ApiKeyModel } from '../../../shared/platform/api-key.model';
import { makeApiKey } from '../../factories/api-key';
import { makePublicData } from '../../factories/public-data';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { watchShapes } from '../../support/command-shapes';
import { useService } from '../../support/service';
import { probeTenants } from '../../support/tenant-probe';

/** A database that is behind, as a secondary may be: it has what `replicate` has copied. */
const BEHIND = `behind_${process.env.JEST_WORKER_ID ?? '1'}`;
const url = new URL(process.env.MONGO_URL ?? '');
url.pathname = `/${BEHIND}`;
const service = useService({ worker: false, env: { MONGO_URL_ANALYTICS: url.toString() } });

const id = newId();
const LISTS = [
  'employees',
  'cycles',
  'goals',
  'pulse-surveys',
  'datasets/scores',
  'datasets/gaps',
  'datasets/nine-box',
];
const RESULTS = `pulse-surveys/${id}/results`;
let tenant: TestTenant;
let key: string;
beforeAll(async () => {
  const behind = mongoose.connections.find(({ name }) => name === BEHIND)!;
  watchShapes(behind.getClient());
  probeTenants(behind.getClient());
  tenant = await makeTenant();
  key = await makeApiKey(tenant);
  await replicate();
  await makePublicData(tenant, id);
}, 60_000);

async function replicate(): Promise<void> {
  const { db } = mongoose.connection;
  const behind = mongoose.connection.getClient().db(BEHIND);
  for (const { name } of await db!.listCollections().toArray()) {
    const own = name === 'tenants' ? { _id: tenant.id as never } : { tenantId: tenant.id };
    const rows = await db!.collection(name).find(own).toArray();
    await behind.collection(name).deleteMany(own);
    if (rows.length > 0) await behind.collection(name).insertMany(rows);
  }
}

const read = (path: string, headers: Record<string, string> = {}) =>
  service().call('get', `/api/v1/${path}`).set('X-Api-Key', key).set(headers);
const rowsOf = ({ body }: { body: unknown[] | { items: unknown[] } }) => (Array.isArray(body) ? body : body.items);

test('rows and tags of BI come from MONGO_URL_ANALYTICS, so that one tag never names two bodies', async () => {
  const before = await Promise.all(LISTS.map((path) => read(path)));
  for (const [at, answer] of before.entries()) {
    expect([LISTS[at], answer.status, rowsOf(answer)]).toEqual([LISTS[at], 200, []]);
    expect((await read(LISTS[at]!, { 'If-None-Match': answer.headers.etag ?? '' })).status).toBe(304);
  }
  expect((await read(RESULTS)).status).toBe(404);

  await replicate();
  for (const [at, path] of LISTS.entries()) {
    const after = await read(path, { 'If-None-Match': before[at]!.headers.etag ?? '' });
    expect([path, after.status, rowsOf(after).length > 0]).toEqual([path, 200, true]);
    expect((await read(path, { 'If-None-Match': after.headers.etag ?? '' })).status).toBe(304);
  }
  expect((await read(RESULTS)).status).toBe(200);
});

test('a key that is revoked is refused at once, however far the reads are behind', async () => {
  const { _id } = (await tenant.within(() => ApiKeyModel.findOne().lean()))!;
  expect((await service().call('delete', `/api/integrations/api-keys/${_id}`, tenant.admin)).status).toBe(204);
  expect((await read('employees')).status).toBe(401);
});
