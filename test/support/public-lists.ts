import { ENTITY_SETS } from '../../api/public-v1/odata/entity-sets';
import { readDocument } from './operations';
import type { Service } from './service';

/** Each list and dataset of v1, and each set of OData. */
const PUBLIC_LISTS: readonly string[] = [
  ...Object.keys(readDocument('public').paths).filter((path) => !path.includes('{') && !path.endsWith('/ping')),
  ...ENTITY_SETS.map(({ name }) => `/api/v1/odata/${name}`),
];

/** Reads all of them; the bodies by their paths. */
export async function readPublicLists(service: Service, apiKey: string): Promise<ReadonlyMap<string, unknown>> {
  const bodies = new Map<string, unknown>();
  for (const path of PUBLIC_LISTS) {
    const { status, body } = await service.call('get', path).set('X-Api-Key', apiKey);
    expect([path, status]).toEqual([path, 200]);
    bodies.set(path, body);
  }
  return bodies;
}
