import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { Gap, GapPriority } from './gap.rules';

/**
 * A gap of an employee at a requirement. Rows belong to a run; readers see those of the run that the cycle names, so
 * a recalculation is seen whole or not at all.
 */
export interface GapRow extends TenantRow, Gap {
  runId: string;
  /** null: an on-demand analysis that is not tied to a cycle (spec 2.7). */
  cycleId: string | null;
  employeeId: string;
  departmentId: string | null;
  jobProfileId: string | null;
  /** Name of the competency or skill. */
  requirement: string;
  priority: GapPriority;
}

export const GapModel = tenantModel<GapRow>(
  'Gap',
  {
    runId: { type: String, required: true },
    cycleId: { type: String, default: null },
    employeeId: { type: String, required: true },
    departmentId: { type: String, default: null },
    jobProfileId: { type: String, default: null },
    requirementId: { type: String, required: true },
    requirement: { type: String, required: true },
    requiredLevel: { type: Number, required: true },
    isCritical: { type: Boolean, required: true },
    currentLevel: { type: Number, required: true },
    gapLevel: { type: Number, required: true },
    priority: { type: Number, required: true },
  },
  {
    indexes: [
      { keys: { runId: 1, employeeId: 1, requirementId: 1 }, unique: true },
      { keys: { runId: 1, requirementId: 1, employeeId: 1 } },
      { keys: { runId: 1, priority: 1, gapLevel: -1, requirement: 1, _id: 1 } }, // lists, the most urgent first
      { keys: { employeeId: 1 } },
    ],
  },
);
