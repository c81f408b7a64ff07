import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { Requirement } from '../framework/requirement';

/** A requirement as it stood at generation, with the name of its competency or skill. */
export interface RequirementSnapshot extends Requirement {
  requirement: string;
}

/** A subject's part in a cycle. Manager, department, profile and requirements are those of its generation: a later move rewrites no history. */
export interface Evaluation extends TenantRow {
  cycleId: string;
  subjectId: string;
  managerId: string | null;
  departmentId: string | null;
  jobProfileId: string | null;
  requirements: RequirementSnapshot[];
  /** The score set in calibration; effective = calibrated ?? overall (spec 2.6.6). */
  calibrated: number | null;
  /** When a calibration session that covers the subject was applied last, whether or not it changed the score. */
  calibratedAt: Date | null;
  /** Potential set in calibration or by HR, the newer of the two counting in the nine-box. */
  calibratedPotential: number | null;
  calibratedPotentialAt: Date | null;
  hrPotential: number | null;
  hrPotentialAt: Date | null;
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

export const EvaluationModel = tenantModel<Evaluation>(
  'Evaluation',
  {
    cycleId: { type: String, required: true },
    subjectId: { type: String, required: true },
    managerId: { type: String, default: null },
    departmentId: { type: String, default: null },
    jobProfileId: { type: String, default: null },
    requirements: { type: [requirement], required: true },
    calibrated: { type: Number, default: null },
    calibratedAt: { type: Date, default: null },
    calibratedPotential: { type: Number, default: null },
    calibratedPotentialAt: { type: Date, default: null },
    hrPotential: { type: Number, default: null },
    hrPotentialAt: { type: Date, default: null },
  },
  { indexes: [{ keys: { cycleId: 1, subjectId: 1 }, unique: true }, { keys: { subjectId: 1 } }] },
);
