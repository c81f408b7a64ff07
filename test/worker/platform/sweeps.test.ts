import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { bulkInsert } from '../../../shared/db/bulk';
import { saveFile, storeBytes } from '../../../shared/infra/files';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { GapModel } from '../../../shared/insight/gaps/gap.model';
import { OutdatedGapRunModel } from '../../../shared/insight/gaps/outdated-gap-run.model';
import { storeJob } from '../../../shared/jobs/enqueue';
import { ImportReportPartModel } from '../../../shared/jobs/import-report.model';
import { storeImportReport } from '../../../shared/jobs/import-report.store';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { EmailChangeModel } from '../../../shared/platform/accounts/email-change.model';
import { PasswordResetRequestModel } from '../../../shared/platform/passwords/password-reset-request.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { sweepGapRows } from '../../../worker/insight/sweep-gap-rows';
import { sweepJobFiles, sweepStrayBytes } from '../../../worker/platform/sweep-files';
import {
  sweepEmailChanges,
  sweepEndedJobs,
  sweepPasswordRequests,
  sweepSessions,
} from '../../../worker/platform/sweep-rows';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

// Each sweep looks at the rows of every tenant: rows of other tests are young, so their count does not matter.

useDatabase();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const ago = (ms: number): Date => new Date(Date.now() - ms);

/** Makes rows look as if they were written then. */
async function backdate(model: string, id: string, fields: Record<string, Date>): Promise<void> {
  await mongoose.model(model).collection.updateOne({ tenantId: tenant.id, _id: id as never }, { $set: fields });
}

async function chunksOf(id: string): Promise<number> {
  return bytes('chunks').countDocuments({ files_id: id });
}

function bytes(part: 'chunks' | 'files'): mongoose.mongo.Collection {
  const { db } = mongoose.connection;
  if (!db) throw new Error('not connected');
  return db.collection(`files.${part}`);
}

async function file(purpose: FilePurpose, age: number): Promise<string> {
  const { _id } = await tenant.within(() =>
    saveFile(Buffer.from('x'), { name: 'x', contentType: 'x', purpose, createdBy: null }),
  );
  await backdate('StoredFile', _id, { createdAt: ago(age) });
  return _id;
}

const isKept = (id: string): Promise<boolean> =>
  tenant.within(async () => (await StoredFileModel.exists({ _id: id })) !== null);

describe('files of jobs', () => {
  test('exports and imports go after 24 hours with their bytes, evidence and pictures stay', async () => {
    const old = [await file(FilePurpose.Export, 25 * HOUR), await file(FilePurpose.Import, 25 * HOUR)];
    const kept = [
      await file(FilePurpose.Export, 23 * HOUR),
      await file(FilePurpose.Evidence, 999 * DAY),
      await file(FilePurpose.Photo, 999 * DAY),
      await file(FilePurpose.Logo, 999 * DAY),
    ];
    await sweepJobFiles();
    for (const id of old) expect([await isKept(id), await chunksOf(id)]).toEqual([false, 0]);
    for (const id of kept) expect([await isKept(id), await chunksOf(id)]).toEqual([true, 1]);
  });

  test('the file of an import that waits or runs stays until it is over', async () => {
    const id = await file(FilePurpose.Import, 99 * DAY);
    const job = await tenant.within(() =>
      storeJob('people.import-employees', { fileId: id, dateFormat: 'iso', dryRun: false }),
    );
    await sweepJobFiles();
    expect(await isKept(id)).toBe(true);
    await tenant.within(async () => JobModel.updateOne({ _id: job._id }, { $set: { status: JobStatus.Failed } }));
    await sweepJobFiles();
    expect(await isKept(id)).toBe(false);
  });
});

describe('bytes that no row names', () => {
  /** Rounds of the sweep until it has looked at everything, wherever it was. */
  const round = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await sweepStrayBytes();
  };

  async function stray(age: number, whole: boolean): Promise<string> {
    const id = newId();
    await storeBytes(id, Readable.from([Buffer.alloc(600_000, 1)]));
    const pieces = await bytes('chunks').find({ files_id: id }).toArray();
    await bytes('chunks').deleteMany({ files_id: id });
    const seconds = Math.floor(ago(age).getTime() / 1_000);
    const dated = pieces.map((piece, at) => ({
      ...piece,
      _id: new mongoose.mongo.ObjectId(
        (seconds.toString(16) + newId().replace(/-/g, '').slice(0, 15) + at).slice(0, 24),
      ),
    }));
    await bytes('chunks').insertMany(dated);
    if (!whole) await bytes('files').deleteOne({ _id: id as never });
    return id;
  }

  test('go after an hour, whole or half written; young ones and those of files stay', async () => {
    const [whole, half, young] = [
      await stray(2 * HOUR, true),
      await stray(2 * HOUR, false),
      await stray(HOUR / 2, true),
    ];
    const named = await file(FilePurpose.Evidence, 99 * DAY);
    expect(await chunksOf(half)).toBe(3);
    await round();
    expect([await chunksOf(whole), await bytes('files').countDocuments({ _id: whole as never })]).toEqual([0, 0]);
    expect(await chunksOf(half)).toBe(0);
    expect([await chunksOf(young), await chunksOf(named)]).toEqual([3, 1]);
  });
});

