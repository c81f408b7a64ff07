import { isDeepStrictEqual } from 'node:util';
import { missingReferences } from '../../../shared/db/references';
import { inTransaction } from '../../../shared/db/transaction';
import {
  type CycleSettings,
  DEFAULT_CYCLE_SETTINGS,
  mergedWeights,
  NO_REMINDERS,
  PeerNomination,
  ReleaseBy,
  takesNominations,
  validateCycle,
  validateSettingNames,
} from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import type { SubjectRule } from '../../../shared/evaluation/cycles/cycle-subjects.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { assertAnswersKept } from '../../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { now } from '../../../shared/kernel/clock';
import { assertValid, conflict } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { recordingPlanLimit } from '../../../shared/platform/plan-limit.store';
import {
  ensureCycleCounter,
  serializeEmployeeChanges,
  releaseCycle,
  reserveCycle,
} from '../../../shared/platform/plan-usage.store';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import { followDeletion } from '../../db/follow-deletion.store';
import { planYear } from '../../platform/plan-year.rules';
import { storeAskingJob } from '../nominations/asking.service';
import { storeGapJob } from './cycle-gaps.store';
import { missingInRule, toSubjectRule } from './cycle-subjects.service';
import type { CreateCycle, CycleSettingsInput, UpdateCycle } from './evaluation-cycles.dto';

/** Creates a Draft cycle and returns its id; throws VALIDATION, CONFLICT, PLAN_LIMIT_CYCLES. */
export async function createCycle(input: CreateCycle): Promise<string> {
  const { id, settings, startDate, endDate, ...fields } = input;
  const values = {
    ...fields,
    ...readCalendarDates({ startDate, endDate }),
    settings: mergedSettings(DEFAULT_CYCLE_SETTINGS, settings),
    _id: id ?? newId(),
  };
  await assertConsistent(new CycleModel(values), null);
  const year = planYear(now());
  await ensureCycleCounter(year, () => cyclesOfYear(year));
  return recordingPlanLimit(() =>
    inTransaction(async () => {
      const row = new CycleModel(values); // a new document for each attempt
      await reserveCycle(year);
      await row.save();
      await recordCycle('cycle.created', row._id, auditChanges<Partial<Cycle>>({}, row.toObject(), AUDITED));
      return row._id;
    }),
  );
}

/**
 * Updates a cycle: omitted fields keep their values, null clears, settings merge down to the single weight. New weights
 * of a closed cycle recalculate its gaps in a job. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, and CONFLICT for
 * another template after the generation, and for new weights once retention has deleted the answers.
 */
export async function updateCycle(id: string, input: UpdateCycle, expected?: ExpectedRevision): Promise<void> {
  const decides = input.settings?.peerNomination !== undefined;
  if (decides) await ensureEmployeeUsage();
  const jobs = await inTransaction(async () => {
    if (decides) await serializeEmployeeChanges(); // conflicts with concurrent nominations
    const { changes, rescoring, weightsChanged, asking } = await writeChanges(id, input, expected);
    if (changes.length > 0) await recordCycle('cycle.updated', id, changes);
    return [
      rescoring === null ? null : await storeJob('evaluation.rescore', { cycleId: id, change: rescoring }),
      weightsChanged ? await storeGapJob(id) : null,
      asking,
    ];
  });
  for (const job of jobs) if (job) await enqueueStored(job);
}

/**
 * Writes the changes of a cycle; returns them, whether the weights changed, and the id of that change when stored
 * scores have to follow it.
 */
async function writeChanges(
  id: string,
  input: UpdateCycle,
  expected?: ExpectedRevision,
): Promise<{ changes: AuditChange[]; rescoring: string | null; weightsChanged: boolean; asking: Job | null }> {
  const row = await rowToChange(CycleModel, id, expected);
  const before: Cycle = row.toObject();
  const { settings, startDate, endDate, ...fields } = input;
  if (fields.templateId !== undefined && fields.templateId !== row.templateId && row.generatedAt !== null)
    throw conflict(refusal('TEMPLATE_OF_CYCLE_FIXED'));
  row.set({ ...fields, ...readCalendarDates({ startDate, endDate }) });
  if (settings) row.set({ settings: mergedSettings(before.settings, settings) });
  const weightsChanged = EVALUATOR_TYPES.some((type) => row.settings.weights[type] !== before.settings.weights[type]);
  if (weightsChanged) assertAnswersKept(before);
  const ruleBefore = before.settings.subjects ?? null;
  const ruleChanged = !isDeepStrictEqual(ruleBefore, row.toObject<Cycle>().settings.subjects ?? null);
  if (ruleChanged && row.status !== CycleStatus.Draft)
    throw conflict(refusal('CYCLE_SUBJECTS_FIXED', { status: row.status }));
  await assertConsistent(row, ruleBefore);
  const rescoring = weightsChanged && row.generatedAt !== null ? newId() : null;
  if (rescoring !== null) row.rescoring = rescoring;
  await assertNominationsKept(before, row.settings);
  await row.save();
  const after = row.toObject<Cycle>();
  const asking = takesNominations(before.settings) ? null : await storeAskingJob(after);
  return { changes: auditChanges(before, after, AUDITED), rescoring, weightsChanged, asking };
}

