import type { ReportsView } from '../../shared/jobs/export-result';
import type { Id } from '../http/types';

/**
 * @minItems 1 must name at least one employee
 * @maxItems 1000 must name at most 1000 employees
 */
export type ReportedSubjects = Id[];

/** The reports to export: of all subjects, or those that every member selects. */
export interface ExportReportsRequest {
  /** Only subjects who were in this department when the cycle was generated. */
  departmentId?: Id | null;
  /** Only these subjects. */
  subjectIds?: ReportedSubjects | null;
  /**
   * `Subject`: what each subject reads, or would read if the results were published now, which the file then says.
   * `HR`: everything, with who wrote what; only for HR.
   */
  view: ReportsView;
}
