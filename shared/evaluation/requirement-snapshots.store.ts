import type { RequirementSnapshot } from './evaluation.model';
import { type JobProfile, JobProfileModel } from '../framework/job-profile.model';
import { requirementNames } from '../framework/requirement-names.store';
import { requirementIdOf } from '../framework/template.rules';

/**
 * Requirements of these job profiles as they stand now, with the names of their competencies and skills; the evaluations
 * of one profile share one list. What names nothing any more is left out. A handful of queries, however many profiles.
 */
export async function requirementSnapshots(
  jobProfileIds: Iterable<string | null>,
): Promise<(jobProfileId: string | null) => RequirementSnapshot[]> {
  const wanted = [...new Set(jobProfileIds)].filter((id) => id !== null);
  const profiles = await JobProfileModel.find({ _id: { $in: wanted } })
    .select('requirements')
    .lean<Pick<JobProfile, '_id' | 'requirements'>[]>();
  const nameOf = await requirementNames(profiles.flatMap(({ requirements }) => requirements.map(requirementIdOf)));
  const snapshots = new Map(
    profiles.map(({ _id, requirements }) => [
      _id,
      requirements.flatMap((one): RequirementSnapshot[] => {
        const requirementId = requirementIdOf(one);
        const requirement = nameOf(requirementId);
        if (requirementId === null || requirement === null) return [];
        return [{ requirementId, requirement, requiredLevel: one.requiredLevel, isCritical: one.isCritical }];
      }),
    ]),
  );
  return (id) => (id === null ? [] : (snapshots.get(id) ?? []));
}
