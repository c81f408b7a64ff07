import { knownBrowser } from '../../../shared/platform/browser-name.rules';

/** A browser and its system as people call them; an unknown program as it calls itself, shortened. */
export function browserName(userAgent: string | null): string {
  return userAgent === null ? '–' : (knownBrowser(userAgent) ?? userAgent.slice(0, 40));
}
