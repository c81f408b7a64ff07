import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiClient } from '../client';
import { freePort } from '../free-port';
import { startStack } from '../stack';
import { LARGE_COMPANY } from './company';
import { driveDemo, type DemoOutcome } from './drive';
import { generateEmployeesCsv } from './employees-csv';

const SEED = 2026;
const SLUG = 'meridiana';
const ADMIN = { email: 'admin@platform.example', password: 'Platform-demo-2026' };
const HR = { email: 'hr@meridiana.example', password: 'Meridiana-demo-2026' };
/** One client plays six hundred people from one address. */
const LIMITS = { RATE_LIMIT_AUTH: '100000', RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_UPLOAD: '1000' };

/** npm run demo: a fresh stack, driven over HTTP only; leaves the CSV and the three exports in `.data/demo/`. */
export async function main(): Promise<void> {
  const folder = resolve('.data/demo');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const say = (line: string): void => console.log(`· ${line}`);
  const started = Date.now();
  const stack = await startStack({
    dataDir: folder,
    ephemeral: true,
    port: await freePort(),
    log: say,
    env: { ...LIMITS, BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password },
  });
  const interrupted = (): void => void stack.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const files = await Promise.race([
      demo(stack.url, folder),
      stack.crashed.then((report) => Promise.reject(new Error(report))),
    ]);
    console.log(
      `\nDone in ${Math.round((Date.now() - started) / 1000)} s. Open:\n${files.map((file) => `  ${file}`).join('\n')}`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await stack.stop();
    process.exit();
  }
}

async function demo(url: string, folder: string): Promise<string[]> {
  const platform = await new ApiClient(url).signIn(ADMIN.email, ADMIN.password);
  await platform.post('/api/tenants', {
    name: 'Meridiana',
    slug: SLUG,
    timezone: 'Europe/Madrid',
    admin: { ...HR, fullName: 'Clara Meridiana' },
  });
  const hr = await new ApiClient(url).signIn(HR.email, HR.password, SLUG);
  const outcome = await driveDemo(
    { hr, tenantSlug: SLUG, company: LARGE_COMPANY, seed: SEED, password: HR.password },
    new Date(),
  );
  report(outcome);
  const { cycleId, subjectId } = outcome;
  const save = async (name: string, route: string, body: unknown): Promise<string> => {
    const file = join(folder, name);
    writeFileSync(file, await hr.download(route, body));
    return file;
  };
  const csv = join(folder, 'employees.csv');
  writeFileSync(csv, generateEmployeesCsv(SEED));
  return [
    csv,
    await save('evaluation-report.pdf', '/api/evaluation-results/export-pdf', { cycleId, subjectId }),
    await save('heatmap.xlsx', '/api/gap-heatmap/export-excel', { cycleId }),
    await save('nine-box.xlsx', '/api/nine-box/export-excel', { cycleId }),
  ];
}

function report({ imported, generated, peers, directReports, submitted, left }: DemoOutcome): void {
  const refused = imported.rows.filter((row) => row.outcome !== 'created' || row.warnings.length > 0);
  console.log(`
Import          ${imported.total} rows: ${imported.created} created, ${imported.skipped} skipped, ${imported.errors} errors
${refused.map((row) => `                row ${row.row}: ${row.outcome}${row.message ? `, ${row.message}` : ''}${row.warnings.map((text) => `, ${text}`).join('')}`).join('\n')}
Generation      ${generated.evaluations} evaluations, ${generated.participants} participants
Peers           ${peers.assigned} assigned, at most ${peers.maxPerEvaluator} an evaluator, ${peers.belowMinimum.length} subjects below the minimum
Direct reports  ${directReports.assigned} assigned
Answers         ${submitted} submitted, ${left} left open`);
}
