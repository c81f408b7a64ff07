import type { Model, QueryFilter } from 'mongoose';
import { pickRows } from '../../shared/db/pick';
import type { Row } from '../../shared/db/rows';
import { inTransaction } from '../../shared/db/transaction';
import { ImportReportPartModel } from '../../shared/jobs/import-report.model';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { DAY_MS, inMs, now } from '../../shared/kernel/clock';
import { asSystem } from '../../shared/kernel/context';
import { DeviceModel } from '../../shared/platform/accounts/device.model';
import { DEVICE_DAYS } from '../../shared/platform/accounts/device.rules';
import { EmailChangeModel } from '../../shared/platform/accounts/email-change.model';
import { PasswordResetRequestModel } from '../../shared/platform/passwords/password-reset-request.model';
import { SessionModel } from '../../shared/platform/session.model';
import { SsoAttemptModel } from '../../shared/platform/sso/sso-attempt.model';

const KEPT_DAYS = 30;
/** Rows that one run of a task deletes of a kind. */
const AT_ONCE = 5_000;

/** Deletes sessions that ended at least 30 days ago; the audit log has their actions. */
export async function sweepSessions(): Promise<number> {
  const before = { $lte: inMs(-KEPT_DAYS * DAY_MS) };
  return asSystem('sessions of every tenant end', async () => {
    const expired = await removeSome(SessionModel, { expiresAt: before }, 'expiresAt');
    return expired + (await removeSome(SessionModel, { revokedAt: before }, 'revokedAt'));
  });
}

/** Deletes browsers without a sign-in for a year. */
export async function sweepDevices(): Promise<number> {
  return asSystem('unused browsers of every tenant', async () =>
    removeSome(DeviceModel, { lastSignInAt: { $lte: inMs(-DEVICE_DAYS * DAY_MS) } }, 'lastSignInAt'),
  );
}

/** Deletes jobs that ended at least 30 days ago, with their results and import reports. */
export async function sweepEndedJobs(): Promise<number> {
  const ended = {
    status: { $in: [JobStatus.Succeeded, JobStatus.Failed] },
    finishedAt: { $lte: inMs(-KEPT_DAYS * DAY_MS) },
  };
  return asSystem('jobs of every tenant end', async () => {
    const jobs = await pickRows(JobModel.find(ended).sort({ finishedAt: 1 }).limit(AT_ONCE), 'tenantId');
    if (jobs.length === 0) return 0;
    const ids = jobs.map(({ _id }) => _id);
    await inTransaction(async () => {
      const tenants = [...new Set(jobs.map(({ tenantId }) => tenantId))];
      await ImportReportPartModel.deleteMany({ tenantId: { $in: tenants }, jobId: { $in: ids } });
      await JobModel.deleteMany({ ...ended, _id: { $in: ids } });
    });
    return ids.length;
  });
}

/** Deletes password reset requests that no job has processed within a day, since they contain email addresses. */
export async function sweepPasswordRequests(): Promise<number> {
  return asSystem('password reset requests of every tenant', async () =>
    removeSome(PasswordResetRequestModel, { createdAt: { $lte: inMs(-DAY_MS) } }, 'createdAt'),
  );
}

/** Deletes former emails that no job has notified within a day. */
export async function sweepEmailChanges(): Promise<number> {
  return asSystem('former emails of accounts of every tenant', async () =>
    removeSome(EmailChangeModel, { createdAt: { $lte: inMs(-DAY_MS) } }, 'createdAt'),
  );
}

/** Deletes sign-ins at providers that did not return in time. */
export async function sweepSsoAttempts(): Promise<number> {
  return asSystem('unfinished sign-ins of every tenant', async () =>
    removeSome(SsoAttemptModel, { expiresAt: { $lte: now() } }, 'expiresAt'),
  );
}

/** Deletes matching rows, the oldest by `moment` first, and returns their number. An index must begin with `moment`. */
export async function removeSome<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  moment: keyof T & string,
): Promise<number> {
  const rows = await pickRows(
    model
      .find(filter)
      .sort({ [moment]: 1 })
      .limit(AT_ONCE),
    '_id',
  );
  if (rows.length === 0) return 0;
  const ids = { $in: rows.map((row) => row._id) };
  return (await model.deleteMany({ ...filter, _id: ids } as QueryFilter<T>)).deletedCount;
}
