/** A requirement of a job profile for one competency or skill: `requirementId` is its id, `requiredLevel` is 1..5. */
export interface Requirement {
  requirementId: string;
  requiredLevel: number;
  isCritical: boolean;
}
