import { anyDeletion } from '../db/bulk';
import { pickRows } from '../db/pick';
import { namesById } from '../db/references';
import type { Row } from '../db/rows';
import { isOver } from '../evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { EVALUATOR_TYPES, EvaluatorType } from '../framework/evaluator-type';
import { CalibrationChangeModel } from '../insight/calibration/calibration-change.model';
import { CalibrationEntryModel } from '../insight/calibration/calibration-entry.model';
import { CalibrationStatus } from '../insight/calibration/calibration-status';
import { CalibrationModel } from '../insight/calibration/calibration.model';
import { subjectResult } from '../insight/subject-result.rules';
import { subjectEvidence } from '../insight/subject-result.store';
import { now, toInstant, toInstantOrNull } from '../kernel/clock';
import { fileNamePart } from '../kernel/file-name.rules';
import { EmployeeModel } from '../people/employee.model';
import { type AuditLog, AuditLogModel } from '../platform/audit/audit-log.model';
import { readableEntries } from '../platform/audit/audit-privacy.store';
import { currentTenant } from '../platform/current-tenant.store';
import { FilePurpose, type StoredFile, StoredFileModel } from '../platform/stored-file.model';
import type {
  AccessAnswers,
  AccessData,
  AccessEvaluation,
  AccessSection,
  Plain,
  WrittenEvaluation,
} from './access-data';
import { idsOf, type Person, picturesOf } from './person.store';
import { fieldsOf, type Link, type PersonalData } from './personal-data';
import { PERSONAL_DATA } from './personal-data-map';
import { TextDecision } from './privacy-status';
import { type PrivacyText, PrivacyTextModel } from './privacy-text.model';
import { itemTexts, participantsAbout, receivedComments } from './received-comments.store';

/** Everything that the service stores about a person, in the form of an access file; every query costs what the person has. */
export async function accessData(person: Person, requestId: string): Promise<AccessData> {
  const tenant = await currentTenant();
  const { employee, accounts } = person;
  const employeeIds = idsOf(person, { names: 'employee' });
  return {
    formatVersion: 1,
    generatedAt: toInstant(now()),
    organization: tenant.name,
    person: {
      employeeId: employee?._id ?? null,
      accountIds: accounts.map(({ _id }) => _id),
      fullName: employee?.fullName ?? accounts[0]?.fullName ?? '',
      email: employee?.email ?? accounts[0]?.email ?? '',
    },
    sections: await sections(person),
    evaluations: await evaluations(employeeIds, tenant.settings.anonymityMinimum),
    ...(await decidedComments(requestId, employeeIds)),
    written: await written(employeeIds),
    files: (await filesOf(person)).map(toFileEntry),
    auditLog: await auditLog(person),
  };
}

/** The rows that the map of personal data gives to the person as they are. */
async function sections(person: Person): Promise<AccessSection[]> {
  const found: AccessSection[] = [];
  for (const data of PERSONAL_DATA)
    for (const [path, link] of Object.entries(data.links)) {
      if (link.access !== 'rows') continue;
      const ids = idsOf(person, link);
      if (ids.length === 0) continue;
      const rows = await sectionRows(data, path, link, ids);
      if (rows.length > 0) found.push({ name: data.model.modelName, purpose: data.purpose, rows });
    }
  return found;
}

async function sectionRows(
  data: PersonalData,
  path: string,
  link: Link,
  ids: readonly string[],
): Promise<AccessSection['rows']> {
  const fields = fieldsOf(data, link.whose);
  const shown = await draftsExcluded(data);
  const rows = await data.model
    .find({ ...anyDeletion(data.model), [path]: { $in: ids }, ...shown(ids) })
    .select([...fields, 'createdAt'])
    .sort({ createdAt: 1, _id: 1 })
    .lean<(Row & Record<string, unknown>)[]>();
  return rows.map((row) => ({
    id: row._id,
    createdAt: toInstant(row.createdAt),
    ...Object.fromEntries(fields.map((field) => [field, plain(row[field])])),
  }));
}

