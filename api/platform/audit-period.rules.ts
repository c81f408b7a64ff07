import { parseCalendarDate, parseInstant } from '../../shared/kernel/clock';
import type { FieldError } from '../../shared/kernel/errors';

/** A period: from `from` (inclusive) to `before` (exclusive); null is open. */
export interface AuditPeriod {
  from: Date | null;
  before: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const SECOND_MS = 1_000;

/**
 * Returns the period of two filters, both inclusive: a date covers its UTC day, a timestamp its second, since entries
 * are shown without fractions. The errors name `dateFrom` or `dateTo`.
 */
export function auditPeriod(
  dateFrom: string | undefined,
  dateTo: string | undefined,
): { period: AuditPeriod; errors: FieldError[] } {
  const from = dateFrom === undefined ? null : spanOf(dateFrom);
  const to = dateTo === undefined ? null : spanOf(dateTo);
  const message = 'must be a date such as 2026-11-21 or an instant such as 2026-11-21T09:30:00Z';
  const errors: FieldError[] = [];
  if (dateFrom !== undefined && !from) errors.push({ field: 'dateFrom', message });
  if (dateTo !== undefined && !to) errors.push({ field: 'dateTo', message });
  if (from && to && from.start >= to.end) errors.push({ field: 'dateTo', message: 'must not be before dateFrom' });
  return { period: { from: from?.start ?? null, before: to?.end ?? null }, errors };
}

function spanOf(text: string): { start: Date; end: Date } | null {
  const instant = parseInstant(text);
  const day = text.length === 'yyyy-mm-dd'.length ? parseCalendarDate(text) : null;
  const start = instant ?? (day === null ? null : new Date(`${day}T00:00:00Z`));
  return start && { start, end: new Date(start.getTime() + (instant ? SECOND_MS : DAY_MS)) };
}
