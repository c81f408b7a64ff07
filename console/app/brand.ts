import { accentColors, brandColors } from './brand-colors';

/** Paints everything in a color; null: the platform's. Through the CSS object model: the policy admits no style attributes in HTML. */
export function paintBrand(primaryColor: string | null): void {
  const { style } = document.documentElement;
  const { fill, ink } = brandColors(primaryColor);
  style.setProperty('--brand', fill);
  style.setProperty('--on-brand', ink);
  const { light, dark } = accentColors(fill);
  const both = (of: keyof typeof light): string =>
    primaryColor === null ? '' : `light-dark(${light[of]}, ${dark[of]})`;
  style.setProperty('--accent', both('accent'));
  style.setProperty('--accent-strong', both('strong'));
  style.setProperty('--soft', both('soft'));
}
