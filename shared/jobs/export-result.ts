/** The result of an export; the file of the job holds its contents. */
export interface ExportResult {
  fileName: string;
  contentType: string;
  size: number;
}

/** The result of exporting reports as one ZIP. */
export interface ReportsResult extends ExportResult {
  /** The number of reports in the ZIP. */
  reports: number;
  /** The requested subjects without a report: they were deleted, or became invisible, after the request. */
  leftOut: string[];
}

/** Whose view of the results a report shows: what the subject reads, or everything. */
export type ReportsView = 'Subject' | 'HR';
