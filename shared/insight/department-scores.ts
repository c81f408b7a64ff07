/** The effective scores of a department's subjects at generation; null for those without one. */
export interface DepartmentScores {
  departmentId: string | null;
  /** Subjects with a score. */
  scored: number;
  /** Mean of their scores, unrounded; null without any. */
  mean: number | null;
}
