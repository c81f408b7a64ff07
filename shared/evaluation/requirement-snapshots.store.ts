import { pickRows } from '../db/pick';
import { JobProfileModel } from '../framework/job-profile.model';
import { requirementNames } from '../framework/requirement-names.store';
import { requirementIdOf } from '../framework/template.rules';
import type { RequirementSnapshot } from './evaluation.model';

/**
 * Requirements of these job profiles as they stand now, with the names of their competencies and skills; the evaluations
 * of one profile share one list. What no longer exists is left out. A handful of queries, however many profiles.
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
