import type { FieldError } from '../kernel/errors';

interface Named {
  id: string | null;
  code: string | null;
  name: string;
}

const fold = (text: string): string => text.trim().toLowerCase();

/** Returns repeated ids and codes of one framework as problems of `skills[n].id` and `skills[n].code`. */
export function validateSkills(skills: readonly Named[]): FieldError[] {
  const seen = { id: new Set<string>(), code: new Set<string>() };
  return skills.flatMap((skill, index) =>
    (['id', 'code'] as const).flatMap((key) => {
      const value = fold(skill[key] ?? '');
      if (value === '') return [];
      if (seen[key].has(value))
        return [{ field: `skills[${index}].${key}`, message: 'must be unique in this framework' }];
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
  const free = new Set(stored);
  const claim = (is: (skill: Named) => boolean): string | null => {
    for (const skill of free)
      if (is(skill)) {
        free.delete(skill);
        return skill.id;
      }
    return null;
  };
  const byId = given.map(({ id }) => (id === null ? null : claim((skill) => skill.id === id)));
  return given.map(({ id, code, name }, index) => {
    if (id !== null) return byId[index] ?? null;
    return code === null
      ? claim((skill) => fold(skill.name) === fold(name))
      : claim((skill) => skill.code !== null && fold(skill.code) === fold(code));
  });
}
