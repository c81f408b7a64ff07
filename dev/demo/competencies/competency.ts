/** A competency of the demo company with what is seen at each of its five levels, the lowest first. */
export interface DemoCompetency {
  code: string;
  name: string;
  description: string;
  descriptors: readonly [string, string, string, string, string];
}

/** Names of the five levels, the lowest first. */
export const LEVEL_LABELS = ['Foundational', 'Developing', 'Proficient', 'Advanced', 'Reference'] as const;
