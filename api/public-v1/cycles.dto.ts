import type { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import type { RatingScale } from '../../shared/framework/template.rules';
import { toInstant, toInstantOrNull } from '../../shared/kernel/clock';
import type { CycleCounts } from '../evaluation/cycles/evaluation-cycles.dto';
import type { CalendarDate, Id, Instant } from '../http/types';

/** An evaluation cycle. */
export interface CycleV1 {
  /** Key of the cycle: `cycleId` of the datasets. */
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  /** @example "Closed" */
  status: CycleStatus;
  startDate: CalendarDate | null;
  endDate: CalendarDate | null;
  /** When it was closed; null before. */
  closedAt: Instant | null;
  /** When the results were published to the subjects; null before, and after reopening. */
  resultsPublishedAt: Instant | null;
  /**
   * The lowest rating: of the template while the cycle is Draft, then as fixed at generation; null without a template. Scores of
   * cycles with different scales are not comparable.
   * @example 1
   */
  scaleMin: number | null;
  /**
   * The highest rating.
   * @example 5
   */
  scaleMax: number | null;
  /** When the cycle itself last changed. */
  updatedAt: Instant;
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

export function toCycleV1(
  row: Cycle,
  { subjects, participants, submitted }: CycleCounts,
  scale: Pick<RatingScale, 'min' | 'max'> | null,
): CycleV1 {
  const { _id, name, status, startDate, endDate, closedAt } = row;
  return {
    id: _id,
    name,
    status,
    startDate,
    endDate,
    closedAt: toInstantOrNull(closedAt),
    resultsPublishedAt: toInstantOrNull(row.resultsPublishedAt),
    scaleMin: scale?.min ?? null,
    scaleMax: scale?.max ?? null,
    updatedAt: toInstant(row.updatedAt),
    subjects,
    participants,
    submitted,
  };
}
