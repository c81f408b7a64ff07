/** State of one evaluation by one evaluator (spec 2.5, 3.3); generation creates it as InProgress. */
export enum ParticipantStatus {
  InProgress = 'InProgress',
  Submitted = 'Submitted',
  Acknowledged = 'Acknowledged',
}

/** True when the participant's answers count in scores: Submitted or Acknowledged (spec 2.6.4, 2.6.5). */
export function countsAsSubmitted(status: ParticipantStatus): boolean {
  return status !== ParticipantStatus.InProgress;
}
