import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';
import { makeOrganization } from './organization';

const running: ServiceProcess[] = [];
/** The numbers that the receiver took of the organization's log, in the order of their arrival. */
const taken: number[] = [];
let isAnswering = false;
let receiver: Server;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      if (!isAnswering) {
        receiver.emit('lines');
        return;
      }
      for (const line of body.trim().split('\n')) {
        const { tenant, sequence } = JSON.parse(line) as { tenant: string; sequence: number };
        if (tenant === 'streamed') taken.push(sequence);
      }
      response.writeHead(204).end(() => receiver.emit('lines'));
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});

afterAll(async () => {
  await Promise.all(running.map((child) => child.kill('SIGKILL')));
  receiver.closeAllConnections();
  receiver.close();
});

test('a worker that is killed while its receiver takes audit entries loses none: another sends them, in order', async () => {
  const env = serviceEnvironment({ RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_AUTH: '1000' });
  const AUDIT_STREAM = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const api = await startApiProcess(env);
  running.push(api);
  const arrived = once(receiver, 'lines');
  const victim = await startWorkerProcess({ ...env, AUDIT_STREAM });
  running.push(victim);
  const admin = await makeOrganization(api.url, 'streamed');
  await arrived;
  await victim.kill('SIGKILL');
  isAnswering = true;
  running.push(await startWorkerProcess({ ...env, AUDIT_STREAM }));
  const { totalCount } = await admin.get<{ totalCount: number }>('/api/audit-logs');
  expect(totalCount).toBeGreaterThan(0);
  while ((taken.at(-1) ?? 0) < totalCount) await once(receiver, 'lines');
  const firsts = [...new Set(taken)];
  expect(firsts).toEqual(Array.from({ length: firsts.length }, (_, at) => at + 1));
  const database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
  await database.dropDatabase();
  await database.close();
});
