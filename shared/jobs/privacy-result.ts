/** The result of collecting what a privacy request has to decide. */
export interface CollectedResult {
  /** Comments by others, or texts that mention the employee. */
  decisions: number;
}

/** The result of completing a privacy request; its own route shows the counts. */
export interface CompletedResult {
  requestId: string;
}

/** The result of deleting what is stored around a guest. */
export interface ErasedGuestResult {
  guestId: string;
}
