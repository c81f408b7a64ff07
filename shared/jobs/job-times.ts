/** How long a run holds its job without a sign of life. With the sweep's interval it stays below 10 s. */
export const LEASE_MS = 5_000;
export const HEARTBEAT_MS = 1_500;
/** How often the ledger looks for jobs whose time has come without a run. */
export const SWEEP_EVERY_MS = 2_000;
/** A queued job that has not begun for so long after its time gets another ticket: the queue may have lost the first one. */
export const SWEEP_AFTER_MS = 15_000;
