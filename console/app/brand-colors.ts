import { channelsOf, contrast, inkOn } from '../../shared/kernel/contrast';

const PLATFORM_COLOR = '#1f5f8b';

/** The header's color of an organization, and the ink that is readable on it, whatever the color. */
export function brandColors(primaryColor: string | null): { fill: string; ink: string } {
  const fill = primaryColor && channelsOf(primaryColor) ? primaryColor : PLATFORM_COLOR;
  return { fill, ink: inkOn(fill) };
}

/** What links, primary buttons and selections of one color scheme are drawn with. */
interface AccentColors {
  accent: string;
  /** Under the pointer. */
  strong: string;
  /** Behind what is selected. */
  soft: string;
}

/** A scheme: its surface, the ink of muted text, the background nearest to it, and where an accent finds its contrast. */
const SCHEMES = {
  light: { surface: '#ffffff', muted: '#56636f', nearest: '#dcefe3', away: '#000000', softShare: 0.18 },
  dark: { surface: '#1a222b', muted: '#9fadba', nearest: '#40321a', away: '#ffffff', softShare: 0.3 },
} as const;

/** The contrast of text (WCAG 2.2 AA). */
const MIN_CONTRAST = 4.5;
const STEP = 0.02;
const STRONG_SHARE = 0.25;

/** The accents of a color in both schemes: the color itself where text of it is readable there, else a darker or lighter one. */
export function accentColors(color: string): Record<keyof typeof SCHEMES, AccentColors> {
  return { light: accentsOn(color, SCHEMES.light), dark: accentsOn(color, SCHEMES.dark) };
}

function accentsOn(color: string, scheme: (typeof SCHEMES)[keyof typeof SCHEMES]): AccentColors {
  const { surface, muted, nearest, away, softShare } = scheme;
  let share: number = softShare;
  while (share > 0 && contrast(mixed(surface, color, share), muted) < MIN_CONTRAST) share -= STEP;
  const soft = mixed(surface, color, Math.max(0, share));
  let shift = 0;
  const accentAt = (): string => mixed(color, away, shift);
  while (shift < 1 && [soft, nearest].some((behind) => contrast(accentAt(), behind) < MIN_CONTRAST)) shift += STEP;
  const accent = accentAt();
  return { accent, strong: mixed(accent, away, STRONG_SHARE), soft };
}

function mixed(from: string, to: string, share: number): string {
  const target = channelsOf(to) ?? [0, 0, 0];
  const parts = (channelsOf(from) ?? [0, 0, 0]).map((channel, at) =>
    Math.round(channel + ((target[at] ?? 0) - channel) * Math.min(1, share)),
  );
  return `#${parts.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
