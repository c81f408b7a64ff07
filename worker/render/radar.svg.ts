import { escapeExpression } from 'handlebars';
import { labelLines } from './label-lines';
import { type ReportRequirement } from './report.data';

export interface RadarOptions {
  /** Values of the centre and of the outermost ring. */
  range: { from: number; to: number };
  /** Accessible name of the picture. */
  title: string;
}

/** Up to so many axes there is room for horizontal labels in several lines; more get one line along their spoke. */
export const MOST_UPRIGHT_AXES = 12;

interface Layout {
  width: number;
  height: number;
  radius: number;
  fontSize: number;
  upright: boolean;
  /** Lines of a label along its spoke: two while neighbours leave the room. */
  radialLines: number;
}

interface Point {
  x: number;
  y: number;
}

interface Axis {
  requirement: ReportRequirement;
  /** Radians, clockwise from the top. */
  angle: number;
}

const LABEL_GAP = 4.5;
const LONGEST_LABEL = 34;

/**
 * Radar of required versus current levels as an SVG of 3 or more axes, in millimetres (spec 4.7). A requirement without a current
 * level interrupts the line and carries a cross.
 */
export function radarSvg(requirements: readonly ReportRequirement[], options: RadarOptions): string {
  const layout = layoutFor(requirements.length);
  const axes = requirements.map((requirement, i) => ({ requirement, angle: (2 * Math.PI * i) / requirements.length }));
  const { from, to } = options.range;
  const at = (axis: Axis, value: number): Point =>
    polar(axis.angle, (layout.radius * (Math.min(Math.max(value, from), to) - from)) / (to - from));
  const { width, height } = layout;
  return [
    `<svg class="radar" role="img" width="${width}mm" height="${height}mm"`,
    ` viewBox="${-width / 2} ${-height / 2} ${width} ${height}" xmlns="http://www.w3.org/2000/svg">`,
    `<title>${escapeExpression(options.title)}</title>`,
    ...ringValues(options.range).map(
      (value) => `<polygon class="ring" points="${path(axes.map((axis) => at(axis, value)))}"/>`,
    ),
    ...axes.map((axis) => spoke(polar(axis.angle, layout.radius))),
    `<polygon class="required" points="${path(axes.map((axis) => at(axis, axis.requirement.required)))}"/>`,
    ...currentShapes(axes, at),
    ...ringValues(options.range).map((value) => ringLabel(value, (layout.radius * (value - from)) / (to - from))),
    ...axes.map((axis) => axisLabel(axis, layout)),
    '</svg>',
  ].join('');
}

function layoutFor(axes: number): Layout {
  if (axes <= MOST_UPRIGHT_AXES) {
    return { width: 114, height: 92, radius: 33, fontSize: 2.6, upright: true, radialLines: 0 };
  }
  const radius = 39;
  const spacing = (2 * Math.PI * (radius + LABEL_GAP)) / axes;
  const fontSize = Math.min(2.6, spacing * 0.8);
  return { width: 160, height: 128, radius, fontSize, upright: false, radialLines: spacing > fontSize * 2.4 ? 2 : 1 };
}

/** The values of about five rings, the outermost included. */
function ringValues({ from, to }: RadarOptions['range']): number[] {
  const step = Math.max(1, Math.ceil((to - from) / 6));
  const values = Array.from({ length: Math.floor((to - from) / step) }, (_, i) => from + (i + 1) * step);
  return values.at(-1) === to ? values : [...values, to];
}

function currentShapes(axes: readonly Axis[], at: (axis: Axis, value: number) => Point): string[] {
  const points = axes.map((axis) => (axis.requirement.current === null ? null : at(axis, axis.requirement.current)));
  const known = points.filter((point) => point !== null);
  if (known.length === 0) return axes.map((axis) => cross(axis));
  const area =
    known.length === points.length ? [`<polygon class="current" points="${path(known)}"/>`] : openLines(points);
  const dots = known.map(({ x, y }) => `<circle class="dot" cx="${mm(x)}" cy="${mm(y)}" r="0.8"/>`);
  return [...area, ...dots, ...axes.filter((axis) => axis.requirement.current === null).map((axis) => cross(axis))];
}

/** Lines between neighbours that both have a value; the circle closes over its end. */
function openLines(points: readonly (Point | null)[]): string[] {
  return points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length];
    return point && next ? [`<polyline class="current open" points="${path([point, next])}"/>`] : [];
  });
}

