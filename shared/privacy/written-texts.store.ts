import type { Model } from 'mongoose';
import { pickValues } from '../db/pick';
import type { Row } from '../db/rows';
import { FilePurpose, StoredFileModel } from '../infra/stored-file.model';
import type { JobName } from '../jobs/contract';
import { dropFences } from '../jobs/fence';
import { type Job, JobModel, JobStatus } from '../jobs/job.model';
import { restartRuns } from '../jobs/ledger';
import { eraseImportedCells } from './imported-cells.store';
import { mentionsIn, redactRow, textsOf } from './mention-search.store';
import type { Mentions } from './mention.rules';
import { idsOf, type Person } from './person.store';
import { PERSONAL_DATA } from './personal-data';
import { PrivacyRequestModel } from './privacy-request.model';

/** Runs a change in a transaction of its own; fenced in a job. */
export type Write = <T>(change: () => Promise<T>) => Promise<T>;

const asRows = (model: unknown): Model<Row> => model as Model<Row>;

/** Whether an erasure redacts a text without a decision of a TenantAdmin. */
export function isWritten(source: string, path: string): boolean {
  const field = path.split('.')[0] ?? '';
  const data = PERSONAL_DATA.find(({ model }) => model.modelName === source);
  return source === 'Job' || (data?.redacted.includes(field) ?? false);
}

/** Empties imported rows about the person, then redacts the person in notifications, import reports, file names, notes of requests and jobs. */
export async function eraseWrittenTexts(person: Person, mentions: Mentions, write: Write): Promise<void> {
  await eraseImportedCells(person, write);
  for (const { model, redacted } of PERSONAL_DATA.filter((data) => data.redacted.length > 0)) {
    const others = Object.keys(model.schema.paths).map((path) => path.split('.')[0] ?? '');
    const identity = others.filter((field) => !redacted.includes(field));
    const paths = new Map<string, string[]>();
    for await (const { rowId, path } of mentionsIn({ model, identity }, mentions))
      paths.set(rowId, [...(paths.get(rowId) ?? []), path]);
    for (const [rowId, found] of paths) await write(() => redactRow(model, rowId, found, mentions));
  }
  const requests = { employeeId: { $in: idsOf(person, { names: 'employee' }) } };
  await write(() => PrivacyRequestModel.updateMany(requests, { $set: { note: null, reason: null } }));
  await eraseJobTexts(person, mentions, write);
}

/** Deletes jobs about the person alone, and redacts the results and errors of all others. */
async function eraseJobTexts(person: Person, mentions: Mentions, write: Write): Promise<void> {
  await write(() => deleteOwnJobs(person));
  const jobs = JobModel.find({ $or: [{ result: { $ne: null } }, { error: { $ne: null } }] }).select('result error');
  for await (const job of jobs.lean<Job[]>().cursor({ batchSize: 200 }) as AsyncIterable<Job>) {
    const paths = jobTexts(job).filter(({ text }) => mentions.isIn(text));
    if (paths.length > 0)
      await write(() =>
        redactRow(
          asRows(JobModel),
          job._id,
          paths.map(({ path }) => path),
          mentions,
        ),
      );
  }
}

/** Ids and timestamps, which a short employee code may resemble. */
const NO_NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/i;

function jobTexts({ result, error }: Pick<Job, 'result' | 'error'>): { path: string; text: string }[] {
  return [...textsOf({ result, error }, '')].filter(({ text }) => !NO_NAME.test(text));
}

/** Deletes jobs about the person alone: their reports and emails to their accounts. */
async function deleteOwnJobs(person: Person): Promise<void> {
  const own = {
    $or: [
      { 'payload.subjectId': { $in: idsOf(person, { names: 'employee' }) } },
      { 'payload.userId': { $in: idsOf(person, { names: 'account' }) } },
    ],
  };
  for (const _id of await pickValues(JobModel.find(own), '_id')) await dropFences(_id);
  await JobModel.deleteMany(own);
}

const EXPORTS: readonly JobName[] = [
  'insight.export-report',
  'insight.export-reports',
  'insight.export-heatmap',
  'insight.export-nine-box',
];

/**
 * Removes what was written during the erasure: exports that ended during it lose their file, and running ones start
 * from the beginning, because they have read the name. Call it in the transaction that ends the erasure.
 */
export async function eraseLateWork(person: Person): Promise<void> {
  await StoredFileModel.deleteMany({ purpose: FilePurpose.Export });
  await deleteOwnJobs(person);
  await restartRuns({ type: { $in: EXPORTS }, status: JobStatus.Running });
}
