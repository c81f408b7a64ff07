import type { HydratedDocument } from 'mongoose';
import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { MIN_SURVEY_THRESHOLD } from '../../../shared/growth/pulse-surveys/suppression.rules';
import { validateQuestions, type SurveyQuestion } from '../../../shared/growth/pulse-surveys/survey-answers.rules';
import { inviteAudience } from '../../../shared/growth/pulse-surveys/survey-invitation.store';
import { deleteReminderDeliveries, openingMailId } from '../../../shared/growth/pulse-surveys/survey-mail.store';
import { SurveyBallotModel } from '../../../shared/growth/pulse-surveys/survey-response.model';
import { surveyEnps } from '../../../shared/growth/pulse-surveys/survey-results.rules';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { readSurveyTally } from '../../../shared/growth/pulse-surveys/survey.store';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { assertValid, conflict, notFound } from '../../../shared/kernel/errors';
import { newId, newToken } from '../../../shared/kernel/ids';
import { refusal, type Refusal } from '../../../shared/kernel/refusals/refusal';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import type { CreatePulseSurvey, SurveyQuestionInput, UpdatePulseSurvey } from './pulse-surveys.dto';

/** Creates a Draft survey and returns its id; throws VALIDATION, and CONFLICT for a duplicate id. */
export async function createPulseSurvey(input: CreatePulseSurvey): Promise<string> {
  const { id, questions = [], departmentIds = [], ...fields } = input;
  const row = new SurveyModel({
    ...fields,
    _id: id ?? newId(),
    questions: questions.map(toQuestion),
    departmentIds: [...new Set(departmentIds)],
  });
  await assertConsistent(row);
  await row.save();
  return row._id;
}

/**
 * Updates a Draft survey: omitted fields keep their values, null clears; throws NOT_FOUND, PRECONDITION_FAILED,
 * VALIDATION, and CONFLICT once it was opened.
 */
export async function updatePulseSurvey(
  id: string,
  input: UpdatePulseSurvey,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(SurveyModel, id, expected);
  assertStatus(row, SurveyStatus.Draft, (status) => refusal('SURVEY_NOT_CHANGEABLE', { status }));
  const { questions, departmentIds, ...fields } = input;
  row.set({
    ...fields,
    ...(questions ? { questions: questions.map(toQuestion) } : {}),
    ...(departmentIds ? { departmentIds: [...new Set(departmentIds)] } : {}),
  });
  await assertConsistent(row);
  await row.save();
}

/** Soft-deletes a Draft survey; throws NOT_FOUND, and CONFLICT once it was opened. */
export async function deletePulseSurvey(id: string): Promise<void> {
  const row = await rowToChange(SurveyModel, id);
  assertStatus(row, SurveyStatus.Draft, (status) => refusal('SURVEY_NOT_DELETABLE', { status }));
  row.isDeleted = true;
  await row.save();
}

/**
 * Opens a Draft survey: freezes the threshold and the invitations, and stores the jobs that notify and email the
 * invited in the same transaction. Throws NOT_FOUND, and CONFLICT when it is not a Draft or has no questions.
 */
export async function openPulseSurvey(id: string): Promise<void> {
  const { settings } = await currentTenant();
  const jobs = await inTransaction(async () => {
    const row = await rowToChange(SurveyModel, id);
    assertStatus(row, SurveyStatus.Draft, (status) => refusal('SURVEY_NOT_OPENABLE', { status }));
    if (row.questions.length === 0) throw conflict(refusal('SURVEY_HAS_NO_QUESTIONS'));
    const before = row.toObject();
    row.status = SurveyStatus.Open;
    row.openedAt = now();
    row.anonymityThreshold = Math.max(MIN_SURVEY_THRESHOLD, row.anonymityThreshold ?? settings.surveyThreshold);
    row.invited = await inviteAudience(row);
    row.isAudienceFrozen = true;
    row.salt = newToken();
    await row.save();
    const changes = changesOf(before, row.toObject());
    await recordAudit('survey.opened', { entityType: AuditEntity.Survey, entityId: id, changes });
    const mail = { surveyId: id, kind: 'survey-opened' as const, triggerId: openingMailId(id) };
    return [
      await storeJob('growth.announce-survey', { surveyId: id }),
      await storeJob('growth.send-survey-mail', mail),
    ];
  });
  await enqueueStored(...jobs);
}

/**
 * Closes an Open survey and calculates its eNPS. Deletes the ballots and the salt of their fingerprints, so that no one can find
 * out who has answered. Throws NOT_FOUND, and CONFLICT when it is not Open.
 */
export async function closePulseSurvey(id: string): Promise<void> {
  await inTransaction(async () => {
    const before = await SurveyModel.findById(id).lean<Survey>();
    if (!before) throw notFound();
    assertStatus(before, SurveyStatus.Open, notOpen);
    const closing = { status: SurveyStatus.Closed, closedAt: now(), salt: null };
    // The write that answers conflict with comes first: what is counted after it is final.
    const closed = await SurveyModel.updateOne({ _id: id, status: SurveyStatus.Open }, { $set: closing });
    if (closed.matchedCount === 0) throw conflict(notOpen(SurveyStatus.Closed));
    await SurveyBallotModel.deleteMany({ surveyId: id });
    await deleteReminderDeliveries(before);
    const enps = surveyEnps(await readSurveyTally(id), before.questions);
    await SurveyModel.updateOne({ _id: id }, { $set: { enps } });
    const changes = changesOf(before, { ...before, ...closing });
    await recordAudit('survey.closed', { entityType: AuditEntity.Survey, entityId: id, changes });
  });
}

function changesOf(before: Survey, after: Survey): AuditChange[] {
  return auditChanges(before, after, ['status', 'openedAt', 'closedAt', 'anonymityThreshold', 'invited']);
}

const notOpen = (status: SurveyStatus): Refusal => refusal('SURVEY_NOT_CLOSABLE', { status });

function assertStatus(
  { status }: Pick<Survey, 'status'>,
  required: SurveyStatus,
  why: (status: SurveyStatus) => Refusal,
): void {
  if (status !== required) throw conflict(why(status));
}

/** Checks departments only when they change: a survey can still be renamed. */
async function assertConsistent(row: HydratedDocument<Survey>): Promise<void> {
  const departments = row.isModified('departmentIds') ? row.departmentIds : [];
  assertValid([
    ...validateQuestions(row.questions),
    ...(await missingReferences(
      DepartmentModel,
      departments.map((id, at) => ({ field: `departmentIds[${at}]`, id })),
    )),
  ]);
}

function toQuestion({ id, text, type, required }: SurveyQuestionInput): SurveyQuestion {
  return { id: id ?? newId(), text: text.trim(), type, required: required ?? false };
}
