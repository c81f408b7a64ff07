import { estimatedWidth, labelLines } from '../../../shared/kernel/label-lines.rules';
import { toLocale } from '../../../worker/render/locale';
import { radarSvg } from '../../../worker/render/report/radar.svg';
import { type ReportRequirement } from '../../../worker/render/report/report.data';
import { requirements } from './report.sample';

const draw = (levels: ReportRequirement[]) => radarSvg(levels, { range: { from: 0, to: 5 }, title: 'Levels' });
const shapes = (svg: string, css: string) =>
  [...svg.matchAll(new RegExp(`<\\w+ class="${css}"[^>]*>`, 'g'))].map(([tag]) => tag);
const points = (tag: string) =>
  [.../points="([^"]*)"/.exec(tag)![1]!.matchAll(/(\S+),(\S+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const level = (over: Partial<ReportRequirement> = {}): ReportRequirement => ({
  requirement: 'R',
  required: 5,
  current: 2.5,
  isCritical: false,
  ...over,
});

describe('the radar of required versus current levels', () => {
  test('levels are distances from the centre, the first requirement is on top, the others follow clockwise', () => {
    const svg = draw([level(), level(), level(), level()]);
    expect(points(shapes(svg, 'required')[0]!)).toEqual([
      [0, -33],
      [33, 0],
      [0, 33],
      [-33, 0],
    ]);
    expect(points(shapes(svg, 'current')[0]!)[1]).toEqual([16.5, 0]);
    expect([...svg.matchAll(/class="ring-label"[^>]*>(\d)</g)].map(([, value]) => value)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  test('levels outside of the scale stay inside of the picture', () => {
    const svg = draw([level({ current: 9, required: -2 }), level(), level()]);
    expect(points(shapes(svg, 'current')[0]!)[0]).toEqual([0, -33]);
    expect(points(shapes(svg, 'required')[0]!)[0]).toEqual([0, 0]);
  });

  test('a missing level opens the line and is crossed', () => {
    const svg = draw([level(), level({ current: null }), level(), level(), level()]);
    expect(shapes(svg, 'current')).toEqual([]);
    expect(shapes(svg, 'current open')).toHaveLength(3);
    expect(shapes(svg, 'missing')).toHaveLength(1);
    expect(
      shapes(draw([level({ current: null }), level({ current: null }), level({ current: null })]), 'missing'),
    ).toHaveLength(3);
  });

  test('labels are escaped', () => {
    const svg = draw([level({ requirement: '<script>"&' }), level(), level()]);
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
    expect(svg).not.toContain('<script');
  });

  test.each([3, 8, 12, 13, 30, 60, 120])('the picture of %i axes has no coordinate outside of its frame', (count) => {
    const svg = draw(
      requirements(count).map((r) => ({
        ...r,
        requirement: `${r.requirement} with a very long name that nobody reads`.repeat(2),
      })),
    );
    const [, x, y] = /viewBox="(-?[\d.]+) (-?[\d.]+)/.exec(svg)!.map(Number);
    const drawn = shapes(svg, 'required').flatMap(points);
    expect(drawn).toHaveLength(count);
    for (const [px, py] of drawn) expect(Math.abs(px!) <= -x! && Math.abs(py!) <= -y!).toBe(true);
    const sizes = [...svg.matchAll(/class="axis[^"]*" font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(sizes).toHaveLength(count);
    expect(Math.min(...sizes)).toBeGreaterThan(count <= 60 ? 2.5 : 1.7); // millimeters
    expect(svg).not.toContain('NaN');
  });
});

describe('labels', () => {
  test.each([
    ['short', 10, 2, ['short']],
    ['two words', 4, 2, ['two', 'words']],
    ['one two three four', 4.2, 2, ['one two', 'three f…']],
    ['Donaudampfschifffahrt', 5, 2, ['Donauda', 'mpfschi…']],
    ['  blanks \n everywhere ', 20, 1, ['blanks everywhere']],
    ['', 10, 2, []],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3.9, 1, ['👩‍👩‍👧‍👦…']],
  ])('%j in lines of %d font sizes, %i at most', (text, width, lines, expected) => {
    expect(labelLines(text, width, lines)).toEqual(expected);
  });

  test('no line is wider than its room', () => {
    const lines = labelLines('Wherever WWW meets iii, 研究開発部 and punctuation (in brackets)', 6, 9);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(estimatedWidth(line)).toBeLessThanOrEqual(6);
  });
});

test.each([
  ['es', 'es'],
  ['es-MX', 'es'],
  ['ES_AR', 'es'],
  ['en-GB', 'en'],
  ['est', 'en'],
  [null, 'en'],
])('a tenant with the locale %s reads %s', (locale, expected) => expect(toLocale(locale)).toBe(expected));
