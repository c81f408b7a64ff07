import { inTenant, PLATFORM_SCOPE, tenantId } from '../kernel/context';
import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';
import { SkillFrameworkModel } from './skill-framework.model';

/**
 * Runs `read` in the platform's scope, for global rows, and in the context's tenant; returns the results in this order.
 * Awaits inside each scope, since a query runs when it is awaited.
 */
export async function inVisibleScopes<T>(read: () => PromiseLike<T>): Promise<T[]> {
  const scopes = tenantId() === PLATFORM_SCOPE ? [PLATFORM_SCOPE] : [PLATFORM_SCOPE, tenantId()];
  return Promise.all(scopes.map((scope) => inTenant(scope, async () => await read())));
}

/** Reads the names of the skills that the tenant sees, its own and the global ones, by id. Two queries. */
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

/** Returns the problems of fields whose skill is in no framework that the tenant sees. */
export async function missingSkills(
  references: readonly { field: string; id: string | null }[],
): Promise<FieldRefusal[]> {
  const named = references.filter((reference): reference is { field: string; id: string } => reference.id !== null);
  const names = await skillNames([...new Set(named.map(({ id }) => id))]);
  return named
    .filter(({ id }) => !names.has(id))
    .map(({ field }) => ({ field, ...refusal('NOT_A_SKILL_OF_FRAMEWORK') }));
}
