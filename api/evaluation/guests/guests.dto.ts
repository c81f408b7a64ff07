import type { Guest } from '../../../shared/evaluation/guests/guest.model';
import type { LastMail } from '../../../shared/evaluation/guests/guests.store';
import type { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { isWithdrawn } from '../../../shared/evaluation/participants/participation.rules';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { Email, Id, Instant, Reason, ResourceFields, ShortText } from '../../http/types';
import type { LocaleTag } from '../../platform/tenants/tenants.dto';
import type { ParticipantRow } from '../participants.dto';
import { type GuestState, guestState } from './guest-state.rules';

/** Someone without an account who is asked to evaluate. */
export interface GuestInput {
  email: Email;
  /** @example "Marta Ruiz" */
  name: ShortText;
  /** The language of emails and questions; omitted: that of the organization. */
  locale?: LocaleTag | null;
}

export interface WithdrawGuest {
  reason?: Reason | null;
}

/** One evaluation that a guest was asked for. */
export interface GuestEvaluation {
  /** The participant. */
  id: Id;
  subjectId: Id;
  /** Full name of the subject. */
  subject: string | null;
  status: ParticipantStatus;
  /** True when it is no longer requested. */
  withdrawn: boolean;
  /** When the guest declined it. */
  declinedAt: Instant | null;
  /** Why, in the words of the guest. */
  declineReason: string | null;
}

/** Someone without an account who evaluates in a cycle. */
export interface GuestView extends ResourceFields {
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string | null;
  /** Null once the data of the guest was deleted, like the name. */
  email: string | null;
  name: string | null;
  locale: string | null;
  state: GuestState;
  evaluations: GuestEvaluation[];
  /** When the last email was sent; null before. */
  mailedAt: Instant | null;
  /** What the mail server said to the last email, if it refused it. */
  mailFailure: string | null;
  openedAt: Instant | null;
  withdrawnAt: Instant | null;
  erasedAt: Instant | null;
}

export interface GuestFacts {
  cycle: string | null;
  participants: readonly ParticipantRow[];
  mail: LastMail | undefined;
  subject: (id: string) => string | null;
}

export function toGuestView(row: Guest, { cycle, participants, mail, subject }: GuestFacts): GuestView {
  return {
    ...resourceFields(row),
    cycleId: row.cycleId,
    cycle,
    email: row.email,
    name: row.name,
    locale: row.locale,
    state: guestState(row, participants, mail ?? null),
    evaluations: participants.map((participant) => ({
      id: participant._id,
      subjectId: participant.subjectId,
      subject: subject(participant.subjectId),
      status: participant.status,
      withdrawn: isWithdrawn(participant),
      declinedAt: toInstantOrNull(participant.declined?.at ?? null),
      declineReason: participant.declined?.reason ?? null,
    })),
    mailedAt: mail?.isSent ? toInstantOrNull(mail.at) : null,
    mailFailure: mail?.isRefused ? mail.reason : null,
    openedAt: toInstantOrNull(row.openedAt),
    withdrawnAt: toInstantOrNull(row.withdrawnAt),
    erasedAt: toInstantOrNull(row.erasedAt),
  };
}
