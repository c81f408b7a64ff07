import { newApiKey } from '../../api/http/api-key-token';
import { EmailTemplateModel } from '../../shared/comms/email-template.model';
import { NotificationModel } from '../../shared/comms/notification.model';
import { WebhookDeliveryModel } from '../../shared/comms/webhooks/webhook-delivery.model';
import { DeliveryStatus } from '../../shared/comms/webhooks/webhook-event';
import { inTransaction } from '../../shared/db/transaction';
import { PeerNomination } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { DepartmentModel } from '../../shared/framework/department.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { TemplateTranslationModel } from '../../shared/framework/template-translation.model';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { type GapRow, GapModel } from '../../shared/insight/gaps/gap.model';
import { storeJob } from '../../shared/jobs/enqueue';
import { storeImportReport } from '../../shared/jobs/import-report.store';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { derivedId, hashToken, newId } from '../../shared/kernel/ids';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { ApiKeyModel } from '../../shared/platform/api-key.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { PlanModel } from '../../shared/platform/plan.model';
import { ScimTokenModel } from '../../shared/platform/scim-token.model';
import { SessionModel } from '../../shared/platform/session.model';
import { PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { PrivacyKind, PrivacyStatus } from '../../shared/privacy/privacy-status';
import { PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { makeCalibration } from './calibration';
import { makeCareerPath } from './career-path';
import { makeDevelopmentPlan } from './development-plan';
import { type EvaluatedSubject, makeEvaluatedCycle } from './evaluation';
import { makeCompetency, makeCompetencyCategory, makeJobProfile, makeSkillFramework, makeTemplate } from './framework';
import { makeReportedGoal } from './goal';
import { makeGuest } from './guest';
import { makeOpenSurvey, makeSurvey } from './survey';
import type { TestTenant } from './tenant';
import { makeWebhook } from './webhook';

/** The values of a path's `{…}` parameters. */
export type PathValues = Record<string, string>;

/** A tenant with a row of every kind that a path can name. */
export interface OneOfEach {
  tenant: TestTenant;
  /** A token that sees the rows of `my-…` paths. */
  ownerToken: string;
  apiKey: string;
  /** The session of a guest. */
  guestToken: string;
  /** The rows that an operation's path names; throws an Error that says what to add where no entry fits. */
  pathValues(path: string): PathValues;
  /** The row that a property of a body may name, such as `departmentId`; throws where the table has no entry. */
  bodyId(property: string, path: string): string;
}

/** Values of parameters that are no ids. */
const CONSTANTS: PathValues = { status: '1', locale: 'es', key: 'essentials' };

/** Makes one row of each kind through the models. A new kind of path needs an entry in the table at the end. */
export async function makeOneOfEach(tenant: TestTenant): Promise<OneOfEach> {
  const evaluated = await makeEvaluatedCycle(tenant, {
    cycle: { settings: { peerNomination: PeerNomination.SubjectAndManager } },
    subjects: [
      {
        evaluators: [
          { type: EvaluatorType.Self },
          { type: EvaluatorType.Manager },
          { type: EvaluatorType.Peer, comment: 'Words' },
        ],
      },
    ],
  });
  const [subject] = evaluated.subjects;
  if (!subject) throw new Error('The cycle has no subject.');
  const participants = Object.fromEntries(subject.participants.map((row) => [row.evaluatorType, row._id]));
  const ownerToken = await tenant.signedIn({ employeeId: subject.employee._id });
  const apiKey = newApiKey(tenant.id);
  const guest = await makeGuest(tenant);
  const ids = await tenant.within(async () => {
    const account = await UserModel.findOne({ employeeId: subject.employee._id }).lean();
    const session = await SessionModel.findOne({ userId: account?._id ?? '' }).lean();
    const key = { name: 'BI', prefix: apiKey.slice(0, 12), hash: hashToken(apiKey) };
    const file = { contentType: 'text/plain', createdBy: account?._id ?? null };
    const text = Buffer.from('not for other tenants');
    const stored = await saveFile(text, { ...file, name: 'notes.txt', purpose: FilePurpose.Evidence });
    const photo = await saveFile(text, { ...file, name: 'photo.webp', purpose: FilePurpose.Photo });
    await EmployeeModel.updateOne({ _id: subject.employee._id }, { $set: { photoFileId: photo._id } });
    return {
      user: account?._id ?? '',
      session: session?._id ?? '',
      apiKey: (await ApiKeyModel.create(key))._id,
      scimToken: (await ScimTokenModel.create({ name: 'Entra ID', prefix: 'evs_', hash: newId() }))._id,
      ...(await sentWebhook()),
      plan: (await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees: null, maxCyclesPerYear: null }))._id,
      department: (await DepartmentModel.create({ name: 'Theirs' }))._id,
      category: (await makeCompetencyCategory())._id,
      competency: (await makeCompetency())._id,
      framework: (await makeSkillFramework())._id,
      profile: (await makeJobProfile())._id,
      template: await makeTranslatedTemplate(),
      emailTemplate: (
        await EmailTemplateModel.create({ key: 'invite', locale: 'en', subject: 'Welcome', body: '<p>Welcome</p>' })
      )._id,
      file: stored._id,
      survey: await makeSurvey(),
      openSurvey: await makeOpenSurvey(),
      goal: await makeReportedGoal(account?._id ?? ''),
      developmentPlan: await makeDevelopmentPlan(subject.employee._id),
      auditLog: await recordedEntry(),
      notification: (
        await NotificationModel.create({
          userId: account?._id ?? '',
          type: 'plan-approved',
          title: 'Title',
          body: 'Body',
        })
      )._id,
      careerPath: (await makeCareerPath([], [subject.employee._id]))._id,
      peerPlan: (await finishedPeerPlan(evaluated.cycle._id))._id,
      employeeImport: (await finishedImport(account?._id ?? null))._id,
      job: (await finishedExport(stored._id, evaluated.cycle._id))._id,
      privacy: await makePrivacyRequest(account?._id ?? '', subject.evaluation.managerId ?? '', PrivacyKind.Access),
      erasure: await makePrivacyRequest(account?._id ?? '', subject.evaluation.managerId ?? '', PrivacyKind.Erasure),
      gap: (await makeGap(evaluated.cycle._id, subject.employee._id))._id,
      calibration: (await makeCalibration(evaluated.cycle._id, [{ subjectId: subject.employee._id, calibrated: 4 }]))
        ._id,
    };
  });

  const cycleId = evaluated.cycle._id;
  const subjectId = subject.employee._id;
  const managerId = subject.evaluation.managerId ?? '';
  /** By the beginning of the path; the longest one that fits counts. */
  const table: Record<string, PathValues> = {
    '/api/tenants/': { id: tenant.id },
    '/api/plans/': { id: ids.plan, tenantId: tenant.id },
    '/api/users-admin/': { id: ids.user },
    '/api/integrations/api-keys/': { id: ids.apiKey },
    '/api/integrations/scim-tokens/': { id: ids.scimToken },
    '/api/integrations/webhooks/': { id: ids.webhook, deliveryId: ids.webhookDelivery },
    '/api/my-profile/sessions/': { id: ids.session },
    '/api/files/': { id: ids.file },
    '/api/audit-logs/': { id: ids.auditLog },
    '/api/notifications/': { id: ids.notification },
    '/api/jobs/': { id: ids.job },
    '/api/jobs/{id}/rows': { id: ids.employeeImport },
    '/api/departments/': { id: ids.department },
    '/api/career-paths/': { id: ids.careerPath, employeeId: subjectId },
    '/api/employees/': { id: subjectId },
    '/api/competencies/': { id: ids.competency },
    '/api/competency-categories/': { id: ids.category },
    '/api/skill-frameworks/': { id: ids.framework },
    '/api/job-profiles/': { id: ids.profile },
    '/api/evaluation-templates/': { id: ids.template },
    '/api/evaluation-cycles/': { id: cycleId },
    '/api/evaluation-cycles/{id}/subjects/': { id: cycleId, employeeId: subjectId },
    '/api/evaluation-cycles/{id}/peer-plans/': { id: cycleId, jobId: ids.peerPlan },
    '/api/email-templates/': { id: ids.emailTemplate },
    '/api/email-triggers/cycle/': { id: cycleId },
    '/api/peer-assignments/': { id: participants.Peer ?? '' },
    '/api/guests/': { id: guest.id },
    '/api/guest/evaluations/': { id: guest.participantId },
    '/api/my-evaluations/': { id: participants.Self ?? '' },
    '/api/my-nominations/': { cycleId },
    '/api/team-nominations/': { cycleId, subjectId },
    '/api/evaluation-results/': { cycleId, subjectId, commentId: commentOf(subject) },
    '/api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/': {
      ...{ cycleId, subjectId, commentId: commentOf(subject), id: commentOf(subject) },
    },
    '/api/gap-analysis/': { id: ids.gap },
    '/api/evaluation-results/participants/': { id: participants.Self ?? '' },
    '/api/nine-box/': { employeeId: subjectId },
    '/api/calibration/': { id: ids.calibration, subjectId },
    '/api/pulse-surveys/': { id: ids.survey },
    '/api/pulse-surveys/{id}/to-answer': { id: ids.openSurvey },
    '/api/v1/pulse-surveys/': { id: ids.survey },
    '/api/privacy-requests/': ids.privacy,
    '/api/privacy-requests/{id}/mentions': ids.erasure,
    '/api/privacy-requests/{id}/preview': ids.erasure,
    '/api/my-profile/personal-data/': ids.privacy,
    '/api/goals/': ids.goal,
    '/api/development-plans/': { id: ids.developmentPlan._id, actionId: ids.developmentPlan.actions[0]?.id ?? '' },
  };
  /** What a property of a body names, by its name without `Id` or `Ids`. */
  const named: PathValues = {
    employee: subjectId,
    subject: subjectId,
    manager: managerId,
    evaluator: managerId,
    department: ids.department,
    jobProfile: ids.profile,
    category: ids.category,
    competency: ids.competency,
    requirement: ids.competency,
    template: ids.template,
    cycle: cycleId,
    ownerEmployee: subjectId,
    evidenceFile: ids.file,
    guest: guest.id,
  };
  const pathValues = (path: string): PathValues => {
    const begin = Object.keys(table)
      .filter((key) => path.startsWith(key))
      .sort((a, b) => b.length - a.length)[0];
    const values: PathValues = { ...CONSTANTS, ...(begin ? table[begin] : {}) };
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      if (!values[name])
        throw new Error(
          `No row for {${name}} of ${path}: add the beginning of the path and the id of a row to the table of test/factories/one-of-each.ts.`,
        );
    return values;
  };
  const bodyId = (property: string, path: string): string => {
    // `ids` names rows of the kind that the path is about.
    if (property === 'ids') return pathValues(path.replace(/bulk$/, '{id}')).id ?? '';
    // `parentId` names a row of the kind that the path is about.
    const kind = property.replace(/Ids?$/, '');
    const found = kind === 'parent' ? pathValues(`${path.replace(/\/\{id\}$/, '')}/{id}`).id : named[kind];
    if (!found)
      throw new Error(
        `No row for ${property} of ${path}: add it to the second table of test/factories/one-of-each.ts.`,
      );
    return found;
  };
  return { tenant, ownerToken, apiKey, guestToken: guest.session, pathValues, bodyId };
}

