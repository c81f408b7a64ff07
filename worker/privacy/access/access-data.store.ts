import { namesById } from '../../../shared/db/references';
import { isOver } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { countsAsSubmitted } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { round2, round2OrNull } from '../../../shared/evaluation/score.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../../shared/framework/evaluator-type';
import { FilePurpose, type StoredFile, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { subjectResult } from '../../../shared/insight/subject-result.rules';
import { subjectEvidence } from '../../../shared/insight/subject-result.store';
import { now, toInstant, toInstantOrNull } from '../../../shared/kernel/clock';
import { fileNamePart } from '../../../shared/kernel/file-name.rules';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { idsOf, type Person, imagesOf } from '../../../shared/privacy/person.store';
import { TextDecision } from '../../../shared/privacy/privacy-status';
import { type PrivacyText, PrivacyTextModel } from '../../../shared/privacy/privacy-text.model';
import {
  accessLimits,
  itemTexts,
  participantsAbout,
  receivedComments,
} from '../../../shared/privacy/received-comments.store';
import type { AccessAnswers, AccessData, AccessEvaluation, WrittenEvaluation } from './access-data';
import { accessSections, plain } from './access-sections.store';

/**
 * Returns everything that the service stores about a person, in the form of an access file; the cost of each query
 * depends on that person's rows alone.
 */
export async function accessData(person: Person, requestId: string): Promise<AccessData> {
  const tenant = await currentTenant();
  const { employee, accounts, guest } = person;
  const employeeIds = idsOf(person, { names: 'employee' });
  const reviewed = await reviewedComments(requestId, employeeIds);
  return {
    formatVersion: 2,
    generatedAt: toInstant(now()),
    organization: tenant.name,
    person: {
      employeeId: employee?._id ?? null,
      accountIds: accounts.map(({ _id }) => _id),
      fullName: employee?.fullName ?? accounts[0]?.fullName ?? guest?.name ?? '',
      email: employee?.email ?? accounts[0]?.email ?? guest?.email ?? '',
    },
    sections: await accessSections(person),
    evaluations: await evaluations(employeeIds, reviewed.isReleased),
    comments: reviewed.comments,
    withheld: reviewed.withheld,
    written: await written(employeeIds),
    files: (await filesOf(person)).map(toFileEntry),
    auditLog: await auditLog(person),
  };
}

async function evaluations(
  employeeIds: readonly string[],
  isReleased: ReviewedComments['isReleased'],
): Promise<AccessEvaluation[]> {
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
    const answers = own.map((row) => toAnswers(row, item, isReleased));
    const about = { cycle: cycle.name, status: cycle.status };
    // While others still answer, the person gets only what they wrote.
    if (!isOver(cycle.status)) found.push({ ...about, ...NO_RESULT, answers });
    else found.push({ ...about, ...(await shownResult(cycle, evaluation)), answers });
  }
  return found;
}

const NO_RESULT = {
  overall: null,
  calibrated: null,
  effective: null,
  hiddenTypes: [],
  groups: [],
  items: [],
  requirements: [],
};

/** Excludes others' drafts from access files. */
function isShownAsItIs({ evaluatorType, status }: Participant): boolean {
  return evaluatorType === EvaluatorType.Self || (evaluatorType === EvaluatorType.Manager && countsAsSubmitted(status));
}

async function shownResult(
  cycle: Cycle,
  evaluation: Evaluation,
): Promise<Omit<AccessEvaluation, 'cycle' | 'status' | 'answers'>> {
  const limits = await accessLimits(cycle, evaluation.subjectId);
  const result = subjectResult(await subjectEvidence(cycle, evaluation), limits);
  const { overall, calibrated, effective, hiddenTypes, explanation } = result;
  return {
    overall: round2OrNull(overall),
    calibrated: round2OrNull(calibrated),
    effective: round2OrNull(effective),
    hiddenTypes: [...hiddenTypes],
    groups: explanation.types
      .filter(({ participants }) => participants > 0)
      .map(({ evaluatorType, submitted, mean }) => ({
        evaluatorType,
        submitted,
        mean: round2OrNull(mean),
      })),
    items: result.sections.flatMap(({ title, items }) =>
      items.map(({ item, byType, overall: mean }) => ({
        section: title,
        text: item.text,
        overall: round2OrNull(mean),
        groups: EVALUATOR_TYPES.flatMap((evaluatorType) => {
          const group = byType[evaluatorType];
          return group === undefined ? [] : [{ evaluatorType, mean: round2(group.mean) }];
        }),
      })),
    ),
    requirements: result.requirements.map(({ requirement, requiredLevel, gap }) => ({
      requirement,
      requiredLevel,
      currentLevel: round2OrNull(gap?.currentLevel ?? null),
      gapLevel: gap?.gapLevel ?? null,
      priority: gap?.priority ?? null,
    })),
  };
}

