import { isBox } from './box-index';

/** What the form of a move holds, as typed. */
export interface TypedMove {
  potential: string;
  calibrated: string;
  reason: string;
}

/** In the middle of low, medium and high, on the levels 1 to 5. */
const SUGGESTED = [2, 3, 4.5] as const;

interface Moved {
  /** Where the person is; null: in no box. */
  box: number | null;
  /** Where the person was dropped; null: not chosen. */
  target: number | null;
  /** Of the calibrated score; null where there is no session to enter it in. */
  scale: { min: number; max: number } | null;
  /** What stands in the form without a target. */
  unchanged: TypedMove;
}

/** What to fill in for a person who was dropped on a box: only what has to change for it. */
export function suggestMove({ box, target, scale, unchanged }: Moved): {
  values: TypedMove;
  changesPerformance: boolean;
} {
  if (!isBox(target)) return { values: unchanged, changesPerformance: false };
  const potentialLevel = Math.trunc(target / 3);
  const performanceLevel = target % 3;
  const changesPotential = box === null || Math.trunc(box / 3) !== potentialLevel;
  const changesPerformance = box !== null && box % 3 !== performanceLevel;
  const level = SUGGESTED[performanceLevel] ?? SUGGESTED[1];
  const score = scale && scale.min + ((level - 1) / 4) * (scale.max - scale.min);
  return {
    values: {
      ...unchanged,
      potential: changesPotential ? String(SUGGESTED[potentialLevel] ?? '') : unchanged.potential,
      calibrated: changesPerformance && score !== null ? String(Math.round(score * 100) / 100) : unchanged.calibrated,
    },
    changesPerformance,
  };
}
