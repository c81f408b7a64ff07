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
  services: Record<string, object>;
}

const read = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

test.each(['docker-compose.yml', 'deploy/test-on-mongodb.compose.yml'])('%s fits the Compose Specification', (file) => {
  const compose = read(file);
  expect(Object.keys(compose.services).length).toBeGreaterThan(0);
  expect([fits(compose), fits.errors]).toEqual([true, null]);
});

test('a misspelled field and a wrong type are found', () => {
  const { services, ...rest } = read('docker-compose.yml');
  const { redis } = services;
  expect(fits({ ...rest, services: { redis: { ...redis, comand: 'redis-server' } } })).toBe(false);
  expect(fits({ ...rest, services: { redis: { ...redis, ports: 6379 } } })).toBe(false);
});
