import Redis from 'ioredis';
import { startRedis } from '../../dev/redis';
import { serviceEnvironment, spawnProcess } from '../support/processes';

test.each(['api', 'worker'] as const)('the %s refuses a Redis that may evict keys (reliability M8)', async (name) => {
  const evicting = await startRedis({ log: () => undefined });
  const client = new Redis(evicting.url);
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const refused = spawnProcess(name, serviceEnvironment({ PORT: '0', REDIS_URL: evicting.url }));
  const code = await new Promise((done) => refused.child.once('close', done)); // all of its output was read
  expect(code).toBe(1);
  expect(refused.output()).toContain('noeviction');
  client.disconnect();
  await evicting.stop();
});
