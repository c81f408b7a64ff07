import { pickRows } from '../db/pick';
import { JobProfileModel } from '../framework/job-profile.model';
import { requirementNames } from '../framework/requirement-names.store';
import { requirementIdOf } from '../framework/template.rules';
import type { RequirementSnapshot } from './evaluation.model';

/**
 * Returns the current requirements of these job profiles with the names of their competencies and skills; evaluations
 * with the same profile share one list. Deleted competencies and skills are omitted. A constant number of queries.
 */
export async function requirementSnapshots(
  jobProfileIds: Iterable<string | null>,
): Promise<(jobProfileId: string | null) => RequirementSnapshot[]> {
  const uniqueIds = [...new Set(jobProfileIds)].filter((id) => id !== null);
  const profiles = await pickRows(JobProfileModel.find({ _id: { $in: uniqueIds } }), 'requirements');
  const nameOf = await requirementNames(profiles.flatMap(({ requirements }) => requirements.map(requirementIdOf)));
  const snapshots = new Map(
    profiles.map(({ _id, requirements }) => [
      _id,
      requirements.flatMap((entry): RequirementSnapshot[] => {
        const requirementId = requirementIdOf(entry);
        const requirement = nameOf(requirementId);
        if (requirementId === null || requirement === null) return [];
        return [{ requirementId, requirement, requiredLevel: entry.requiredLevel, isCritical: entry.isCritical }];
      }),
    ]),
  );
  return (id) => (id === null ? [] : (snapshots.get(id) ?? []));
}
