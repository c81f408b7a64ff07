import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { type Accounts, type DemoAccess, readAccounts, type SignIn, writeAccounts } from './accounts';
import { DEMO_SLUG, ensureDemo } from './demo/ensure';
import { freePort } from './free-port';
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

  API documentation   ${url}/swagger
  Queues (Bull Board) ${url}/admin/queues   (sign in as the SystemAdmin)
  Demo tenant         http://${DEMO_SLUG}.localhost:${port}
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
