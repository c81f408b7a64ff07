import { anyDeletion } from '../db/bulk';
import type { Link } from '../db/fields';
import { pickRows } from '../db/pick';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { deleteEvaluations } from '../evaluation/subject-tally.store';
import { DevelopmentPlanModel } from '../growth/development-plan.model';
import { GoalCheckInModel } from '../growth/goals/goal-check-in.model';
import { GoalModel } from '../growth/goals/goal.model';
import { deleteFile } from '../infra/files';
import { FilePurpose, StoredFileModel } from '../infra/stored-file.model';
import { JobModel, JobStatus } from '../jobs/job.model';
import { destroyKeys } from '../platform/person-keys.store';
import type { Redaction } from './erasure.model';
import { CONTENT, type Mention, mentionsOf, redactRow } from './mention-search.store';
import { Mentions, type PersonNames } from './mention.rules';
import { idsOf, type Person, imagesOf } from './person.store';
import { modelOf, PERSONAL_DATA, type PersonalData } from './personal-data';
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

/** Returns the filters for the rows of every model about the person, by kind of link. */
function linkedRows(person: Person): LinkedRows[] {
  return PERSONAL_DATA.flatMap((data) =>
    Object.entries(data.links).map(([path, link]) => {
      const filter = { ...anyDeletion(data.model), [path]: { $in: idsOf(person, link) } };
      return { data, path, link, filter };
    }),
  ).filter(({ link }) => idsOf(person, link).length > 0);
}

const ownRow = ({ path }: LinkedRows): boolean => path === '_id';

/** Counts the rows that an erasure deletes, empties and keeps without the person, by model; one count for each link. */
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

export interface ErasureOptions {
  redactions: readonly Redaction[];
  write: Write;
  /** When the person was erased, for a repeated erasure: exports and imports made later cannot contain the person. */
  erasedAt?: Date;
  /** Called between steps; may throw when another run took over. */
  progress: (done: number, total: number) => Promise<void>;
}

/**
 * Deletes, empties and redacts everything about a person except the employee's own rows, which are needed to find the
 * rest and come last. Safe to repeat and to interrupt. The cost of every step depends on the person's rows, except for
 * the search in notifications and results of jobs. Without `names` no text is changed.
 */
export async function eraseAround(person: Person, names: PersonNames | null, options: ErasureOptions): Promise<void> {
  const steps = [
    ...(names ? textSteps(person, names, options) : []),
    () => deleteFiles(person, options),
    () => eraseGoals(person, options),
    ...linkedRows(person)
      .filter((rows) => rows.link.rows === 'deleted' && rows.data.model.modelName !== StoredFileModel.modelName)
      .map((rows) => () => deleteRows(rows, options)),
    ...linkedRows(person)
      .filter((rows) => rows.link.rows === 'emptied' && !ownRow(rows))
      .map((rows) => () => emptyRows(rows, options)),
    () => destroyPersonKeys(person),
  ];
  for (const [done, step] of steps.entries()) {
    await options.progress(done, steps.length + 1);
    await step();
  }
}

function textSteps(person: Person, names: PersonNames, options: ErasureOptions): (() => Promise<void>)[] {
  return [
    () => redact(options.redactions, new Mentions(names, { strict: false }), options),
    () => eraseWrittenTexts(person, new Mentions(names, { strict: true }), options.write),
  ];
}

async function redact(redactions: readonly Redaction[], mentions: Mentions, { write }: ErasureOptions): Promise<void> {
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

/** Deletes a file, because its contents cannot be changed, and removes it from plans. */
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

/**
 * Deletes the person's files, and everyone's exports and imported files, which may contain the person and are kept for
 * a day anyway.
 */
async function deleteFiles(person: Person, { write, erasedAt }: ErasureOptions): Promise<void> {
  const accountIds = idsOf(person, { names: 'account' });
  const employeeIds = idsOf(person, { names: 'employee' });
  const answers = await pickRows(PrivacyRequestModel.find({ employeeId: { $in: employeeIds } }), 'fileId');
  const named = [...imagesOf(person), ...answers.flatMap(({ fileId }) => fileId ?? [])];
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

/** Deletes the person's own goals with their check-ins; their child goals move to the top, and wider goals lose their owner. */
async function eraseGoals(person: Person, { write }: ErasureOptions): Promise<void> {
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

async function deleteRows({ data: { model }, link, filter }: LinkedRows, { write }: ErasureOptions): Promise<void> {
  const own = { ...filter, ...link.only };
  for (;;) {
    const rows = await pickRows(model.find(own).limit(AT_ONCE), '_id');
    if (rows.length === 0) return;
    const some = { ...anyDeletion(model), _id: { $in: rows.map(({ _id }) => _id) } };
    const isCounted = model.modelName === EvaluationModel.modelName;
    await write(() => (isCounted ? deleteEvaluations(some) : model.deleteMany(some).then(() => undefined)));
  }
}

async function emptyRows({ data: { model }, path, filter }: LinkedRows, { write }: ErasureOptions): Promise<void> {
  await write(() => model.updateMany(filter, { $set: { [path]: null } }));
}

/** Outside a transaction: a rollback must never restore a destroyed key. */
async function destroyPersonKeys(person: Person): Promise<void> {
  await destroyKeys([...idsOf(person, { names: 'employee' }), ...idsOf(person, { names: 'account' })]);
}

/** A text that still mentions the person. */
export type Remainder = Omit<Mention, 'text'>;

/**
 * Returns at most `limit` places where texts for a TenantAdmin's decision still mention the person by full name, email
 * or code, except those that the TenantAdmin decided to keep. Redacts texts that were written since the erasure began
 * and need no decision.
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

/** Yields the texts for a TenantAdmin's decision: those that mention the person, except texts that the service wrote. */
export async function* decidableMentions(person: Person, mentions: Mentions): AsyncGenerator<Mention> {
  for await (const mention of mentionsOf(person, mentions)) if (!isWritten(mention.source, mention.path)) yield mention;
}
