import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { collectDefaultMetrics, register } from 'prom-client';
import { parse } from 'yaml';
import '../../shared/infra/metrics';
import '../../shared/jobs/queues';
import { JOB_NAMES } from '../../shared/jobs/contract';
import { measureWaitingJobs } from '../../shared/jobs/waiting-jobs';
import { measureData } from '../../shared/migrations/data-metrics';
import { measureAuditStream } from '../../worker/platform/audit-stream-metrics';
import { findPromtool } from '../support/promtool';

const FOLDER = resolve('deploy/monitoring');
const read = (name: string): string => readFileSync(resolve(FOLDER, name), 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}
const alerts = (parse(read('rules.yml')) as Rules).groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('grafana-board.json')) as Board;
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Labels that Prometheus itself adds, or that belong to a histogram. */
const OUTER_LABELS = ['job', 'instance', 'le'];
const WORDS_OF_PROMQL = ['by', 'on', 'and', 'or'];

/** The metrics and labels that an expression of PromQL names. */
function namesOf(expression: string): { metrics: string[]; labels: string[] } {
  const text = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const groups = [...text.matchAll(/\{([^}]*)\}/g), ...text.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)];
  const labels = groups.flatMap(([, inner = '']) => inner.match(/[a-z_]+/g) ?? []);
  const rest = text.replaceAll(/\{[^}]*\}/g, '').replaceAll(/\b(?:by|on)\s*\([^)]*\)/g, '');
  const names = [...rest.matchAll(/\b([a-z][a-z_0-9]*)\b(?!\s*\()/g)].map(([, name = '']) => name);
  return { metrics: names.filter((name) => !WORDS_OF_PROMQL.includes(name)), labels };
}

/** Names of the series that the processes serve. */
let series: Set<string>;
let labels: Set<string>;

beforeAll(() => {
  collectDefaultMetrics();
  measureData();
  measureWaitingJobs();
  measureAuditStream();
  const metrics = register.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[];
  const suffixes = ['_bucket', '_count', '_sum'];
  series = new Set(
    metrics.flatMap(({ name, type }) => (type === 'histogram' ? suffixes.map((suffix) => name + suffix) : [name])),
  );
  labels = new Set([...metrics.flatMap(({ labelNames }) => labelNames), ...OUTER_LABELS]);
});

describe('deploy/monitoring', () => {
  test.each(expressions)('%s: every metric and label exists', (_name, expression) => {
    const named = namesOf(expression);
    expect(named.metrics).not.toEqual([]);
    expect(named.metrics.filter((name) => !series.has(name) && name !== 'up')).toEqual([]);
    expect(named.labels.filter((label) => !labels.has(label))).toEqual([]);
  });

  test('the guide says for each alert what to do, and names no other', () => {
    const rows = readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(Evaluation\w+)`/gm);
    expect([...rows].map(([, name]) => name).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  test('the unit tests of the rules name types of jobs that exist', () => {
    const types = [...read('rules.test.yml').matchAll(/type="([^"]+)"/g)].map(([, type]) => type);
    expect(types.filter((type) => !(JOB_NAMES as string[]).includes(type ?? ''))).toEqual([]);
  });

  const promtool = findPromtool();
  const testPromtool = promtool ? test : test.skip;
  testPromtool.each([
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ])('promtool (Debian package "prometheus"): %s %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { cwd: FOLDER, encoding: 'utf8' });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  });
});
