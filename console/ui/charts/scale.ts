const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The end of an axis with `lines` grid lines above 0: the next round number, so that each line has a whole one. */
export function ceilingOf(value: number, lines: number): number {
  const least = Math.max(1, value / lines);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = STEPS.map((factor) => factor * power).find((size) => size >= least && Number.isInteger(size));
  return lines * (step ?? Math.ceil(least));
}
