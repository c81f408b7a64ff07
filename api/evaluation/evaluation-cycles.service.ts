import { missingReferences } from '../../shared/db/references';
import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { CycleStatus } from '../../shared/evaluation/cycle-status';
import { storeGapJob } from '../../shared/evaluation/gap-job.store';
import {
  type CycleSettings,
  DEFAULT_CYCLE_SETTINGS,
  validateCycle,
} from '../../shared/evaluation/cycle-settings.rules';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EVALUATOR_TYPES } from '../../shared/framework/evaluator-type';
import { carry } from '../../shared/jobs/enqueue';
import { readCalendarDates } from '../../shared/kernel/calendar-dates';
import { now } from '../../shared/kernel/clock';
import { assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { type AuditChange, auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { recordingPlanLimit } from '../../shared/platform/plan-limit.store';
import { ensureCycleCounter, releaseCycle, reserveCycle } from '../../shared/platform/plan-usage.store';
import { planYear } from '../../shared/platform/plan-year.rules';
import { assertMatches } from '../http/resource';
import type { CreateCycle, CycleSettingsInput, UpdateCycle } from './evaluation-cycles.dto';

/** Creates a Draft cycle and returns its id; throws VALIDATION, CONFLICT, PLAN_LIMIT_CYCLES (spec 4.5, 7). */
export async function createCycle(input: CreateCycle): Promise<string> {
  const { id, settings, startDate, endDate, ...fields } = input;
  const values = {
    ...fields,
    ...readCalendarDates({ startDate, endDate }),
    settings: mergedSettings(DEFAULT_CYCLE_SETTINGS, settings),
    searchText: foldForSearch(input.name),
    ...(id ? { _id: id } : {}),
  };
  await assertConsistent(new CycleModel(values));
  const year = planYear(now());
  await ensureCycleCounter(year, () => cyclesOfYear(year));
  const created = await recordingPlanLimit(() =>
    inTransaction(async () => {
      const row = new CycleModel(values); // a new one for each attempt
      await reserveCycle(year);
      await row.save();
      const stored: Cycle = row.toObject();
      return stored;
    }),
  );
  await recordCycle('cycle.created', created._id, auditChanges<Partial<Cycle>>({}, created, AUDITED));
  return created._id;
}

/**
 * Changes a cycle: absent fields stay, null clears, settings merge down to the single weight. Other weights of a closed
 * cycle recalculate its gaps, in the background. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, and CONFLICT for
 * another template after the generation.
 */
export async function updateCycle(id: string, input: UpdateCycle, ifMatch?: string): Promise<void> {
  const { changes, job } = await inTransaction(async () => {
    const written = await writeChanges(id, input, ifMatch);
    return { changes: written.changes, job: written.weightsChanged ? await storeGapJob(id) : null };
  });
  if (changes.length > 0) await recordCycle('cycle.updated', id, changes);
  if (job) await carry(job);
}

/** Writes the changes of a cycle; what they are, and whether the weights are others now. */
async function writeChanges(
  id: string,
  input: UpdateCycle,
  ifMatch?: string,
): Promise<{ changes: AuditChange[]; weightsChanged: boolean }> {
  const row = await CycleModel.findById(id);
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  const before: Cycle = row.toObject();
  const { settings, startDate, endDate, ...fields } = input;
  if (fields.templateId !== undefined && fields.templateId !== row.templateId && row.generatedAt !== null)
    throw conflict('The evaluations of this cycle are generated with its template; it cannot be exchanged any more.');
  row.set({ ...fields, ...readCalendarDates({ startDate, endDate }) });
  if (settings) row.set({ settings: mergedSettings(before.settings, settings) });
  const weightsChanged = EVALUATOR_TYPES.some((type) => row.settings.weights[type] !== before.settings.weights[type]);
  await assertConsistent(row);
  row.searchText = foldForSearch(row.name);
  await row.save();
  return { changes: auditChanges(before, row.toObject<Cycle>(), AUDITED), weightsChanged };
}

/** Soft-deletes a Draft cycle and gives its place in the plan back; throws NOT_FOUND, and CONFLICT in every other state. */
export async function deleteCycle(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await CycleModel.findById(id);
    if (!row) throw notFound();
    if (row.status !== CycleStatus.Draft)
      throw conflict('Only a Draft cycle can be deleted; archive this one instead.');
    row.isDeleted = true;
    await row.save();
    await releaseCycle(planYear(row.createdAt));
  });
  await recordCycle('cycle.deleted', id);
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
  const { weights: old } = before;
  const { weights = {} } = changes;
  return {
    weights: {
      Self: weights.Self ?? old.Self,
      Manager: weights.Manager ?? old.Manager,
      Peer: weights.Peer ?? old.Peer,
      DirectReport: weights.DirectReport ?? old.DirectReport,
      Stakeholder: weights.Stakeholder ?? old.Stakeholder,
    },
    minPeers: changes.minPeers ?? before.minPeers,
    maxPeers: changes.maxPeers ?? before.maxPeers,
    preferSameDepartment: changes.preferSameDepartment ?? before.preferSameDepartment,
    useCalibration: changes.useCalibration ?? before.useCalibration,
  };
}

async function assertConsistent(row: Cycle & { isModified(field: string): boolean }): Promise<void> {
  const { templateId, startDate, endDate, settings } = row;
  const template = row.isModified('templateId') ? [{ field: 'templateId', id: templateId }] : [];
  assertValid([
    ...validateCycle({ startDate, endDate, settings }),
    ...(await missingReferences(EvaluationTemplateModel, template)),
  ]);
}
