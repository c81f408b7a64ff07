import { DEMO_DEPARTMENTS, type DemoDepartment, SMALL_DEPARTMENTS } from './departments';

/** How large a demo company is, and what its data is for. */
export interface DemoCompany {
  departments: readonly DemoDepartment[];
  /** Whether its CSV holds the rows that an import must refuse or doubt. */
  withBadRows: boolean;
  /** Share of those asked who have answered the cycle that is still open. */
  shareOfOpenAnswers: number;
}

/** 600 employees, for `npm run demo`: imports, assignments and exports have something to chew on. */
export const LARGE_COMPANY: DemoCompany = {
  departments: DEMO_DEPARTMENTS,
  withBadRows: true,
  shareOfOpenAnswers: 0.05,
};

/** 40 employees, for `npm start`: clean data, there within a minute. */
export const SMALL_COMPANY: DemoCompany = {
  departments: SMALL_DEPARTMENTS,
  withBadRows: false,
  shareOfOpenAnswers: 0.5,
};
