import type { Model } from 'mongoose';
import { anyDeletion } from '../db/bulk';
import { pickRows } from '../db/pick';
import type { Row } from '../db/rows';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { deleteEvaluations } from '../evaluation/subject-tally.store';
import { DevelopmentPlanModel } from '../growth/development-plan.model';
import { GoalCheckInModel } from '../growth/goals/goal-check-in.model';
import { GoalModel } from '../growth/goals/goal.model';
import { deleteFile } from '../infra/files';
import { JobModel, JobStatus } from '../jobs/job.model';
import { destroyKeys } from '../platform/person-keys.store';
import { FilePurpose, StoredFileModel } from '../platform/stored-file.model';
import type { Redaction } from './erasure.model';
import { CONTENT, type Mention, mentionsOf, redactRow } from './mention-search.store';
import { Mentions, type PersonNames } from './mention.rules';
import { idsOf, type Person, picturesOf } from './person.store';
import type { Link, PersonalData } from './personal-data';
import { PERSONAL_DATA } from './personal-data-map';
import type { ErasureCounts } from './privacy-request.model';
import { PrivacyRequestModel } from './privacy-request.model';
import { isWritten, eraseWrittenTexts, type Write } from './written-texts.store';

type Filter = Record<string, unknown>;
interface LinkedRows {
  data: PersonalData;
  path: string;
  link: Link;
  filter: Filter;
}

/** The rows of every model that lead to the person, by how they do. */
function linkedRows(person: Person): LinkedRows[] {
  return PERSONAL_DATA.flatMap((data) =>
    Object.entries(data.links).map(([path, link]) => {
      const filter = { ...anyDeletion(data.model), [path]: { $in: idsOf(person, link) } };
      return { data, path, link, filter };
    }),
  ).filter(({ link }) => idsOf(person, link).length > 0);
}

const ownRow = ({ path }: LinkedRows): boolean => path === '_id';

/** How many rows an erasure deletes, empties and keeps without the person, by model; one count a link. */
export async function erasureCounts(person: Person): Promise<ErasureCounts> {
  const counts: ErasureCounts = { deleted: {}, anonymized: {}, kept: {} };
  for (const rows of linkedRows(person)) {
    const { data, link, filter } = rows;
    const part = partOf(rows);
    if (!part) continue;
    const name = data.model.modelName;
    const count = await data.model.countDocuments({ ...filter, ...link.only });
    if (count > 0) counts[part][name] = (counts[part][name] ?? 0) + count;
  }
  return counts;
}

function partOf({ link }: LinkedRows): keyof ErasureCounts | null {
  if (link.rows === 'deleted') return 'deleted';
  if (link.rows === 'emptied' || link.rows === 'unreadable') return 'anonymized';
  return link.access === 'none' ? null : 'kept';
}

/** What an erasure needs to know beside the person. */
export interface ErasureMeans {
  redactions: readonly Redaction[];
  write: Write;
  /** When the person was erased, in an erasure that is applied again: no export or import made since can hold the person. */
  erasedAt?: Date;
  /** Called between steps; it may throw when another run took over. */
  progress: (done: number, total: number) => Promise<void>;
}

/**
 * Deletes, empties and redacts everything of the person but the employee's own rows, which are left for the end: they say what is
 * looked for. Safe to repeat and to break off at any place. Every step costs what the person has, except that notifications
 * and results of jobs that name the person are looked for. Without `names` no text is changed.
 */
export async function eraseAround(person: Person, names: PersonNames | null, order: ErasureMeans): Promise<void> {
  const steps = [
    ...(names ? textSteps(person, names, order) : []),
    () => deleteFiles(person, order),
    () => eraseGoals(person, order),
    ...linkedRows(person)
      .filter((rows) => rows.link.rows === 'deleted' && rows.data.model.modelName !== StoredFileModel.modelName)
      .map((rows) => () => deleteRows(rows, order)),
    ...linkedRows(person)
      .filter((rows) => rows.link.rows === 'emptied' && !ownRow(rows))
      .map((rows) => () => emptyRows(rows, order)),
    () => destroyPersonKeys(person),
  ];
  for (const [done, step] of steps.entries()) {
    await order.progress(done, steps.length + 1);
    await step();
  }
}

function textSteps(person: Person, names: PersonNames, order: ErasureMeans): (() => Promise<void>)[] {
  return [
    () => redact(order.redactions, new Mentions(names, { strict: false }), order),
    () => eraseWrittenTexts(person, new Mentions(names, { strict: true }), order.write),
  ];
}

async function redact(redactions: readonly Redaction[], mentions: Mentions, { write }: ErasureMeans): Promise<void> {
  const rows = new Map<string, { source: string; rowId: string; paths: string[] }>();
  for (const { source, rowId, path } of redactions) {
    const row = rows.get(rowId) ?? { source, rowId, paths: [] };
    row.paths.push(path);
    rows.set(rowId, row);
  }
  for (const { source, rowId, paths } of rows.values()) {
    if (paths.includes(CONTENT)) await removeMentioningFile(rowId, write);
    else await write(() => redactRow(modelOf(source), rowId, paths, mentions));
  }
}

