import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';
import type { RatingScale } from './template.rules';

/** Bounds of requirement levels and of potential, whatever the scale of a template. */
export const MIN_LEVEL = 1;
export const MAX_LEVEL = 5;

/** Converts a score to a level from 1 to 5, linearly over the scale. */
export function levelOfScore(score: number, { min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  return MIN_LEVEL + (score - min) * ((MAX_LEVEL - MIN_LEVEL) / (max - min));
}

/** Returns repeated levels as problems of `path[n].level`. */
export function validateLevels(levels: readonly { level: number }[], path: string): FieldRefusal[] {
  return levels.flatMap(({ level }, index) =>
    levels.findIndex((other) => other.level === level) < index
      ? [{ field: `${path}[${index}].level`, ...refusal('DUPLICATE_LEVEL', { number: level }) }]
      : [],
  );
}

/** The meaning of one step of a scale for a competency or skill. */
export interface ScaleLevel {
  score: number;
  label: string;
  descriptor: string;
}

/**
 * Returns the levels of a competency or skill as the steps of a scale, from the lowest; null unless their numbers are equal.
 */
export function levelsOnScale(
  levels: readonly { level: number; label: string; descriptor: string }[],
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): ScaleLevel[] | null {
  if (levels.length !== max - min + 1) return null;
  return orderedLevels(levels).map(({ label, descriptor }, at) => ({ score: min + at, label, descriptor }));
}

/** Sorts levels from the lowest to the highest. */
export function orderedLevels<L extends { level: number }>(levels: readonly L[]): L[] {
  return levels.toSorted((a, b) => a.level - b.level);
}
