/** Level of a goal, from the widest to the narrowest. */
export enum GoalLevel {
  Company = 'Company',
  Department = 'Department',
  Individual = 'Individual',
}

const LEVELS = Object.values(GoalLevel);

/** Whether a goal of level `below` can be a child of one of level `above`: levels never widen on the way down. */
export function canBeChildOf(below: GoalLevel, above: GoalLevel): boolean {
  return LEVELS.indexOf(above) <= LEVELS.indexOf(below);
}
