import type { Language } from '../../../shared/comms/notification-texts.rules';
import type { CompetencyLevel } from '../../../shared/framework/competency.model';

/** Longest title of an action. */
const MAX_TITLE = 200;

const REACH = {
  en: (requirement: string, level: number) => `${requirement}: reach level ${level}`,
  es: (requirement: string, level: number) => `${requirement}: alcanzar el nivel ${level}`,
};

/**
 * Returns the title of an action that closes a gap: what the required level of the competency looks like, else the level
 * itself. It depends on the requirement alone, since a current level could reveal what few evaluators answered.
 */
export function gapActionTitle(
  { requirement, requiredLevel }: { requirement: string; requiredLevel: number },
  levels: readonly CompetencyLevel[],
  language: Language,
): string {
  const required = levels.find(({ level }) => level === requiredLevel);
  const behavior = required?.descriptor || required?.label;
  const title = behavior ? `${requirement}: ${behavior}` : REACH[language](requirement, requiredLevel);
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1)}…`;
}
