import { labelLines } from '../kernel/label-lines.rules';

/** A requirement with its levels; `current` is null when no answer measures it. */
export interface RadarRequirement {
  requirement: string;
  required: number;
  current: number | null;
  isCritical: boolean;
}

/** Values of the center and of the outermost ring. */
export interface RadarRange {
  from: number;
  to: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The label of an axis in lines; `turn` is in degrees about `place` when it runs along its spoke, otherwise null. */
export interface RadarLabel {
  lines: { text: string; x: number; y: number }[];
  fontSize: number;
  anchor: 'start' | 'middle' | 'end';
  along: { place: Point; turn: number } | null;
  isCritical: boolean;
  isUnknown: boolean;
}

/** A radar around the point 0, 0, without colors and strokes. */
export interface RadarDrawing {
  width: number;
  height: number;
  rings: Point[][];
  spokes: Point[];
  required: Point[];
  /** The current levels as one area; null when some are missing, and `lines` then connect known neighbors. */
  current: Point[] | null;
  lines: [Point, Point][];
  dots: Point[];
  /** Marks of requirements without a current level. */
  crosses: Point[];
  /** Values of the rings, above the center. */
  ringValues: { value: number; distance: number }[];
  labels: RadarLabel[];
}

export const MIN_RADAR_AXES = 3;
/** Up to this many axes have room for horizontal labels in several lines; more get one line along their spoke. */
export const MAX_UPRIGHT_AXES = 12;
const PRINTED_FONT_SIZE = 2.6;
const LABEL_GAP = 4.5;
const MAX_LABEL_WIDTH = 34;

interface Layout {
  width: number;
  height: number;
  radius: number;
  fontSize: number;
  upright: boolean;
  /** Lines of a label along its spoke: two if the neighbors leave room. */
  radialLines: number;
}

interface Axis {
  requirement: RadarRequirement;
  /** Radians, clockwise from the top. */
  angle: number;
}

/**
 * Draws the radar of required and current levels of at least 3 axes, in millimeters. A requirement without a current
 * level interrupts the line and gets a cross. `fontSize` is that of upright labels.
 */
export function radarDrawing(
  requirements: readonly RadarRequirement[],
  range: RadarRange,
  fontSize = PRINTED_FONT_SIZE,
): RadarDrawing {
  const layout = layoutFor(requirements.length, fontSize);
  const axes = requirements.map((requirement, i) => ({ requirement, angle: (2 * Math.PI * i) / requirements.length }));
  const { from, to } = range;
  const distance = (value: number): number =>
    (layout.radius * (Math.min(Math.max(value, from), to) - from)) / (to - from);
  const at = (axis: Axis, value: number): Point => polar(axis.angle, distance(value));
  const levels = axes.map((axis) => (axis.requirement.current === null ? null : at(axis, axis.requirement.current)));
  const dots = levels.filter((point) => point !== null);
  const isWhole = dots.length === levels.length;
  const values = ringValues(range);
  return {
    width: layout.width,
    height: layout.height,
    rings: values.map((value) => axes.map((axis) => at(axis, value))),
    spokes: axes.map((axis) => polar(axis.angle, layout.radius)),
    required: axes.map((axis) => at(axis, axis.requirement.required)),
    current: isWhole ? dots : null,
    lines: isWhole ? [] : openLines(levels),
    dots,
    crosses: axes.filter((axis) => axis.requirement.current === null).map(({ angle }) => polar(angle, 6)),
    ringValues: values.map((value) => ({ value, distance: distance(value) })),
    labels: axes.map((axis) => (layout.upright ? uprightLabel(axis, layout) : radialLabel(axis, layout))),
  };
}

function layoutFor(axes: number, fontSize: number): Layout {
  if (axes <= MAX_UPRIGHT_AXES) return { width: 114, height: 92, radius: 33, fontSize, upright: true, radialLines: 0 };
  const radius = 39;
  const spacing = (2 * Math.PI * (radius + LABEL_GAP)) / axes;
  const radialSize = Math.min(PRINTED_FONT_SIZE, spacing * 0.8);
  const radialLines = spacing > radialSize * 2.4 ? 2 : 1;
  return { width: 160, height: 128, radius, fontSize: radialSize, upright: false, radialLines };
}

/** Returns the values of about five rings, including the outermost. */
function ringValues({ from, to }: RadarRange): number[] {
  const step = Math.max(1, Math.ceil((to - from) / 6));
  const values = Array.from({ length: Math.floor((to - from) / step) }, (_, i) => from + (i + 1) * step);
  return values.at(-1) === to ? values : [...values, to];
}

/** Returns the lines between neighbors that both have a value; the last axis is a neighbor of the first. */
function openLines(points: readonly (Point | null)[]): [Point, Point][] {
  return points.flatMap((point, i): [Point, Point][] => {
    const next = points[(i + 1) % points.length];
    return point && next ? [[point, next]] : [];
  });
}

function uprightLabel({ requirement, angle }: Axis, { radius, fontSize, width }: Layout): RadarLabel {
  const anchor = polar(angle, radius + LABEL_GAP);
  const isInMiddle = Math.abs(anchor.x) < 0.01;
  // Above or below the circle; a pair of labels there grows outward, each away from the other.
  const isVertical = Math.abs(anchor.x) < radius / 3;
  const toBorder = width / 2 - Math.abs(anchor.x);
  const space = isVertical ? Math.min(radius * 0.8, toBorder) : toBorder;
  const room = space * (requirement.isCritical ? 0.93 : 1);
  const { lines, fontSize: size } = wholeLines(requirement.requirement, room, isVertical ? 2 : 3, fontSize);
  const lineHeight = size * 1.15;
  const above = (lines.length - 1) * lineHeight;
  const top = isVertical
    ? anchor.y < 0
      ? anchor.y - above + 1
      : anchor.y + size - 1
    : anchor.y - above / 2 + size * 0.35;
  return {
    lines: lines.map((text, i) => ({ text, x: anchor.x, y: top + i * lineHeight })),
    fontSize: size,
    anchor: isInMiddle ? 'middle' : anchor.x > 0 ? 'start' : 'end',
    along: null,
    ...marks(requirement),
  };
}

/** Factors of the font size of labels. */
const SHRINKING = [1, 0.9, 0.8, 0.75] as const;
/** Smaller labels are hard to read, even on paper. */
const MIN_FONT_SIZE = 2.5;

/** Splits a label into lines, in smaller type if only that keeps its words whole; shortens it if nothing does. */
function wholeLines(
  text: string,
  room: number,
  maxLines: number,
  fontSize: number,
): { lines: string[]; fontSize: number } {
  const whole = text.replace(/\s+/g, ' ').trim();
  const tries = SHRINKING.map((factor) => Math.max(fontSize * factor, MIN_FONT_SIZE)).map((size) => ({
    lines: labelLines(whole, room / size, maxLines),
    fontSize: size,
  }));
  const [full] = tries;
  return tries.find(({ lines }) => lines.join(' ') === whole) ?? full ?? { lines: [whole], fontSize };
}

/** Places text along the spoke, never upside down: on the left half it runs towards the center. */
function radialLabel({ requirement, angle }: Axis, layout: Layout): RadarLabel {
  const { radius, fontSize } = layout;
  const place = polar(angle, radius + LABEL_GAP - 1.5);
  const isLeft = place.x < -0.01;
  const room = (distanceToEdge(place, angle, layout) / fontSize) * (requirement.isCritical ? 0.93 : 1);
  const lines = labelLines(requirement.requirement, room, layout.radialLines);
  return {
    lines: lines.map((text, i) => {
      return { text, x: 0, y: (i - (lines.length - 1) / 2) * fontSize * 1.1 + fontSize * 0.35 };
    }),
    fontSize,
    anchor: isLeft ? 'end' : 'start',
    along: { place, turn: (angle * 180) / Math.PI - (isLeft ? -90 : 90) },
    ...marks(requirement),
  };
}

function marks({ isCritical, current }: RadarRequirement): Pick<RadarLabel, 'isCritical' | 'isUnknown'> {
  return { isCritical, isUnknown: current === null };
}

/** Returns how far a label may run along its spoke inside the drawing. */
function distanceToEdge(start: Point, angle: number, { width, height }: Layout): number {
  const across = (width / 2 - Math.abs(start.x)) / Math.abs(Math.sin(angle));
  const along = (height / 2 - Math.abs(start.y)) / Math.abs(Math.cos(angle));
  return Math.min(across, along, MAX_LABEL_WIDTH);
}

function polar(angle: number, radius: number): Point {
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}
