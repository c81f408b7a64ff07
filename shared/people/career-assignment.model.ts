import { SUBJECT } from '../db/fields';
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
    employeeId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    careerPathId: { type: String, default: null, personal: 'subject: deleted', access: 'careerPath = CareerPath.name' },
    assignedAt: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'The career path that a person is on',
      seenBy: 'The person; managers; HR',
      kept: 'Until erasure',
      links: { employeeId: SUBJECT },
    },
    indexes: [{ keys: { employeeId: 1 }, unique: true }, { keys: { careerPathId: 1 } }],
  },
);
