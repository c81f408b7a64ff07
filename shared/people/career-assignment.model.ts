import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** The career path that an employee is on; one at a time. A row whose path is deleted means nothing. */
export interface CareerAssignment extends TenantRow {
  employeeId: string;
  careerPathId: string;
  assignedAt: Date;
}

export const CareerAssignmentModel = tenantModel<CareerAssignment>(
  'CareerAssignment',
  {
    employeeId: { type: String, required: true },
    careerPathId: { type: String, required: true },
    assignedAt: { type: Date, required: true },
  },
  { indexes: [{ keys: { employeeId: 1 }, unique: true }, { keys: { careerPathId: 1 } }] },
);
