/** How the entries of answers begin that this browser stores for an account until the service has them. */
export const answersOf = (accountId: string): string => `answer:${accountId}:`;

const keysOf = (accountId: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(answersOf(accountId)));

/** The maximum number of unsent answers of an account in this browser. */
export function countStoredAnswers(accountId: string): number {
  return keysOf(accountId).length;
}

/** Removes the answers of an account that were not sent from this browser. */
export function forgetStoredAnswers(accountId: string): void {
  for (const key of keysOf(accountId)) localStorage.removeItem(key);
}