describe('rows that are over', () => {
  test('sessions go 30 days after they expired or were revoked', async () => {
    const session = (expiresAt: Date, revokedAt: Date | null) =>
      tenant.within(async () => {
        const values = { userId: newId(), refreshHash: newId(), rotatedAt: ago(0), lastSeenAt: ago(0) };
        return (await SessionModel.create({ ...values, expiresAt, revokedAt }))._id;
      });
    const over = [await session(ago(31 * DAY), null), await session(ago(-DAY), ago(31 * DAY))];
    const kept = [
      await session(ago(29 * DAY), null),
      await session(ago(-DAY), ago(29 * DAY)),
      await session(ago(-DAY), null),
    ];
    await sweepSessions();
    const left = await tenant.within(async () => SessionModel.distinct('_id', { _id: { $in: [...over, ...kept] } }));
    expect(left.sort()).toEqual(kept.sort());
  });

  test('jobs go 30 days after they ended, never before', async () => {
    const job = async (status: JobStatus, finishedAt: Date | null) => {
      const { _id } = await tenant.within(() => storeJob('evaluation.generate', { cycleId: newId() }));
      await tenant.within(async () => JobModel.updateOne({ _id }, { $set: { status, finishedAt } }));
      await backdate('Job', _id, { createdAt: ago(99 * DAY) });
      return _id;
    };
    const over = [await job(JobStatus.Succeeded, ago(31 * DAY)), await job(JobStatus.Failed, ago(31 * DAY))];
    const kept = [
      await job(JobStatus.Succeeded, ago(29 * DAY)),
      await job(JobStatus.Queued, null),
      await job(JobStatus.Running, null),
    ];
    const row = { row: 2, email: 'a@x.example', outcome: 'created', message: null, warnings: [] } as const;
    await tenant.within(async () => {
      for (const id of [...over, ...kept]) await storeImportReport(id, [{ ...row, warnings: [] }]);
    });
    await sweepEndedJobs();
    const left = await tenant.within(async () => JobModel.distinct('_id', { _id: { $in: [...over, ...kept] } }));
    expect(left.sort()).toEqual(kept.sort());
    const reports = await tenant.within(async () => ImportReportPartModel.distinct('jobId'));
    expect(reports.sort()).toEqual(kept.sort());
  });

  test('wishes for a new password that no job took go after a day', async () => {
    const [old, young] = await tenant.within(async () => [
      (await PasswordResetRequestModel.create({ email: 'old@example.test' }))._id,
      (await PasswordResetRequestModel.create({ email: 'young@example.test' }))._id,
    ]);
    await backdate('PasswordResetRequest', old ?? '', { createdAt: ago(25 * HOUR) });
    await sweepPasswordRequests();
    expect(await tenant.within(async () => PasswordResetRequestModel.distinct('_id'))).toEqual([young]);
  });

  test('former emails that no job told go after a day', async () => {
    const [old, young] = await tenant.within(async () => [
      (await EmailChangeModel.create({ userId: 'a', email: 'old@example.test' }))._id,
      (await EmailChangeModel.create({ userId: 'b', email: 'young@example.test' }))._id,
    ]);
    await backdate('EmailChange', old ?? '', { createdAt: ago(25 * HOUR) });
    await sweepEmailChanges();
    expect(await tenant.within(async () => EmailChangeModel.distinct('_id'))).toEqual([young]);
  });
});

describe('gap rows of runs that no one sees (docs/adr/0006)', () => {
  const gapRun = () =>
    tenant.within(async (): Promise<string> => {
      const gap = { cycleId: null, departmentId: null, jobProfileId: null, requirement: 'R', isCritical: false };
      const levels = { requiredLevel: 3, currentLevel: 2, gapLevel: 1, priority: 3 as const };
      const runId = newId();
      await bulkInsert(GapModel, [{ ...gap, ...levels, runId, employeeId: newId(), requirementId: newId() }]);
      return runId;
    });
  const rowsOf = (runId: string) => tenant.within(async () => GapModel.countDocuments({ runId }));

  test('are removed an hour after they were replaced, or begun and not shown; others stay', async () => {
    const [old, young, seen] = [await gapRun(), await gapRun(), await gapRun()];
    await tenant.within(async () => OutdatedGapRunModel.create([{ _id: old }, { _id: young }]));
    await backdate('OutdatedGapRun', old, { createdAt: ago(2 * HOUR) });
    await sweepGapRows();
    expect(await Promise.all([old, young, seen].map(rowsOf))).toEqual([0, 1, 1]);
    expect(await tenant.within(async () => OutdatedGapRunModel.distinct('_id'))).toEqual([young]);
  });
});
