import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { ApiClient, ApiError } from './client';
import { freePort } from './free-port';
import { type Stack, startStack } from './stack';

const DEMO_SLUG = 'demo';

interface Accounts {
  systemAdmin: { email: string; password: string };
  demoAdmin: { email: string; password: string };
}

/** npm start: runs the whole service until Ctrl-C. */
export async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  mkdirSync(dataDir, { recursive: true });
  const accounts = readAccounts(dataDir);
  const say = (line: string): void => console.log(`· ${line}`);
  let stack: Stack | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (code: number): void => {
    stopping ??= (async () => {
      say('Stopping');
      await stack?.stop();
      process.exit(code);
    })();
  };
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  try {
    stack = await startStack({
      dataDir,
      port: await choosePort(),
      log: say,
      env: {
        BOOTSTRAP_ADMIN_EMAIL: accounts.systemAdmin.email,
        BOOTSTRAP_ADMIN_PASSWORD: accounts.systemAdmin.password,
      },
    });
    if (stopping) return;
    await ensureDemoTenant(stack.url, accounts);
    announce(stack.url, dataDir, accounts);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    stop(1);
    return;
  }
  console.error(await stack.crashed);
  stop(1);
}

/** Passwords of this installation's accounts: made once, readable by its owner alone. */
function readAccounts(dataDir: string): Accounts {
  const file = resolve(dataDir, 'accounts.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Accounts;
  const password = (): string => randomBytes(9).toString('base64url');
  const accounts: Accounts = {
    systemAdmin: {
      email: process.env.BOOTSTRAP_ADMIN_EMAIL ?? 'admin@platform.example',
      password: process.env.BOOTSTRAP_ADMIN_PASSWORD ?? password(),
    },
    demoAdmin: { email: 'admin@demo.example', password: password() },
  };
  writeFileSync(file, JSON.stringify(accounts, null, 2), { mode: 0o600 });
  return accounts;
}

async function choosePort(): Promise<number> {
  const wanted = Number(process.env.PORT ?? 3000);
  if (await isFree(wanted)) return wanted;
  if (process.env.PORT) throw new Error(`Port ${wanted} is in use; set PORT to another one.`);
  return freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, () => server.close(() => done(true)));
  });
}

async function ensureDemoTenant(url: string, { systemAdmin, demoAdmin }: Accounts): Promise<void> {
  const platform = await new ApiClient(url).signIn(systemAdmin.email, systemAdmin.password);
  try {
    await platform.post('/api/tenants', {
      name: 'Demo Company',
      slug: DEMO_SLUG,
      admin: { ...demoAdmin, fullName: 'Demo Administrator' },
    });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error; // 409: it is there from an earlier start
  }
}

function announce(url: string, dataDir: string, { systemAdmin, demoAdmin }: Accounts): void {
  const { port } = new URL(url);
  console.log(`
The evaluation service runs.

  API documentation   ${url}/swagger
  Queues (Bull Board) ${url}/admin/queues   (sign in as the SystemAdmin)
  Demo tenant         http://${DEMO_SLUG}.localhost:${port}
  Health              ${url}/health/ready

  SystemAdmin         ${systemAdmin.email}   ${systemAdmin.password}
  Demo TenantAdmin    ${demoAdmin.email}     ${demoAdmin.password}   (tenantSlug "${DEMO_SLUG}")

  Mails (no SMTP set) ${resolve(dataDir, 'outbox')}
  Logs                ${resolve(dataDir, 'logs')}
  Data                ${dataDir}

Stop with Ctrl-C. "npm run demo" shows the whole way from a CSV to the three exports.
`);
}
