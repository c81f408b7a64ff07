import { importEmployees } from './people/import-employees.job';
import type { Handlers } from './run-job';

/** Every job's handler; the type makes a missing one a compile error. */
export const handlers: Partial<Handlers> = {
  'people.import-employees': importEmployees,
};
