/** When things happen in a demo company; calendar dates. */
export interface DemoDates {
  /** The year in which the demo is made; the closed review is that of the year before. */
  year: number;
  closedReview: { startDate: string; endDate: string };
  openReview: { startDate: string; endDate: string };
  goals: { startDate: string; dueDate: string };
  /** By when actions of development plans are due. */
  soon: string;
  later: string;
}

/** The dates around today (UTC), so that a demo of any day looks alive. */
export function demoDates(today: Date): DemoDates {
  const year = today.getUTCFullYear();
  const inDays = (days: number): string => {
    const date = new Date(today);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  };
  return {
    year,
    closedReview: { startDate: `${year - 1}-10-01`, endDate: `${year - 1}-11-30` },
    openReview: { startDate: inDays(-14), endDate: inDays(21) },
    goals: { startDate: `${year}-01-01`, dueDate: `${year}-12-31` },
    soon: inDays(45),
    later: inDays(120),
  };
}
