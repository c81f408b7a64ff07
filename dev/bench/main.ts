import { mkdirSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { ensureIndexes } from '../../shared/db/indexes';
import { collectSooner } from '../../worker/heap';
import { startMongo } from '../mongo';
import { explainOrganization } from '../queries/explain-organization';
import { backupFigures } from './backup.bench';
import { datasetComparison, odataComparison } from './dataset.bench';
import { deadline } from './deadline.bench';
import { generationComparison, peersComparison, publishingComparison } from './evaluation.bench';
import { gapsComparison } from './gaps.bench';
import { importComparison, updateComparison } from './import.bench';
import { mailComparison } from './mail.bench';
import { type Comparison, compare, type Measured } from './measure';
import { neighbors } from './organizations.bench';
import { profileComparison } from './profile.bench';
import { provisioning } from './provisioning.bench';
import { qualityComparison } from './quality.bench';
import { heatmapComparison, pdfComparison } from './render.bench';
import { reportsFigures } from './reports.bench';
import { writeScale } from './scale-table';
import { webhookComparison } from './webhook.bench';

/** More than anyone has to write there, so that all loads are watched and no subject goes without. */
const MAX_EVALUATIONS = 20;
/** One row in fifty of next month's file differs. */
const USUAL_CHANGE = 50;

type Make = (count: number) => Comparison | Promise<Comparison>;

/** What the worker does, measured with the heap that it has; each also with a tenth of the rows. */
const JOBS: readonly [name: string, make: Make, count: number][] = [
  ['import', importComparison, 25_000],
  ['import', (rows) => updateComparison(rows, USUAL_CHANGE), 25_000],
  ['import', (rows) => updateComparison(rows, 1), 25_000],
  ['generate', generationComparison, 10_000],
  ['peers', peersComparison, 10_000],
  ['peers-limited', (subjects) => peersComparison(subjects, MAX_EVALUATIONS), 10_000],
  ['publish', publishingComparison, 10_000],
  ['gaps', gapsComparison, 10_000],
];
const OTHERS: readonly [name: string, make: Make, count: number][] = [
  ['pdf', pdfComparison, 1],
  ['heatmap', (subjects) => heatmapComparison(subjects, 60), 2_000],
  ['profile', profileComparison, 2_000],
  ['dataset', datasetComparison, 10_000],
  ['odata', odataComparison, 10_000],
  ['quality', qualityComparison, 10_000],
  ['mail', mailComparison, 2_000],
  ['webhook', webhookComparison, 10_000],
];
/** They are asked for some 1,700 evaluations, and answer 150 at once: five times what 100,000 people need in the last hour. */
const DEADLINE = { people: 300, connections: 150, p95: 2_000 };
/** A second of two cores prints at least five; the ZIP of any number needs as little memory. */
const REPORTS = { count: 1_000, perSecond: 5, memoryAtMost: 250 };
/** What the pages of an organization may cost more than alone while its neighbors work. */
const ORGANIZATIONS = { employees: 500, imported: 25_000, reports: 1_000, atMost: 2 };
const PROVISIONING = { people: 10_000, measured: 1_000, atMost: 2 };

/** What has no raw part: each makes its line of the table. */
const FIGURES: readonly [name: string, line: () => Promise<string>][] = [
  ['deadline', deadlineLine],
  ['reports', reportsLine],
  ['provisioning', provisioningLine],
  ['organizations', organizationsLine],
];

/** npm run bench [one line | scale [sizes] | backup [employees]]: prints the table and writes it to build/bench.md. */
async function main(): Promise<void> {
  const only = process.argv[2];
  const lines = [...JOBS, ...OTHERS, ...FIGURES].map(([name]) => name);
  if (only && !['scale', 'backup', 'explain', ...lines].includes(only))
    throw new Error(`npm run bench has no line ${only}: ${[...new Set(lines)].join(', ')}`);
  const mongo = process.env.MONGO_URL ? null : await startMongo({ log: console.log });
  const url = new URL(process.env.MONGO_URL ?? mongo?.url ?? '');
  url.pathname = `/bench-${process.pid}`;
  process.env.MONGO_URL = url.toString(); // for processes that it starts
  await connectDatabase(url.toString(), { monitorCommands: only === 'explain' });
  await ensureIndexes();
  const sizes = process.argv.slice(3).map(Number);
  if (only === 'scale') await writeScale(sizes);
  else if (only === 'backup') await printBackup(url.toString(), sizes[0]);
  else if (only === 'explain') await explainOrganization(sizes[0]);
  else await writeTable(only);
  await disconnectDatabase();
  await mongo?.stop();
}

async function printBackup(url: string, employees = 100_000): Promise<void> {
  for (const [work, { rows, seconds, addedMb }] of Object.entries(await backupFigures(employees, url)))
    console.log(
      `${work} of ${rows.toLocaleString('en')} rows: ${seconds.toFixed(1)} s, ${addedMb.toFixed(0)} MB of memory added`,
    );
}

async function writeTable(only: string | undefined): Promise<void> {
  const isAsked = ([name]: readonly [string, ...unknown[]]): boolean => only === undefined || name === only;
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say('| work | against | ours | raw | ratio | at most | added memory | growth per row |');
  say('|---|---|---|---|---|---|---|---|');
  collectSooner(); // as the worker does, in which these run
  for (const [, make, count] of JOBS.filter(isAsked)) {
    const much = await compare(await make(count)); // first, so that its memory is not reserved already
    const little = await compare(await make(count / 10));
    say(toLine(much, (much.oursMs / little.oursMs / 10).toFixed(2)));
  }
  setFlagsFromString('--heap-growing-percent=0'); // the rest runs in the API, where V8 decides
  for (const [, make, count] of OTHERS.filter(isAsked)) say(toLine(await compare(await make(count))));
  for (const [, line] of FIGURES.filter(isAsked)) say(await line());
  mkdirSync('build', { recursive: true });
  writeFileSync('build/bench.md', `${lines.join('\n')}\n`);
}

async function deadlineLine(): Promise<string> {
  const { people, connections, p95: atMost } = DEADLINE;
  const { perSecond, p95 } = await deadline(people, connections);
  const work = `respond and submit, ${connections} at once, ${perSecond.toFixed(0)} a second: p95`;
  return `| ${work} | | ${milliseconds(p95)} | | | ${milliseconds(atMost)} | | |`;
}

async function reportsLine(): Promise<string> {
  const { count, perSecond: atLeast, memoryAtMost } = REPORTS;
  const { perSecond, addedMb } = await reportsFigures(count);
  const work = `${count.toLocaleString('en')} reports as a ZIP: a second`;
  const memory = `${Math.max(0, addedMb).toFixed(0)} MB (at most ${memoryAtMost})`;
  return `| ${work} | | ${perSecond.toFixed(1)} | | | at least ${atLeast} | ${memory} | |`;
}

async function provisioningLine(): Promise<string> {
  const { people, measured, atMost } = PROVISIONING;
  const { pushedP95, createdP95, withoutManager } = await provisioning({ people, measured });
  if (withoutManager > 0) throw new Error(`${withoutManager} users have no manager`);
  const times = `${milliseconds(pushedP95)} | ${milliseconds(createdP95)} | **${(pushedP95 / createdP95).toFixed(2)}x**`;
  const work = `the last ${measured.toLocaleString('en')} of ${people.toLocaleString('en')} users pushed one by one: p95`;
  return `| ${work} | POST /api/employees: p95 | ${times} | ${atMost.toFixed(1)}x | | |`;
}

async function organizationsLine(): Promise<string> {
  const { atMost, ...size } = ORGANIZATIONS;
  const { quietP95, busyP95, busyAnswers } = await neighbors(size);
  const times = `${milliseconds(busyP95)} | ${milliseconds(quietP95)} | **${(busyP95 / quietP95).toFixed(2)}x**`;
  const work = `${busyAnswers.toLocaleString('en')} pages while a neighbor imports ${size.imported.toLocaleString('en')} rows and one prints ${size.reports.toLocaleString('en')} reports: p95`;
  return `| ${work} | the same pages alone: p95 | ${times} | ${atMost.toFixed(1)}x | | |`;
}

function toLine(measured: Measured, growth = ''): string {
  const { work, against, oursMs, rawMs, ratio, atMost, addedMb, memoryAtMost } = measured;
  const memory = addedMb === null ? '' : `${Math.max(0, addedMb).toFixed(0)} MB (at most ${memoryAtMost})`;
  const times = `${milliseconds(oursMs)} | ${milliseconds(rawMs)} | **${ratio.toFixed(2)}x**`;
  return `| ${work} | ${against} | ${times} | ${atMost.toFixed(1)}x | ${memory} | ${growth} |`;
}

const milliseconds = (ms: number): string =>
  `${ms.toLocaleString('en', { maximumFractionDigits: ms < 100 ? 1 : 0 })} ms`;

void main();
