import { derivedId } from '../../kernel/ids';

/** Identifies the deliveries of the email that asks the subjects of a cycle to name peers: one for each subject and cycle. */
export function askingMailId(cycleId: string): string {
  return derivedId('nominations-asked', cycleId);
}
