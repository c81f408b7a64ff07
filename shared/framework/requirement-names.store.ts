import { pickRows } from '../db/pick';
import { CompetencyModel } from './competency.model';
import { skillNames } from './skill.store';

/**
 * Reads the names of competencies and skills (own and global) by id; null for null and for deleted ones. Without ids
 * all names of the tenant. Three queries.
 */
export async function requirementNames(
  ids?: Iterable<string | null | undefined>,
): Promise<(id: string | null | undefined) => string | null> {
  const uniqueIds = ids && [...new Set(ids)].filter((id) => typeof id === 'string');
  if (uniqueIds?.length === 0) return () => null;
  const [competencies, skills] = await Promise.all([
    pickRows(CompetencyModel.find(uniqueIds ? { _id: { $in: uniqueIds } } : {}), 'name'),
    skillNames(uniqueIds),
  ]);
  const names = new Map([...skills, ...competencies.map(({ _id, name }) => [_id, name] as const)]);
  return (id) => (id ? (names.get(id) ?? null) : null);
}
