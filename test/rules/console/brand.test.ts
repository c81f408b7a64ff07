import { readFileSync } from 'node:fs';
import { accentColors, brandColors } from '../../../console/app/brand-colors';
import { contrast } from '../../../shared/kernel/contrast';

const TOKENS = readFileSync('console/styles/tokens.css', 'utf8');

/** The value of a token in both color schemes. */
function token(name: string): { light: string; dark: string } {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(TOKENS) ?? [];
  return { light, dark };
}

const BEHIND = ['page', 'surface', 'raised', 'hover', 'good-soft', 'warn-soft', 'bad-soft'].map(token);
const STEPS = ['00', '33', '66', '99', 'cc', 'ff'];
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

test('what is drawn in any color of an organization is readable in both schemes', () => {
  const lost = COLORS.flatMap((color) =>
    (['light', 'dark'] as const).flatMap((scheme) => {
      const { accent, strong, soft } = accentColors(color)[scheme];
      const pairs = [
        ...[...BEHIND.map((each) => each[scheme]), soft].map((behind) => [accent, behind]),
        [token('on-accent')[scheme], accent],
        [token('on-accent')[scheme], strong],
        [token('ink')[scheme], soft],
        [token('muted')[scheme], soft],
      ] as [string, string][];
      return pairs.filter(([text, behind]) => contrast(text, behind) < 4.5).map((pair) => [color, scheme, ...pair]);
    }),
  );
  expect(lost).toEqual([]);
});

test.each([
  ['#1f5f8b', 'light', '#1f5f8b'],
  ['#7fbbe3', 'dark', '#7fbbe3'],
] as const)('%s is readable in the %s scheme as it is', (color, scheme, accent) => {
  expect(accentColors(color)[scheme].accent).toBe(accent);
});

test.each([
  ['#ffee00', '#000000'],
  ['#0b3d2e', '#ffffff'],
])('on a bar of %s the text is %s', (fill, ink) => {
  expect(brandColors(fill)).toEqual({ fill, ink });
});

test('without a color, and with what is none, the bar has the platform’s', () => {
  expect([brandColors(null).fill, brandColors('teal').fill]).toEqual(['#1f5f8b', '#1f5f8b']);
});
