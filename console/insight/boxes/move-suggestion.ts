import type { NineBoxThresholds } from '../../../shared/insight/nine-box.rules';
import { isBox } from './box-index';

/** What the form of a move holds, as typed. */
export interface TypedMove {
  potential: string;
  calibrated: string;
  reason: string;
}

const LOWEST = 1;
const HIGHEST = 5;

interface Moved {
  /** Where the person is; null: in no box. */
  box: number | null;
  /** Where the person was dropped; null: not chosen. */
  target: number | null;
  /** Of the calibrated score; null where there is no session to enter it in. */
  scale: { min: number; max: number } | null;
  /** The organization's own bounds of Low and High. */
  thresholds: NineBoxThresholds;
  /** The initial values without a target. */
  unchanged: TypedMove;
}

/** What to fill in for a person who was dropped on a box: only what has to change for it, in the middle of the level. */
export function suggestMove({ box, target, scale, thresholds, unchanged }: Moved): TypedMove {
  if (!isBox(target)) return unchanged;
  const potentialLevel = Math.trunc(target / 3);
  const performanceLevel = target % 3;
  const changesPotential = box === null || Math.trunc(box / 3) !== potentialLevel;
  const changesPerformance = box !== null && box % 3 !== performanceLevel;
  const score =
    scale &&
    scale.min + ((middleOf(performanceLevel, thresholds) - LOWEST) / (HIGHEST - LOWEST)) * (scale.max - scale.min);
  return {
    ...unchanged,
    potential: changesPotential ? shown(middleOf(potentialLevel, thresholds)) : unchanged.potential,
    calibrated: changesPerformance && score !== null ? shown(score) : unchanged.calibrated,
  };
}

/** The middle of Low (0), Medium (1) or High (2), from 1 to 5. */
function middleOf(level: number, { lowBelow, highFrom }: NineBoxThresholds): number {
  const bounds = [LOWEST, lowBelow, highFrom, HIGHEST];
  return ((bounds[level] ?? LOWEST) + (bounds[level + 1] ?? HIGHEST)) / 2;
}

const shown = (value: number): string => String(Math.round(value * 100) / 100);
