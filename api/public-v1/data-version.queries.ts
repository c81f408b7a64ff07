import type { Model } from 'mongoose';
import { tenantId } from '../../shared/kernel/context';
import type { TenantRow } from '../../shared/db/rows';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { BriefCache } from '../http/brief-cache';

/** A 304 is at most this much older than the data: many readers who poll cost one look at the rows together. */
const FRESH_MS = 250;
const versions = new BriefCache<string>(FRESH_MS);

/** Models of which an answer is made. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- models of different rows, read by their common fields alone
export type Sources = readonly Model<any>[];

/**
 * A text that changes whenever a row of these models is written, added or removed in the tenant of the context, or its
 * settings change: count, sum of revisions and newest change, one query a model.
 */
export function dataVersion(sources: Sources): Promise<string> {
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

async function modelVersion(model: Model<TenantRow>): Promise<string> {
  const [all] = await model.aggregate<{ count: number; revisions: number; newest: Date }>([
    { $group: { _id: null, count: { $sum: 1 }, revisions: { $sum: '$revision' }, newest: { $max: '$updatedAt' } } },
  ]);
  return all ? `${all.count}:${all.revisions}:${all.newest.getTime()}` : '0';
}
