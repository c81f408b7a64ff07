import { rowsVersion } from '../../shared/db/rows-version.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';

/**
 * In which state the rows of these models and the settings of the organization are: a dataset that is made of them is not read
 * to learn that nothing has changed.
 */
export async function dataVersion(sources: Parameters<typeof rowsVersion>[0]): Promise<string> {
  const [{ _id, revision }, rows] = await Promise.all([currentTenant(), rowsVersion(sources)]);
  return `${_id}:${revision}/${rows}`;
}