/** The id of the peer's first comment as HR reads it. */
function commentOf({ evaluation: { cycleId, subjectId }, participants }: EvaluatedSubject): string {
  const { evaluatorId = '', answers = [] } =
    participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Peer) ?? {};
  const { itemId = '', comment } = answers[0] ?? {};
  return derivedId('comment', `${cycleId}:${subjectId}`, evaluatorId, itemId, comment ?? '');
}

async function makeGap(cycleId: string, employeeId: string): Promise<GapRow> {
  const requirement = { requirementId: newId(), requirement: 'Feedback', requiredLevel: 4, isCritical: false };
  const measured = { currentLevel: 2, gapLevel: 2, priority: 2 };
  const row = new GapModel({ runId: newId(), cycleId, employeeId, ...requirement, ...measured });
  return (await row.save()).toObject();
}

export function namesRow(parameter: string): boolean {
  return !Object.hasOwn(CONSTANTS, parameter);
}

async function recordedEntry(): Promise<string> {
  const id = newId();
  await inTransaction(() => recordAudit('settings.updated', { id, entityType: AuditEntity.Settings, entityId: null }));
  return id;
}

/** A template with a Spanish text; its id. */
async function makeTranslatedTemplate(): Promise<string> {
  const { _id: templateId } = await makeTemplate();
  await TemplateTranslationModel.create({
    templateId,
    locale: 'es',
    name: 'Anual',
    labels: [],
    sections: [],
    items: [],
  });
  return templateId;
}

