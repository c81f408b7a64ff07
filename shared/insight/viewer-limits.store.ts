import { publishedResults } from '../evaluation/disclosure/published-results.store';
import { currentTenant } from '../platform/current-tenant.store';
import type { ViewerLimits } from './subject-result.rules';

/** Returns the limits of viewers other than HR for these subjects of a cycle that is over, by subject id. */
export async function viewerLimits(
  cycleId: string,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => ViewerLimits> {
  const published = await publishedResults(cycleId, subjectIds);
  const { anonymityMinimum } = (await currentTenant()).settings;
  return (subjectId) => ({ anonymityMinimum, published: published(subjectId) });
}
