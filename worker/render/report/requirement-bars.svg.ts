import { escapeExpression } from 'handlebars';
import { labelLines } from '../../../shared/kernel/label-lines.rules';
import { type RadarOptions } from './radar.svg';
import { type ReportRequirement } from './report.data';

const WIDTH = 110;
const ROW_HEIGHT = 14;
const TOP = 6;
const LABEL_SIZE = 2.8;

/** Draws bars of required and current levels for one or two requirements, too few for a radar, in millimeters. */
export function requirementBarsSvg(requirements: readonly ReportRequirement[], { range, title }: RadarOptions): string {
  const height = TOP + requirements.length * ROW_HEIGHT + 2;
  const x = (value: number) =>
    Math.round(
      ((Math.min(Math.max(value, range.from), range.to) - range.from) / (range.to - range.from)) * WIDTH * 100,
    ) / 100;
  const ticks = [range.from, range.to].map((value) => {
    return `<text class="ring-label" font-size="2.1" x="${x(value)}" y="3" text-anchor="${value === range.to ? 'end' : 'start'}">${value}</text>`;
  });
  const rows = requirements.map((requirement, i) => row(requirement, TOP + i * ROW_HEIGHT, x));
  return [
    `<svg class="radar" role="img" width="${WIDTH}mm" height="${height}mm" viewBox="-1 0 ${WIDTH + 2} ${height}" xmlns="http://www.w3.org/2000/svg">`,
    `<title>${escapeExpression(title)}</title>${ticks.join('')}${rows.join('')}</svg>`,
  ].join('');
}

function row(requirement: ReportRequirement, y: number, x: (value: number) => number): string {
  const [label = ''] = labelLines(requirement.requirement, WIDTH / LABEL_SIZE, 1);
  const required = x(requirement.required);
  const current =
    requirement.current === null
      ? `<path class="missing" d="M1 ${y + 5.6}l1.8 1.8m0 -1.8l-1.8 1.8"/>`
      : `<rect class="level" x="0" y="${y + 5}" width="${x(requirement.current)}" height="3"/>`;
  return [
    `<text class="axis${requirement.isCritical ? ' critical' : ''}" font-size="${LABEL_SIZE}" x="0" y="${y + 3}">${escapeExpression(label)}</text>`,
    `<rect class="rail" x="0" y="${y + 5}" width="${WIDTH}" height="3"/>${current}`,
    `<line class="required mark" x1="${required}" x2="${required}" y1="${y + 3.8}" y2="${y + 9.2}"/>`,
  ].join('');
}