/** A completed request of the account about the manager, with a text to decide on. */
async function makePrivacyRequest(userId: string, employeeId: string, kind: PrivacyKind): Promise<PathValues> {
  const file = { name: 'personal-data.zip', contentType: 'application/zip', purpose: FilePurpose.PersonalData };
  const { _id: fileId } = await saveFile(Buffer.from('zip'), { ...file, createdBy: userId });
  const request = { employeeId, userId, kind, status: PrivacyStatus.Completed, fileId };
  const { _id: id } = await PrivacyRequestModel.create({ ...request, dueAt: now(), completedAt: now() });
  const place = { source: 'Participant', rowId: newId(), path: newId() };
  const { _id: textId } = await PrivacyTextModel.create({ requestId: id, ...place });
  return { id, commentId: textId, mentionId: textId };
}

async function finishedExport(fileId: string, cycleId: string): Promise<Job> {
  const job = await storeJob('insight.export-heatmap', { cycleId, departmentId: null, jobProfileId: null });
  await JobModel.updateOne({ _id: job._id }, { $set: { status: JobStatus.Succeeded, fileId, finishedAt: now() } });
  return job;
}

async function finishedPeerPlan(cycleId: string): Promise<Job> {
  const job = await storeJob('evaluation.assign-peers', { cycleId, dryRun: true });
  const result = { assigned: 0, belowMinimum: [], maxPerEvaluator: 0, dryRun: true, picks: [] };
  await JobModel.updateOne({ _id: job._id }, { $set: { status: JobStatus.Succeeded, result, finishedAt: now() } });
  return job;
}

async function finishedImport(createdBy: string | null): Promise<Job> {
  const csv = Buffer.from('firstname,lastname,email\nAna,Ruiz,nowhere\n');
  const file = { name: 'people.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy };
  const { _id: fileId } = await saveFile(csv, file);
  const job = await storeJob('people.import-employees', { fileId, dateFormat: 'iso', dryRun: true });
  const result = { total: 1, created: 0, skipped: 0, errors: 1, warnings: 0, dryRun: true };
  await storeImportReport(job._id, [
    { row: 2, email: 'nowhere', outcome: 'error', message: 'email is invalid', warnings: [] },
  ]);
  await JobModel.updateOne({ _id: job._id }, { $set: { status: JobStatus.Succeeded, result, finishedAt: now() } });
  return job;
}

/** A webhook, and a message to it. */
async function sentWebhook(): Promise<{ webhook: string; webhookDelivery: string }> {
  const { id: webhook } = await makeWebhook();
  const message = { webhookId: webhook, type: 'cycle.opened', body: '{}', status: DeliveryStatus.Delivered };
  return { webhook, webhookDelivery: (await WebhookDeliveryModel.create(message))._id };
}
