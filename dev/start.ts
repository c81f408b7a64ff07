import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Accounts, type DemoAccess, readAccounts, type SignIn, writeAccounts } from './accounts';
import { DEMO_SLUG, ensureDemo } from './demo/ensure';
import { freePort, isFreePort } from './free-port';
import { type Stack, startStack } from './stack';

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
  whenNpmEnds(() => stop(1));
  try {
    stack = await startStack({
      dataDir,
      port: await choosePort(),
      workersGiveWay: true,
      log: say,
      env: {
        BOOTSTRAP_ADMIN_EMAIL: accounts.systemAdmin.email,
        BOOTSTRAP_ADMIN_PASSWORD: accounts.systemAdmin.password,
      },
    });
    if (stopping) return;
    const keep = (demo: DemoAccess): void => writeAccounts(dataDir, { ...accounts, demo });
    const demo = await ensureDemo({ stack, accounts, keep, log: say });
    announce(stack.url, dataDir, accounts, demo);
  } catch (error) {
    if (stopping) return; // whatever was going on has lost its service
    console.error(error instanceof Error ? error.message : error);
    stop(1);
    return;
  }
  console.error(await stack.crashed);
  stop(1);
}

const LOOK_MS = 500;

/** Calls `stop` when npm, which started this process, was killed and so could pass no signal on. */
function whenNpmEnds(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stop();
  }, LOOK_MS).unref();
}

async function choosePort(): Promise<number> {
  const preferredPort = Number(process.env.PORT ?? 3000);
  if (await isFreePort(preferredPort)) return preferredPort;
  if (process.env.PORT) throw new Error(`Port ${preferredPort} is in use; set PORT to another one.`);
  return freePort();
}

function announce(url: string, dataDir: string, { systemAdmin, demoAdmin }: Accounts, demo: DemoAccess | null): void {
  const { port } = new URL(url);
  const line = (what: string, { email, password }: SignIn, note = ''): string =>
    `  ${what.padEnd(19)} ${email.padEnd(36)} ${password}   ${note}`.trimEnd();
  const signIns = demo
    ? [
        line('Demo TenantAdmin', demoAdmin, `(tenantSlug "${DEMO_SLUG}", these four)`),
        line('Demo HR manager', demo.hr),
        line('Demo manager', demo.manager, '(two plans wait for approval)'),
        line('Demo employee', demo.employee),
      ]
    : [`  Demo tenant         made with the accounts of another data directory; remove the data to get a new one`];
  console.log(`
The evaluation service runs.

  Console             http://${DEMO_SLUG}.localhost:${port}   (sign in with one of the accounts below)
  Console (platform)  ${url}   (sign in as the SystemAdmin)
  API documentation   ${url}/swagger
  Queues (Bull Board) ${url}/admin/queues   (sign in as the SystemAdmin)
  Health              ${url}/health/ready
  Mails (no SMTP set) ${resolve(dataDir, 'outbox')}
  Logs                ${resolve(dataDir, 'logs')}
  Data                ${dataDir}

${[line('SystemAdmin', systemAdmin), ...signIns].join('\n')}
${demo ? commands(url, demo) : ''}
Stop with Ctrl-C. "npm run demo" shows the whole way of 600 employees, from a CSV to the three exports.
`);
}

/** What can be pasted right away; the key stays the same at each start. */
function commands(url: string, { apiKey, hr }: DemoAccess): string {
  const credentials = JSON.stringify({ ...hr, tenantSlug: DEMO_SLUG });
  return `
Paste into another terminal:

  # the public API, with the key of this installation
  curl -s ${url}/api/v1/datasets/scores -H 'X-Api-Key: ${apiKey}' | head -c 600
  # the internal API: a token of the HR manager, and the dashboard of the organization
  TOKEN=$(curl -s ${url}/api/auth/token -H 'Content-Type: application/json' -d '${credentials}' | jq -r .accessToken)
  curl -s ${url}/api/dashboards/organizational -H "Authorization: Bearer $TOKEN"
`;
}
