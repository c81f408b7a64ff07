import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../dev/free-port';
import { WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { WebhookEvent } from '../../../shared/comms/webhooks/webhook-event';
import { inTransaction } from '../../../shared/db/transaction';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { sendWebhooks } from '../../../worker/comms/webhooks/send-webhooks';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { makeWebhook } from '../../factories/webhook';
import { useDatabase } from '../../support/database';
import { guideBlocks } from '../../support/guide-blocks';
import { until } from '../../support/until';
import { type Received, WebhookReceiver } from '../../support/webhook-receiver';

// The examples of docs/webhooks.md run as they are written, against real messages.

useDatabase();

const GUIDE = 'docs/webhooks.md';
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
let tenant: TestTenant;

beforeEach(async () => {
  tenant = await makeTenant();
});

async function leave(): Promise<string> {
  const employeeId = newId();
  await tenant.within(() =>
    inTransaction(() => recordAudit('employee.deleted', { entityType: AuditEntity.Employee, entityId: employeeId })),
  );
  await sendWebhooks(new AbortController().signal, async () => null);
  return employeeId;
}

/** Starts an example that listens, and waits until it does. */
async function startReceiver(program: string, file: string, language: string, secret: string, port: number) {
  const path = join(folder, file);
  writeFileSync(path, guideBlocks(GUIDE, language).join('\n'));
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: `${port}` };
  const child: ChildProcess = spawn(program, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const isListening = (): Promise<boolean> =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true));
      socket.on('error', () => done(false)).on('connect', () => socket.destroy());
    });
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return { printed: () => printed, stop: () => child.kill() };
}

test.each([
  ['Node.js', process.execPath, 'receiver.js', 'js'],
  ['Python', 'python3', 'receiver.py', 'python'],
])(
  'the receiver in %s takes a genuine message and refuses one with another secret',
  async (_name, program, file, language) => {
    const port = await freePort();
    const { secret } = await tenant.within(() => makeWebhook(`http://127.0.0.1:${port}/`));
    await tenant.within(() => makeWebhook(`http://127.0.0.1:${port}/`));
    const receiver = await startReceiver(program, file, language, secret, port);
    const employeeId = await leave();
    const sent = await tenant.within(async () => WebhookDeliveryModel.find().lean());
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
    await until(() => receiver.printed() !== '');
    expect(receiver.printed()).toBe(`employee.left {"employeeId":"${employeeId}"}\n`);
    receiver.stop();
  },
);

test('the check in a shell tells a genuine message from a changed one', async () => {
  const receiver = await new WebhookReceiver(() => 204).start();
  const { secret } = await tenant.within(() => makeWebhook(receiver.url));
  await leave();
  receiver.stop();
  const [received] = receiver.received;
  const { headers = {}, body = '' }: Partial<Received> = received ?? {};
  const [script = ''] = guideBlocks(GUIDE, 'sh');
  const check = (text: string): string => {
    const file = join(folder, 'body');
    writeFileSync(file, text);
    const header = (name: string): string => [headers[name]].join();
    const message = { ID: header('webhook-id'), TIMESTAMP: header('webhook-timestamp'), BODY: file };
    const env = { ...process.env, ...message, SIGNATURE: header('webhook-signature'), WEBHOOK_SECRET: secret };
    return execFileSync('sh', ['-c', `(${script}) || true`], { env, encoding: 'utf8' }).trim();
  };
  expect([check(body), check(`${body} `)]).toEqual(['genuine', 'forged']);
});

test('the guide lists every event', () => {
  const listed = [...readFileSync(GUIDE, 'utf8').matchAll(/^\| `([\w.]+)` /gm)].map(([, type]) => type);
  expect(listed.sort()).toEqual([...Object.values(WebhookEvent), 'test'].sort());
});
