import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import type { NineBoxPotentialChange } from '../../../shared/insight/nine-box-potential-change.model';
import { toInstant } from '../../../shared/kernel/clock';
import type { Id, Instant, Reason } from '../../http/types';

/** HR's assessment of an employee's potential. */
export interface SetPotential {
  /** Defaults to the last Closed cycle. */
  cycleId?: Id | null;
  /**
   * 1 to 5, at most two decimals; null withdraws what HR set before.
   * @example 4
   */
  potential: number | null;
  reason: Reason;
}

/** One change of the potential that HR set. */
export interface PotentialChangeView {
  id: Id;
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string | null;
  employeeId: Id;
  /** Full name of the employee. */
  employee: string;
  /** @example null */
  before: number | null;
  /** @example 4 */
  potential: number | null;
  /** @example "Took over the team for a quarter." */
  reason: string;
  byId: Id;
  /** Full name of the user. */
  by: string | null;
  at: Instant;
}

export function toPotentialChange(
  row: NineBoxPotentialChange,
  names: {
    cycle: (id: string) => Cycle['name'] | null;
    employee: string;
    user: (id: string) => string | null;
  },
): PotentialChangeView {
  const { _id, cycleId, employeeId, before, after, reason, by } = row;
  return {
    id: _id,
    cycleId,
    cycle: names.cycle(cycleId),
    employeeId,
    employee: names.employee,
    before,
    potential: after,
    reason,
    byId: by,
    by: names.user(by),
    at: toInstant(row.at),
  };
}
