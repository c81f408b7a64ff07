import type { FieldError } from '../kernel/errors';
import { sentence } from '../kernel/refusals/sentence';
import type { RatingScale } from './template.rules';

/** Bounds of requirement levels and of potential, whatever the scale of a template. */
export const MIN_LEVEL = 1;
export const MAX_LEVEL = 5;

/** The level from 1 to 5 that a score stands for: its place on the scale, carried over linearly. */
export function levelOfScore(score: number, { min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  return MIN_LEVEL + (score - min) * ((MAX_LEVEL - MIN_LEVEL) / (max - min));
}

/** Levels that appear twice, as problems of `path[n].level`. */
export function validateLevels(levels: readonly { level: number }[], path: string): FieldError[] {
  return levels.flatMap(({ level }, index) =>
    levels.findIndex((other) => other.level === level) < index
      ? [{ field: `${path}[${index}].level`, ...sentence`must be unique: level ${level} appears twice` }]
      : [],
  );
}

/** What a step of a scale means for a competency or skill. */
export interface ScaleLevel {
  score: number;
  label: string;
  descriptor: string;
}

/** The levels of a competency or skill, from the lowest, as the steps of a scale; null unless it has as many. */
export function levelsOnScale(
  levels: readonly { level: number; label: string; descriptor: string }[],
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): ScaleLevel[] | null {
  if (levels.length !== max - min + 1) return null;
  return orderedLevels(levels).map(({ label, descriptor }, at) => ({ score: min + at, label, descriptor }));
}

/** Levels from the lowest to the highest. */
export function orderedLevels<L extends { level: number }>(levels: readonly L[]): L[] {
  return levels.toSorted((a, b) => a.level - b.level);
}
