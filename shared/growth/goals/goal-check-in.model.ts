import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CheckIn } from './goal.model';

/** One check-in of a key result, retained permanently: who reported which value when. */
export interface GoalCheckIn extends TenantRow, CheckIn {
  goalId: string;
  keyResultId: string;
}

export const GoalCheckInModel = tenantModel<GoalCheckIn>(
  'GoalCheckIn',
  {
    goalId: { type: String, required: true, personal: 'actor: kept', access: 'goal = Goal.title' },
    keyResultId: { type: String, required: true, personal: 'none' },
    number: { type: Number, required: true, personal: 'none' },
    userId: { type: String, required: true, personal: 'actor: kept', access: 'internal' },
    at: { type: Date, required: true, personal: 'actor: kept', access: 'shown' },
    value: { type: Number, required: true, personal: 'actor: kept', access: 'shown' },
    comment: { type: String, default: null, personal: 'actor: kept', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'How far a key result is, said by whom',
      seenBy: 'Whoever sees the goal',
      kept: 'As long as its goal; without the name of who said it after erasure',
      links: { userId: { names: 'account', whose: 'actor', rows: 'kept', access: 'rows' } },
    },
    indexes: [{ keys: { goalId: 1, keyResultId: 1, number: 1 }, unique: true }, { keys: { userId: 1 } }],
  },
);
