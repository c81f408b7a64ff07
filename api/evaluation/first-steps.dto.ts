import type { CalendarDate, Id } from '../http/types';

/** The steps from an empty organization to a running cycle, in this order. */
export enum FirstStep {
  Departments = 'departments',
  Competencies = 'competencies',
  JobProfiles = 'jobProfiles',
  Employees = 'employees',
  Accounts = 'accounts',
  Template = 'template',
  Cycle = 'cycle',
}

export interface FirstStepView {
  key: FirstStep;
  /** Accounts are done when every Active employee was invited, the cycle when one has been opened, the others with the first row. */
  isDone: boolean;
  /**
   * How many there are; of accounts, how many Active employees have one.
   * @example 24
   */
  count: number;
  /**
   * The page of the console on which the step is done.
   * @example "/departments"
   */
  href: string;
}

/** A cycle that takes answers. */
export interface RunningCycle {
  id: Id;
  /** @example "Annual review 2026" */
  name: string;
  /** @example 41 */
  submitted: number;
  /** @example 70 */
  asked: number;
  endDate: CalendarDate | null;
}

/** What is to be done until the first cycle is open, and which cycles are. */
export interface FirstStepsView {
  steps: FirstStepView[];
  /** Those that end first come first. */
  runningCycles: RunningCycle[];
}
