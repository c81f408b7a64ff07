import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** The career path of an employee; one at a time. */
export interface CareerAssignment extends TenantRow {
  employeeId: string;
  /** Null: no longer on a path; the row then shows since when. */
  careerPathId: string | null;
  assignedAt: Date;
}

export const CareerAssignmentModel = tenantModel<CareerAssignment>(
  'CareerAssignment',
  {
    employeeId: { type: String, required: true },
    careerPathId: { type: String, default: null },
    assignedAt: { type: Date, required: true },
  },
  { indexes: [{ keys: { employeeId: 1 }, unique: true }, { keys: { careerPathId: 1 } }] },
);
