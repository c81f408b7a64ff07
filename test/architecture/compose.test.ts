import { readFileSync } from 'node:fs';
import Ajv, { type AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

/** The schema of the Compose Specification, as the linter dclint brings it. */
const { $schema: _draft, ...schema } = JSON.parse(
  readFileSync('node_modules/dclint/schemas/compose.schema.json', 'utf8'),
) as AnySchemaObject;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
for (const format of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);
const fits = ajv.compile(schema);

interface Compose {
  services: Record<string, { image: string }>;
}

const read = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

test.each(['docker-compose.yml', 'deploy/test-on-mongodb.compose.yml'])('%s fits the Compose Specification', (file) => {
  const compose = read(file);
  expect(Object.keys(compose.services).length).toBeGreaterThan(0);
  expect([fits(compose), fits.errors]).toEqual([true, null]);
});

test('no service has more rights, memory or processes than it is given, and each image is a variable with a fixed tag', () => {
  const services = Object.entries(read('docker-compose.yml').services);
  for (const [name, service] of services) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[gm]$/),
        pids_limit: expect.any(Number),
        logging: { driver: 'local', options: { 'max-size': '50m', 'max-file': '5' } },
        image: expect.stringMatching(/^\$\{[A-Z]+_IMAGE:-[\w/.-]+:(?!latest)(?:[\w.-]+|\$\{VERSION:-[\d.]+\})\}$/),
      }),
    ]);
    expect(['NET_BIND_SERVICE', undefined]).toContain((service as { cap_add?: string[] }).cap_add?.join());
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const own = services.flatMap(
    ([, { image }]) => /evaluation-service-\w+:\$\{VERSION:-([\d.]+)\}/.exec(image)?.[1] ?? [],
  );
  expect(new Set(own)).toEqual(new Set([version]));
});

test('a misspelled field and a wrong type are found', () => {
  const { services, ...rest } = read('docker-compose.yml');
  const { redis = { image: '' } } = services;
  expect(fits({ ...rest, services: { redis: { ...redis, comand: 'redis-server' } } })).toBe(false);
  expect(fits({ ...rest, services: { redis: { ...redis, ports: 6379 } } })).toBe(false);
});
