import { changesOf } from '../../shared/db/changes.store';
import { TenantRead } from '../../shared/db/tenant-read';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Tenant } from '../../shared/platform/tenant.model';

const tenant = new TenantRead<Tenant>(currentTenant);

/**
 * A text that is another one after every acknowledged change of a row of these models in the tenant of the context, or of its
 * settings, in every process: counters that are written with the rows (docs/adr/0027). Two queries, which many who ask at the same
 * moment share.
 */
export async function dataVersion(sources: readonly { modelName: string }[]): Promise<string> {
  const [{ _id, revision }, changes] = await Promise.all([tenant.now(), changesOf(sources)]);
  return `${_id}:${revision}/${changes}`;
}
