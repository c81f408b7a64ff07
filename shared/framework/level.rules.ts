import type { FieldError } from '../kernel/errors';

/** Levels that appear twice, as problems of `path[n].level`. */
export function levelProblems(levels: readonly { level: number }[], path: string): FieldError[] {
  return levels.flatMap(({ level }, index) =>
    levels.findIndex((other) => other.level === level) < index
      ? [{ field: `${path}[${index}].level`, message: `level ${level} appears twice` }]
      : [],
  );
}

/** Levels from the lowest to the highest. */
export function orderedLevels<L extends { level: number }>(levels: readonly L[]): L[] {
  return levels.toSorted((a, b) => a.level - b.level);
}
