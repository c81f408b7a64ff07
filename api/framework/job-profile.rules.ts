import type { FieldError } from '../../shared/kernel/errors';

interface Target {
  competencyId: string | null;
  skillId: string | null;
}

/**
 * Returns the problems of a profile's requirements, with paths such as `requirements[3].competencyId`: each must name
 * one competency or one skill, and none may occur twice.
 */
export function validateRequirements(requirements: readonly (Target & { id: string })[]): FieldError[] {
  const ids = new Set<string>();
  const targets = new Set<string>();
  return requirements.flatMap(({ id, competencyId, skillId }, index) => {
    const path = `requirements[${index}]`;
    if (ids.has(id)) return [{ field: `${path}.id`, message: 'must be unique in this profile' }];
    ids.add(id);
    const target = competencyId ?? skillId;
    if (target === null) return [{ field: `${path}.competencyId`, message: 'is required when skillId is omitted' }];
    if (competencyId !== null && skillId !== null)
      return [{ field: `${path}.skillId`, message: 'must be omitted when competencyId is set' }];
    const field = `${path}.${competencyId === null ? 'skillId' : 'competencyId'}`;
    if (targets.has(target)) return [{ field, message: 'must be required only once by this profile' }];
    targets.add(target);
    return [];
  });
}
