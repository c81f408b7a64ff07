import { inTenant, PLATFORM_SCOPE, tenantId } from '../kernel/context';
import type { FieldError } from '../kernel/errors';
import { SkillFrameworkModel } from './skill-framework.model';

/**
 * Runs `read` in the platform's scope, for what is global, and in the context's tenant; the results in this order. Queries
 * start when they are awaited, so that is done inside.
 */
export async function inVisibleScopes<T>(read: () => PromiseLike<T>): Promise<T[]> {
  const scopes = tenantId() === PLATFORM_SCOPE ? [PLATFORM_SCOPE] : [PLATFORM_SCOPE, tenantId()];
  return Promise.all(scopes.map((scope) => inTenant(scope, async () => await read())));
}

/** Names of the skills that the tenant sees, its own and the global ones, by id; of those given, or of all. Two queries. */
export async function skillNames(ids?: readonly string[]): Promise<Map<string, string>> {
  if (ids?.length === 0) return new Map();
  const scopes = await inVisibleScopes(() =>
    SkillFrameworkModel.aggregate<{ id: string; name: string }>([
      ...(ids ? [{ $match: { 'skills.id': { $in: ids } } }] : []),
      { $unwind: '$skills' },
      ...(ids ? [{ $match: { 'skills.id': { $in: ids } } }] : []),
      { $project: { _id: 0, id: '$skills.id', name: '$skills.name' } },
    ]),
  );
  return new Map(scopes.flat().map(({ id, name }) => [id, name]));
}

/** Which of the given skills are in no framework that the tenant sees: VALIDATION on their fields. */
export async function missingSkills(
  references: readonly { field: string; id: string | null }[],
): Promise<FieldError[]> {
  const named = references.filter((reference): reference is { field: string; id: string } => reference.id !== null);
  const names = await skillNames([...new Set(named.map(({ id }) => id))]);
  return named
    .filter(({ id }) => !names.has(id))
    .map(({ field }) => ({ field, message: 'must be a skill of a global framework or of your organization' }));
}
