import type { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { CycleCounts } from '../evaluation/cycles/evaluation-cycles.dto';
import type { CalendarDate, Id, Instant } from '../http/types';

/** An evaluation cycle. */
export interface CycleV1 {
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  /** @example "Closed" */
  status: CycleStatus;
  startDate: CalendarDate | null;
  endDate: CalendarDate | null;
  /** When it was closed; null before. */
  closedAt: Instant | null;
  /**
   * Employees who are evaluated.
   * @isInt
   * @minimum 0
   * @example 600
   */
  subjects: number;
  /**
   * Requested evaluations.
   * @isInt
   * @minimum 0
   * @example 4196
   */
  participants: number;
  /**
   * Submitted evaluations, including acknowledged ones.
   * @isInt
   * @minimum 0
   * @example 3880
   */
  submitted: number;
}

export function toCycleV1(row: Cycle, { subjects, participants, submitted }: CycleCounts): CycleV1 {
  const { _id, name, status, startDate, endDate, closedAt } = row;
  return {
    id: _id,
    name,
    status,
    startDate,
    endDate,
    closedAt: toInstantOrNull(closedAt),
    subjects,
    participants,
    submitted,
  };
}
