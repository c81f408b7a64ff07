import type { QueryFilter } from 'mongoose';
import { bulkUpdate } from '../../db/bulk';
import { pickRows } from '../../db/pick';
import { inTransaction } from '../../db/transaction';
import { MINUTE_MS } from '../../kernel/clock';
import { EmployeeStatus } from '../../people/employee-status';
import { type Employee, EmployeeModel } from '../../people/employee.model';
import { ensureEmployeeUsage } from '../../people/employee.store';
import { serializeEmployeeChanges } from '../../platform/plan-usage.store';
import { CycleStatus } from '../cycles/cycle-status';
import { CycleModel } from '../cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation.model';
import { type Identity, IDENTITY_FIELDS, subjectIdentity } from '../subject-identity.rules';
import { updateTallies } from '../subject-tally.store';
import { ParticipantModel } from './participant.model';
import { followsPeople, presenceOf } from './participation.rules';
import { Presence } from './presence';

/** What decides whether an employee takes part in the organization. */
type Employment = Pick<Employee, '_id' | 'status' | 'isDeleted'>;

type IdentifiedEmployee = Pick<Employee, '_id'> & Identity;

/** Statuses of cycles whose rows follow changes of employees. */
const FOLLOWING = Object.values(CycleStatus).filter(followsPeople);
/** Ids in one filter. */
const IDS_AT_ONCE = 1_000;

/**
 * Sets the presence of employees who left, returned or were deleted in the rows of every cycle that is not over;
 * deleted subjects also disappear from those that are. Call it in the transaction that changes the employees, after
 * `serializeEmployeeChanges`. Only their own rows are read and written.
 */
export async function followEmployments(employments: readonly Employment[]): Promise<void> {
  if (employments.every((employment) => presenceOf(employment) === null)) return;
  const open = await pickRows(CycleModel.find({ status: { $in: FOLLOWING } }), '_id');
  const openIds = open.map((cycle) => cycle._id);
  for (const presence of Object.values(Presence)) {
    const ids = employments.filter((employment) => presenceOf(employment) === presence).map(({ _id }) => _id);
    if (ids.length === 0) continue;
    await mark({ cycleIds: openIds, evaluatorIds: ids }, presence);
    const evaluatedIn = presence === Presence.Deleted ? await cyclesOfSubjects(ids) : openIds;
    await mark({ cycleIds: evaluatedIn, subjectIds: ids }, presence);
  }
}

/**
 * Writes changed names, emails and codes of employees into the evaluations about them; call it in the transaction that
 * changes them. Two commands, whatever their number.
 */
export async function followIdentities(
  changes: readonly { before: IdentifiedEmployee; after: IdentifiedEmployee }[],
): Promise<void> {
  const renamed = changes.filter(({ before, after }) =>
    IDENTITY_FIELDS.some((field) => before[field] !== after[field]),
  );
  if (renamed.length === 0) return;
  const ids = renamed.map(({ after }) => after._id);
  const subjects = await pickRows(EvaluationModel.find({ subjectId: { $in: ids } }), 'subjectId');
  const isSubject = new Set(subjects.map(({ subjectId }) => subjectId));
  const evaluated = renamed.filter(({ after }) => isSubject.has(after._id));
  await bulkUpdate(
    EvaluationModel,
    evaluated.map(({ after }) => ({
      updateMany: {
        filter: { subjectId: after._id },
        update: { $set: subjectIdentity(after), $inc: { revision: 1 } },
      },
    })),
  );
}

async function cyclesOfSubjects(subjectIds: readonly string[]): Promise<string[]> {
  const rows = await pickRows(EvaluationModel.find({ subjectId: { $in: subjectIds } }), 'cycleId');
  return [...new Set(rows.map(({ cycleId }) => cycleId))];
}

/** Maximum clock skew between processes. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Updates the presences in a cycle that is being reopened, since employees may have left or returned while it was over.
 * Call it in the transaction that reopens it, after `serializeEmployeeChanges`. Reads one small row for each employee who changed
 * since.
 */
export async function followPeopleAgain(cycleId: string, closedAt: Date | null): Promise<void> {
  const since = closedAt && new Date(closedAt.getTime() - CLOCK_SKEW_MS);
  await followPeople(cycleId, [
    { isDeleted: { $in: [true, false] }, ...(since ? { updatedAt: { $gte: since } } : {}) },
  ]);
}

/**
 * Updates the presence of rows that a job added about or for employees who left after it read them; call it after
 * adding them. A concurrent change of an employee takes the same lock, so one of the two sees the other's rows.
 */
export async function withdrawLeavers(cycleId: string): Promise<void> {
  await ensureEmployeeUsage();
  await inTransaction(async () => {
    await serializeEmployeeChanges();
    await followPeople(cycleId, [{ status: EmployeeStatus.Terminated, isDeleted: false }, { isDeleted: true }]);
  });
}

/** Updates the rows of the employees that one of the filters finds; the filters are disjoint, and each has its own index. */
async function followPeople(cycleId: string, filters: readonly QueryFilter<Employee>[]): Promise<void> {
  const changed: Employment[] = [];
  for (const filter of filters) changed.push(...(await pickRows(EmployeeModel.find(filter), 'status', 'isDeleted')));
  for (const presence of Object.values(Presence)) {
    const ids = changed.filter((employee) => presenceOf(employee) === presence).map(({ _id }) => _id);
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
      const some = ids.slice(start, start + IDS_AT_ONCE);
      await mark({ cycleIds: [cycleId], evaluatorIds: some }, presence);
      await mark({ cycleIds: [cycleId], subjectIds: some }, presence);
    }
  }
}

type Rows = { cycleIds: string[] } & ({ evaluatorIds: string[] } | { subjectIds: string[] });

/** Writes only rows with another presence, because every write's revision signals a change to readers. */
async function mark(rows: Rows, presence: Presence): Promise<void> {
  const cycleId = { $in: rows.cycleIds };
  const otherwise = presence === Presence.Present ? { $in: [Presence.Left, Presence.Deleted] } : { $ne: presence };
  if ('evaluatorIds' in rows) {
    const theirs = { evaluatorId: { $in: rows.evaluatorIds }, cycleId, evaluatorPresence: otherwise };
    const about = await pickRows(ParticipantModel.find(theirs), 'cycleId', 'subjectId');
    if (about.length === 0) return;
    await ParticipantModel.updateMany(theirs, { $set: { evaluatorPresence: presence } });
    await updateTalliesOf(about);
    return;
  }
  const subjectId = { $in: rows.subjectIds };
  // Whom HR withdrew stays withdrawn when leaving and returning.
  const isLeaving = presence === Presence.Left;
  const subjectPresence = isLeaving ? { $nin: [Presence.Left, Presence.Withdrawn] } : otherwise;
  const about = { cycleId, subjectId, subjectPresence };
  const evaluations = await pickRows(EvaluationModel.find(about), 'cycleId', 'subjectId');
  await EvaluationModel.updateMany(about, { $set: { subjectPresence: presence } });
  await ParticipantModel.updateMany(about, { $set: { subjectPresence: presence } });
  await updateTalliesOf(evaluations);
}

type Place = Pick<Evaluation, 'cycleId' | 'subjectId'>;

async function updateTalliesOf(places: readonly Place[]): Promise<void> {
  for (const cycleId of new Set(places.map((place) => place.cycleId)))
    await updateTallies(
      cycleId,
      places.filter((place) => place.cycleId === cycleId).map(({ subjectId }) => subjectId),
    );
}
