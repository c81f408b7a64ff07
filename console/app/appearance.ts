/** Which of the two color schemes is shown: one of them, or the one of the system. */
export const APPEARANCES = ['light', 'dark', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** The name of the preference, and under which the tab stores it for its next load. */
export const APPEARANCE = 'appearance';

/** The appearance that a stored value names; the system's for anything else. */
export function appearanceOf(stored: unknown): Appearance {
  return APPEARANCES.find((name) => name === stored) ?? 'system';
}

/** Shows everything in an appearance. Through the CSS object model: the policy admits no style attributes in HTML. */
export function paintAppearance(appearance: Appearance): void {
  document.documentElement.style.colorScheme = appearance === 'system' ? '' : appearance;
  sessionStorage.setItem(APPEARANCE, appearance);
}

/** Shows what the tab stored, before the account is known. */
export function paintStoredAppearance(): void {
  const stored = sessionStorage.getItem(APPEARANCE);
  if (stored !== null) paintAppearance(appearanceOf(stored));
}
