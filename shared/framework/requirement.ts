/** What a job profile asks for at one competency or skill: `requirementId` is its id, `requiredLevel` 1..5. */
export interface Requirement {
  requirementId: string;
  requiredLevel: number;
  isCritical: boolean;
}