/** The bytes of a file cannot be changed: it is deleted, and plans no longer name it. */
async function removeMentioningFile(fileId: string, write: Write): Promise<void> {
  await write(async () => {
    for (const plan of await DevelopmentPlanModel.find({ 'actions.evidenceFileIds': fileId })) {
      for (const action of plan.actions)
        action.evidenceFileIds = action.evidenceFileIds.filter((other) => other !== fileId);
      await plan.save();
    }
  });
  await deleteFile(fileId);
}

/** Deletes the person's files, and exports and imported files of everyone, which may hold the person and last a day anyway. */
async function deleteFiles(person: Person, { write, erasedAt }: ErasureMeans): Promise<void> {
  const accountIds = idsOf(person, { names: 'account' });
  const employeeIds = idsOf(person, { names: 'employee' });
  const answers = await pickRows(PrivacyRequestModel.find({ employeeId: { $in: employeeIds } }), 'fileId');
  const named = [...picturesOf(person), ...answers.flatMap(({ fileId }) => fileId ?? [])];
  const files = await pickRows(
    StoredFileModel.find({
      $or: [
        { _id: { $in: named } },
        { subjectEmployeeId: { $in: employeeIds } },
        {
          createdBy: { $in: accountIds },
          subjectEmployeeId: null,
          purpose: { $nin: [FilePurpose.Logo, FilePurpose.PersonalData] },
        },
        {
          purpose: { $in: [FilePurpose.Export, FilePurpose.Import] },
          ...(erasedAt ? { createdAt: { $lte: erasedAt } } : {}),
        },
      ],
    }),
    '_id',
  );
  const needed = await JobModel.distinct('payload.fileId', {
    status: { $in: [JobStatus.Queued, JobStatus.Running] },
    'payload.fileId': { $in: files.map(({ _id }) => _id) },
  });
  for (const { _id } of files) if (!needed.includes(_id)) await deleteFile(_id);
  await write(() => PrivacyRequestModel.updateMany({ employeeId: { $in: employeeIds } }, { $set: { fileId: null } }));
}

/** Own goals go with their check-ins; goals below them stay at the top, and wider goals lose their owner. */
async function eraseGoals(person: Person, { write }: ErasureMeans): Promise<void> {
  const owned = linkedRows(person).find(({ data }) => data.model.modelName === GoalModel.modelName);
  if (!owned) return;
  const goals = await pickRows(GoalModel.find({ ...owned.filter, ...owned.link.only }), '_id');
  const ids = goals.map(({ _id }) => _id);
  await write(async () => {
    await GoalCheckInModel.deleteMany({ goalId: { $in: ids } });
    await GoalModel.updateMany({ parentId: { $in: ids }, ...anyDeletion(GoalModel) }, { $set: { parentId: null } });
    await GoalModel.deleteMany({ _id: { $in: ids }, ...anyDeletion(GoalModel) });
    await GoalModel.updateMany(owned.filter, { $set: { ownerEmployeeId: null } });
  });
}

const AT_ONCE = 500;

async function deleteRows({ data: { model }, link, filter }: LinkedRows, { write }: ErasureMeans): Promise<void> {
  const own = { ...filter, ...link.only };
  for (;;) {
    const rows = await pickRows(model.find(own).limit(AT_ONCE), '_id');
    if (rows.length === 0) return;
    const some = { ...anyDeletion(model), _id: { $in: rows.map(({ _id }) => _id) } };
    const isCounted = model.modelName === EvaluationModel.modelName;
    await write(() => (isCounted ? deleteEvaluations(some) : model.deleteMany(some).then(() => undefined)));
  }
}

async function emptyRows({ data: { model }, path, filter }: LinkedRows, { write }: ErasureMeans): Promise<void> {
  await write(() => model.updateMany(filter, { $set: { [path]: null } }));
}

/** Not in a transaction: a key that is destroyed must never come back with a rollback. */
async function destroyPersonKeys(person: Person): Promise<void> {
  await destroyKeys([...idsOf(person, { names: 'employee' }), ...idsOf(person, { names: 'account' })]);
}

/** A text in which the person can still be found. */
export type Remainder = Omit<Mention, 'text'>;

/**
 * Where texts that a TenantAdmin decides on still name the person by full name, email or code, except in rows that were decided
 * to be kept; at most `limit` places. What was written since the erasure began and needs no decision is replaced here.
 */
export async function remainders(
  person: Person,
  mentions: Mentions,
  { keptRows, limit, write }: { keptRows: ReadonlySet<string>; limit: number; write: Write },
): Promise<Remainder[]> {
  await eraseWrittenTexts(person, mentions, write);
  const found: Remainder[] = [];
  for await (const { source, rowId, path } of decidableMentions(person, mentions)) {
    if (keptRows.has(rowId)) continue;
    found.push({ source, rowId, path });
    if (found.length >= limit) break;
  }
  return found;
}

/** The texts that a TenantAdmin decides on: those that mention the person and that the service did not write itself. */
export async function* decidableMentions(person: Person, mentions: Mentions): AsyncGenerator<Mention> {
  for await (const mention of mentionsOf(person, mentions)) if (!isWritten(mention.source, mention.path)) yield mention;
}

/** The model of a name of the map. */
export function modelOf(source: string): Model<Row> {
  const data = PERSONAL_DATA.find(({ model }) => model.modelName === source);
  if (!data) throw new Error(`No model is called ${source}.`);
  return data.model;
}