function toAnswers(
  row: Participant,
  item: (cycleId: string, itemId: string) => string,
  isShown: ReviewedComments['isReleased'] = () => true,
): AccessAnswers {
  const { evaluatorType, submittedAt, score, potential, cycleId, answers } = row;
  return {
    evaluatorType,
    submittedAt: toInstantOrNull(submittedAt),
    score: round2OrNull(score),
    potential: round2OrNull(potential),
    answers: answers.map(({ itemId, score: given, notApplicable, comment }) => ({
      item: item(cycleId, itemId),
      score: given,
      notApplicable,
      comment: isShown(row, itemId) ? comment : null,
    })),
  };
}

interface ReviewedComments extends Pick<AccessData, 'comments' | 'withheld'> {
  /** Whether the file shows an evaluator's comment on an item; the person's own comments are always shown. */
  isReleased: (row: Participant, itemId: string) => boolean;
}

async function reviewedComments(requestId: string, employeeIds: readonly string[]): Promise<ReviewedComments> {
  const decisions = new Map(
    (await PrivacyTextModel.find({ requestId }).lean<PrivacyText[]>()).map((row) => [row._id, row]),
  );
  const comments: AccessData['comments'] = [];
  const released = new Set<string>();
  const reasons = new Map<string, number>();
  for (const { id, cycle, item, isAtItem, participantId, itemId, text } of await receivedComments(
    requestId,
    employeeIds,
  )) {
    const decision = decisions.get(id);
    if (decision?.decision === TextDecision.Release) {
      comments.push({ cycle, item: isAtItem ? item : null, text });
      released.add(`${participantId}/${itemId}`);
    } else reasons.set(decision?.reason ?? '', (reasons.get(decision?.reason ?? '') ?? 0) + 1);
  }
  return {
    comments,
    withheld: [...reasons].map(([reason, count]) => ({ reason, count })),
    isReleased: ({ _id, evaluatorType }, itemId) =>
      evaluatorType === EvaluatorType.Self || released.has(`${_id}/${itemId}`),
  };
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
    ...(row.declined?.reason ? { declineReason: row.declined.reason } : {}),
    ...toAnswers(row, item),
  }));
}

/** Returns photo, avatar, evidence and uploads of the person; exports and imported files contain others' data. */
export async function filesOf(person: Person): Promise<StoredFile[]> {
  return StoredFileModel.find({
    purpose: { $in: [FilePurpose.Photo, FilePurpose.Evidence] },
    $or: [
      { _id: { $in: imagesOf(person) } },
      { subjectEmployeeId: { $in: idsOf(person, { names: 'employee' }) } },
      { createdBy: { $in: idsOf(person, { names: 'account' }) }, subjectEmployeeId: null },
    ],
  })
    .sort({ createdAt: 1, _id: 1 })
    .lean<StoredFile[]>();
}

const MAX_NAME_LENGTH = 100;

/** Returns the path of a file in the ZIP; its id distinguishes files of the same name. */
export function pathOf({ _id, name }: Pick<StoredFile, '_id' | 'name'>): string {
  return `files/${_id.slice(0, 8)}-${fileNamePart(name, MAX_NAME_LENGTH)}`;
}

function toFileEntry(file: StoredFile): AccessData['files'][number] {
  const { name, contentType, size, purpose } = file;
  return { path: pathOf(file), name, contentType, size, purpose };
}

/**
 * Returns the person's actions and the actions about the person, without other actors, and without entries about
 * evaluators' submissions: their times would reveal who answered when.
 */
async function auditLog(person: Person): Promise<AccessData['auditLog']> {
  const actorIds = [...idsOf(person, { names: 'account' }), ...idsOf(person, { names: 'guest' })];
  const entityIds = [...idsOf(person, { names: 'employee' }), ...idsOf(person, { names: 'account' })];
  const rows = await AuditLogModel.find({ $or: [{ actorId: { $in: actorIds } }, { entityId: { $in: entityIds } }] })
    .sort({ sequence: 1 })
    .lean<AuditLog[]>();
  return (await readableEntries(rows)).map(({ eventType, occurredAt, actorId, entityId, ip, userAgent, changes }) => {
    const isOwnAction = actorId !== null && actorIds.includes(actorId);
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
