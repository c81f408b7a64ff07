/** The names and messages of what the Redis client throws without an answer. What Redis refuses is a ReplyError. */
const UNANSWERED: ReadonlySet<string> = new Set([
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
  "Stream isn't writeable and enableOfflineQueue options is false",
  "Cluster isn't ready and enableOfflineQueue options is false",
  'Connection is closed.',
  'Command timed out',
]);

/** Whether Redis did not answer, so that the same command may succeed later. */
export function isRedisOutage(error: unknown): boolean {
  return error instanceof Error && (UNANSWERED.has(error.name) || UNANSWERED.has(error.message));
}
