import { groupBy } from '../../shared/kernel/group-by';
import { seededRandom } from '../demo/seeded-random';
import { resultOf } from './client';
import { type Cluster, type RedisKind, startCluster } from './cluster';
import type { Verdict } from './ledger';
import { checkPhase, makePhase, type Organizations, type Phase, runLoad } from './load';
import { makeCycle, makeOrganization } from './organization';
import type { Scenario } from './scenarios';

/** What one scenario of one seed came to. */
export interface Row extends Verdict {
  seed: number;
  scenario: string;
  repeatedMails: number;
  seconds: number;
  /** Set when a command was not answered in time, or a job failed. */
  failure?: string;
}

interface Running {
  employees: number;
  report: (row: Row) => void;
}

/** Goes through the scenarios, one after the other: those with the same kind of Redis on one cluster with two organizations. */
export async function runSeed(seed: number, scenarios: readonly Scenario[], running: Running): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, some] of groupBy(scenarios, ({ redis }) => redis ?? 'one'))
    rows.push(...(await runOnCluster(seed, kind, some, running)));
  return rows;
}

async function runOnCluster(
  seed: number,
  kind: RedisKind,
  scenarios: readonly Scenario[],
  { employees, report }: Running,
): Promise<Row[]> {
  const cluster = await startCluster(kind);
  const interrupted = (): void => void cluster.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const [first = ''] = cluster.urls;
    const both = { a: await makeOrganization(first, 'a', employees), b: await makeOrganization(first, 'b', 20) };
    const hook = { url: cluster.events.url, events: ['employee.created'] };
    await both.a.hr.post('/api/integrations/webhooks', hook);
    let open = await firstCycle(both);
    const rows: Row[] = [];
    for (const scenario of scenarios) {
      const phase = await makePhase(`${seed}-${scenario.name}`, both, open, employees);
      const row = await runPhase(cluster, scenario, phase, both, seed);
      rows.push(row);
      report(row);
      await both.a.hr.post(`/api/evaluation-cycles/${phase.draft.id}/status/1`);
      open = phase.draft;
    }
    return rows;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cluster.stop();
  }
}

async function firstCycle({ a }: Organizations): Promise<Phase['open']> {
  const open = { name: 'Cycle before', id: await makeCycle(a, 'Cycle before') };
  await resultOf(a.hr, () => a.hr.post<object>(`/api/evaluation-cycles/${open.id}/generate-evaluations`));
  await a.hr.post(`/api/evaluation-cycles/${open.id}/status/1`);
  return open;
}

async function runPhase(
  cluster: Cluster,
  scenario: Scenario,
  phase: Phase,
  both: Organizations,
  seed: number,
): Promise<Row> {
  const started = performance.now();
  const random = seededRandom(seed, scenario.name);
  let turn = 0;
  const at: Parameters<typeof runLoad>[2] = (client) => client.at(cluster.urls[turn++ % cluster.urls.length] ?? '');
  const fault = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done, random.integer(100, 1_500)));
    await scenario.run(cluster, random, { phase, both, seed });
  };
  const [load, hurt] = await Promise.allSettled([runLoad(phase, both, at), fault()]);
  const failed = [load, hurt].find((each) => each.status === 'rejected');
  const verdict = await checkPhase(phase, both, cluster);
  return {
    ...{ seed, scenario: scenario.name, ...verdict, repeatedMails: phase.repeatedMails },
    seconds: Math.round((performance.now() - started) / 1_000),
    ...(failed?.status === 'rejected' ? { failure: String(failed.reason) } : {}),
  };
}