function cross({ angle }: Axis): string {
  const { x, y } = polar(angle, 6);
  return `<path class="missing" d="M${mm(x - 0.9)} ${mm(y - 0.9)}l1.8 1.8m0 -1.8l-1.8 1.8"/>`;
}

function spoke({ x, y }: Point): string {
  return `<line class="spoke" x1="0" y1="0" x2="${mm(x)}" y2="${mm(y)}"/>`;
}

/** On a white ground, since an outline around the letters would turn them into drawings. */
function ringLabel(value: number, distance: number): string {
  const y = -distance - 0.4;
  const width = String(value).length * 1.2 + 0.4;
  return [
    `<rect class="ground" x="${mm(-0.6 - width)}" y="${mm(y - 1.7)}" width="${mm(width)}" height="1.9"/>`,
    `<text class="ring-label" x="-0.8" y="${mm(y)}" font-size="2.1" text-anchor="end">${value}</text>`,
  ].join('');
}

function axisLabel(axis: Axis, layout: Layout): string {
  const classes = `axis${axis.requirement.isCritical ? ' critical' : ''}${axis.requirement.current === null ? ' unknown' : ''}`;
  return layout.upright ? uprightLabel(axis, layout, classes) : radialLabel(axis, layout, classes);
}

function uprightLabel({ requirement, angle }: Axis, { radius, fontSize, width }: Layout, classes: string): string {
  const anchor = polar(angle, radius + LABEL_GAP);
  const centred = Math.abs(anchor.x) < radius / 3;
  const room = (centred ? radius * 0.8 : width / 2 - Math.abs(anchor.x)) / fontSize;
  const lines = labelLines(requirement.requirement, room * (requirement.isCritical ? 0.93 : 1), centred ? 2 : 3);
  const lineHeight = fontSize * 1.15;
  const above = (lines.length - 1) * lineHeight;
  const top = centred
    ? anchor.y < 0
      ? anchor.y - above + 1
      : anchor.y + fontSize - 1
    : anchor.y - above / 2 + fontSize * 0.35;
  const align = centred ? 'middle' : anchor.x > 0 ? 'start' : 'end';
  const spans = lines.map((line, i) => {
    return `<tspan x="${mm(anchor.x)}" y="${mm(top + i * lineHeight)}">${escapeExpression(line)}</tspan>`;
  });
  return `<text class="${classes}" font-size="${fontSize}" text-anchor="${align}">${spans.join('')}</text>`;
}

/** Text along the spoke, upside down nowhere: on the left half it runs towards the centre. */
function radialLabel({ requirement, angle }: Axis, layout: Layout, classes: string): string {
  const { radius, fontSize } = layout;
  const start = polar(angle, radius + LABEL_GAP - 1.5);
  const left = start.x < -0.01;
  const turn = (angle * 180) / Math.PI - (left ? -90 : 90);
  const room = (distanceToEdge(start, angle, layout) / fontSize) * (requirement.isCritical ? 0.93 : 1);
  const lines = labelLines(requirement.requirement, room, layout.radialLines);
  const spans = lines.map((line, i) => {
    const y = (i - (lines.length - 1) / 2) * fontSize * 1.1 + fontSize * 0.35;
    return `<tspan x="0" y="${mm(y)}">${escapeExpression(line)}</tspan>`;
  });
  return [
    `<text class="${classes}" font-size="${mm(fontSize)}" text-anchor="${left ? 'end' : 'start'}"`,
    ` transform="translate(${mm(start.x)} ${mm(start.y)}) rotate(${mm(turn)})">${spans.join('')}</text>`,
  ].join('');
}

/** How far a label may run along its spoke before it leaves the picture; not too far, for the looks. */
function distanceToEdge(start: Point, angle: number, { width, height }: Layout): number {
  const across = (width / 2 - Math.abs(start.x)) / Math.abs(Math.sin(angle));
  const along = (height / 2 - Math.abs(start.y)) / Math.abs(Math.cos(angle));
  return Math.min(across, along, LONGEST_LABEL);
}

function polar(angle: number, radius: number): Point {
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

function path(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${mm(x)},${mm(y)}`).join(' ');
}

function mm(value: number): string {
  return String(Math.round(value * 100) / 100);
}
