import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../shared/kernel/config';
import { readRedisAddress } from '../../shared/kernel/redis-address';

const SECRET = 'x'.repeat(32);
const production = {
  NODE_ENV: 'production',
  MONGO_URL: 'mongodb://db/evaluation',
  REDIS_URL: 'redis://redis:6379',
  BASE_URL: 'https://evaluation.example',
  TRUST_PROXY: '10.0.0.0/8',
  JWT_SECRET: SECRET,
  DATA_KEY: SECRET,
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('configuration', () => {
  test('production with everything set: only the public surface, and the limits', () => {
    expect(loadConfig(production)).toMatchObject({
      API_SURFACE: ['public'],
      PORT: 3000,
      RATE_LIMIT_AUTH: 10,
      RATE_LIMIT_GLOBAL: 200,
      RATE_LIMIT_KEY: 600,
      RATE_LIMIT_UPLOAD: 20,
      UPLOAD_MB_PER_DAY: 500,
      JOB_WAIT_SECONDS: 25,
      TRUST_PROXY: '10.0.0.0/8',
      PLATFORM_TWO_FACTOR: 'required',
      BASE_DOMAIN: 'evaluation.example',
    });
  });

  test.each(['MONGO_URL', 'REDIS_URL', 'BASE_URL', 'JWT_SECRET', 'DATA_KEY'])(
    'production without %s refuses to start and says what to set',
    (name) => {
      expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(new RegExp(`Set ${name}\\b.*production`));
    },
  );

  test('production behind https asks for TRUST_PROXY, of which none is a value too', () => {
    for (const TRUST_PROXY of [undefined, ''])
      expect(() => loadConfig({ ...production, TRUST_PROXY })).toThrow(/^Set TRUST_PROXY/);
    expect(loadConfig({ ...production, TRUST_PROXY: 'none' }).TRUST_PROXY).toBe('');
    const BASE_URL = 'http://localhost:3000';
    expect(loadConfig({ ...production, BASE_URL, TRUST_PROXY: undefined }).TRUST_PROXY).toBe('');
    const command = ['MONGO_URL', 'DATA_KEY'] as const;
    expect(loadConfig({ ...production, TRUST_PROXY: undefined }, command).BASE_URL).toBe(production.BASE_URL);
  });

  test('the public API and a worker start without the secret that sessions are signed with, and make one that no one knows', () => {
    const withoutSecret = { ...production, JWT_SECRET: undefined };
    const made = loadConfig({ ...withoutSecret, API_SURFACE: 'public' }).JWT_SECRET;
    expect(made).toHaveLength(64);
    expect(loadConfig(withoutSecret, ['MONGO_URL', 'REDIS_URL', 'BASE_URL', 'DATA_KEY']).JWT_SECRET).not.toBe(made);
    expect(() => loadConfig({ ...withoutSecret, API_SURFACE: 'internal' })).toThrow('Set JWT_SECRET');
  });

  test('WORKER_QUEUES is a list, by default an empty one', () => {
    expect(loadConfig(production).WORKER_QUEUES).toEqual([]);
    expect(loadConfig({ ...production, WORKER_QUEUES: 'bulk, mail' }).WORKER_QUEUES).toEqual(['bulk', 'mail']);
  });

  test('production without anything names all that is missing', () => {
    expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(
      'Set MONGO_URL, REDIS_URL, BASE_URL, JWT_SECRET, DATA_KEY',
    );
  });

  test.each([
    ['a short secret', { JWT_SECRET: 'short' }, /^JWT_SECRET must have at least 32 characters\.$/],
    ['an empty secret', { DATA_KEY: '' }, /Set DATA_KEY/],
    ['a port that is none', { PORT: 'http' }, /^PORT must be a number\.$/],
    ['half a process', { API_PROCESSES: '1.5' }, /^API_PROCESSES must be a whole number\.$/],
    ['too high a port', { PORT: '99999' }, /^PORT must be at most 65535\.$/],
    ['an unknown surface', { API_SURFACE: 'public,private' }, /API_SURFACE/],
    ['a limit of nothing', { RATE_LIMIT_AUTH: '0' }, /^RATE_LIMIT_AUTH must be at least 1\.$/],
    ['an unknown environment', { NODE_ENV: 'prod' }, /^NODE_ENV must be development or test or production\.$/],
    ['a prefix with a space', { QUEUE_PREFIX: 'a b' }, /^QUEUE_PREFIX must have letters, digits/],
    ['no address of a printer', { PRINTER_URL: 'printer:9466' }, /^PRINTER_URL must be .*http:\/\/printer:9466\.$/],
    ['an address that is not one', { BASE_URL: 'evaluation.example' }, /BASE_URL/],
    ['plain http of another machine', { BASE_URL: 'http://evaluation.example' }, /^BASE_URL must begin with https/],
    ['an address of another protocol', { BASE_URL: 'ftp://evaluation.example' }, /BASE_URL/],
    [
      'an address with a path',
      { BASE_URL: 'https://example.com/evaluation' },
      /^BASE_URL must be .* without a path\.$/,
    ],
    ['no address of a mail server', { SMTP_URL: 'mail.example.com:587' }, /^SMTP_URL must be [^\n]*\.$/],
    ['no email of an administrator', { BOOTSTRAP_ADMIN_EMAIL: 'notmail' }, /^BOOTSTRAP_ADMIN_EMAIL must be [^\n]*\.$/],
    ['a proxy that is none', { TRUST_PROXY: 'foo' }, /^TRUST_PROXY must be [^\n]*\.$/],
    ['a subnet that is none', { TRUST_PROXY: '10.0.0.0/24,10.0.0.0/40' }, /^TRUST_PROXY must be /],
    ['no database', { MONGO_URL: 'mongodb://db/?replicaSet=rs0' }, /^MONGO_URL must name a database/],
  ])('%s is refused by name', (_case, env, message) => {
    expect(() => loadConfig({ ...production, ...env })).toThrow(message);
  });

  test.each([
    ['the host of BASE_URL', { BASE_URL: 'https://People.example:8443/', BASE_DOMAIN: '' }, 'people.example'],
    ['what is set, in lower case', { BASE_URL: 'https://app.example', BASE_DOMAIN: 'Example' }, 'example'],
    ['localhost where people open localhost', { BASE_URL: 'http://localhost:3000' }, 'localhost'],
    ['localhost in development', { NODE_ENV: 'test', BASE_URL: undefined }, 'localhost'],
  ])('BASE_DOMAIN is %s', (_case, env, domain) => {
    expect(loadConfig({ ...production, ...env }).BASE_DOMAIN).toBe(domain);
  });

  test('production refuses BASE_DOMAIN localhost beside a BASE_URL that is not', () => {
    expect(() => loadConfig({ ...production, BASE_DOMAIN: 'localhost' })).toThrow(/BASE_DOMAIN.*BASE_URL/);
    expect(loadConfig({ ...production, NODE_ENV: 'test', BASE_DOMAIN: 'localhost' }).BASE_DOMAIN).toBe('localhost');
  });

  test('the message of a refused secret does not repeat it', () => {
    expect(() => loadConfig({ ...production, JWT_SECRET: 'half-a-secret' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('half-a-secret') }),
    );
  });

  test('development makes its secrets once, for all processes, readable by their owner alone', () => {
    const env = { NODE_ENV: 'development', DATA_DIR: directory };
    const first = loadConfig(env);
    expect([first.API_SURFACE, first.JWT_SECRET.length, first.DATA_KEY.length]).toEqual([
      ['public', 'internal', 'scim'],
      64,
      64,
    ]);
    expect(first.JWT_SECRET).not.toBe(first.DATA_KEY);
    expect(loadConfig(env)).toEqual(first);
    expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('a secret that is set wins over the generated one', () => {
    expect(loadConfig({ DATA_DIR: directory, JWT_SECRET: SECRET }).JWT_SECRET).toBe(SECRET);
  });
});

test('of a list of keys the first one writes, and each must be long enough', () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
  const list = `${first},${second}`;
  expect(loadConfig({ ...production, DATA_KEY: list, JWT_SECRET: list })).toMatchObject({
    DATA_KEY: first,
    DATA_KEYS: [first, second],
    JWT_SECRET: first,
    JWT_SECRETS: [first, second],
  });
  for (const wrong of [`${first},short`, `${first},`, `,${first}`])
    expect(() => loadConfig({ ...production, DATA_KEY: wrong })).toThrow(/DATA_KEY/);
});

describe('secrets from files', () => {
  const fileWith = (text: string): string => {
    const path = join(directory, 'secret');
    writeFileSync(path, text);
    return path;
  };

  test.each(['MONGO_URL', 'REDIS_URL', 'SMTP_URL', 'JWT_SECRET', 'DATA_KEY', 'BOOTSTRAP_ADMIN_PASSWORD'])(
    '%s_FILE names the file that holds it',
    (name) => {
      const protocol = { MONGO_URL: 'mongodb', REDIS_URL: 'redis', SMTP_URL: 'smtp' }[name];
      const value = protocol ? `${protocol}://user:word@host/1` : 'y'.repeat(40);
      const env = { ...production, [name]: undefined, [`${name}_FILE`]: fileWith(`${value}\n`) };
      expect(loadConfig(env)).toMatchObject({ [name]: value });
    },
  );

  test.each([
    ['one line break at the end is cut', `${SECRET}\r\n`, SECRET],
    ['a second one is part of it', `${SECRET}\n\n`, `${SECRET}\n`],
    ['spaces are part of it', ` ${SECRET} `, ` ${SECRET} `],
  ])('%s', (_case, text, expected) => {
    expect(loadConfig({ ...production, DATA_KEY: '', DATA_KEY_FILE: fileWith(text) }).DATA_KEY).toBe(expected);
  });

  test('a secret given twice is refused, without its value', () => {
    const both = { ...production, DATA_KEY_FILE: fileWith('z'.repeat(40)) };
    expect(() => loadConfig(both)).toThrow('Set DATA_KEY or DATA_KEY_FILE, not both.');
  });

  test('a file that cannot be read is refused by name', () => {
    const path = join(directory, 'missing');
    const env = { ...production, JWT_SECRET: undefined, JWT_SECRET_FILE: path };
    expect(() => loadConfig(env)).toThrow(`JWT_SECRET_FILE names ${path}, which cannot be read (ENOENT).`);
  });

  test('a short secret of a file is refused as one of the environment is', () => {
    const env = { ...production, JWT_SECRET: undefined, JWT_SECRET_FILE: fileWith('short') };
    expect(() => loadConfig(env)).toThrow(/JWT_SECRET/);
  });
});

describe('REDIS_URL', () => {
  const none = { user: null, password: null, database: 0, isCluster: false, sentinel: null, isEncrypted: false };

  test.each([
    ['redis://redis:6379', { servers: [{ host: 'redis', port: 6379 }] }],
    ['redis://redis/2', { servers: [{ host: 'redis', port: 6379 }], database: 2 }],
    ['redis://[::1]:7000', { servers: [{ host: '::1', port: 7000 }] }],
    ['redis://:p%40ss@redis', { servers: [{ host: 'redis', port: 6379 }], password: 'p@ss' }],
    [
      'rediss://api:secret@cache.example.com:6380?cluster=true',
      {
        servers: [{ host: 'cache.example.com', port: 6380 }],
        isCluster: true,
        isEncrypted: true,
        user: 'api',
        password: 'secret',
      },
    ],
    [
      'redis://a:7000,b:7001?cluster=true',
      { servers: [{ host: 'a', port: 7000 }, { host: 'b', port: 7001 }], isCluster: true }, // oxfmt-ignore
    ],
    [
      'redis://a,b:26380/1?sentinel=main',
      { servers: [{ host: 'a', port: 26379 }, { host: 'b', port: 26380 }], sentinel: 'main', database: 1 }, // oxfmt-ignore
    ],
  ])('%s', (url, expected) => {
    expect(readRedisAddress(url)).toEqual({ ...none, ...expected });
    expect(loadConfig({ ...production, REDIS_URL: url }).REDIS_URL).toBe(url);
  });

  test.each([
    'redis',
    'http://redis:6379',
    'redis://',
    'redis://a,b',
    'redis://a:99999',
    'redis://a,?cluster=true',
    'redis://a?cluster=true&sentinel=main',
    'redis://a/1?cluster=true',
    'redis://a?sentinel=',
    'redis://a?clusters=true',
    'redis://%E0%A4%A@a',
  ])('%s is refused at the start', (url) => {
    expect(() => loadConfig({ ...production, REDIS_URL: url })).toThrow(/^REDIS_URL must be an address/);
  });
});
