import { isDuplicate } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { inTenant } from '../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type AuditChange, auditChanges } from '../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { type Plan, PlanModel } from '../../shared/platform/plan.model';
import { TenantModel } from '../../shared/platform/tenant.model';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import type { CreatePlan, UpdatePlan } from './plans.dto';
import { forgetSessions } from './sign-in/session-state';

/** The plans of a new installation; with fixed ids, so that a deleted or renamed one is not created again. */
const SEEDS = [
  { _id: '6d3c2f1a-0b5e-4c6e-9a44-5f1f0c8e0001', name: 'Free', maxEmployees: 25, maxCyclesPerYear: 1 },
  { _id: '6d3c2f1a-0b5e-4c6e-9a44-5f1f0c8e0002', name: 'Pro', maxEmployees: 250, maxCyclesPerYear: 4 },
  { _id: '6d3c2f1a-0b5e-4c6e-9a44-5f1f0c8e0003', name: 'Enterprise', maxEmployees: null, maxCyclesPerYear: null },
];

/** Creates missing plans of a new installation. */
export async function ensurePlans(): Promise<void> {
  for (const seed of SEEDS)
    try {
      await PlanModel.create(seed);
    } catch (error) {
      if (!isDuplicate(error)) throw error; // it exists, or did
    }
}

/** Creates a plan and returns its id; throws CONFLICT when the id or the name is taken. */
export async function createSubscriptionPlan({ id, name, ...limits }: CreatePlan): Promise<string> {
  return inTransaction(async () => {
    const row = new PlanModel({ ...limits, name: name.trim(), _id: id ?? newId() });
    await row.save();
    await recordPlan('plan.created', row._id, auditChanges<Partial<Plan>>({}, row.toObject(), AUDITED));
    return row._id;
  });
}

/** Updates a plan: omitted fields keep their values, null is unlimited; throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT. */
export async function updatePlan(id: string, input: UpdatePlan, expected?: ExpectedRevision): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(PlanModel, id, expected);
    const before: Plan = row.toObject();
    row.set({ ...input, ...(input.name === undefined ? {} : { name: input.name.trim() }) });
    await row.save();
    const changes = auditChanges(before, row.toObject<Plan>(), AUDITED);
    if (changes.length > 0) await recordPlan('plan.updated', id, changes);
  });
}

/** Deletes a plan that no tenant has; throws NOT_FOUND, and CONFLICT while one has it. */
export async function deletePlan(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(PlanModel, id);
    if (await TenantModel.exists({ planId: id })) throw conflict(refusal('ORGANIZATIONS_USE_PLAN'));
    row.isDeleted = true;
    await row.save();
    await recordPlan('plan.deleted', id);
  });
}

/**
 * Assigns a plan to a tenant and records it in the platform's log and the tenant's own; throws NOT_FOUND for the
 * tenant, VALIDATION for the plan.
 */
export async function assignPlan(tenantId: string, planId: string): Promise<void> {
  await inTransaction(async () => {
    const tenant = await TenantModel.findById(tenantId);
    if (!tenant) throw notFound();
    await holdPlan(planId);
    const changes = [{ field: 'planId', before: tenant.planId, after: planId }];
    tenant.planId = planId;
    await tenant.save();
    const entry = { entityType: AuditEntity.Tenant, entityId: tenantId, changes };
    await recordAudit('plan.assigned', entry);
    await inTenant(tenantId, async () => recordAudit('plan.assigned', entry));
  });
  forgetSessions();
}

const AUDITED = ['name', 'maxEmployees', 'maxCyclesPerYear', 'isActive'] as const;

async function recordPlan(
  event: 'plan.created' | 'plan.updated' | 'plan.deleted',
  id: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Plan, entityId: id, changes });
}

/**
 * Checks that a plan can be assigned, in the transaction that assigns it, and writes its row, so that a concurrent
 * deletion conflicts. Throws VALIDATION on `planId`.
 */
export async function holdPlan(planId: string): Promise<void> {
  const held = await PlanModel.updateOne({ _id: planId, isActive: true }, { $set: { isActive: true } });
  if (held.matchedCount === 0) throw invalid({ field: 'planId', ...refusal('MUST_BE_ACTIVE_SUBSCRIPTION_PLAN') });
}
