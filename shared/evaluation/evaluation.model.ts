import { Schema } from 'mongoose';
import { EMPLOYEE_ACTOR, SUBJECT, embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { Requirement } from '../framework/requirement';
import { type NominatedGuest, type Nomination, NominationStatus } from './nominations/nomination';
import { Presence } from './participants/presence';
import type { SubjectTally } from './subject-tally.rules';
import type { WithheldComment } from './withheld-comment.rules';

/** A requirement as of generation, with the name of its competency or skill. */
export interface RequirementSnapshot extends Requirement {
  requirement: string;
}

/** The subject's current name and email. */
export interface SubjectIdentity {
  fullName: string;
  email: string;
  employeeCode: string | null;
}

/** Why and when HR withdrew a subject from a cycle. */
export interface Withdrawal {
  reason: string;
  /** The account of who did it; null for a change of the rule who is evaluated. */
  by: string | null;
  at: Date;
}

/**
 * A subject's part in a cycle. Manager, department, profile and requirements are those of the generation: a later move
 * does not change them.
 */
export interface Evaluation extends TenantRow {
  cycleId: string;
  subjectId: string;
  /** Updated with the employee in every cycle, so that lists and datasets read and sort one collection. */
  subject: SubjectIdentity;
  /** Folded text of the employee; begins with the name. */
  searchText: string;
  /** See participation.rules: the evaluation of an employee who left is withdrawn. */
  subjectPresence: Presence;
  /** Why HR withdrew the subject; null unless `subjectPresence` is Withdrawn. */
  withdrawal?: Withdrawal | null;
  managerId: string | null;
  /** HR removed the manager as an evaluator: generation must not add one again. */
  managerRemoved: boolean;
  departmentId: string | null;
  jobProfileId: string | null;
  requirements: RequirementSnapshot[];
  /** The generation job that last updated these facts, so that its repeated run counts the evaluation again. */
  refreshedBy?: string | null;
  /** The score set in calibration; the effective score is `calibrated ?? overall`. */
  calibrated: number | null;
  /** When a calibration session that covers the subject was last applied, even without changing the score. */
  calibratedAt: Date | null;
  /** Potential set in calibration or by HR; the nine-box uses the newer of the two. */
  calibratedPotential: number | null;
  calibratedPotentialAt: Date | null;
  hrPotential: number | null;
  hrPotentialAt: Date | null;
  /** When the manager or HR released the results to the subject; read it with `resultsReleasedAt`. */
  releasedAt?: Date | null;
  /** The peers whom the subject nominates; omitted before the first draft. */
  nomination?: Nomination;
  /** Comments about the subject that viewers cannot read. */
  withheldComments?: WithheldComment[];
  /** Counts and sums over the subject's participants; omitted before they are first counted (docs/adr/0026). */
  tally?: SubjectTally;
  /** The effective score, unrounded, for sorting; null without a score. */
  effective: number | null;
}

const requirement = embedded<RequirementSnapshot>({
  requirementId: { type: String, required: true, access: 'internal' },
  requirement: { type: String, required: true, access: 'shown' },
  requiredLevel: { type: Number, required: true, access: 'shown' },
  isCritical: { type: Boolean, required: true, access: 'shown' },
});

const nomination = embedded<Nomination>({
  status: { type: String, default: null, enum: [...Object.values(NominationStatus), null], access: 'shown' },
  peerIds: { type: [String], required: true, access: 'peers = Employee.fullName' },
  guests: {
    type: [
      embedded<NominatedGuest>({
        email: { type: String, required: true, access: 'shown' },
        name: { type: String, required: true, access: 'shown' },
        locale: { type: String, default: null, access: 'shown' },
      }),
    ],
    default: [],
  },
  submittedAt: { type: Date, default: null, access: 'shown' },
  decidedAt: { type: Date, default: null, access: 'shown' },
  decidedBy: { type: String, default: null, access: 'internal' },
  returnReason: { type: String, default: null, access: 'shown' },
});

const withheldComment = embedded<WithheldComment>({
  evaluatorId: { type: String, required: true, access: 'internal' },
  itemId: { type: String, required: true, access: 'internal' },
  shownText: { type: String, default: null, access: 'internal' },
  reason: { type: String, required: true, access: 'internal' },
  by: { type: String, default: null, access: 'internal' },
  at: { type: Date, required: true, access: 'internal' },
});

export const EvaluationModel = tenantModel<Evaluation>(
  'Evaluation',
  {
    cycleId: { type: String, required: true, personal: 'subject: deleted', access: 'cycle = Cycle.name' },
    subjectId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    subject: {
      type: embedded<SubjectIdentity>({
        fullName: { type: String, required: true, access: 'shown' },
        email: { type: String, required: true, access: 'shown' },
        employeeCode: { type: String, default: null, access: 'shown' },
      }),
      required: true,
      personal: 'subject: deleted',
    },
    searchText: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    subjectPresence: {
      type: String,
      required: true,
      enum: Object.values(Presence),
      default: Presence.Present,
      personal: 'subject: deleted',
      access: 'shown',
    },
    withdrawal: {
      type: embedded<Withdrawal>({
        reason: { type: String, required: true, access: 'shown' },
        by: { type: String, default: null, access: 'internal' },
        at: { type: Date, required: true, access: 'shown' },
      }),
      default: null,
      personal: 'subject: deleted',
    },
    managerId: { type: String, default: null, personal: 'actor: kept' },
    managerRemoved: { type: Boolean, required: true, default: false, personal: 'none' },
    departmentId: { type: String, default: null, personal: 'subject: deleted', access: 'department = Department.name' },
    jobProfileId: { type: String, default: null, personal: 'subject: deleted', access: 'jobProfile = JobProfile.name' },
    requirements: { type: [requirement], required: true, personal: 'subject: deleted' },
    refreshedBy: { type: String, default: null, personal: 'none' },
    calibrated: { type: Number, default: null, personal: 'subject: deleted', access: 'shown' },
    calibratedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    calibratedPotential: { type: Number, default: null, personal: 'subject: deleted', access: 'shown' },
    calibratedPotentialAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    hrPotential: { type: Number, default: null, personal: 'subject: deleted', access: 'shown' },
    hrPotentialAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    releasedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    nomination: { type: nomination, personal: ['subject: deleted', 'guest: emptied'] },
    withheldComments: { type: [withheldComment], default: [], personal: 'subject: deleted' },
    tally: { type: Schema.Types.Mixed, personal: 'subject: deleted', access: 'internal' },
    effective: { type: Number, default: null, personal: 'subject: deleted', access: 'internal' },
  },
  {
    privacy: {
      purpose: 'A person’s part in an evaluation cycle',
      seenBy: 'HR; the person and the manager once results are shown',
      kept: 'Until erasure',
      links: { subjectId: SUBJECT, managerId: EMPLOYEE_ACTOR },
      identity: ['subject'],
    },
    indexes: [
      { keys: { cycleId: 1, subjectId: 1 }, unique: true },
      { keys: { subjectId: 1 } },
      { keys: { managerId: 1, cycleId: 1 } },
      { keys: { cycleId: 1, 'nomination.status': 1, searchText: 1, subjectId: 1, subjectPresence: 1 } },
      // For lists by name, of a department, of a job profile, and by score; presence is compared in the index.
      { keys: { cycleId: 1, searchText: 1, subjectId: 1, subjectPresence: 1, effective: 1 } },
      { keys: { cycleId: 1, departmentId: 1, searchText: 1, subjectId: 1, subjectPresence: 1, effective: 1 } },
      { keys: { cycleId: 1, jobProfileId: 1, searchText: 1, subjectId: 1, subjectPresence: 1 } },
      { keys: { cycleId: 1, effective: -1, searchText: 1, subjectId: 1, subjectPresence: 1 } },
      { keys: { cycleId: 1, effective: 1, searchText: 1, subjectId: 1, subjectPresence: 1 } },
    ],
  },
);
