import { progressBar, type ProgressOutput } from '../../api/operations/backup/progress-bar';
import type { ApiClient } from '../client';
import type { DemoCompany } from './company';
import type { DemoPerson } from './people';

/** A demo company in the making. */
export interface DemoRun {
  /** Signed in with an HR role of an empty organization. */
  hr: ApiClient;
  tenantSlug: string;
  company: DemoCompany;
  /** The same seed gives the same people, answers and figures. */
  seed: number;
  /** Of all employees. */
  password: string;
  /** Where progress is shown; `process.stdout` when it is not given. */
  output?: ProgressOutput;
}

/** What the server answers to a create. */
export interface Created {
  id: string;
}

/** An employee as the server knows them, signed in. */
export interface Colleague extends DemoPerson {
  id: string;
  fullName: string;
  client: ApiClient;
}

/** Codes of departments, profiles and competencies -> ids, and the template of all cycles. */
export interface Foundation {
  departments: ReadonlyMap<string, string>;
  profiles: ReadonlyMap<string, string>;
  competencies: ReadonlyMap<string, string>;
  templateId: string;
}

interface Page<T> {
  items: T[];
  totalPages: number;
}

const AT_ONCE = 8;

/** All rows of a paginated list. */
export async function allPages<T>(client: ApiClient, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.get<Page<T>>(`${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=200`);
    items.push(...answer.items);
    pages = answer.totalPages;
  }
  return items;
}

/** Does something of known length behind a progress bar. */
export async function step<T>(
  { output }: Pick<DemoRun, 'output'>,
  label: string,
  total: number,
  work: (tick: () => void) => Promise<T>,
): Promise<T> {
  const bar = progressBar(label, total, output);
  const result = await work(() => bar.tick());
  bar.finish();
  return result;
}

/** Does something for each of a list, a few at once, and returns the results in the order of the list. */
export async function each<T, R>(
  run: Pick<DemoRun, 'output'>,
  label: string,
  list: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  await step(run, label, list.length, async (tick) => {
    const queue = list.entries();
    const lane = async (): Promise<void> => {
      for (const [index, item] of queue) {
        results[index] = await work(item, index);
        tick();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });
  return results;
}
