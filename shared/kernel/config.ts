import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isEmail } from './email';
import { readRedisAddress } from './redis-address';
import { withSecretFiles } from './secret-files';
import { StartProblem } from './start-problem';

const DEVELOPMENT_DEFAULT_MONGO = 'mongodb://127.0.0.1:27017/evaluation';
const points = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const TOO_SHORT = 'must have at least 32 characters';
/** One secret, or several separated by commas during a rotation: the first encrypts or signs, all decrypt or verify. */
const secrets = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined),
  z.tuple([z.string().min(32, TOO_SHORT)], z.string().min(32, TOO_SHORT)).optional(),
);
const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const given = (value: unknown): unknown => (value === '' ? undefined : value);
const address = (example: string) =>
  z.preprocess(
    given,
    z
      .url({ protocol: /^https?$/, error: `must be an address such as ${example}`, abort: true })
      .refine((url) => new URL(url).pathname === '/', 'must be an address without a path')
      .optional(),
  );
const mailServer = z.preprocess(
  given,
  z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example.com:587' })
    .optional(),
);
const redisServer = z.preprocess(
  given,
  z
    .string()
    .refine((text) => readRedisAddress(text) !== null, {
      error:
        'must be an address such as redis://user:password@host:6379, with ?cluster=true or ?sentinel=NAME behind one host or several with commas',
    })
    .optional(),
);
const email = z.preprocess(
  given,
  z
    .string()
    .refine((text) => isEmail(text.trim()), 'must be an email address')
    .optional(),
);

/** Addresses and subnets, and the names that Express has for some. */
const PROXIES: ReadonlySet<string> = new Set(['none', 'loopback', 'linklocal', 'uniquelocal']);

function isProxy(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const size = isIP(ip) === 6 ? 128 : 32;
  const isSubnet = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= size);
  return PROXIES.has(text) || (isIP(ip) !== 0 && isSubnet && more.length === 0);
}

const API_SURFACES = ['public', 'internal', 'scim'] as const;

/** A part of the API that a process serves: `/api/v1`, the other routes with the console, or provisioning. */
export type ApiSurface = (typeof API_SURFACES)[number];

/** Parses a list of API surfaces; undefined when it is empty. */
function surfacesOf(text: string, check: z.RefinementCtx): readonly ApiSurface[] | undefined {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  if (names.includes('all')) return API_SURFACES;
  const surfaces = API_SURFACES.filter((surface) => names.includes(surface));
  if (names.some((name) => !API_SURFACES.some((surface) => surface === name)))
    check.addIssue({ code: 'custom', message: `must be all, or a list of ${API_SURFACES.join(', ')}` });
  return surfaces.length > 0 ? surfaces : undefined;
}

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Processes of the API that serve the port together. */
  API_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  /** Private port of /metrics of the API; the worker's is one higher; 0 turns both off. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Address that /metrics listens on. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  MONGO_URL: optional,
  REDIS_URL: redisServer,
  BASE_URL: address('https://evaluation.example.com'),
  BASE_DOMAIN: optional,
  /** What a process of the API serves, comma-separated; `all` is everything. */
  API_SURFACE: z
    .string()
    .optional()
    .transform((text, check) => surfacesOf(text ?? '', check)),
  TRUST_PROXY: z
    .string()
    .default('')
    .refine((text) => text === '' || text.split(',').every((part) => isProxy(part.trim())), {
      error: 'must be addresses or subnets such as 10.0.0.0/24, separated by commas, or none',
    }),
  JWT_SECRET: secrets,
  DATA_KEY: secrets,
  /** Whether accounts of the platform need two-factor authentication; unset: only in production. */
  PLATFORM_TWO_FACTOR: z.enum(['required', 'optional']).optional(),
  BOOTSTRAP_ADMIN_EMAIL: email,
  BOOTSTRAP_ADMIN_PASSWORD: optional,
  /** Memory for hashing a password; with less than 19 MiB passwords would be too easy to guess. */
  ARGON2_MEMORY_MIB: z.coerce.number().int().min(19).max(1_024).default(64),
  RATE_LIMIT_AUTH: points(10),
  RATE_LIMIT_GLOBAL: points(200),
  RATE_LIMIT_KEY: points(600),
  RATE_LIMIT_UPLOAD: points(20),
  UPLOAD_MB_PER_DAY: points(500),
  JOB_WAIT_SECONDS: z.coerce.number().min(0).max(110).default(25),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[\w-]+$/, 'must have letters, digits, hyphens and underscores alone')
    .default('evaluation'),
  /** The queues that a worker takes jobs from, comma-separated; empty: all. */
  WORKER_QUEUES: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((name) => name.trim() || [])),
  SMTP_URL: mailServer,
  /** Whether organizations may use mail servers with private addresses and other ports; unset: only outside production. */
  SMTP_TENANT_HOSTS: z.enum(['public', 'any']).optional(),
  /** Where a worker sends audit entries: `stdout` or an address. */
  AUDIT_STREAM: optional,
  CHROMIUM_PATH: z.string().default('/usr/lib/chromium/chromium-headless-shell'),
  /** The process that prints reports (`worker/printer.ts`); unset: whoever exports prints itself. */
  PRINTER_URL: address('http://printer:9466'),
  /** Where the printer listens. */
  PRINTER_HOST: z.string().min(1).default('127.0.0.1'),
  PRINTER_PORT: z.coerce.number().int().min(0).max(65_535).default(9466),
  /** Whether Bull Board only shows the queues; with false a SystemAdmin can retry tickets there. */
  BULL_BOARD_READ_ONLY: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
});

