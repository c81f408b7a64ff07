import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { PROCESSES } from '../../dev/rights/database-rights';
import { loadConfig } from '../../shared/kernel/config';

const lines = readFileSync(resolve('.env.example'), 'utf8').split('\n');
const VARIABLE = /^#?([A-Z][A-Z0-9_]*)=(.*)$/;
const documented = lines.flatMap((line) => {
  const match = VARIABLE.exec(line);
  return match ? [{ name: match[1] ?? '', value: match[2] ?? '' }] : [];
});
/** Variables of the deployment itself, which no process of the service reads. */
const OF_COMPOSE = [
  'API_PORT',
  'PUBLIC_API_PORT',
  'SCIM_PORT',
  'VERSION',
  'CA_CERTS_FILE',
  'COMPOSE_PROFILES',
  'MONGO_ROOT_PASSWORD',
  'MONGO_PASSWORD',
  'REDIS_PASSWORD',
  'API_PASSWORD',
  'PUBLIC_API_PASSWORD',
  'WORKER_PASSWORD',
  'RENDERER_PASSWORD',
  'API_IMAGE',
  'WORKER_IMAGE',
  'MONGO_IMAGE',
  'REDIS_IMAGE',
  'CADDY_IMAGE',
  'MAILPIT_IMAGE',
  'CONSOLE_HOST',
  'PUBLIC_HOST',
];

interface ComposeService {
  environment?: Record<string, string>;
  networks?: string[];
  ports?: string[];
  profiles?: string[];
  user?: string;
}

/** The variables that the configuration reads: those that it looks up in its environment. */
function readVariables(): string[] {
  const seen = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>(
    {
      NODE_ENV: 'production',
      MONGO_URL: 'mongodb://db/x',
      REDIS_URL: 'redis://db',
      BASE_URL: 'https://x.test',
      TRUST_PROXY: 'none',
      JWT_SECRET: 'x'.repeat(32),
      DATA_KEY: 'x'.repeat(32),
    },
    {
      get(target, name) {
        if (typeof name === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name)) seen.add(name);
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  loadConfig(env);
  return [...seen].sort();
}

test('.env.example names exactly the variables of the configuration', () => {
  const read = readVariables();
  expect(read.length).toBeGreaterThan(20);
  const inLines = read.filter((name) => !name.endsWith('_FILE'));
  expect(documented.map(({ name }) => name).sort()).toEqual([...inLines, ...OF_COMPOSE].sort());
});

test('.env.example says which secrets can come from files', () => {
  const sentence = lines.find((line) => line.includes('can come from files'))?.split(' can come')[0] ?? '';
  const named = sentence.match(/[A-Z]+_[A-Z_]+/g) ?? [];
  const read = readVariables().filter((name) => name.endsWith('_FILE'));
  expect(named.map((name) => `${name}_FILE`).sort()).toEqual(read);
  expect(read).toHaveLength(7);
});

test('every variable is explained by a comment above it', () => {
  const unexplained = lines.filter((line, index) => VARIABLE.test(line) && !/^# \S/.test(lines[index - 1] ?? ''));
  expect(unexplained).toEqual([]);
});

test('no secret has a value that someone could leave in place', () => {
  const secrets = documented.filter(({ name }) => /SECRET|PASSWORD|KEY$/.test(name) && !name.startsWith('RATE_'));
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['JWT_SECRET', 'DATA_KEY']));
  expect(secrets.filter(({ value }) => value !== '')).toEqual([]);
});

test('with the secrets filled in it starts a production process', () => {
  const env = Object.fromEntries(documented.map(({ name, value }) => [name, value]));
  const filled = { ...env, JWT_SECRET: 'a'.repeat(64), DATA_KEY: 'b'.repeat(64) };
  const config = loadConfig(filled);
  expect(config.NODE_ENV).toBe('production');
  expect(() => loadConfig({ ...filled, JWT_SECRET: undefined })).toThrow(/JWT_SECRET/);
});

test('docker-compose.yml passes every variable that a container may need, and invents none', () => {
  const compose = readFileSync(resolve('docker-compose.yml'), 'utf8');
  const { services } = parse(compose, { merge: true }) as { services: Record<string, ComposeService> };
  const passed = new Set(
    ['api', 'public-api', 'worker', 'renderer'].flatMap((name) => Object.keys(services[name]?.environment ?? {})),
  );
  const taken = new Set([...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map((match) => match[1] ?? ''));
  const names = documented.map(({ name }) => name);
  // Node.js reads it; it names the file that CA_CERTS_FILE is mounted as.
  expect([...taken, ...passed].filter((name) => !names.includes(name))).toEqual(['NODE_EXTRA_CA_CERTS']);
  // Set by the image, or of no use in production.
  const elsewhere = ['CHROMIUM_PATH', 'DATA_DIR', 'PRINTER_HOST', 'PRINTER_PORT', ...OF_COMPOSE];
  expect(names.filter((name) => !passed.has(name)).sort()).toEqual(elsewhere.sort());
  for (const name of ['BASE_URL', 'JWT_SECRET', 'DATA_KEY']) expect(compose).toContain(`${name}: \${${name}:?`);
});

test('in docker-compose.yml each process knows its own secrets and reaches its own networks', () => {
  const { services, networks } = parse(readFileSync(resolve('docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, ComposeService>;
    networks: Record<string, { internal?: boolean }>;
  };
  const withVariable = (name: string): string[] =>
    Object.keys(services).filter((service) => services[service]?.environment?.[name] !== undefined);
  expect(withVariable('JWT_SECRET')).toEqual(['api']);
  expect(withVariable('BOOTSTRAP_ADMIN_PASSWORD')).toEqual(['api']);
  expect(withVariable('SMTP_URL')).toEqual(['api', 'worker']);
  expect(withVariable('AUDIT_STREAM')).toEqual(['worker']);
  expect(withVariable('MONGO_INITDB_ROOT_PASSWORD')).toEqual(['mongo']);
  expect(withVariable('MONGO_ROOT_PASSWORD')).toEqual(['users']);
  for (const process of PROCESSES) {
    const { MONGO_URL, REDIS_URL } = services[process]?.environment ?? {};
    for (const url of [MONGO_URL, REDIS_URL])
      expect(url).toContain(`://${process}:\${${process.toUpperCase().replace('-', '_')}_PASSWORD`);
  }
  expect(networks.data).toEqual({ internal: true });
  for (const name of ['mongo', 'redis']) expect(services[name]?.networks).toEqual(['data']);
  expect(services.renderer?.networks).toEqual(['data', 'printing']);
  // Chromium knows nothing, reaches no one, and only the renderer reaches it.
  expect(networks.printing).toEqual({ internal: true });
  const printing = Object.keys(services).filter((name) => services[name]?.networks?.includes('printing'));
  expect(printing).toEqual(['renderer', 'printer']);
  const { networks: ofPrinter, environment, user } = services.printer ?? {};
  expect({ ofPrinter, user, knows: Object.keys(environment ?? {}) }).toEqual({
    ofPrinter: ['printing'],
    user: '1001:1001',
    knows: ['NODE_ENV', 'PRINTER_HOST', 'PRINTER_PORT', 'LOG_LEVEL'],
  });
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(published.filter(([name, port]) => name !== 'proxy' && !port?.startsWith('127.0.0.1:'))).toEqual([]);
  const unasked = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
  expect(unasked.map(([name]) => name)).toEqual([...PROCESSES, 'printer', 'users', 'mongo', 'redis']);
});
