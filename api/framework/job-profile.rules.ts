import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';

interface Target {
  competencyId: string | null;
  skillId: string | null;
}

/**
 * Returns the problems of a profile's requirements, with paths such as `requirements[3].competencyId`: each must name
 * one competency or one skill, and none may occur twice.
 */
export function validateRequirements(requirements: readonly (Target & { id: string })[]): FieldRefusal[] {
  const ids = new Set<string>();
  const targets = new Set<string>();
  return requirements.flatMap(({ id, competencyId, skillId }, index) => {
    const path = `requirements[${index}]`;
    if (ids.has(id)) return [{ field: `${path}.id`, ...refusal('MUST_BE_UNIQUE_IN_PROFILE') }];
    ids.add(id);
    const target = competencyId ?? skillId;
    if (target === null) return [{ field: `${path}.competencyId`, ...refusal('REQUIRED_WITHOUT_SKILL') }];
    if (competencyId !== null && skillId !== null)
      return [{ field: `${path}.skillId`, ...refusal('MUST_BE_OMITTED_WHEN_COMPETENCY_ID_SET') }];
    const field = `${path}.${competencyId === null ? 'skillId' : 'competencyId'}`;
    if (targets.has(target)) return [{ field, ...refusal('REQUIRED_TWICE_BY_PROFILE') }];
    targets.add(target);
    return [];
  });
}
