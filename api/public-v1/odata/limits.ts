import type { Value } from './edm';

/** What all rows that pass a filter have in common: the database is asked for these alone. */
export interface Limits {
  /** Rows changed at or after this instant; absent: whenever they changed. */
  since?: Date;
  /** Rows changed before this instant; absent: whenever they changed. */
  until?: Date;
  /** The values of properties; one that is missing here has any. */
  values: Readonly<Record<string, readonly Value[]>>;
}

export const NO_LIMITS: Limits = { values: {} };

export const oneOf = (property: string, values: readonly Value[]): Limits => ({ values: { [property]: values } });

/** Rows whose `updatedAt` compares so with a time. They show a whole second, so the limits include all of the last one. */
export function changedBy(operator: string, time: number): Limits {
  const since = { since: new Date(time) };
  const until = { until: new Date((Math.floor(time / 1_000) + 1) * 1_000) };
  switch (operator) {
    case 'eq':
      return { values: {}, ...since, ...until };
    case 'gt':
    case 'ge':
      return { values: {}, ...since };
    case 'lt':
      return { values: {}, until: new Date(Math.ceil(time / 1_000) * 1_000) };
    case 'le':
      return { values: {}, ...until };
    default:
      return NO_LIMITS;
  }
}

/** The limits of `left and right`. */
export function bothLimits(left: Limits, right: Limits): Limits {
  const since = outermost(left.since, right.since, (a, b) => a > b);
  const until = outermost(left.until, right.until, (a, b) => a < b);
  const values = { ...left.values };
  for (const [property, allowed] of Object.entries(right.values))
    values[property] = values[property]?.filter((value) => allowed.includes(value)) ?? allowed;
  return { values, ...(since ? { since } : {}), ...(until ? { until } : {}) };
}

/** The limits of `left or right`: times are not joined. */
export function eitherLimits(left: Limits, right: Limits): Limits {
  const both = Object.entries(left.values).flatMap(([property, allowed]) => {
    const others = right.values[property];
    return others ? [[property, [...new Set([...allowed, ...others])]] as const] : [];
  });
  return { values: Object.fromEntries(both) };
}

function outermost(a: Date | undefined, b: Date | undefined, isFirst: (a: Date, b: Date) => boolean): Date | undefined {
  return a && b ? (isFirst(a, b) ? a : b) : (a ?? b);
}
