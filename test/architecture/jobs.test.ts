import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { JOB_NAMES, JOB_POLICY, type JobName, QUEUES } from '../../shared/jobs/contract';
import { handlers } from '../../worker/handlers';
import { sourceFiles } from './source-tree';

const tests = readdirSync(resolve('test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('architecture/'))
  .map((path) => readFileSync(resolve('test', path), 'utf8'));

/** What starts a job over HTTP: a test that says it, or the job's name, runs the job. Null: nothing starts it over HTTP. */
const STARTED_BY: Readonly<Record<JobName, string | null>> = {
  'comms.send-access': 'invite',
  'comms.send-password-link': '/api/auth/forgot-password',
  'people.import-employees': '/api/employees/import-csv',
  'framework.import-competencies': '/api/competencies/import-csv',
  'evaluation.generate': 'generate-evaluations',
  'evaluation.assign-peers': 'auto-assign-peers',
  'evaluation.assign-direct-reports': 'auto-assign-direct-reports',
  'evaluation.rescore': null,
  'evaluation.send-cycle-mail': '/api/email-triggers/cycle/',
  'insight.recalculate-gaps': null,
  'insight.analyse-gaps': '/api/gap-analysis/run',
  'insight.export-report': '/api/evaluation-results/export-pdf',
  'insight.export-heatmap': '/api/gap-heatmap/export-excel',
  'insight.export-nine-box': '/api/nine-box/export-excel',
  'growth.announce-survey': '/open',
  'privacy.collect': '/api/privacy-requests',
  'privacy.complete-access': '/complete',
  'privacy.erase': '/complete',
};

test('there are jobs and tests', () => {
  expect(JOB_NAMES.length).toBeGreaterThan(5);
  expect(tests.length).toBeGreaterThan(10);
});

test.each(JOB_NAMES)('%s: handler, queue and test (architecture 3)', (name) => {
  expect(typeof handlers[name]).toBe('function');
  expect(QUEUES).toContain(JOB_POLICY[name].queue);
  const starters = [`'${name}'`, STARTED_BY[name]].filter((text) => text !== null);
  expect(starters.filter((starter) => tests.some((text) => text.includes(starter)))).not.toEqual([]);
});

test('every handler belongs to a job, and every job file is someone’s handler', () => {
  expect(Object.keys(handlers).sort()).toEqual([...JOB_NAMES].sort());
  const registry = sourceFiles('worker').find(({ path }) => path === 'worker/handlers.ts');
  const imported = new Set(registry?.imports.map(({ target }) => `${target}.ts`));
  const jobs = sourceFiles('worker').filter(({ suffix }) => suffix === 'job');
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs.map(({ path }) => path).filter((path) => !imported.has(path))).toEqual([]);
});

test('a job is named area.verb, and its handler stands in the folder of its area', () => {
  const areas = new Set(sourceFiles('worker').flatMap(({ suffix, area }) => (suffix === 'job' ? [area] : [])));
  expect(JOB_NAMES.filter((name) => !/^[a-z]+\.[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  expect(JOB_NAMES.filter((name) => !areas.has(name.split('.')[0] ?? ''))).toEqual([]);
});

test('a missing handler does not compile: the registry is typed as all handlers', () => {
  expect(readFileSync(resolve('worker/handlers.ts'), 'utf8')).toMatch(/\bhandlers: Handlers\b/);
});
