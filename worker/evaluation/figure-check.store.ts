import { allRows, rowBatches } from '../../shared/db/batches';
import { inTransaction } from '../../shared/db/transaction';
import { addToCycle, cycleChanges, partSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import type { SumValues } from '../../shared/evaluation/cycles/sum.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { IDENTITY_FIELDS, subjectIdentity } from '../../shared/evaluation/subject-identity.rules';
import {
  contribution,
  CYCLE_FIGURES,
  type CycleFigureName,
  sameTally,
  tallySubject,
} from '../../shared/evaluation/subject-tally.rules';
import { scoringOf, updateTallies } from '../../shared/evaluation/subject-tally.store';
import { groupBy } from '../../shared/kernel/group-by';
import { EmployeeModel } from '../../shared/people/employee.model';

/** The repairs that a check of a cycle's stored figures made. */
export interface FigureRepairs {
  /** Subjects whose stored scores or counts did not match their participants. */
  subjects: number;
  /** Subjects whose stored name was outdated. */
  names: number;
  /** Departments whose figures were not the sum over their subjects. */
  departments: number;
}

/**
 * Recounts the stored figures of a cycle and repairs those that differ (docs/adr/0026). Reads the cycle in batches;
 * concurrent changes are neither lost nor counted twice.
 */
export async function checkFigures(cycleId: string): Promise<FigureRepairs> {
  const { subjects, names } = await checkSubjects(cycleId);
  return { subjects, names, departments: await checkSums(cycleId) };
}

const SUBJECT_FIELDS = [
  '_id',
  'subjectId',
  'subject',
  'searchText',
  'subjectPresence',
  'calibrated',
  'calibratedAt',
  'tally',
  'effective',
] as const;
type SubjectRow = Pick<Evaluation, (typeof SUBJECT_FIELDS)[number]>;

async function checkSubjects(cycleId: string): Promise<Pick<FigureRepairs, 'subjects' | 'names'>> {
  const scoring = await scoringOf(cycleId);
  const repairs = { subjects: 0, names: 0 };
  for await (const rows of rowBatches(EvaluationModel, { cycleId }, { fields: SUBJECT_FIELDS })) {
    const ids = rows.map(({ subjectId }) => subjectId);
    const participants = await ParticipantModel.find({ cycleId, subjectId: { $in: ids } })
      .select('subjectId evaluatorType status evaluatorPresence subjectPresence score potential')
      .sort({ _id: 1 })
      .lean();
    const participantsOf = groupBy(participants, ({ subjectId }) => subjectId);
    const drifted = rows.filter((row) => {
      const { tally, effective } = tallySubject(participantsOf.get(row.subjectId) ?? [], row, scoring);
      return !sameTally(row.tally, tally) || row.effective !== effective;
    });
    // Decided again in the transaction: a subject that changed after it was read has not drifted.
    if (drifted.length > 0)
      repairs.subjects += await inTransaction(() =>
        updateTallies(
          cycleId,
          drifted.map(({ subjectId }) => subjectId),
        ),
      );
    repairs.names += await checkNames(rows);
  }
  return repairs;
}

async function checkNames(rows: readonly SubjectRow[]): Promise<number> {
  const ids = rows.map(({ subjectId }) => subjectId);
  const anyOne = { _id: { $in: ids }, isDeleted: { $in: [true, false] } };
  const employees = new Map(
    (await allRows(EmployeeModel, anyOne, ['_id', ...IDENTITY_FIELDS])).map((row) => [row._id, row]),
  );
  let repaired = 0;
  for (const { _id, subjectId, subject, searchText } of rows) {
    const employee = employees.get(subjectId);
    const identity = employee && subjectIdentity(employee);
    if (!identity || JSON.stringify(identity) === JSON.stringify(storedIdentity({ subject, searchText }))) continue;
    await EvaluationModel.updateOne({ _id }, { $set: identity });
    repaired += 1;
  }
  return repaired;
}

/** Returns the fields in the order of `subjectIdentity`; older rows have none. */
function storedIdentity({ subject, searchText }: Partial<Pick<SubjectRow, 'subject' | 'searchText'>>): object | null {
  if (!subject || searchText === undefined) return null;
  const { fullName, email, employeeCode } = subject;
  return { subject: { fullName, email, employeeCode }, searchText };
}

/** Attempts at a cycle that changes during the check; after them it waits for the next check. */
const ATTEMPTS = 5;

/** Repairs sums only if nothing changed while the subjects were read: such a difference holds regardless of later changes. */
async function checkSums(cycleId: string): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await changesNow(cycleId);
    const counted = await countSubjects(cycleId);
    const current = await storedSums(cycleId);
    if ((await changesNow(cycleId)) !== before) continue;
    const repairs = [...new Set([...counted.keys(), ...current.keys()])].flatMap((key) => {
      const [right = {}, stored = {}] = [counted.get(key), current.get(key)];
      const differences = CYCLE_FIGURES.map((name) => [name, (right[name] ?? 0) - (stored[name] ?? 0)] as const);
      const wrong = differences.filter(([, difference]) => difference !== 0);
      return wrong.length === 0 ? [] : [{ key, values: Object.fromEntries(wrong) }];
    });
    if (repairs.length > 0) await inTransaction(async () => repair(cycleId, repairs));
    return repairs.length;
  }
  return 0;
}

const changesNow = async (cycleId: string): Promise<number> => (await cycleChanges(cycleId)).changes;

type Sums = Map<string, Partial<Record<CycleFigureName, number>>>;

const keyOf = (presence: Presence, departmentId: string | null): string => `${presence} ${departmentId ?? ''}`;

async function countSubjects(cycleId: string): Promise<Sums> {
  const sums: Sums = new Map();
  for await (const rows of rowBatches(EvaluationModel, { cycleId }, { fields: ['departmentId', 'tally'] }))
    for (const { departmentId, tally } of rows) {
      if (!tally) continue;
      const key = keyOf(tally.presence, departmentId);
      const values = sums.get(key) ?? {};
      sums.set(key, values);
      for (const [name, value] of Object.entries(contribution(tally)) as [CycleFigureName, number][])
        values[name] = (values[name] ?? 0) + value;
    }
  return sums;
}

async function storedSums(cycleId: string): Promise<Sums> {
  const sums: Sums = new Map();
  for (const presence of Object.values(Presence))
    for (const part of await inTransaction(() => partSums(cycleId, [presence], { empty: true })))
      sums.set(keyOf(presence, part.departmentId), part.sums);
  return sums;
}

async function repair(cycleId: string, repairs: readonly { key: string; values: SumValues }[]): Promise<void> {
  for (const { key, values } of repairs) {
    const [presence = '', departmentId = ''] = key.split(' ');
    addToCycle(cycleId, presence as Presence, departmentId || null, values);
  }
}
