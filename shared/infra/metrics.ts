import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';
import type { Config } from '../kernel/config';
import { logger } from '../kernel/logger';
import { listen } from './listen';

/** Seconds of a request, by method, route pattern and status. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30],
});

/** Seconds of a job run, by type and outcome. */
export const jobSeconds = new Histogram({
  name: 'job_run_duration_seconds',
  help: 'Duration of job runs',
  labelNames: ['type', 'outcome'],
  buckets: [0.05, 0.25, 1, 5, 25, 120],
});

/** Jobs whose tickets the queue had lost. */
export const jobsSwept = new Counter({ name: 'jobs_swept_total', help: 'Lost jobs that the sweep carried again' });

/** Emails that a mail server did not accept, by kind of failure (MailFailureKind); each attempt counts. */
export const mailFailures = new Counter({
  name: 'evaluation_mail_failures_total',
  help: 'Attempts to send an email that failed',
  labelNames: ['kind'],
});

type MetricsAddress = Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>;

/**
 * Serves `/metrics` (Prometheus) on a private port of `host`; null when the port is 0. Rejects with a StartProblem when it cannot
 * listen there.
 */
export async function serveMetrics({ METRICS_PORT: port, METRICS_HOST: host }: MetricsAddress): Promise<Server | null> {
  if (port === 0) return null;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      (error: unknown) => {
        logger.warn('metrics', { error });
        response.writeHead(500).end();
      },
    );
  });
  await listen(server, { port, host, setting: 'METRICS_PORT' });
  collectDefaultMetrics();
  logger.info('metrics ready', { address: server.address() });
  return server;
}
