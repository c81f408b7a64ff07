/** Whom a goal concerns, from the widest to the narrowest (decisions 5). */
export enum GoalLevel {
  Company = 'Company',
  Department = 'Department',
  Individual = 'Individual',
}

const LEVELS = Object.values(GoalLevel);

/** Whether a goal of level `below` may stand below one of level `above`: the levels narrow or stay on the way down. */
export function mayStandBelow(below: GoalLevel, above: GoalLevel): boolean {
  return LEVELS.indexOf(above) <= LEVELS.indexOf(below);
}
