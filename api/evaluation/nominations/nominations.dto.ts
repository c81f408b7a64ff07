import type { PeerNomination } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { NominationStatus, type PeerObstacle } from '../../../shared/evaluation/nominations/nomination';
import {
  NO_NOMINATION,
  nominationsEnded,
  nominationStatus,
} from '../../../shared/evaluation/nominations/nomination.rules';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import type { CalendarDate, Id, Instant } from '../../http/types';
import type { GuestInput } from '../guests/guests.dto';
import type { NominationRow } from './nominations.queries';

/** A nominated peer. */
export interface NamedPeer {
  employeeId: Id;
  /** @example "Ana Ruiz" */
  name: string | null;
  /** Name of the department. */
  department: string | null;
  /**
   * Number of evaluations that the employee writes in this cycle, of every type.
   * @example 3
   */
  load: number;
}

/** Someone without an account who is named as a Stakeholder. */
export interface NamedGuest {
  email: string;
  name: string;
  locale: string | null;
}

/** Your nomination of peers in a cycle. */
export interface MyNominationView {
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string;
  /** Open until you submit; Returned: choose again. */
  status: NominationStatus;
  /** @example 3 */
  minPeers: number;
  /** @example 4 */
  maxPeers: number;
  /** The last day on which you can nominate peers. */
  endDate: CalendarDate | null;
  /** SubjectAndManager: your manager decides. Subject: submitting approves. */
  peerNomination: PeerNomination;
  /** Why your last choice was returned. */
  returnReason: string | null;
  peers: NamedPeer[];
  /** People without an account whom you name as Stakeholders. */
  guests: NamedGuest[];
  /** Whether guests can be named: the organization lets managers invite them, and managers decide. */
  takesGuests: boolean;
}

/** The nomination of a subject, for those who decide on it and for HR. */
export interface NominationView extends MyNominationView {
  subjectId: Id;
  /** Full name of the subject. */
  subject: string;
  /** Name of the subject's department in this cycle. */
  department: string | null;
  managerId: Id | null;
  /** Full name of the manager of the subject's evaluation. */
  manager: string | null;
  submittedAt: Instant | null;
  decidedAt: Instant | null;
  /** The last day has passed and the nomination is not Approved. */
  isLate: boolean;
}

/** An employee who can be nominated, or why not. */
export interface CandidateView extends NamedPeer {
  name: string;
  /** Name of the job profile. */
  jobProfile: string | null;
  /** Why the employee cannot be nominated; null when they can. */
  unavailable: PeerObstacle | null;
}

/** @maxItems 50 must name at most 50 employees */
export type NamedPeers = Id[];

/** @maxItems 20 must name at most 20 guests */
export type NamedGuests = GuestInput[];

export interface SaveNomination {
  /** Your peers; replaces the employees nominated before. */
  evaluatorIds: NamedPeers;
  /** Your guests; replaces those named before. Omit it to leave them. */
  guests?: NamedGuests;
}

export interface ApproveNomination {
  /** Another choice than the subject's; omit it to approve theirs. */
  evaluatorIds?: NamedPeers;
  /** Other guests than the subject's; omit it to approve theirs. */
  guests?: NamedGuests;
}

/**
 * Why the subject should choose again: 1 to 2,000 characters.
 * @minLength 1 must not be empty
 * @maxLength 2000 must have at most 2000 characters
 * @pattern \S must not be blank
 * @example "Please add someone from sales."
 */
export type ReturnReason = string;

export interface ReturnNomination {
  reason: ReturnReason;
}

/** The names for a page of nominations. */
export interface NominationNames {
  peer(cycleId: string, employeeId: string): NamedPeer;
  department(id: string | null): string | null;
  employee(id: string | null): string | null;
  takesGuests(cycle: Cycle): boolean;
}

/** Returns a nomination as its subject sees it. */
export function toMyNominationView(row: NominationRow, cycle: Cycle, names: NominationNames): MyNominationView {
  const { peerIds, guests = [], returnReason } = row.nomination ?? NO_NOMINATION;
  const { minPeers, maxPeers, nominationEndDate = null, peerNomination } = cycle.settings;
  return {
    cycleId: cycle._id,
    cycle: cycle.name,
    status: nominationStatus(row.nomination),
    minPeers,
    maxPeers,
    endDate: nominationEndDate,
    peerNomination: peerNomination as PeerNomination,
    returnReason,
    peers: peerIds.map((id) => names.peer(cycle._id, id)),
    guests: guests.map(({ email, name, locale }) => ({ email, name, locale })),
    takesGuests: names.takesGuests(cycle),
  };
}

/** Returns a nomination as managers and HR see it; `today` is the date in the organization's time zone. */
export function toNominationView(
  row: NominationRow,
  cycle: Cycle,
  names: NominationNames,
  today: string,
): NominationView {
  const { submittedAt, decidedAt } = row.nomination ?? NO_NOMINATION;
  const view = toMyNominationView(row, cycle, names);
  return {
    ...view,
    subjectId: row.subjectId,
    subject: row.subject.fullName,
    department: names.department(row.departmentId),
    managerId: row.managerId,
    manager: names.employee(row.managerId),
    submittedAt: toInstantOrNull(submittedAt),
    decidedAt: toInstantOrNull(decidedAt),
    isLate: view.status !== NominationStatus.Approved && nominationsEnded(cycle.settings, today),
  };
}
