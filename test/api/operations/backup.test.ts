import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EJSON } from 'bson';
import mongoose from 'mongoose';
import { assertEnoughSpace, diskSpace } from '../../../api/operations/backup/disk-space';
import { readManifest, writeManifest } from '../../../api/operations/backup/manifest';
import { readLedger, reapplyErasures } from '../../../api/privacy/reapply.store';
import { inTransaction } from '../../../shared/db/transaction';
import { saveFile, readFile as readStored } from '../../../shared/infra/files';
import { FilePurpose } from '../../../shared/infra/stored-file.model';
import { storeJob } from '../../../shared/jobs/enqueue';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { ScheduleModel } from '../../../shared/jobs/schedule.model';
import { config } from '../../../shared/kernel/config';
import { asSystem } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { MetaId, MetaModel } from '../../../shared/migrations/meta.model';
import { newestVersion, SCHEMA } from '../../../shared/migrations/migrations';
import { checkSchema } from '../../../shared/migrations/schema-stamp.store';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { AuditHeadModel, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { deliveredThrough, recordDelivery } from '../../../shared/platform/audit/audit-position.store';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { SessionModel } from '../../../shared/platform/session.model';
import { startSchedules } from '../../../worker/schedule';
import { makeEmployee } from '../../factories/employee';
import { makeOneOfEach } from '../../factories/one-of-each';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { type AdminCommand, startAdmin } from '../../support/admin-command';
import { useService } from '../../support/service';

const service = useService({ worker: false, ownDatabase: true });
const out = mkdtempSync(join(tmpdir(), 'backups-'));
const PICTURE = Buffer.alloc(700_000, 'picture'); // three pieces
const FILLER = 4_000;
let tenant: TestTenant;
let fileId: string;
let backup: string;
let before: Dump;

/** What a test stores beside the service's own collections: pairs that are written in one transaction. */
const PAIRS = ['pairs-left', 'pairs-right'];
/** What a restore changes by intention. */
const CHANGED = ['sessions', 'jobs', 'runfences'];

type Dump = Record<string, string[]>;

function db(): mongoose.mongo.Db {
  if (!mongoose.connection.db) throw new Error('not connected');
  return mongoose.connection.db;
}

/** All rows of all collections, with their types, and the indexes. */
async function dump(): Promise<Dump> {
  return asSystem('a test compares everything', async () => {
    const found: Dump = {};
    for (const { name } of await db().listCollections({}, { nameOnly: true }).toArray()) {
      if (name === 'meta') continue;
      const rows = await db()
        .collection(name)
        .find({}, { promoteValues: false, sort: { _id: 1 } })
        .toArray();
      const indexes = await db().collection(name).listIndexes().toArray();
      found[name] = rows.map((row) => EJSON.stringify(row, { relaxed: false }));
      found[`indexes of ${name}`] = indexes.map(({ name: index }) => String(index)).sort();
    }
    return found;
  });
}

const without = (dumped: Dump, names: readonly string[]): Dump =>
  Object.fromEntries(Object.entries(dumped).filter(([name]) => !names.includes(name)));

async function emptyDatabase(): Promise<void> {
  for (const { name } of await db().listCollections({}, { nameOnly: true }).toArray()) await db().dropCollection(name);
}

/** Starts an operator's command with the database and DATA_KEY alone. */
function start(args: string[], env: Record<string, string> = {}): AdminCommand {
  const mongo = new URL(process.env.MONGO_URL ?? '');
  mongo.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}_own`;
  return startAdmin(args, {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATA_DIR: out,
    MONGO_URL: mongo.toString(),
    DATA_KEY: config().DATA_KEY,
    ...env,
  });
}

const admin = (...args: string[]) => start(args).ended;

/** Kills a command as soon as it has printed `text`; false when it had ended before, which a busy machine makes possible. */
async function isKilledAt(text: string, args: string[]): Promise<boolean> {
  const { child, until, ended } = start(args);
  await until(text);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

/** A copy of the backup, for a test that damages it. */
function copy(): string {
  const folder = mkdtempSync(join(out, 'copy-'));
  for (const name of readdirSync(backup)) writeFileSync(join(folder, name), readFileSync(join(backup, name)));
  return folder;
}

beforeAll(async () => {
  await checkSchema();
  tenant = await makeTenant();
  await makeOneOfEach(tenant);
  await tenant.within(async () => {
    const file = { name: 'picture.png', contentType: 'image/png', purpose: FilePurpose.Photo, createdBy: null };
    fileId = (await saveFile(PICTURE, file))._id;
    await storeJob('insight.export-heatmap', { cycleId: newId(), departmentId: null, jobProfileId: null });
  });
  const rows = Array.from({ length: FILLER }, (_, at) => ({ _id: `f${at}` as never, double: new mongoose.mongo.Double(5), long: mongoose.mongo.Long.fromNumber(at) })); // oxfmt-ignore
  await db().collection('filler').insertMany(rows);
  for (const name of PAIRS) await db().createCollection(name);
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

test('a backup shows one moment while writes go on, and is readable by its owner alone', async () => {
  before = without(await dump(), PAIRS);
  const running = start(['backup', '--out', out, '--keep', '1']);
  let pairs = 0;
  while (running.child.exitCode === null) {
    await mongoose.connection.getClient().withSession((session) =>
      session.withTransaction(async () => {
        for (const name of PAIRS)
          await db()
            .collection(name)
            .insertOne({ _id: `p${pairs}` as never }, { session });
      }),
    );
    pairs++;
  }
  const { code, out: text, error } = await running.ended;
  expect([code, error]).toEqual([0, '']);
  expect(text).toMatch(/Rows: 100 %[^]*rows of \d+ collections, [\d.]+ MB, as of \d{4}-/);
  const [name = '', ...more] = readdirSync(out);
  expect(more).toEqual([]);
  backup = join(out, name);
  expect(text.trim().endsWith(backup)).toBe(true);
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(backup))
    expect([file, statSync(join(backup, file)).mode & 0o777]).toEqual([file, 0o600]);
  const manifest = await readManifest(backup);
  expect(JSON.stringify(manifest)).not.toContain(config().DATA_KEY);
  const [left, right] = PAIRS.map((pair) => manifest.parts.find(({ collection }) => collection === pair)?.rows ?? -1);
  expect(left).toBe(right);
  expect([left, pairs > 20]).toEqual([expect.any(Number), true]);
  expect(
    (
      await asSystem('a test', () =>
        db()
          .collection('meta')
          .findOne({ _id: 'backup' as never }),
      )
    )?.at,
  ).toEqual(new Date(manifest.at));
});

test('everything that was deleted comes back as it was, sessions end, jobs under way fail', async () => {
  await emptyDatabase();
  const { code, out: text, error } = await admin('restore', '--from', backup);
  expect([code, error]).toEqual([0, '']);
  expect(text).toContain('All audit logs hold.');
  const after = without(await dump(), PAIRS);
  const sorted = (dumped: Dump): string[] =>
    Object.keys(
      without(
        dumped,
        PAIRS.map((name) => `indexes of ${name}`),
      ),
    ).sort();
  expect(sorted(after)).toEqual(sorted(before));
  for (const name of sorted(before))
    if (!CHANGED.includes(name)) expect([name, after[name]]).toEqual([name, before[name]]);
  for (const name of ['sessions', 'jobs']) expect([name, after[name]?.length]).toEqual([name, before[name]?.length]);
  expect(await tenant.within(() => readStored(fileId))).toEqual(PICTURE);
  await tenant.within(async () => {
    expect(await SessionModel.countDocuments({ revokedAt: null })).toBe(0);
    expect(await JobModel.countDocuments({ status: { $in: [JobStatus.Queued, JobStatus.Running] } })).toBe(0);
    expect(await JobModel.countDocuments({ 'error.message': 'interrupted by a restore' })).toBeGreaterThan(0);
  });
  await expect(checkSchema()).resolves.toBeUndefined();
  expect((await admin('migrate', '--check')).code).toBe(0);
  await MetaModel.updateOne({ _id: MetaId.Schema }, { $set: { version: 1_000 } });
  const newer = await admin('migrate', '--check');
  expect([newer.code, newer.error]).toEqual([1, expect.stringContaining('The data have schema version 1000')]);
  await MetaModel.updateOne({ _id: MetaId.Schema }, { $set: { version: newestVersion(SCHEMA) } });
});

describe('a restore refuses before it writes anything', () => {
  const damage = (change: (file: string) => void) => (folder: string) => change(join(folder, 'employees.bson.gz'));

  test.each<[string, (folder: string) => Promise<void> | void, RegExp]>([
    [
      'a part with a changed byte',
      damage((file) => {
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(file, bytes);
      }),
      /employees\.bson\.gz is damaged/,
    ],
    [
      'a part that is cut off',
      damage((file) => truncateSync(file, statSync(file).size - 20)),
      /employees\.bson\.gz is damaged/,
    ],
    ['a part that is missing', damage((file) => rmSync(file)), /employees\.bson\.gz is damaged or missing/],
    ['a backup without a manifest', (folder) => rmSync(join(folder, 'manifest.json')), /holds no complete backup/],
    [
      'a manifest that was changed',
      (folder) => {
        const file = join(folder, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace(/"rows": \d+/, '"rows": 1234567'));
      },
      /manifest\.json is damaged/,
    ],
    [
      'a manifest that is no JSON',
      (folder) => truncateSync(join(folder, 'manifest.json'), 90),
      /manifest\.json is damaged/,
    ],
    [
      'a newer schema',
      async (folder) => {
        const { format: _, ...manifest } = await readManifest(folder);
        await writeManifest(folder, { ...manifest, schemaVersion: 99, appVersion: '9.9.9' });
      },
      new RegExp(
        `schema version 99, and this program knows ${newestVersion(SCHEMA)} at most: restore it with version 9\\.9\\.9`,
      ),
    ],
  ])('%s', async (_case, change, message) => {
    const folder = copy();
    await change(folder);
    const stored = await dump();
    for (const more of [[], ['--check']]) {
      const { code, error } = await admin('restore', '--from', folder, '--replace', ...more);
      expect([code, error]).toEqual([1, expect.stringMatching(message)]);
    }
    expect(await dump()).toEqual(stored);
    await expect(checkSchema()).resolves.toBeUndefined();
  });

  test('another DATA_KEY', async () => {
    const run = start(['restore', '--from', backup, '--replace'], { DATA_KEY: 'another-key-another-key-another-key' });
    expect(await run.ended).toMatchObject({ code: 1, error: expect.stringMatching(/made with another DATA_KEY/) });
  });

  test('a database with organizations, unless told to replace it; --check writes nothing', async () => {
    const stored = await dump();
    const refused = await admin('restore', '--from', backup);
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/has 1 organization: .*--replace/)]);
    const checked = await admin('restore', '--from', backup, '--replace', '--check');
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('Nothing was written.')]);
    expect(await dump()).toEqual(stored);
  });
});

test('a disk that is too small for the data of a backup is said before anything is written', async () => {
  const space = await diskSpace();
  expect(space?.free).toBeGreaterThan(0);
  expect(space?.ofData).toBeGreaterThan(0);
  const gigabytes = (count: number): number => count * 1024 ** 3;
  expect(() => assertEnoughSpace(gigabytes(3), { free: gigabytes(2), ofData: gigabytes(1) })).not.toThrow();
  expect(() => assertEnoughSpace(gigabytes(3.2), { free: gigabytes(2), ofData: gigabytes(1) })).toThrow(
    /needs 3\.2 GB .* has 2\.0 GB free and 1\.0 GB of data to be replaced/,
  );
  expect(() => assertEnoughSpace(gigabytes(0.3), { free: 0, ofData: gigabytes(0.02) })).toThrow(
    /needs 307 MB .* has 0 MB free and 20 MB of data/,
  );
  expect(() => assertEnoughSpace(gigabytes(3), null)).not.toThrow();
});

test('a backup that is killed leaves nothing that looks complete', async () => {
  let folder = mkdtempSync(join(out, 'killed-'));
  while (!(await isKilledAt('Rows: 0 %', ['backup', '--out', folder]))) folder = mkdtempSync(join(out, 'killed-'));
  const left = readdirSync(folder);
  expect(left.filter((name) => !name.startsWith('.partial-'))).toEqual([]);
  for (const name of left) {
    const { code, error } = await admin('restore', '--from', join(folder, name), '--replace');
    expect([code, error]).toEqual([1, expect.stringMatching(/holds no complete backup/)]);
  }
});

test('a restore that is killed keeps processes from starting, and can be repeated', async () => {
  while (!(await isKilledAt('Restoring: 0 %', ['restore', '--from', backup, '--replace'])));
  await expect(checkSchema()).rejects.toThrow(/restore into this database has not ended/);
  const refused = await admin('erasures');
  expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/Run it again/)]);
  const { code, error } = await admin('restore', '--from', backup);
  expect([code, error]).toEqual([0, '']);
  const after = await dump();
  for (const name of Object.keys(before))
    if (!CHANGED.includes(name)) expect([name, after[name]]).toEqual([name, before[name]]);
  await expect(checkSchema()).resolves.toBeUndefined();
});

test('people who were erased since stay erased, by the ledger of the database or by its copy', async () => {
  const person = await tenant.within(() => makeEmployee({ firstName: 'Wilhelmina', lastName: 'Ostrowska' }));
  const made = await admin('backup', '--out', join(out, 'erased'));
  const from = made.out.trim().split('\n').at(-1) ?? '';
  expect(existsSync(from)).toBe(true);
  const entry = { _id: person._id, tenantId: tenant.id, requestId: randomUUID(), accountIds: [], redactions: [], erasedAt: new Date().toISOString() }; // oxfmt-ignore
  expect(await reapplyErasures([entry])).toBe(1);
  const nameOf = () => tenant.within(async () => (await EmployeeModel.findOne({ _id: person._id, isDeleted: true }).lean())?.fullName); // oxfmt-ignore
  expect(await nameOf()).toBe('Former employee');
  const ledger = join(out, 'ledger.ndjson');
  writeFileSync(ledger, (await readLedger()).map((line) => `${JSON.stringify(line)}\n`).join(''));

  const replaced = await admin('restore', '--from', from, '--replace');
  expect([replaced.code, replaced.out]).toEqual([0, expect.stringContaining('Erased again: 1 person who')]);
  expect(await nameOf()).toBe('Former employee');

  await emptyDatabase();
  const moved = await admin('restore', '--from', from, '--ledger', ledger);
  expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('Erased again: 1 person who')]);
  expect(await nameOf()).toBe('Former employee');
  expect(service().config.DATA_KEY).toBe(config().DATA_KEY);
});

test('what was sent of an audit log is not sent again after a restore', async () => {
  const delivered = () => tenant.within(deliveredThrough);
  await tenant.within(() =>
    inTransaction(async () => {
      for (let time = 0; time < 2; time++)
        await recordAudit('cycle.created', { entityType: AuditEntity.Cycle, entityId: newId() });
    }),
  );
  await tenant.within(() => recordDelivery(1));
  const from = (await admin('backup', '--out', join(out, 'sent'))).out.trim().split('\n').at(-1) ?? '';
  await tenant.within(() => recordDelivery(2));
  expect((await admin('restore', '--from', from, '--replace')).code).toBe(0);
  expect(await delivered()).toBe(2);
  await tenant.within(() => recordDelivery(1_000));
  expect((await admin('restore', '--from', from, '--replace')).code).toBe(0);
  expect(await delivered()).toBe((await tenant.within(async () => AuditHeadModel.findOne().lean()))?.sequence);
  await emptyDatabase();
  expect((await admin('restore', '--from', from)).code).toBe(0);
  expect(await delivered()).toBe(1);
});

test('only the newest backups are kept', async () => {
  const folder = join(out, 'kept');
  for (let time = 0; time < 3; time++) expect((await admin('backup', '--out', folder, '--keep', '2')).code).toBe(0);
  expect(readdirSync(folder)).toHaveLength(2);
  const refused = await admin('backup', '--out', folder, '--keep', '0');
  expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/--keep must be/)]);
});

test('a restore is refused while a worker runs on the database, a check is not', async () => {
  const stop = startSchedules();
  const hasFired = () => ScheduleModel.exists({ _id: 'sweep-lost-jobs', nextAt: { $gt: new Date() } });
  try {
    while ((await hasFired()) === null) await new Promise((again) => setTimeout(again, 100));
    const { code, error } = await admin('restore', '--from', backup, '--replace');
    expect([code, error]).toEqual([1, 'A worker runs on this database: stop the API and all workers first.\n']);
    expect((await admin('restore', '--from', backup, '--replace', '--check')).code).toBe(0);
  } finally {
    await stop();
  }
});

test('an audit log that did not hold when the backup was made is named, and everything is restored', async () => {
  const [entry] = await tenant.within(async () => AuditLogModel.find().sort({ sequence: -1 }).limit(1).lean());
  const tampered = { _id: entry?._id as never, tenantId: tenant.id };
  await db().collection('auditlogs').updateOne(tampered, { $set: { eventType: 'employee.deleted' } }); // oxfmt-ignore
  const from = (await admin('backup', '--out', join(out, 'tampered'))).out.trim().split('\n').at(-1) ?? '';
  const { code, out: text, error } = await admin('restore', '--from', from, '--replace');
  expect([code, error]).toEqual([
    1,
    expect.stringContaining(`The audit log of ${tenant.slug} does not hold from entry ${entry?.sequence} on`),
  ]);
  expect(text).toContain('is restored. Start the API and the workers.');
  expect(text).not.toContain('All audit logs hold.');
});

test('a backup for which the disk has no space fails with a sentence and leaves nothing', async () => {
  const folder = mkdtempSync(join(out, 'full-'));
  const { child, ended } = start(['backup', '--out', folder]);
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=0']); // no file may have a byte
  const { code, error } = await ended;
  expect([code, error]).toEqual([1, expect.stringMatching(/EFBIG|ENOSPC/)]);
  expect(readdirSync(folder)).toEqual([]);
});
