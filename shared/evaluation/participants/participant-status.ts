/** State of one evaluation by one evaluator; generation creates it as InProgress. */
export enum ParticipantStatus {
  InProgress = 'InProgress',
  Submitted = 'Submitted',
  Acknowledged = 'Acknowledged',
}

/** True when the participant's answers count in scores: Submitted or Acknowledged. */
export function countsAsSubmitted(status: ParticipantStatus): boolean {
  return status !== ParticipantStatus.InProgress;
}
