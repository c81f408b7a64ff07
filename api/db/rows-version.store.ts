import type { Model } from 'mongoose';
import type { TenantRow } from '../../shared/db/rows';

/**
 * Returns a version of the organization's rows of these models: their number, the sum of their revisions and each
 * model's newest change. It differs after every write that increments a revision. Scans each collection.
 */
export async function rowsVersion(models: readonly Pick<Model<TenantRow>, 'aggregate'>[]): Promise<string> {
  const versions = await Promise.all(models.map(versionOf));
  return versions.join('/');
}

async function versionOf(model: Pick<Model<TenantRow>, 'aggregate'>): Promise<string> {
  const [version] = await model.aggregate<{ count: number; revisions: number; newest: Date }>([
    { $group: { _id: null, count: { $sum: 1 }, revisions: { $sum: '$revision' }, newest: { $max: '$updatedAt' } } },
  ]);
  return version ? `${version.count}.${version.revisions}.${version.newest.getTime()}` : '';
}
