import { isDuplicate } from '../db/bulk';
import { pickRow } from '../db/pick';
import { tenantId } from '../kernel/context';
import { AppError } from '../kernel/errors';
import { sentence } from '../kernel/refusals/sentence';
import { type PlanUsage, PlanUsageModel, type UsageCounter } from './plan-usage.model';
import { type Plan, PlanModel } from './plan.model';
import { TenantModel } from './tenant.model';

/** Counts the rows that a counter stands for; its area knows how. */
export type CountRows = () => Promise<number>;

/** Attempts at a counter that others change at the same moment; inside a transaction the engine usually decides first. */
const ATTEMPTS = 20;

/**
 * Makes sure that the counter of Active employees exists, beginning with `count()`. Call it before the transaction that
 * reserves: rows are only written after their counter exists, so that the count it begins with cannot be overtaken.
 */
export async function ensureEmployeeCounter(count: CountRows): Promise<void> {
  await ensureCounter('employees', count);
}

/** The same for the cycles created in a UTC calendar year (`planYear`). */
export async function ensureCycleCounter(year: number, count: CountRows): Promise<void> {
  await ensureCounter(`cycles-${year}`, count);
}

/**
 * Reserves room for up to `wanted` more Active employees and returns how many the plan grants, 0 to `wanted`. Call it in
 * the transaction that writes the rows, after `ensureEmployeeCounter`.
 */
export async function reserveEmployees(requested: number): Promise<number> {
  return reserve('employees', requested, (await tenantPlan())?.maxEmployees ?? null);
}

/** Reserves room for one more Active employee; throws PLAN_LIMIT_EMPLOYEES. */
export async function reserveEmployee(): Promise<void> {
  if ((await reserveEmployees(1)) === 0) throw planIsFull();
}

/** What an employee is refused with for whom the plan has no room. */
export function planIsFull(): AppError {
  return new AppError(
    'PLAN_LIMIT_EMPLOYEES',
    "The subscription plan's limit of active employees is reached. Terminate employees or change the plan.",
  );
}

/** How many more Active employees the plan allows now; Infinity without a limit. Only `reserveEmployees` can promise them. */
export async function availableEmployees(): Promise<number> {
  const max = (await tenantPlan())?.maxEmployees ?? null;
  if (max === null) return Infinity;
  const row = await PlanUsageModel.findOne({ counter: 'employees' }).lean<PlanUsage>();
  return Math.max(0, max - (row?.used ?? 0));
}

/**
 * Makes transactions that rely on who manages whom follow one another: all of them change the row of the employee
 * counter, so of two at a time one starts again and sees what the other did.
 */
export async function lockEmployees(): Promise<void> {
  await PlanUsageModel.updateOne({ counter: 'employees' }, { $inc: { used: 0 } });
}

/** Frees the room of employees who are no longer Active, in the transaction that changes them. */
export async function releaseEmployees(count: number): Promise<void> {
  await release('employees', count);
}

/**
 * Reserves room for one more cycle of a UTC calendar year, in the transaction that creates it and after
 * `ensureCycleCounter`; throws PLAN_LIMIT_CYCLES.
 */
export async function reserveCycle(year: number): Promise<void> {
  const granted = await reserve(`cycles-${year}`, 1, (await tenantPlan())?.maxCyclesPerYear ?? null);
  if (granted === 0)
    throw new AppError(
      'PLAN_LIMIT_CYCLES',
      sentence`The subscription plan's limit of evaluation cycles in ${String(year)} is reached. Change the plan.`,
    );
}

/** Frees the room of a deleted cycle in the UTC year in which it was created. */
export async function releaseCycle(year: number): Promise<void> {
  await release(`cycles-${year}`, 1);
}

/** What the tenant uses now, for the usage snapshot of its plan. */
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
    if (!isDuplicate(error)) throw error; // else another request made it a moment ago
  }
}

/** The condition on `used` is what holds the limit: of parallel reservations only those that fit change the row. */
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
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many concurrent changes. Try again.', {
    headers: { 'Retry-After': '1' },
  });
}

async function release(counter: UsageCounter, count: number): Promise<void> {
  await PlanUsageModel.updateOne({ counter, used: { $gte: count } }, { $inc: { used: -count } });
}
