import { searchFilter } from '../../shared/db/search';
import { type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { inVisibleScopes } from '../../shared/framework/skill.store';
import { inTenant, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import {
  FrameworkScope,
  type SkillFrameworkRow,
  type SkillFrameworkView,
  toSkillFrameworkRow,
  toSkillFrameworkView,
} from './skill-frameworks.dto';

type Filter = ReturnType<typeof searchFilter>;

/** One page of the frameworks that the caller sees: the global ones by name, then the organization's own by name. */
export async function listSkillFrameworks(
  { search, scope }: { search?: string; scope?: FrameworkScope },
  { page, pageSize }: PageRequest,
): Promise<{ items: SkillFrameworkRow[]; totalCount: number }> {
  const filter = searchFilter(search);
  let skip = (page - 1) * pageSize;
  let totalCount = 0;
  const items: SkillFrameworkRow[] = [];
  for (const owner of ownersOf(scope))
    await inTenant(owner, async () => {
      const count = await SkillFrameworkModel.countDocuments(filter);
      items.push(...(await slice(filter, skip, pageSize - items.length)));
      skip = Math.max(0, skip - count);
      totalCount += count;
    });
  return { items, totalCount };
}

/** One framework, of the organization or global; throws NOT_FOUND. */
export async function getSkillFramework(id: string): Promise<SkillFrameworkView> {
  const found = await inVisibleScopes(() => SkillFrameworkModel.findById(id).lean<SkillFramework>());
  const row = found.find((candidate) => candidate !== null);
  if (!row) throw notFound();
  return toSkillFrameworkView(row);
}

function ownersOf(scope: FrameworkScope | undefined): string[] {
  const own = tenantId();
  const all = own === PLATFORM_SCOPE ? [PLATFORM_SCOPE] : [PLATFORM_SCOPE, own];
  return scope === undefined
    ? all
    : all.filter((owner) => (owner === PLATFORM_SCOPE) === (scope === FrameworkScope.Global));
}

async function slice(filter: Filter, skip: number, limit: number): Promise<SkillFrameworkRow[]> {
  if (limit === 0) return [];
  const rows = await SkillFrameworkModel.aggregate<Omit<SkillFramework, 'skills'> & { skillCount: number }>([
    { $match: filter },
    { $sort: { searchText: 1, version: 1, _id: 1 } },
    { $skip: skip },
    { $limit: limit },
    { $addFields: { skillCount: { $size: '$skills' } } },
    { $project: { skills: 0 } },
  ]);
  return rows.map(toSkillFrameworkRow);
}
