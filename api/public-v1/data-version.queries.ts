import type { Model } from 'mongoose';
import { tenantId } from '../../shared/kernel/context';
import type { TenantRow } from '../../shared/db/rows';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { BriefCache } from '../http/brief-cache';

/** A 304 is at most this much older than the data: many readers who poll cost one look at the rows together. */
const FRESH_MS = 250;
const versions = new BriefCache<string>(FRESH_MS);

/** Models of which an answer is made: of different rows, read by their common fields alone. */
type Source = Pick<Model<TenantRow>, 'modelName' | 'aggregate'>;

/**
 * A text that changes whenever a row of these models is written, added or removed in the tenant of the context, or its
 * settings change: count, sum of revisions and newest change, one query a model.
 */
export function dataVersion(sources: readonly Source[]): Promise<string> {
  const key = [tenantId(), ...sources.map(({ modelName }) => modelName)].join('/');
  return versions.get(key, async () => {
    const parts = await Promise.all([tenantVersion(), ...sources.map(modelVersion)]);
    return parts.join('/');
  });
}

async function tenantVersion(): Promise<string> {
  const { _id, revision } = await currentTenant();
  return `${_id}:${revision}`;
}

interface Version {
  count: number;
  revisions: number;
  newest: Date;
}

async function modelVersion(model: Source): Promise<string> {
  const [all]: Version[] = await model.aggregate<Version>([
    { $group: { _id: null, count: { $sum: 1 }, revisions: { $sum: '$revision' }, newest: { $max: '$updatedAt' } } },
  ]);
  return all ? `${all.count}:${all.revisions}:${all.newest.getTime()}` : '0';
}
