import { logFailure } from '../shared/db/outage';
import { mergeSums } from '../shared/evaluation/cycles/sums.store';
import { SWEEP_EVERY_MS } from '../shared/jobs/job-times';
import { claimSchedule, dueSchedules } from '../shared/jobs/schedule.model';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/kernel/clock';
import { config } from '../shared/kernel/config';
import { runInContext } from '../shared/kernel/context';
import { newId } from '../shared/kernel/ids';
import { logger } from '../shared/kernel/logger';
import { sweepAuditDrafts } from '../shared/platform/audit/audit.store';
import { remindOfDueRequests } from '../shared/privacy/reminders.store';
import { remindOfEndingKeys } from './comms/remind-of-ending-keys';
import { SEND_EVERY_MS, SEND_WEBHOOKS, sendWebhooks } from './comms/webhooks/send-webhooks';
import { sweepWebhookDeliveries } from './comms/webhooks/sweep-deliveries';
import { checkStoredFigures } from './evaluation/check-stored-figures';
import { publishMissingResults } from './evaluation/publish-missing-results';
import { sendDueMails } from './evaluation/send-due-mails';
import { tellAddedEvaluators } from './evaluation/tell-added-evaluators';
import { loggedName } from './growth/logged-name';
import { sweepGapRows } from './insight/sweep-gap-rows';
import { MIGRATE, MIGRATE_EVERY_MS, migrate } from './platform/migrate';
import { resealAuditLogs } from './platform/reseal-audit-logs';
import { STREAM_AUDIT, STREAM_EVERY_MS, streamAudit } from './platform/stream-audit';
import { sweepJobFiles, sweepStrayBytes } from './platform/sweep-files';
import { sweepLostJobs } from './platform/sweep-lost-jobs';
import {
  sweepDevices,
  sweepEndedJobs,
  sweepEmailChanges,
  sweepPasswordRequests,
  sweepSessions,
  sweepSsoAttempts,
} from './platform/sweep-rows';
import { retain } from './privacy/retain';

interface Schedule {
  name: string;
  everyMs: number;
  /** May return the number of deleted rows, for the log. `stopping` is aborted when this worker stops. */
  run: (stopping: AbortSignal) => Promise<number | void>;
}

const TICK_MS = 1_000;
const TEN_MINUTES = 10 * MINUTE_MS;

/** Runs alone, since jobs of crashed workers wait for it. */
const LEDGER: readonly Schedule[] = [{ name: 'sweep-lost-jobs', everyMs: SWEEP_EVERY_MS, run: sweepLostJobs }];

/** The periodic tasks; each runs in one of all workers at a time (see `claimSchedule`). */
const SWEEPS: readonly Schedule[] = [
  { name: 'merge-sums', everyMs: 5_000, run: mergeSums },
  { name: 'sweep-audit-drafts', everyMs: 5_000, run: sweepAuditDrafts },
  { name: 'sweep-job-files', everyMs: TEN_MINUTES, run: sweepJobFiles },
  { name: 'sweep-stray-bytes', everyMs: TEN_MINUTES, run: sweepStrayBytes },
  { name: 'sweep-sessions', everyMs: HOUR_MS, run: sweepSessions },
  { name: 'sweep-devices', everyMs: DAY_MS, run: sweepDevices },
  { name: 'sweep-sso-attempts', everyMs: TEN_MINUTES, run: sweepSsoAttempts },
  { name: 'sweep-password-requests', everyMs: HOUR_MS, run: sweepPasswordRequests },
  { name: 'sweep-email-changes', everyMs: HOUR_MS, run: sweepEmailChanges },
  { name: 'sweep-ended-jobs', everyMs: HOUR_MS, run: sweepEndedJobs },
  { name: 'sweep-webhook-deliveries', everyMs: HOUR_MS, run: sweepWebhookDeliveries },
  { name: 'sweep-gap-rows', everyMs: HOUR_MS, run: sweepGapRows },
  { name: 'reseal-audit-logs', everyMs: HOUR_MS, run: resealAuditLogs },
  { name: 'remind-privacy-requests', everyMs: HOUR_MS, run: remindOfDueRequests },
  { name: 'remind-ending-keys', everyMs: HOUR_MS, run: remindOfEndingKeys },
  { name: 'send-due-mails', everyMs: MINUTE_MS, run: sendDueMails },
  { name: 'tell-added-evaluators', everyMs: MINUTE_MS, run: tellAddedEvaluators },
  { name: 'retention', everyMs: DAY_MS, run: retain },
];

/** They take minutes, so they run apart from the others. */
const CHECKS: readonly Schedule[] = [
  { name: 'keep-missing-results', everyMs: DAY_MS, run: publishMissingResults },
  { name: 'check-kept-figures', everyMs: DAY_MS, run: checkStoredFigures },
];

/** A migration may take hours. */
const MIGRATIONS: readonly Schedule[] = [{ name: MIGRATE, everyMs: MIGRATE_EVERY_MS, run: migrate }];

/** A slow receiver must not delay other tasks. */
const STREAM: readonly Schedule[] = [{ name: STREAM_AUDIT, everyMs: STREAM_EVERY_MS, run: streamAudit }];

/** Receivers are slow at times, too. */
const WEBHOOKS: readonly Schedule[] = [
  { name: SEND_WEBHOOKS, everyMs: SEND_EVERY_MS, run: (stopping) => sendWebhooks(stopping, loggedName) },
];

/** Starts the periodic tasks of this worker; returns a function that stops them and waits for running ones. */
export function startSchedules(): () => Promise<void> {
  // A worker without the setting leaves the entries to the others.
  const stream = config().AUDIT_STREAM === undefined ? [] : [STREAM];
  const clocks = [LEDGER, SWEEPS, CHECKS, MIGRATIONS, WEBHOOKS, ...stream].map(startClock);
  return async () => {
    await Promise.all(clocks.map((stop) => stop()));
  };
}

function startClock(schedules: readonly Schedule[]): () => Promise<void> {
  const stopping = new AbortController();
  let firing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    firing = firing.then(() => (stopping.signal.aborted ? undefined : tick(schedules, stopping.signal)));
  }, TICK_MS);
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await firing;
  };
}

async function tick(schedules: readonly Schedule[], stopping: AbortSignal): Promise<void> {
  // One query for all: usually none is due.
  const due = await dueSchedules(schedules.map(({ name }) => name)).catch((error: unknown): string[] => {
    logFailure('schedules', { error });
    return [];
  });
  for (const { name, everyMs, run } of schedules.filter(({ name }) => due.includes(name))) {
    const operation = (): string => `task ${name}`;
    try {
      const removed = await runInContext({ requestId: newId(), tenantId: null, actor: null, operation }, async () =>
        (await claimSchedule(name, everyMs)) ? run(stopping) : undefined,
      );
      if (removed) logger.info('swept', { schedule: name, rows: removed });
    } catch (error) {
      logFailure('schedule', { error, schedule: name });
    }
  }
}
