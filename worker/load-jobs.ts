import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { JOB_NAMES, type JobName } from '../shared/jobs/contract';
import type { AllJobs, JobDefinition } from './define-job';

const load: (path: string) => Record<string, unknown> = createRequire(__filename);
const JOB_FILE = /\.job\.[jt]s$/;

/** Loads every `.job` file below this folder; throws when a job of the contract is defined nowhere, or twice. */
export function loadJobs(): AllJobs {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((path) => JOB_FILE.test(path));
  const found = new Map<JobName, JobDefinition<JobName>>();
  for (const file of files)
    for (const exported of Object.values(load(join(__dirname, file)))) {
      if (!isDefinition(exported)) continue;
      if (found.has(exported.name)) throw new Error(`${exported.name} is defined twice, again in ${file}.`);
      found.set(exported.name, exported);
    }
  const jobs: object = Object.fromEntries(found);
  if (isComplete(jobs)) return jobs;
  throw new Error(`No .job file defines ${JOB_NAMES.filter((name) => !found.has(name)).join(', ')}.`);
}

function isComplete(jobs: object): jobs is AllJobs {
  return JOB_NAMES.every((name) => name in jobs);
}

function isDefinition(value: unknown): value is JobDefinition<JobName> {
  return typeof value === 'object' && value !== null && 'retry' in value && 'onFailed' in value && 'run' in value;
}
