import { SUBJECT } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { Gap, GapPriority } from './gap.rules';

/**
 * The gap of an employee at a requirement. Rows belong to a run; readers see the visible run, so that a recalculation
 * appears as a whole or not at all.
 */
export interface GapRow extends TenantRow, Gap {
  runId: string;
  /** Null: an on-demand analysis without a cycle. */
  cycleId: string | null;
  employeeId: string;
  departmentId: string | null;
  jobProfileId: string | null;
  /** Name of the competency or skill. */
  requirement: string;
  priority: GapPriority;
}

/**
 * The sort order of lists, and what else they compare: the employee, since gaps of deleted ones are hidden, and whether
 * it is critical.
 */
const URGENCY = { priority: 1, gapLevel: -1, requirement: 1, _id: 1, employeeId: 1, isCritical: 1 } as const;

export const GapModel = tenantModel<GapRow>(
  'Gap',
  {
    runId: { type: String, required: true, personal: 'none' },
    cycleId: { type: String, default: null, personal: 'subject: deleted', access: 'cycle = Cycle.name' },
    employeeId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    departmentId: { type: String, default: null, personal: 'subject: deleted', access: 'department = Department.name' },
    jobProfileId: { type: String, default: null, personal: 'subject: deleted', access: 'jobProfile = JobProfile.name' },
    requirementId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    requirement: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    requiredLevel: { type: Number, required: true, personal: 'subject: deleted', access: 'shown' },
    isCritical: { type: Boolean, required: true, personal: 'subject: deleted', access: 'shown' },
    currentLevel: { type: Number, required: true, personal: 'subject: deleted', access: 'internal' },
    gapLevel: { type: Number, required: true, personal: 'subject: deleted', access: 'internal' },
    priority: { type: Number, required: true, personal: 'subject: deleted', access: 'internal' },
  },
  {
    privacy: {
      purpose: 'Where a person’s levels are below the requirements of the job profile',
      seenBy: 'The person; managers; HR',
      kept: 'Until erasure or the next calculation',
      links: { employeeId: SUBJECT },
    },
    indexes: [
      { keys: { runId: 1, employeeId: 1, requirementId: 1 }, unique: true },
      // For lists, the most urgent first: of all, of a requirement, of a department, of a job profile.
      { keys: { runId: 1, ...URGENCY } },
      { keys: { runId: 1, requirementId: 1, ...URGENCY } },
      { keys: { runId: 1, departmentId: 1, ...URGENCY } },
      { keys: { runId: 1, jobProfileId: 1, ...URGENCY } },
      { keys: { employeeId: 1 } },
    ],
  },
);
