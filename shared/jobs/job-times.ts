/** How long a run owns its job without renewing the lease. Together with the interval of the periodic task below 10 s. */
export const LEASE_MS = 5_000;
export const HEARTBEAT_MS = 1_500;
/** How often the ledger looks for due jobs without a run. */
export const SWEEP_EVERY_MS = 2_000;
/** A queued job that has not begun this long after its time gets another ticket: the queue may have lost the first. */
export const SWEEP_AFTER_MS = 15_000;
/** How often a worker says which queues it takes tickets of. */
export const SIGN_EVERY_MS = 5_000;
