/** A competency or item with its shown mean, two decimals, on the scale of the template. */
export interface ShownMean {
  id: string;
  name: string;
  mean: number;
}

/** What was rated highest and lowest. */
export interface Highlights<T extends ShownMean = ShownMean> {
  strengths: T[];
  toDevelop: T[];
}

const ENOUGH = 6;
const MOST = 3;

/**
 * Returns the three largest and the three smallest means of competencies where at least six are shown, else of items; of
 * fewer than six items the upper and the lower third, rounded down. Ties stay in their order; none is in both.
 */
export function highlightsOf<T extends ShownMean>(competencies: readonly T[], items: readonly T[]): Highlights<T> {
  const shown = competencies.length >= ENOUGH ? competencies : items;
  const count = shown.length >= ENOUGH ? MOST : Math.floor(shown.length / MOST);
  const strengths = shown.toSorted((a, b) => b.mean - a.mean).slice(0, count);
  const others = shown.filter((each) => !strengths.includes(each));
  return { strengths, toDevelop: others.sort((a, b) => a.mean - b.mean).slice(0, count) };
}
