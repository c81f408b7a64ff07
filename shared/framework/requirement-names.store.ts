import { CompetencyModel } from './competency.model';
import { skillNames } from './skill.store';

/**
 * Names of competencies and skills (own and global) by id, as snapshots, heatmaps and reports show them; null for null
 * and for what is gone. Three queries however many ids are asked for; without ids, all names of the tenant.
 */
export async function requirementNames(
  ids?: Iterable<string | null | undefined>,
): Promise<(id: string | null | undefined) => string | null> {
  const wanted = ids && [...new Set(ids)].filter((id) => typeof id === 'string');
  if (wanted?.length === 0) return () => null;
  const [competencies, skills] = await Promise.all([
    CompetencyModel.find(wanted ? { _id: { $in: wanted } } : {})
      .select('name')
      .lean<{ _id: string; name: string }[]>(),
    skillNames(wanted),
  ]);
  const names = new Map([...skills, ...competencies.map(({ _id, name }) => [_id, name] as const)]);
  return (id) => (id ? (names.get(id) ?? null) : null);
}
