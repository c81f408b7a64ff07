import { CHANGES } from './changes';
import { readSums } from './sums.store';
import { TenantRead } from './tenant-read';

/** Counters of changes of the tenant's collections, by the name of the model. */
type ChangeCounts = ReadonlyMap<string, number>;

const counters = new TenantRead<ChangeCounts>(readCounts);

/**
 * A text that is another one after every acknowledged change of the rows of these models, in every process: how often each
 * was changed. One query, which many who ask at the same moment share.
 */
export async function changesOf(models: readonly { modelName: string }[]): Promise<string> {
  const counts = await counters.now();
  return models.map(({ modelName }) => counts.get(modelName) ?? 0).join('.');
}

async function readCounts(): Promise<ChangeCounts> {
  const groups = await readSums([CHANGES], ['changes'], { parts: true });
  return new Map(groups.map(({ part, values }) => [part, values.changes]));
}
