import ts from 'typescript';
import { JOB_NAMES, type JobName, JOBS, QUEUES } from '../../shared/jobs/contract';
import { loadJobs } from '../../worker/load-jobs';
import { nodesOf, type SourceFile, sourceFiles } from './source-tree';

const jobFiles = sourceFiles('worker').filter(({ suffix }) => suffix === 'job');
const tests = sourceFiles('test').filter(({ path, suffix }) => suffix === 'test' && !path.includes('/architecture/'));

/** What runs a job, or waits for one, in a test. */
const RUNNERS = new Set(['endOf', 'enqueue', 'failEveryWrite', 'finishedJob', 'runJob', 'waitForJob']);

/** The job that a `.job` file defines. */
function nameIn({ syntax }: SourceFile): string | null {
  const call = nodesOf(syntax).find((node) => ts.isCallExpression(node) && node.expression.getText() === 'defineJob');
  return /name: '([^']+)'/.exec(call?.getText() ?? '')?.[1] ?? null;
}

/** The tests that run jobs or wait for them, each with the texts that it names. */
const namedByRunners = new Map(
  tests.flatMap(({ path, syntax }) => {
    const nodes = nodesOf(syntax);
    const isRunner = nodes.some((node) => ts.isCallExpression(node) && RUNNERS.has(node.expression.getText()));
    return isRunner ? [[path, new Set(nodes.filter(ts.isStringLiteral).map(({ text }) => text))] as const] : [];
  }),
);

/** Whether a test imports the job to run it, or names it beside a call of what runs jobs. */
function runsJob({ path, imports }: SourceFile, name: JobName, definedIn: string): boolean {
  const isImported = imports.some(({ target, values }) => `${target}.ts` === definedIn && values.length > 0);
  return isImported || namedByRunners.get(path)?.has(name) === true;
}

test('there are jobs and tests', () => {
  expect(jobFiles.length).toBeGreaterThan(5);
  expect(tests.length).toBeGreaterThan(10);
});

test('each job of the contract has one file, in the folder of its area, and a queue', () => {
  expect(jobFiles.map(nameIn).sort()).toEqual([...JOB_NAMES].sort());
  expect(Object.keys(loadJobs()).sort()).toEqual([...JOB_NAMES].sort());
  expect(jobFiles.filter((file) => nameIn(file)?.split('.')[0] !== file.area).map(({ path }) => path)).toEqual([]);
  expect(JOB_NAMES.filter((name) => !/^[a-z]+\.[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  expect(JOB_NAMES.filter((name) => !QUEUES.includes(JOBS[name].queue))).toEqual([]);
});

test.each(JOB_NAMES)('%s is run by a test', (name) => {
  const definedIn = jobFiles.find((file) => nameIn(file) === name)?.path ?? '';
  expect(tests.filter((file) => runsJob(file, name, definedIn)).map(({ path }) => path)).not.toEqual([]);
});
