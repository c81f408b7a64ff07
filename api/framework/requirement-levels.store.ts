import { pickRows } from '../../shared/db/pick';
import { type CompetencyLevel, CompetencyModel } from '../../shared/framework/competency.model';
import { SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { inVisibleScopes } from '../../shared/framework/skill.store';

/** Reads the levels of competencies and skills (own and global) by id; empty for null and for deleted ones. Three queries. */
export async function requirementLevels(
  ids: Iterable<string | null>,
): Promise<(id: string | null) => readonly CompetencyLevel[]> {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null);
  if (uniqueIds.length === 0) return () => [];
  const [competencies, frameworks] = await Promise.all([
    pickRows(CompetencyModel.find({ _id: { $in: uniqueIds } }), 'levels'),
    inVisibleScopes(() =>
      SkillFrameworkModel.aggregate<{ id: string; levels: CompetencyLevel[] }>([
        { $match: { 'skills.id': { $in: uniqueIds } } },
        { $unwind: '$skills' },
        { $match: { 'skills.id': { $in: uniqueIds } } },
        { $project: { _id: 0, id: '$skills.id', levels: '$skills.levels' } },
      ]),
    ),
  ]);
  const levels = new Map([
    ...frameworks.flat().map((skill) => [skill.id, skill.levels] as const),
    ...competencies.map((competency) => [competency._id, competency.levels] as const),
  ]);
  return (id) => (id === null ? [] : (levels.get(id) ?? []));
}