/** What a value must be, where the schema has no sentence of its own. */
function ruleOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

type Parsed = z.infer<typeof schema>;

/** The configuration of a process, complete and validated. */
export interface Config extends Omit<
  Parsed,
  | 'MONGO_URL'
  | 'REDIS_URL'
  | 'BASE_URL'
  | 'BASE_DOMAIN'
  | 'API_SURFACE'
  | 'JWT_SECRET'
  | 'DATA_KEY'
  | 'SMTP_TENANT_HOSTS'
  | 'PLATFORM_TWO_FACTOR'
> {
  MONGO_URL: string;
  REDIS_URL: string;
  BASE_URL: string;
  /** The suffix of organizations' hosts, in lower case. */
  BASE_DOMAIN: string;
  API_SURFACE: readonly ApiSurface[];
  /** Signs access tokens; the first of `JWT_SECRETS`, which are all that verify them. */
  JWT_SECRET: string;
  JWT_SECRETS: readonly [string, ...string[]];
  /** Encrypts secrets; the first of `DATA_KEYS`, which are all that decrypt them. */
  DATA_KEY: string;
  DATA_KEYS: readonly [string, ...string[]];
  SMTP_TENANT_HOSTS: 'public' | 'any';
  PLATFORM_TWO_FACTOR: 'required' | 'optional';
}

/** Whether a host name is one of this machine, on which browsers treat plain http as safe. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Whether a process of the API serves `/api/v1` alone: its users at the databases may change nearly nothing. */
export const isReader = ({ API_SURFACE }: Pick<Config, 'API_SURFACE'>): boolean =>
  API_SURFACE.every((surface) => surface === 'public');

const REQUIRED_IN_PRODUCTION = ['MONGO_URL', 'REDIS_URL', 'BASE_URL', 'JWT_SECRET', 'DATA_KEY'] as const;

type Required = (typeof REQUIRED_IN_PRODUCTION)[number];

