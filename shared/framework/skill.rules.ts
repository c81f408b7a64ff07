import { groupBy } from '../kernel/group-by';
import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';

interface Named {
  id: string | null;
  code: string | null;
  name: string;
}

/** Normalizes codes and names of skills for comparison. */
export const fold = (text: string): string => text.trim().toLowerCase();

/** Returns repeated ids and codes of one framework as problems of `skills[n].id` and `skills[n].code`. */
export function validateSkills(skills: readonly Named[]): FieldRefusal[] {
  const seen = { id: new Set<string>(), code: new Set<string>() };
  return skills.flatMap((skill, index) =>
    (['id', 'code'] as const).flatMap((key) => {
      const value = fold(skill[key] ?? '');
      if (value === '') return [];
      if (seen[key].has(value))
        return [{ field: `skills[${index}].${key}`, ...refusal('MUST_BE_UNIQUE_IN_FRAMEWORK') }];
      seen[key].add(value);
      return [];
    }),
  );
}

/**
 * Matches each given skill to a stored one: by id, else by code, else (without a code) by name; null for a new skill.
 * Each stored skill matches once, so that importing a new edition keeps the ids to which profiles refer.
 */
export function matchSkills(given: readonly Named[], stored: readonly (Named & { id: string })[]): (string | null)[] {
  const meant: (string | null)[] = given.map(() => null);
  const claimed = new Set<string>();
  for (const key of ['id', 'code', 'name'] as const) {
    const left = groupBy(stored.toReversed(), (skill) => fold(skill[key] ?? ''));
    given.forEach((skill, index) => {
      if (keyOf(skill) !== key) return;
      const same = left.get(fold(skill[key] ?? '')) ?? [];
      let next = same.pop();
      while (next && claimed.has(next.id)) next = same.pop();
      if (!next) return;
      claimed.add(next.id);
      meant[index] = next.id;
    });
  }
  return meant;
}

/** What a given skill is matched by. */
function keyOf({ id, code }: Named): keyof Named {
  if (id !== null) return 'id';
  return code === null ? 'name' : 'code';
}
