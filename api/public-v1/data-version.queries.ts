import { currentTenant } from '../../shared/platform/current-tenant.store';
import { rowsVersion } from '../db/rows-version.store';

/**
 * Returns a version of the rows of these models and the organization's settings, so that an unchanged dataset need not be read.
 */
export async function dataVersion(sources: Parameters<typeof rowsVersion>[0]): Promise<string> {
  const [{ _id, revision }, rows] = await Promise.all([currentTenant(), rowsVersion(sources)]);
  return `${_id}:${revision}/${rows}`;
}
