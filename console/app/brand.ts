/** Reads `#1f5f8b`; null for anything else. */
function channels(color: string): [number, number, number] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!match) return null;
  const [, red = '', green = '', blue = ''] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const PLATFORM_COLOR = '#1f5f8b';

/** The header's color of an organization, and the ink that is readable on it, whatever the color. */
export function brandColors(primaryColor: string | null): { fill: string; ink: string } {
  const fill = primaryColor && channels(primaryColor) ? primaryColor : PLATFORM_COLOR;
  const light = luminance(channels(fill) ?? [0, 0, 0]);
  // Contrast with white against contrast with black: one of the two is always at least 4.5.
  return { fill, ink: 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#000000' };
}

/** Paints the headers of this page. Through the CSS object model: the policy admits no style attributes in HTML. */
export function paintBrand(primaryColor: string | null): void {
  const { fill, ink } = brandColors(primaryColor);
  document.documentElement.style.setProperty('--brand', fill);
  document.documentElement.style.setProperty('--on-brand', ink);
}
