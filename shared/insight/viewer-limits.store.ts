import { type PublishedCycle, publishedResults } from '../evaluation/disclosure/disclosure.store';
import { currentTenant } from '../platform/current-tenant.store';
import type { ViewerLimits } from './subject-result.rules';

/** How much of the results of these subjects of a cycle that is over a viewer who is not HR is shown, by subject id. */
export async function viewerLimits(
  cycle: PublishedCycle,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => ViewerLimits> {
  const published = await publishedResults(cycle, subjectIds);
  const { anonymityMinimum } = (await currentTenant()).settings;
  return (subjectId) => ({ anonymityMinimum, published: published.get(subjectId) ?? { key: '', groups: [] } });
}
