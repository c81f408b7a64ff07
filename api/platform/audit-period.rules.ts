import { DAY_MS, parseCalendarDate, parseInstant } from '../../shared/kernel/clock';
import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';

/** A period: from `from` (inclusive) to `before` (exclusive); null is open. */
export interface AuditPeriod {
  from: Date | null;
  before: Date | null;
}

const SECOND_MS = 1_000;

/**
 * Returns the period of two filters, both inclusive: a date covers its UTC day, a timestamp its second, since entries
 * are shown without fractions. The errors name `dateFrom` or `dateTo`.
 */
export function auditPeriod(
  dateFrom: string | undefined,
  dateTo: string | undefined,
): { period: AuditPeriod; errors: FieldRefusal[] } {
  const from = dateFrom === undefined ? null : spanOf(dateFrom);
  const to = dateTo === undefined ? null : spanOf(dateTo);
  const why = refusal('NOT_A_DATE_OR_INSTANT');
  const errors: FieldRefusal[] = [];
  if (dateFrom !== undefined && !from) errors.push({ field: 'dateFrom', ...why });
  if (dateTo !== undefined && !to) errors.push({ field: 'dateTo', ...why });
  if (from && to && from.start >= to.end) errors.push({ field: 'dateTo', ...refusal('MUST_NOT_BE_BEFORE_DATE_FROM') });
  return { period: { from: from?.start ?? null, before: to?.end ?? null }, errors };
}

function spanOf(text: string): { start: Date; end: Date } | null {
  const instant = parseInstant(text);
  const day = text.length === 'yyyy-mm-dd'.length ? parseCalendarDate(text) : null;
  const start = instant ?? (day === null ? null : new Date(`${day}T00:00:00Z`));
  return start && { start, end: new Date(start.getTime() + (instant ? SECOND_MS : DAY_MS)) };
}
