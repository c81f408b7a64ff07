import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CheckIn } from './goal.model';

/** One check-in of a key result, kept permanently: who reported which value when. */
export interface GoalCheckIn extends TenantRow, CheckIn {
  goalId: string;
  keyResultId: string;
}

export const GoalCheckInModel = tenantModel<GoalCheckIn>(
  'GoalCheckIn',
  {
    goalId: { type: String, required: true },
    keyResultId: { type: String, required: true },
    number: { type: Number, required: true },
    userId: { type: String, required: true },
    at: { type: Date, required: true },
    value: { type: Number, required: true },
    comment: { type: String, default: null },
  },
  {
    indexes: [{ keys: { goalId: 1, keyResultId: 1, number: 1 }, unique: true }, { keys: { userId: 1 } }],
  },
);
