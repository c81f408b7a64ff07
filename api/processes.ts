import cluster, { type Worker } from 'node:cluster';
import { onShutdown } from '../shared/infra/shutdown';
import type { Config } from '../shared/kernel/config';
import { logger } from '../shared/kernel/logger';

/** Wait before a process that ended unexpectedly is replaced. */
const RESTART_MS = 1_000;
/** All processes stop concurrently, each within its own limits. */
const STOP_MS = 19_000;

/**
 * Runs the processes that serve the port together; the starting process itself serves nothing. A process that ends
 * unexpectedly is replaced; one that cannot start ends all. A stop waits until each has drained.
 */
export function runProcesses({ API_PROCESSES, METRICS_PORT }: Pick<Config, 'API_PROCESSES' | 'METRICS_PORT'>): void {
  const running = new Map<Worker, Promise<number | null>>();
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const worker of running.keys()) worker.process.kill('SIGTERM');
    const codes = await Promise.all(running.values());
    if (codes.some((code) => code !== 0)) throw new Error('A process of the API did not stop in order.');
  };
  const start = (place: number): void => {
    const metricsPort = metricsPortOf(place, METRICS_PORT);
    const worker = cluster.fork({ METRICS_PORT: metricsPort });
    let hasServed = false;
    worker.on('listening', ({ port }) => (hasServed ||= metricsPort === 0 || port !== metricsPort));
    const ended = new Promise<number | null>((resolve) => worker.once('exit', resolve));
    running.set(worker, ended);
    void ended.then((code) => {
      if (isStopping) return;
      running.delete(worker);
      const hasSaidWhy = !hasServed && code === 1;
      if (!hasSaidWhy) logger.error('a process of the API ended', { pid: worker.process.pid, code });
      if (hasServed) setTimeout(() => isStopping || start(place), RESTART_MS);
      else void stop().finally(() => process.exit(1));
    });
  };
  onShutdown([{ name: 'processes', run: stop, limitMs: STOP_MS }]);
  for (let place = 0; place < API_PROCESSES; place++) start(place);
}

/** Each process has its own metrics port: the second one's is two higher, since the next one is the worker's. */
function metricsPortOf(place: number, first: number): number {
  if (first === 0 || place === 0) return first;
  return first + 1 + place;
}
