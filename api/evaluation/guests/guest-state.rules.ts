import { countsAsSubmitted } from '../../../shared/evaluation/participants/participant-status';
import { isWithdrawn, type ParticipantFacts } from '../../../shared/evaluation/participants/participation.rules';

/** How far a guest is. */
export enum GuestState {
  /** The email was not sent yet: the cycle has not opened, or no mail server is configured. */
  Added = 'Added',
  Invited = 'Invited',
  /** The mail server refused the email. */
  Bounced = 'Bounced',
  Opened = 'Opened',
  Started = 'Started',
  /** Every evaluation is submitted. */
  Submitted = 'Submitted',
  Declined = 'Declined',
  /** No evaluation is left to submit. */
  Withdrawn = 'Withdrawn',
  Erased = 'Erased',
}

interface GuestTimes {
  openedAt: Date | null;
  withdrawnAt: Date | null;
  erasedAt: Date | null;
}

/** The last email to a guest. */
interface LastEmail {
  isSent: boolean;
  isRefused: boolean;
}

type GuestParticipant = ParticipantFacts & { startedAt: Date | null; declined?: object | null };

/** Returns how far a guest is: what ended first, then how far the answers are, then the email. */
export function guestState(
  guest: GuestTimes,
  participants: readonly GuestParticipant[],
  mail: LastEmail | null,
): GuestState {
  if (guest.erasedAt) return GuestState.Erased;
  if (guest.withdrawnAt) return GuestState.Withdrawn;
  const open = participants.filter((facts) => !isWithdrawn(facts));
  if (open.length === 0)
    return participants.some(({ declined }) => declined) ? GuestState.Declined : GuestState.Withdrawn;
  if (open.every(({ status }) => countsAsSubmitted(status))) return GuestState.Submitted;
  if (open.some(({ startedAt }) => startedAt)) return GuestState.Started;
  if (guest.openedAt) return GuestState.Opened;
  if (mail?.isRefused) return GuestState.Bounced;
  return mail?.isSent ? GuestState.Invited : GuestState.Added;
}
