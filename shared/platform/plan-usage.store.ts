import { isDuplicate } from '../db/bulk';
import { pickRow } from '../db/pick';
import { tenantId } from '../kernel/context';
import { AppError, tooManyChanges } from '../kernel/errors';
import { refusal } from '../kernel/refusals/refusal';
import { type PlanUsage, PlanUsageModel, type UsageCounter } from './plan-usage.model';
import { type Plan, PlanModel } from './plan.model';
import { TenantModel } from './tenant.model';

export type CountRows = () => Promise<number>;

/**
 * Attempts at a counter that others change concurrently; inside a transaction the database usually reports a conflict first.
 */
const ATTEMPTS = 20;

/**
 * Creates the counter of Active employees with the value of `count()` if it is missing. Call it before the transaction
 * that reserves: rows are only written once their counter exists, so that none is missing in its initial value.
 */
export async function ensureEmployeeCounter(count: CountRows): Promise<void> {
  await ensureCounter('employees', count);
}

/** Does the same for the cycles created in a UTC calendar year (`planYear`). */
export async function ensureCycleCounter(year: number, count: CountRows): Promise<void> {
  await ensureCounter(`cycles-${year}`, count);
}

/**
 * Reserves quota for up to `requested` more Active employees and returns how many the plan grants. Call it in the
 * transaction that writes the rows, after `ensureEmployeeCounter`.
 */
export async function reserveEmployees(requested: number): Promise<number> {
  return reserve('employees', requested, (await tenantPlan())?.maxEmployees ?? null);
}

/** Reserves quota for one more Active employee; throws PLAN_LIMIT_EMPLOYEES. */
export async function reserveEmployee(): Promise<void> {
  if ((await reserveEmployees(1)) === 0) throw planIsFull();
}

/** Returns the refusal of an employee beyond the quota. */
export function planIsFull(): AppError {
  return new AppError('PLAN_LIMIT_EMPLOYEES', refusal('PLAN_LIMIT_EMPLOYEES_REACHED'));
}

/**
 * Returns how many more Active employees the plan allows now; Infinity without a limit. Only `reserveEmployees` reserves them.
 */
export async function availableEmployees(): Promise<number> {
  const max = (await tenantPlan())?.maxEmployees ?? null;
  if (max === null) return Infinity;
  const row = await PlanUsageModel.findOne({ counter: 'employees' }).lean<PlanUsage>();
  return Math.max(0, max - (row?.used ?? 0));
}

/**
 * Serializes transactions that rely on employees and their managers: each changes the row of the employee counter, so
 * that concurrent ones conflict and one runs again.
 */
export async function serializeEmployeeChanges(): Promise<void> {
  await PlanUsageModel.updateOne({ counter: 'employees' }, { $inc: { used: 0 } });
}

/** Releases the quota of employees who are no longer Active, in the transaction that changes them. */
export async function releaseEmployees(count: number): Promise<void> {
  await release('employees', count);
}

/**
 * Reserves quota for one more cycle of a UTC calendar year, in the transaction that creates it and after
 * `ensureCycleCounter`; throws PLAN_LIMIT_CYCLES.
 */
export async function reserveCycle(year: number): Promise<void> {
  const granted = await reserve(`cycles-${year}`, 1, (await tenantPlan())?.maxCyclesPerYear ?? null);
  if (granted === 0)
    throw new AppError('PLAN_LIMIT_CYCLES', refusal('PLAN_LIMIT_CYCLES_REACHED', { year: String(year) }));
}

/** Releases the quota of a deleted cycle in the UTC year of its creation. */
export async function releaseCycle(year: number): Promise<void> {
  await release(`cycles-${year}`, 1);
}

export async function readUsage(year: number): Promise<{ employees: number; cycles: number }> {
  const cycles: UsageCounter = `cycles-${year}`;
  const rows = await PlanUsageModel.find({ counter: { $in: ['employees', cycles] } }).lean<PlanUsage[]>();
  const used = (counter: UsageCounter): number => rows.find((row) => row.counter === counter)?.used ?? 0;
  return { employees: used('employees'), cycles: used(cycles) };
}

async function tenantPlan(): Promise<Plan | null> {
  const tenant = await pickRow(TenantModel.findById(tenantId()), 'planId');
  return tenant?.planId ? PlanModel.findById(tenant.planId).lean<Plan>() : null;
}

async function ensureCounter(counter: UsageCounter, count: CountRows): Promise<void> {
  if (await PlanUsageModel.exists({ counter })) return;
  try {
    await PlanUsageModel.create({ counter, used: await count() });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // a concurrent request has created it
  }
}

/** The condition on `used` enforces the limit: of concurrent reservations only those that fit change the row. */
async function reserve(counter: UsageCounter, requested: number, max: number | null): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await PlanUsageModel.findOne({ counter }).lean<PlanUsage>();
    if (!row) throw new Error(`The counter ${counter} must exist before the transaction begins.`);
    const granted = max === null ? requested : Math.min(requested, Math.max(0, max - row.used));
    if (granted === 0) return 0;
    const fits = max === null ? {} : { used: { $lte: max - granted } };
    const changed = await PlanUsageModel.updateOne({ counter, ...fits }, { $inc: { used: granted } });
    if (changed.modifiedCount > 0) return granted;
  }
  throw tooManyChanges();
}

async function release(counter: UsageCounter, count: number): Promise<void> {
  await PlanUsageModel.updateOne({ counter, used: { $gte: count } }, { $inc: { used: -count } });
}
