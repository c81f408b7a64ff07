import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { logFailure } from '../../shared/db/outage';
import { pickRow, pickRows } from '../../shared/db/pick';
import { QUEUES } from '../../shared/jobs/contract';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { queueNamed } from '../../shared/jobs/queues';
import { workersOf } from '../../shared/jobs/signs-of-life';
import { DAY_MS, inMs, now, toInstantOrNull } from '../../shared/kernel/clock';
import { asSystem, inTenant, PLATFORM_SCOPE } from '../../shared/kernel/context';
import { appVersion } from '../../shared/migrations/app-version';
import { MetaId } from '../../shared/migrations/meta.model';
import { findMeta } from '../../shared/migrations/meta.store';
import { newestVersion, SCHEMA } from '../../shared/migrations/migrations';
import { storedSchemaVersion } from '../../shared/migrations/schema-stamp.store';
import { PlanUsageModel } from '../../shared/platform/plan-usage.model';
import { type Plan, PlanModel } from '../../shared/platform/plan.model';
import { TenantStatus } from '../../shared/platform/tenant-status';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { planYear } from '../platform/plan-year.rules';
import type { Installation, JobHealth, PlanUse, PlatformDashboard, QueueHealth } from './platform-dashboard.dto';

type TenantRow = Pick<Tenant, '_id' | 'status' | 'planId'>;
type Used = { employees: number; cycles: number };

const WEEK_MS = 7 * DAY_MS;
/** The share of the employee limit from which a tenant is near it. */
const NEAR_LIMIT = 0.9;

/** Returns the figures of the platform, never tenants' rows. A constant number of queries. */
export async function platformDashboard(): Promise<PlatformDashboard> {
  const [tenants, plans, usage, jobs, queues, installation] = await Promise.all([
    pickRows(TenantModel.find(), 'status', 'planId'),
    PlanModel.find().sort({ searchText: 1, _id: 1 }).lean<Plan[]>(),
    usageByTenant(),
    jobHealth(),
    Promise.all(QUEUES.map(queueHealth)),
    installationFacts(),
  ]);
  return {
    tenants: {
      total: tenants.length,
      byStatus: Object.values(TenantStatus).map((status) => ({
        status,
        count: tenants.filter((tenant) => tenant.status === status).length,
      })),
    },
    plans: planUses(tenants, plans, usage),
    queues,
    jobs,
    installation,
  };
}

/** Returns the usage by plan in the order of names; tenants without one last. */
function planUses(tenants: readonly TenantRow[], plans: readonly Plan[], usage: ReadonlyMap<string, Used>): PlanUse[] {
  const working = tenants.filter(({ status }) => status === TenantStatus.Trial || status === TenantStatus.Active);
  return [...plans, null].map((plan) => {
    const used = working
      .filter(({ planId }) => planId === (plan?._id ?? null))
      .map(({ _id }) => usage.get(_id) ?? { employees: 0, cycles: 0 });
    return {
      planId: plan?._id ?? null,
      plan: plan?.name ?? null,
      tenants: used.length,
      employees: used.reduce((sum, { employees }) => sum + employees, 0),
      cycles: used.reduce((sum, { cycles }) => sum + cycles, 0),
      nearLimit: plan ? used.filter((tenantUsage) => isNearLimit(tenantUsage, plan)).length : 0,
    };
  });
}

function isNearLimit({ employees, cycles }: Used, { maxEmployees, maxCyclesPerYear }: Plan): boolean {
  return (
    (maxEmployees !== null && employees >= NEAR_LIMIT * maxEmployees) ||
    (maxCyclesPerYear !== null && cycles >= maxCyclesPerYear)
  );
}

async function usageByTenant(): Promise<Map<string, Used>> {
  const cycles = `cycles-${planYear(now())}` as const;
  const rows = await asSystem('the platform dashboard adds up what plans are used for', async () =>
    pickRows(PlanUsageModel.find({ counter: { $in: ['employees', cycles] } }), 'tenantId', 'counter', 'used'),
  );
  const usage = new Map<string, Used>();
  for (const { tenantId, counter, used } of rows) {
    const found = usage.get(tenantId) ?? { employees: 0, cycles: 0 };
    usage.set(tenantId, { ...found, [counter === cycles ? 'cycles' : 'employees']: used });
  }
  return usage;
}

function jobHealth(): Promise<JobHealth> {
  return asSystem('the platform dashboard counts the jobs of all tenants', async () => {
    const [queued, running, deadLetters, oldest] = await Promise.all([
      JobModel.countDocuments({ status: JobStatus.Queued }),
      JobModel.countDocuments({ status: JobStatus.Running }),
      JobModel.countDocuments({
        status: JobStatus.Failed,
        'error.code': 'INTERNAL',
        finishedAt: { $gte: inMs(-WEEK_MS) },
      }),
      pickRow(JobModel.findOne({ status: JobStatus.Queued }).sort({ createdAt: 1, _id: 1 }), 'createdAt'),
    ]);
    return { queued, running, oldestQueuedAt: toInstantOrNull(oldest?.createdAt), deadLetters };
  });
}

async function queueHealth(queue: (typeof QUEUES)[number]): Promise<QueueHealth> {
  try {
    const [counts, workers] = await Promise.all([
      queueNamed(queue).getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed'),
      workersOf(queue),
    ]);
    const { waiting = 0, prioritized = 0, delayed = 0, active = 0, failed = 0 } = counts;
    return { queue, waiting: waiting + prioritized + delayed, active, failed, workers };
  } catch (error) {
    logFailure('the dashboard shows a queue without figures', { error, queue });
    return { queue, waiting: null, active: null, failed: null, workers: null };
  }
}

async function installationFacts(): Promise<Installation> {
  const [stored, backup, route] = await Promise.all([
    storedSchemaVersion(),
    findMeta(MetaId.Backup),
    inTenant(PLATFORM_SCOPE, findMailRoute),
  ]);
  return {
    version: appVersion(),
    schema: { stored, expected: newestVersion(SCHEMA) },
    lastBackupAt: toInstantOrNull(backup?.at),
    mailServer: route && {
      source: route.source,
      host: route.server?.host ?? null,
      port: route.server?.port ?? null,
    },
  };
}