/**
 * Reads the environment and the secret files that it names. Throws one StartProblem whose message says what to set; `required`
 * must be set in production.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  required: readonly Required[] = REQUIRED_IN_PRODUCTION,
): Config {
  const result = schema.safeParse(withSecretFiles(env), { error: ruleOf });
  if (!result.success)
    throw new StartProblem(result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`).join('\n'));
  const read = result.data;
  const production = read.NODE_ENV === 'production';
  if (production) {
    // Only the internal API signs anyone in; processes without it must not know the secret of sessions.
    const signsIn = read.API_SURFACE === undefined || read.API_SURFACE.includes('internal');
    const needed = signsIn ? required : required.filter((name) => name !== 'JWT_SECRET');
    const missing = needed.filter((name) => read[name] === undefined);
    if (missing.length > 0)
      throw new StartProblem(
        `Set ${missing.join(', ')}: with NODE_ENV=production nothing is generated or guessed. See .env.example.`,
      );
  }
  // The driver would use the database "test".
  if (production && read.MONGO_URL !== undefined && !/^[^/]+\/\/[^/]+\/[^?]/.test(read.MONGO_URL))
    throw new StartProblem(
      'MONGO_URL must name a database, such as mongodb://db.example.com/evaluation?replicaSet=rs0.',
    );
  const baseUrl = read.BASE_URL ?? `http://localhost:${read.PORT}`;
  const baseHost = new URL(baseUrl).hostname;
  if (production && baseUrl.startsWith('http:') && !isLoopback(baseHost))
    throw new StartProblem(
      'BASE_URL must begin with https: browsers keep no session on plain http. Only an address of this machine, such as http://localhost:3000, may do without.',
    );
  const baseDomain = read.BASE_DOMAIN?.toLowerCase() ?? baseHost;
  if (production && baseDomain === 'localhost' && baseHost !== 'localhost')
    throw new StartProblem(
      `BASE_DOMAIN is localhost but BASE_URL is ${baseUrl}: emails would link to this machine. Unset BASE_DOMAIN or set it to the domain of the organizations' hosts.`,
    );
  // Without the setting every caller would appear to have the proxy's address and share one rate limit.
  if (production && required === REQUIRED_IN_PRODUCTION && baseUrl.startsWith('https:') && read.TRUST_PROXY === '')
    throw new StartProblem(
      'Set TRUST_PROXY to the addresses of the proxies that end TLS, or to none: BASE_URL is https, so limits by address need it. See .env.example.',
    );
  const made = production ? undefined : developmentSecrets(read);
  // Where no secret is required nothing is signed, so a random one that no one knows is set.
  const unknownSecret = (): string => randomBytes(32).toString('hex');
  const signing = read.JWT_SECRET ?? [made?.JWT_SECRET ?? unknownSecret()];
  const encrypting = read.DATA_KEY ?? [made?.DATA_KEY ?? ''];
  return {
    ...read,
    MONGO_URL: read.MONGO_URL ?? DEVELOPMENT_DEFAULT_MONGO,
    REDIS_URL: read.REDIS_URL ?? 'redis://127.0.0.1:6379',
    BASE_URL: baseUrl,
    TRUST_PROXY: read.TRUST_PROXY === 'none' ? '' : read.TRUST_PROXY,
    BASE_DOMAIN: baseDomain,
    API_SURFACE: read.API_SURFACE ?? (production ? ['public'] : API_SURFACES),
    JWT_SECRET: signing[0],
    JWT_SECRETS: signing,
    DATA_KEY: encrypting[0],
    DATA_KEYS: encrypting,
    PLATFORM_TWO_FACTOR: read.PLATFORM_TWO_FACTOR ?? (production ? 'required' : 'optional'),
    SMTP_TENANT_HOSTS: read.SMTP_TENANT_HOSTS ?? (production ? 'public' : 'any'),
  };
}

interface Secrets {
  JWT_SECRET: string;
  DATA_KEY: string;
}

/**
 * Secrets that development does not set are stored in DATA_DIR, so that they survive a restart and both processes share them.
 */
function developmentSecrets(read: Parsed): Secrets | undefined {
  if (read.JWT_SECRET && read.DATA_KEY) return undefined;
  const directory = resolve(read.DATA_DIR);
  const file = resolve(directory, 'secrets.json');
  mkdirSync(directory, { recursive: true });
  if (!existsSync(file)) {
    const fresh: Secrets = { JWT_SECRET: randomBytes(32).toString('hex'), DATA_KEY: randomBytes(32).toString('hex') };
    // Of processes that start at once one links its file, which is whole by then.
    const written = `${file}.${process.pid}`;
    writeFileSync(written, JSON.stringify(fresh), { mode: 0o600 });
    try {
      linkSync(written, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(written);
    }
  }
  const stored = z.object({ JWT_SECRET: z.string(), DATA_KEY: z.string() });
  return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
}

let loaded: Config | undefined;

/** Returns the configuration of this process, read once. */
export function config(): Config {
  loaded ??= loadConfig();
  return loaded;
}

/**
 * Reads the configuration of a process that needs less than the API, such as a worker or an operator's command: in
 * production only `required` must be set. Throws like `loadConfig`.
 */
export function configWith(required: readonly Required[]): Config {
  loaded = loadConfig(process.env, required);
  return loaded;
}
