import { escapeExpression } from 'handlebars';
import {
  type Point,
  radarDrawing,
  type RadarLabel,
  type RadarRange,
  type RadarRequirement,
} from '../../../shared/insight/radar.rules';

export interface RadarOptions {
  range: RadarRange;
  /** Accessible name of the image. */
  title: string;
}

/** Radar of required versus current levels as an SVG of 3 or more axes, in millimeters. */
export function radarSvg(requirements: readonly RadarRequirement[], { range, title }: RadarOptions): string {
  const { width, height, ...shapes } = radarDrawing(requirements, range);
  return [
    `<svg class="radar" role="img" width="${width}mm" height="${height}mm"`,
    ` viewBox="${-width / 2} ${-height / 2} ${width} ${height}" xmlns="http://www.w3.org/2000/svg">`,
    `<title>${escapeExpression(title)}</title>`,
    ...shapes.rings.map((ring) => `<polygon class="ring" points="${path(ring)}"/>`),
    ...shapes.spokes.map(({ x, y }) => `<line class="spoke" x1="0" y1="0" x2="${mm(x)}" y2="${mm(y)}"/>`),
    `<polygon class="required" points="${path(shapes.required)}"/>`,
    ...(shapes.current ? [`<polygon class="current" points="${path(shapes.current)}"/>`] : []),
    ...shapes.lines.map((line) => `<polyline class="current open" points="${path(line)}"/>`),
    ...shapes.dots.map(({ x, y }) => `<circle class="dot" cx="${mm(x)}" cy="${mm(y)}" r="0.8"/>`),
    ...shapes.crosses.map(
      ({ x, y }) => `<path class="missing" d="M${mm(x - 0.9)} ${mm(y - 0.9)}l1.8 1.8m0 -1.8l-1.8 1.8"/>`,
    ),
    ...shapes.ringValues.map(({ value, distance }) => ringLabel(value, distance)),
    ...shapes.labels.map(axisLabel),
    '</svg>',
  ].join('');
}

/** On a white background, since outlined letters would be drawn as shapes and not as text. */
function ringLabel(value: number, distance: number): string {
  const y = -distance - 0.4;
  const width = String(value).length * 1.2 + 0.4;
  return [
    `<rect class="ground" x="${mm(-0.6 - width)}" y="${mm(y - 1.7)}" width="${mm(width)}" height="1.9"/>`,
    `<text class="ring-label" x="-0.8" y="${mm(y)}" font-size="2.1" text-anchor="end">${value}</text>`,
  ].join('');
}

function axisLabel({ lines, fontSize, anchor, along, isCritical, isUnknown }: RadarLabel): string {
  const classes = `axis${isCritical ? ' critical' : ''}${isUnknown ? ' unknown' : ''}`;
  const transform = along
    ? ` transform="translate(${mm(along.place.x)} ${mm(along.place.y)}) rotate(${mm(along.turn)})"`
    : '';
  const spans = lines.map(({ text, x, y }) => `<tspan x="${mm(x)}" y="${mm(y)}">${escapeExpression(text)}</tspan>`);
  return `<text class="${classes}" font-size="${mm(fontSize)}" text-anchor="${anchor}"${transform}>${spans.join('')}</text>`;
}

function path(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${mm(x)},${mm(y)}`).join(' ');
}

function mm(value: number): string {
  return String(Math.round(value * 100) / 100);
}
