import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { Requirement } from '../framework/requirement';
import { type Nomination, NominationStatus } from './nominations/nomination';
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

const requirement = new Schema(
  {
    requirementId: { type: String, required: true },
    requirement: { type: String, required: true },
    requiredLevel: { type: Number, required: true },
    isCritical: { type: Boolean, required: true },
  },
  { _id: false },
);

const nomination = new Schema(
  {
    status: { type: String, default: null, enum: [...Object.values(NominationStatus), null] },
    peerIds: { type: [String], required: true },
    submittedAt: { type: Date, default: null },
    decidedAt: { type: Date, default: null },
    decidedBy: { type: String, default: null },
    returnReason: { type: String, default: null },
  },
  { _id: false },
);

const withheldComment = new Schema(
  {
    evaluatorId: { type: String, required: true },
    itemId: { type: String, required: true },
    shownText: { type: String, default: null },
    reason: { type: String, required: true },
    by: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { _id: false },
);

export const EvaluationModel = tenantModel<Evaluation>(
  'Evaluation',
  {
    cycleId: { type: String, required: true },
    subjectId: { type: String, required: true },
    subject: {
      type: new Schema(
        {
          fullName: { type: String, required: true },
          email: { type: String, required: true },
          employeeCode: { type: String, default: null },
        },
        { _id: false },
      ),
      required: true,
    },
    searchText: { type: String, required: true },
    subjectPresence: { type: String, required: true, enum: Object.values(Presence), default: Presence.Present },
    managerId: { type: String, default: null },
    managerRemoved: { type: Boolean, required: true, default: false },
    departmentId: { type: String, default: null },
    jobProfileId: { type: String, default: null },
    requirements: { type: [requirement], required: true },
    refreshedBy: { type: String, default: null },
    calibrated: { type: Number, default: null },
    calibratedAt: { type: Date, default: null },
    calibratedPotential: { type: Number, default: null },
    calibratedPotentialAt: { type: Date, default: null },
    hrPotential: { type: Number, default: null },
    hrPotentialAt: { type: Date, default: null },
    releasedAt: { type: Date, default: null },
    nomination: { type: nomination },
    withheldComments: { type: [withheldComment], default: [] },
    tally: { type: Schema.Types.Mixed },
    effective: { type: Number, default: null },
  },
  {
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