/** What HR prepares in a calibration session is a draft until the session is applied. */
async function draftsExcluded({ model }: PersonalData): Promise<(ids: readonly string[]) => object> {
  const { modelName } = model;
  if (modelName !== CalibrationEntryModel.modelName && modelName !== CalibrationChangeModel.modelName)
    return () => ({});
  const applied = await pickRows(CalibrationModel.find({ status: CalibrationStatus.Applied }), '_id');
  return () => ({ sessionId: { $in: applied.map(({ _id }) => _id) } });
}

/** A stored value as JSON has it, without the ids of embedded documents. */
function plain(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return toInstant(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !OTHERS.has(key))
        .map(([key, inner]) => [key, plain(inner)]),
    );
  return value as Plain;
}

/** Who else acted inside of an embedded document. */
const OTHERS: ReadonlySet<string> = new Set(['by', 'userId']);

async function evaluations(employeeIds: readonly string[], anonymityMinimum: number): Promise<AccessEvaluation[]> {
  const rows = await EvaluationModel.find({ subjectId: { $in: employeeIds } })
    .sort({ createdAt: 1 })
    .lean<Evaluation[]>();
  const cycleIds = rows.map(({ cycleId }) => cycleId);
  const cycles = await CycleModel.find({ _id: { $in: cycleIds } }).lean<Cycle[]>();
  const participants = await participantsAbout(employeeIds);
  const item = await itemTexts(cycleIds);
  const found: AccessEvaluation[] = [];
  for (const evaluation of rows) {
    const cycle = cycles.find(({ _id }) => _id === evaluation.cycleId);
    if (!cycle) continue;
    const own = participants.filter(
      (row) => row.cycleId === cycle._id && row.subjectId === evaluation.subjectId && isShownAsItIs(row),
    );
    const answers = own.map((row) => toAnswers(row, item));
    const about = { cycle: cycle.name, status: cycle.status };
    // While others still answer, what they have is theirs.
    if (!isOver(cycle.status))
      found.push({ ...about, overall: null, calibrated: null, effective: null, groups: [], items: [], answers });
    else found.push({ ...about, ...(await shownResult(cycle, evaluation, anonymityMinimum)), answers });
  }
  return found;
}

/** Drafts of others are not part of an access file. */
function isShownAsItIs({ evaluatorType, status }: Participant): boolean {
  return evaluatorType === EvaluatorType.Self || (evaluatorType === EvaluatorType.Manager && countsAsSubmitted(status));
}

async function shownResult(
  cycle: Cycle,
  evaluation: Evaluation,
  anonymityMinimum: number,
): Promise<Omit<AccessEvaluation, 'cycle' | 'status' | 'answers'>> {
  const result = subjectResult(await subjectEvidence(cycle, evaluation), anonymityMinimum);
  const { overall, calibrated, effective, hidden, explanation } = result;
  return {
    overall,
    calibrated,
    effective,
    groups: explanation.types
      .filter(({ participants }) => participants > 0)
      .map(({ evaluatorType, submitted, mean }) => ({
        evaluatorType,
        submitted,
        mean: hidden.has(evaluatorType) ? null : mean,
      })),
    items: result.sections.flatMap(({ title, items }) =>
      items.map(({ item, byType, overall: mean }) => ({
        section: title,
        text: item.text,
        overall: mean,
        groups: EVALUATOR_TYPES.flatMap((evaluatorType) => {
          const group = byType[evaluatorType];
          return group?.mean === undefined || hidden.has(evaluatorType) ? [] : [{ evaluatorType, mean: group.mean }];
        }),
      })),
    ),
  };
}

function toAnswers(row: Participant, item: (cycleId: string, itemId: string) => string): AccessAnswers {
  const { evaluatorType, submittedAt, score, potential, cycleId, answers } = row;
  return {
    evaluatorType,
    submittedAt: toInstantOrNull(submittedAt),
    score,
    potential,
    answers: answers.map(({ itemId, score: given, notApplicable, comment }) => ({
      item: item(cycleId, itemId),
      score: given,
      notApplicable,
      comment,
    })),
  };
}

