import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { register } from 'prom-client';
import { ensureSystemAdmin } from '../../api/platform/accounts/bootstrap.service';
import { ensurePlans } from '../../api/platform/plans.service';
import type { Process } from '../../dev/rights/database-rights';
import { disconnectDatabase } from '../../shared/db/connect';
import { RETIRED_COLLECTIONS } from '../../shared/db/retired';
import { inTransaction } from '../../shared/db/transaction';
import { saveFile, storeBytes } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { removeFencesBefore } from '../../shared/jobs/fence';
import { measureWaitingJobs } from '../../shared/jobs/waiting-jobs';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { measureData } from '../../shared/migrations/data-metrics';
import { prepareDatabase } from '../../shared/migrations/prepare-database';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { measureAuditStream } from '../../worker/platform/audit-stream-metrics';
import { commandsOf } from '../support/command-count';
import { connectTestDatabase, watchQueries } from '../support/service';

// What each process asks the database before it serves, at each scrape of its metrics, and for what it meets first: the rights for that
// are recorded here, since later tests find it in the memory that the processes of a test share.

watchQueries();
beforeAll(async () => {
  await connectTestDatabase(true);
  await mongoose.connection.dropDatabase();
  measureData();
  measureWaitingJobs();
});

afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

const start = (process: Process, work: () => Promise<unknown>) =>
  commandsOf(async () => {
    const operation = (): string => `start ${process}`;
    await runInContext({ requestId: newId(), tenantId: null, actor: null, operation }, work);
  });

/** What an entry of the audit log asks of an organization that has none, and of a person without a key. */
const firstEntry = (process: Process): Promise<string[]> =>
  start(process, () => {
    const tenantId = newId();
    const actor = { userId: newId(), email: 'a@example.test', roles: [], sessionId: newId(), employeeId: null };
    return runInContext({ requestId: newId(), tenantId, actor }, () =>
      inTransaction(() => recordAudit('settings.updated', { entityType: AuditEntity.Settings, entityId: tenantId })),
    );
  });

const BUILDS = /^(create|drop|insert|update|delete|findAndModify)/;

test.each<Process>(['public-api', 'renderer'])('%s changes nothing, also in an empty database', async (process) => {
  const commands = await start(process, async () => {
    await prepareDatabase({ isReader: true });
    await register.metrics();
  });
  expect(commands).toContain('find meta');
  expect(commands.filter((command) => BUILDS.test(command))).toEqual([]);
});

test.each<Process>(['api', 'worker'])('%s brings an old database up to date', async (process) => {
  const { connection } = mongoose;
  await connection.dropDatabase();
  for (const name of RETIRED_COLLECTIONS) await connection.collection(name).insertOne({ tenantId: 'any' });
  await connection.collection('employees').createIndex({ tenantId: 1, employeeCode: 1 });
  const commands = await start(process, async () => {
    await prepareDatabase();
    await register.metrics();
  });
  const created = ['insert meta', 'create goals', 'dropIndexes employees', 'createIndexes employees'];
  const dropped = RETIRED_COLLECTIONS.map((name) => `drop ${name}`);
  expect(commands).toEqual(expect.arrayContaining([...created, ...dropped]));
});

test('the API makes the first rows, and a worker looks at what waits to be streamed', async () => {
  const admin = { BOOTSTRAP_ADMIN_EMAIL: 'first@example.test', BOOTSTRAP_ADMIN_PASSWORD: 'vivid-otter-parade-41' };
  const ofApi = await start('api', async () => {
    await ensureSystemAdmin(admin);
    await ensurePlans();
  });
  expect(ofApi).toEqual(expect.arrayContaining(['insert users', 'insert credentials', 'insert plans']));
  measureAuditStream();
  expect(await start('worker', () => register.metrics())).toContain('find auditpositions');
});

test('the renderer takes over a job that another run has begun', async () => {
  const commands = await start('renderer', () =>
    runInContext({ requestId: newId(), tenantId: newId(), actor: null }, () => removeFencesBefore(newId(), 2)),
  );
  expect(commands).toEqual(['find runfences', 'delete runfences']);
});

test('the renderer stores the first file of all, and removes what it could not finish', async () => {
  const tenantId = newId();
  const commands = await start('renderer', () =>
    runInContext({ requestId: newId(), tenantId, actor: null }, async () => {
      await saveFile(Buffer.from('first'), {
        name: 'a.pdf',
        contentType: 'application/pdf',
        purpose: FilePurpose.Export,
        createdBy: null,
      });
      const failing = Readable.from(
        (function* () {
          yield Buffer.from('half');
          throw new Error('the source fails');
        })(),
      );
      await expect(storeBytes(newId(), failing)).rejects.toThrow('the source fails');
    }),
  );
  expect(commands).toEqual(
    expect.arrayContaining(['createIndexes files.files', 'insert files.chunks', 'delete files.chunks']),
  );
});

test.each<Process>(['renderer', 'api', 'worker'])('%s makes the first entry of an audit log', async (process) => {
  expect(await firstEntry(process)).toEqual(expect.arrayContaining(['insert personkeys', 'insert auditlogs']));
});
