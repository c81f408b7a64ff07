import type { CycleMail } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { answersAreWritable } from '../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { DAY_MS } from '../../shared/kernel/clock';
import { localMinute } from '../../shared/kernel/zoned-time';

export type RemindedCycle = Pick<Cycle, 'status' | 'startDate' | 'endDate' | 'openedAt' | 'settings'>;

/** The time of day, `hh:mm` in the organization's time zone, from which scheduled emails are sent. */
const SENT_FROM = '08:00';

/** Returns the emails about a cycle that are due at an instant, until the end of its day in the time zone. */
export function dueMails(cycle: RemindedCycle, at: Date, timezone: string): { kinds: CycleMail[]; day: string } {
  const [day = '', time = ''] = localMinute(at, timezone).split(' ');
  const { daysBefore = [], sendOpening = false } = cycle.settings.reminders ?? {};
  if (!answersAreWritable(cycle.status) || time < SENT_FROM) return { kinds: [], day };
  const kinds: CycleMail[] = [];
  if (sendOpening && openingDay(cycle, timezone) === day) kinds.push('cycle-opened');
  if (cycle.endDate !== null && daysBefore.includes(daysBetween(day, cycle.endDate))) kinds.push('deadline-reminder');
  return { kinds, day };
}

/**
 * Returns the day of the first 08:00 after the opening, at the earliest `startDate`; null when the time of the opening
 * is unknown.
 */
function openingDay({ openedAt, startDate }: RemindedCycle, timezone: string): string | null {
  if (!openedAt) return null;
  const [day = '', time = ''] = localMinute(openedAt, timezone).split(' ');
  const first = time <= SENT_FROM ? day : toDay(new Date(startOf(day) + DAY_MS));
  return startDate !== null && startDate > first ? startDate : first; // dates sort as text
}

function daysBetween(from: string, to: string): number {
  return (startOf(to) - startOf(from)) / DAY_MS;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (date: Date): string => date.toISOString().slice(0, 10);