/** Throws CONFLICT when a change of `peerNomination` affects who decides on submitted nominations. */
async function assertNominationsKept({ _id, settings }: Cycle, { peerNomination }: CycleSettings): Promise<void> {
  if ((settings.peerNomination ?? PeerNomination.Off) === peerNomination) return;
  const sent = [NominationStatus.Submitted, NominationStatus.Returned, NominationStatus.Approved] as const;
  if (await EvaluationModel.exists({ cycleId: _id, 'nomination.status': { $in: sent } }))
    throw conflict(refusal('CYCLE_NOMINATIONS_FIXED'));
}

/** Soft-deletes a Draft cycle and releases its quota; throws NOT_FOUND, and CONFLICT in every other status. */
export async function deleteCycle(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(CycleModel, id);
    if (row.status !== CycleStatus.Draft) throw conflict(refusal('ONLY_DRAFT_CYCLE_CAN_BE_DELETED'));
    row.isDeleted = true;
    await row.save();
    await followDeletion('Cycle', [id]);
    await GuestModel.deleteMany({ cycleId: id }); // none was asked yet
    await releaseCycle(planYear(row.createdAt));
    await recordCycle('cycle.deleted', id);
  });
}

const AUDITED = ['name', 'description', 'templateId', 'startDate', 'endDate', 'settings'] as const;

async function recordCycle(
  event: 'cycle.created' | 'cycle.updated' | 'cycle.deleted',
  id: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Cycle, entityId: id, changes });
}

function cyclesOfYear(year: number): Promise<number> {
  const createdAt = { $gte: new Date(Date.UTC(year, 0, 1)), $lt: new Date(Date.UTC(year + 1, 0, 1)) };
  return CycleModel.countDocuments({ createdAt });
}

function mergedSettings(before: Readonly<CycleSettings>, changes: CycleSettingsInput = {}): CycleSettings {
  assertValid(validateSettingNames(changes));
  const { nominationEndDate: nominationEnd = null } = readCalendarDates(
    { nominationEndDate: changes.nominationEndDate },
    'settings.',
  );
  return {
    weights: mergedWeights(before.weights, changes.weights),
    minPeers: changes.minPeers ?? before.minPeers,
    maxPeers: changes.maxPeers ?? before.maxPeers,
    preferSameDepartment: changes.preferSameDepartment ?? before.preferSameDepartment,
    useCalibration: changes.useCalibration ?? before.useCalibration,
    release: changes.release ?? before.release ?? ReleaseBy.Hr,
    peerNomination: changes.peerNomination ?? before.peerNomination ?? PeerNomination.Off,
    nominationEndDate: changes.nominationEndDate === undefined ? (before.nominationEndDate ?? null) : nominationEnd,
    maxEvaluations: changes.maxEvaluations === undefined ? (before.maxEvaluations ?? null) : changes.maxEvaluations,
    reminders: { ...NO_REMINDERS, ...before.reminders, ...changes.reminders },
    subjects: changes.subjects === undefined ? (before.subjects ?? null) : toSubjectRule(changes.subjects),
  };
}

async function assertConsistent(
  row: Cycle & { isModified(field: string): boolean },
  ruleBefore: SubjectRule | null,
): Promise<void> {
  const { templateId, startDate, endDate, settings } = row;
  const template = row.isModified('templateId') ? [{ field: 'templateId', id: templateId }] : [];
  assertValid([
    ...validateCycle({ startDate, endDate, settings }),
    ...(await missingReferences(EvaluationTemplateModel, template)),
    ...(await missingInRule(settings.subjects ?? null, ruleBefore)),
  ]);
}
