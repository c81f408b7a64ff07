import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { makeTenant } from '../factories/tenant';
import { useService } from '../support/service';

// The README's tour, typed as it stands there after a first start.

const service = useService();
const folder = mkdtempSync(join(tmpdir(), 'tour-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('each step of the tour answers what the README says', async () => {
  const tenant = await makeTenant();
  const email = 'admin@demo.example';
  const { password } = await makeAccount(tenant.id, { email, roles: [Role.TenantAdmin] });
  const readme = readFileSync('README.md', 'utf8');
  const [, tour = ''] = /## A tour over HTTP[^]*?```sh\n([^]*?)```/.exec(readme) ?? [];
  const typed = tour
    .replace('http://localhost:3000', service().url)
    .replace('<printed by npm start>', password)
    .replaceAll('<the same>', password)
    .replaceAll('"tenantSlug":"demo"', `"tenantSlug":"${tenant.slug}"`);
  symlinkSync(resolve(service().config.DATA_DIR), join(folder, '.data'));
  const env = { ...process.env, NODE_PATH: resolve('node_modules') };
  writeFileSync(join(folder, 'tour.sh'), typed);
  // A terminal is a file, which the pipes of a child process are not: `tee /dev/stderr` needs one.
  await promisify(execFile)('bash', ['-c', 'bash -euo pipefail tour.sh > shown 2> errors'], { cwd: folder, env });
  const stdout = readFileSync(join(folder, 'shown'), 'utf8');
  expect(stdout).not.toContain('"success"'); // of a refusal
  const answers = [
    ...['"twoFactorEnabled": false', 'true', '"TWO_FACTOR_REQUIRED"'],
    ...['"sentAt"', 'Sign in with ana@demo.example', '"created": 2', '"Open"'],
    ...['Location: /api/jobs/', '"sent": 2', '"Calculated"', '"cycle.status-changed"', '"valid": true'],
  ];
  let rest = stdout;
  for (const answer of answers) {
    expect(rest).toContain(answer);
    rest = rest.slice(rest.indexOf(answer) + answer.length);
  }
}, 60_000);
