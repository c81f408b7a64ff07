import type { CalendarDate } from '../http/types';

/** The submissions of one day. */
export interface ProgressDay {
  /** The day in the organization's time zone. */
  date: CalendarDate;
  /**
   * Evaluations that were submitted on this day and have not been reopened since.
   * @example 12
   */
  submitted: number;
  /**
   * Evaluations that were submitted until the end of this day.
   * @example 47
   */
  total: number;
}
