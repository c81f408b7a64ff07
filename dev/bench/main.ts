import { mkdirSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { ensureIndexes } from '../../shared/db/indexes';
import { collectSooner } from '../../worker/heap';
import { startMongo } from '../mongo';
import { calibrationComparison, nineBoxComparison } from './calibration.bench';
import { dashboardLooks, type Look } from './dashboard.bench';
import { deadlineComparison } from './deadline.bench';
import { generationComparison, peersComparison, pureAssignment } from './evaluation.bench';
import { downloadComparison } from './files.bench';
import { analysisComparison, heatmapDataComparison, readinessComparison } from './gap-data.bench';
import { gapsComparison } from './gaps.bench';
import { importComparison } from './import.bench';
import { mailComparison, reminderComparison } from './mail.bench';
import { type Comparison, compare, type Measured, median } from './measure';
import { hashOnePassword } from './password.bench';
import { privacySteps } from './privacy.bench';
import { profileComparison } from './profile.bench';
import { publicApiBench } from './public-api.bench';
import { heatmapComparison, pdfComparison } from './render.bench';
import { writeScale } from './scale-table';

const SMALL = 1_000;
const LARGE = 10_000;
const IMPORT_SMALL = 2_500;
const IMPORT_LARGE = 25_000;
const PROFILE_REQUESTS = 2_000;
/** They are asked for some 1,700 evaluations. */
const DEADLINE_PEOPLE = 300;

/** npm run bench: measures each work against its raw part in this run, prints and writes the table. */
async function main(): Promise<void> {
  const mongo = process.env.MONGO_URL ? null : await startMongo({ log: console.log });
  const url = new URL(process.env.MONGO_URL ?? mongo?.url ?? '');
  url.pathname = `/bench-${process.pid}`;
  await connectDatabase(url.toString());
  await ensureIndexes();
  if (process.argv[2] === 'scale') {
    await writeScale(process.argv.slice(3).map(Number));
    await disconnectDatabase();
    await mongo?.stop();
    return;
  }
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say('| work | against | ours | raw | ratio | at most | added memory |');
  say('|---|---|---|---|---|---|---|');
  const only = process.argv[2];
  const measure = async (make: () => Promise<Comparison> | Comparison): Promise<Measured> => {
    const measured = await compare(await make());
    say(toLine(measured));
    return measured;
  };
  const growth: string[] = [];
  const grows = async (
    name: string,
    factor: number,
    make: (count: number) => Promise<Comparison>,
    small: number,
  ): Promise<void> => {
    if (only && !name.includes(only)) return;
    const much = await measure(() => make(small * factor)); // first, so that its memory is not reserved already
    const little = await measure(() => make(small));
    growth.push(
      `| ${name} | ${milliseconds(little.oursMs)} | ${milliseconds(much.oursMs)} | ${(much.oursMs / little.oursMs / factor).toFixed(2)} |`,
    );
  };
  collectSooner(); // as the worker does, in which these run
  await grows('import', IMPORT_LARGE / IMPORT_SMALL, importComparison, IMPORT_SMALL);
  await grows('generate', LARGE / SMALL, generationComparison, SMALL);
  await grows('peers', LARGE / SMALL, peersComparison, SMALL);
  await grows('gaps', LARGE / SMALL, gapsComparison, SMALL);
  await grows('analysis', LARGE / SMALL, analysisComparison, SMALL);
  await grows('readiness', LARGE / SMALL, readinessComparison, SMALL);
  setFlagsFromString('--heap-growing-percent=0'); // the rest runs in the API, where V8 decides
  if (!only || 'heatmap-data'.includes(only)) await measure(() => heatmapDataComparison(LARGE));
  if (!only || 'calibration'.includes(only)) await measure(() => calibrationComparison(2_000));
  if (!only || 'nine-box'.includes(only)) await measure(() => nineBoxComparison(LARGE));
  if (!only || 'assignment'.includes(only)) await purePeers(say);
  if (!only || 'render'.includes(only)) {
    const pdf = await pdfComparison();
    await measure(() => pdf);
    await pdf.close();
    await measure(() => heatmapComparison(2_000, 60));
  }
  if (!only || 'profile'.includes(only)) {
    const profile = await profileComparison(PROFILE_REQUESTS);
    await measure(() => profile);
    await profile.close();
  }
  if (!only || 'deadline'.includes(only)) await deadline(measure, say);
  if (!only || 'public-api'.includes(only)) await publicApi(measure, say);
  if (!only || 'files'.includes(only)) {
    const download = await downloadComparison();
    await measure(() => download);
    await download.close();
  }
  if (!only || 'password'.includes(only)) await onePassword(say);
  if (!only || 'mail'.includes(only)) {
    await measure(() => reminderComparison(LARGE));
    const mail = await mailComparison(2_000);
    await measure(() => mail);
    await mail.close();
  }
  if (!only || 'privacy'.includes(only)) await onePerson(say);
  if (!only || 'dashboard'.includes(only)) await dashboard(url.toString(), say); // last: it connects again
  say('');
  say('| work | small | ten times as much | growth per row |');
  say('|---|---|---|---|');
  growth.forEach(say);
  mkdirSync('build', { recursive: true });
  writeFileSync('build/bench.md', `${lines.join('\n')}\n`);
  await disconnectDatabase();
  await mongo?.stop();
}

async function purePeers(say: (line: string) => void): Promise<void> {
  for (const count of [SMALL, LARGE]) {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push((await pureAssignment(count)).ms);
    say(
      `| the pure assignment for ${count.toLocaleString('en')} subjects | 1 s | ${milliseconds(median(times))} | | | 1,000 ms | |`,
    );
  }
}

async function publicApi(
  measure: (make: () => Comparison) => Promise<Measured>,
  say: (line: string) => void,
): Promise<void> {
  const bench = await publicApiBench();
  for (const comparison of bench.comparisons) await measure(() => comparison);
  say(`| v1 datasets/scores, its first byte | 100 ms | ${milliseconds(await bench.firstByteMs())} | | | | |`);
  await bench.close();
}

async function deadline(
  measure: (make: () => Comparison) => Promise<Measured>,
  say: (line: string) => void,
): Promise<void> {
  const comparison = await deadlineComparison(DEADLINE_PEOPLE);
  await measure(() => comparison);
  say(`| the slowest hundredth of these requests | half of them | | | ${comparison.tail().toFixed(2)}x | 3.0x | |`);
  await comparison.close();
}

/** One person among a thousand employees, and among ten times as many: access costs what the person has, and erasure reads all texts. */
async function onePerson(say: (line: string) => void): Promise<void> {
  const few = await privacySteps(SMALL);
  const many = await privacySteps(LARGE);
  for (const [name, ms] of few) {
    const among = many.get(name) ?? 0;
    const most = name.startsWith('access') ? '2.0x' : '5 s';
    say(
      `| ${name}, one person in 10,000 | in 1,000 | ${milliseconds(among)} | ${milliseconds(ms)} | ${(among / ms).toFixed(2)}x | ${most} | |`,
    );
  }
}

async function onePassword(say: (line: string) => void): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < 9; round++) {
    const { ms, processorMs } = await hashOnePassword();
    times.push(ms);
    processor.push(processorMs);
  }
  say(
    `| one password, of processors ${milliseconds(median(processor))} | about 100 ms | ${milliseconds(median(times))} | | | | |`,
  );
}

async function dashboard(url: string, say: (line: string) => void): Promise<void> {
  const { first, next } = await dashboardLooks(url, LARGE);
  const line = (which: string, { commands, databaseMs, ms }: Look, most: string): void =>
    say(
      `| organizational dashboard, ${which}: ${commands} commands, in all ${milliseconds(ms)} | ${most} | ${milliseconds(databaseMs)} | | | | |`,
    );
  line('the first look at a cycle', first, 'counts all rows');
  line('every other look', next, '12 commands, 300 ms of the database');
}

function toLine({ work, against, oursMs, rawMs, ratio, atMost, addedMb, memoryAtMost }: Measured): string {
  const memory = addedMb === null ? '' : `${Math.max(0, addedMb).toFixed(0)} MB (at most ${memoryAtMost})`;
  return `| ${work} | ${against} | ${milliseconds(oursMs)} | ${milliseconds(rawMs)} | **${ratio.toFixed(2)}x** | ${atMost.toFixed(1)}x | ${memory} |`;
}

const milliseconds = (ms: number): string =>
  `${ms.toLocaleString('en', { maximumFractionDigits: ms < 100 ? 1 : 0 })} ms`;

void main();
