/** Columns of the job profile import, in the form that `readCsv` takes: one row for each requirement. */
export const JOB_PROFILE_CSV_COLUMNS = {
  required: ['name'],
  accepted: ['code', 'name', 'department', 'competency', 'requiredlevel', 'critical'],
} as const;