async function decidedComments(
  requestId: string,
  employeeIds: readonly string[],
): Promise<Pick<AccessData, 'comments' | 'withheld'>> {
  const decisions = new Map(
    (await PrivacyTextModel.find({ requestId }).lean<PrivacyText[]>()).map((row) => [row._id, row]),
  );
  const comments: AccessData['comments'] = [];
  const reasons = new Map<string, number>();
  for (const { id, cycle, item, text } of await receivedComments(requestId, employeeIds)) {
    const decision = decisions.get(id);
    if (decision?.decision === TextDecision.Release) comments.push({ cycle, item, text });
    else reasons.set(decision?.reason ?? '', (reasons.get(decision?.reason ?? '') ?? 0) + 1);
  }
  return { comments, withheld: [...reasons].map(([reason, count]) => ({ reason, count })) };
}

async function written(employeeIds: readonly string[]): Promise<WrittenEvaluation[]> {
  const answered = await ParticipantModel.find({ evaluatorId: { $in: employeeIds } })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Participant[]>();
  const rows = answered.filter(({ subjectId }) => !employeeIds.includes(subjectId));
  const cycleIds = rows.map(({ cycleId }) => cycleId);
  const cycle = await namesById(CycleModel, cycleIds, 'name');
  const subject = await namesById(
    EmployeeModel,
    rows.map(({ subjectId }) => subjectId),
    'fullName',
  );
  const item = await itemTexts(cycleIds);
  return rows.map((row) => ({
    cycle: cycle(row.cycleId) ?? '',
    subject: subject(row.subjectId),
    status: row.status,
    ...toAnswers(row, item),
  }));
}

/** Photo, avatar, evidence and uploads of the person; exports and imported files hold others. */
export async function filesOf(person: Person): Promise<StoredFile[]> {
  return StoredFileModel.find({
    purpose: { $in: [FilePurpose.Photo, FilePurpose.Evidence] },
    $or: [
      { _id: { $in: picturesOf(person) } },
      { subjectEmployeeId: { $in: idsOf(person, { names: 'employee' }) } },
      { createdBy: { $in: idsOf(person, { names: 'account' }) }, subjectEmployeeId: null },
    ],
  })
    .sort({ createdAt: 1, _id: 1 })
    .lean<StoredFile[]>();
}

const MAX_NAME_LENGTH = 100;

/** Where a file stands in the ZIP: its id keeps two of the same name apart. */
export function pathOf({ _id, name }: Pick<StoredFile, '_id' | 'name'>): string {
  return `files/${_id.slice(0, 8)}-${fileNamePart(name, MAX_NAME_LENGTH)}`;
}

function toFileEntry(file: StoredFile): AccessData['files'][number] {
  const { name, contentType, size, purpose } = file;
  return { path: pathOf(file), name, contentType, size, purpose };
}

/** What the person did, and what was done to the person; who else acted stays out. */
async function auditLog(person: Person): Promise<AccessData['auditLog']> {
  const accountIds = idsOf(person, { names: 'account' });
  const entityIds = [...idsOf(person, { names: 'employee' }), ...accountIds];
  const rows = await AuditLogModel.find({ $or: [{ actorId: { $in: accountIds } }, { entityId: { $in: entityIds } }] })
    .sort({ sequence: 1 })
    .lean<AuditLog[]>();
  return (await readableEntries(rows)).map(({ eventType, occurredAt, actorId, entityId, ip, userAgent, changes }) => {
    const isOwnAction = actorId !== null && accountIds.includes(actorId);
    const isAbout = entityId !== null && entityIds.includes(entityId);
    return {
      eventType,
      occurredAt: toInstant(occurredAt),
      isOwnAction,
      ip: isOwnAction ? ip : null,
      userAgent: isOwnAction ? userAgent : null,
      changes: isAbout
        ? changes.map(({ field, before, after }) => ({ field, before: plain(before), after: plain(after) }))
        : [],
    };
  });
}
