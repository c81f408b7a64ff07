import { answersAreWritable } from '../../../shared/evaluation/cycles/cycle-status';
import { EVALUATOR_TYPES, EvaluatorType } from '../../../shared/framework/evaluator-type';
import { MAX_LEVEL, MIN_LEVEL } from '../../../shared/framework/level.rules';
import { MAX_UPRIGHT_AXES, MIN_RADAR_AXES } from '../../../shared/insight/radar.rules';
import { radarSvg } from './radar.svg';
import { type ReportData, type ReportItem, type ReportTypeScore } from './report.data';
import { type ReportLabels, reportLabels } from './report.labels';
import { requirementBarsSvg } from './requirement-bars.svg';

const HIDDEN = '–';
const RUNNING_NAME_LENGTH = 45;

/** The values of the template: texts, and positions as percentages. */
export type ReportView = ReturnType<typeof reportView>;

/** Converts the data of a report to the values of its template. */
export function reportView(data: ReportData) {
  const locale = data.locale ?? 'en';
  const labels = reportLabels(locale, data.timezone);
  const position = (score: number) => percentOf(score, data.scale);
  const types = shownTypes(data);
  const hidden = hiddenTypes(data);
  const sections = data.sections.map(({ title, items }) => ({
    title,
    rated: items
      .filter((item) => item.kind === 'Rating')
      .map((item) => ratedItem(item, types, hidden, data.scale, labels)),
    commented: items.map((item) => commentedItem(item, hidden, labels)).filter(({ comments }) => comments.length > 0),
  }));
  return {
    locale,
    labels,
    subject: data.subject.name,
    facts: [data.subject.jobProfile, data.subject.department, data.subject.code].filter((fact) => !!fact).join(' · '),
    cycle: {
      name: data.cycle.name,
      period: [data.cycle.startDate, data.cycle.endDate].map((date) => (date ? labels.date(date) : '…')).join(' – '),
      status: labels.statuses[data.cycle.status] ?? data.cycle.status,
    },
    partial: data.partial,
    partialExplained: answersAreWritable(data.cycle.status) ? labels.mayChange : labels.notComplete,
    note: data.note ?? '',
    overall: overallScore(data, labels, position),
    noScore: labels.noScore,
    typeScores: data.typeScores.length > 0 && typeScores(data.typeScores, labels, position),
    radar: radar(data, labels),
    typeHeadings: types.map((type) => labels.evaluatorTypes[type]),
    columns: types.length + 2,
    ratedSections: sections.filter(({ rated }) => rated.length > 0),
    commentedSections: [...sections.filter(({ commented }) => commented.length > 0), ...otherComments(data, labels)],
    withheldNote: data.withheldComments ? labels.withheld(data.withheldComments) : '',
    footnotes: footnotes(data, types, labels),
    hiddenNote: data.typeScores.some(({ hidden }) => hidden) ? labels.hidden(data.anonymityMinimum) : '',
    page: {
      running: cssString(`${shortened(data.subject.name)} · ${shortened(data.cycle.name)}`),
      partial: data.partial ? cssString(labels.partial) : '""',
      generated: cssString(`${labels.generated} ${labels.minute(data.generatedAt)} (${data.timezone})`),
      before: cssString(`${labels.page[0]} `),
      between: cssString(` ${labels.page[1]} `),
    },
  };
}

/** The four evaluator types of every report, and Stakeholder when the cycle has some. */
function shownTypes(data: ReportData): EvaluatorType[] {
  const has = (evaluatorType: EvaluatorType) =>
    data.typeScores.some(({ type, participants }) => type === evaluatorType && participants > 0) ||
    data.sections.some(({ items }) => items.some(({ scores }) => typeof scores[evaluatorType] === 'number'));
  return EVALUATOR_TYPES.filter((type) => type !== EvaluatorType.Stakeholder || has(type));
}

function overallScore(data: ReportData, labels: ReportLabels, position: (score: number) => number) {
  const score = data.effective ?? data.overall;
  if (score === null) return false;
  const { min, max, labels: names } = data.scale;
  return {
    score: labels.score(score),
    ofMaximum: labels.ofMaximum(String(max)),
    position: position(score),
    ends: [scaleEnd(min, names[0]), scaleEnd(max, names[max - min])],
    calibrated:
      data.calibrated === null || data.overall === null ? '' : labels.calibratedNote(labels.score(data.overall)),
    without: withoutTypes(data, labels),
  };
}

/** Returns which groups the score is without; nothing for a calibrated score, which is a decision. */
function withoutTypes(data: ReportData, labels: ReportLabels): string {
  const hidden = Array.from(hiddenTypes(data), (type) => labels.evaluatorTypes[type]);
  return data.calibrated !== null || hidden.length === 0
    ? ''
    : labels.without(labels.list(hidden), data.anonymityMinimum);
}

function hiddenTypes({ typeScores: types }: ReportData): Set<EvaluatorType> {
  return new Set(types.filter(({ hidden }) => hidden).map(({ type }) => type));
}

function scaleEnd(value: number, name: string | undefined): string {
  return name ? `${value} ${name}` : String(value);
}

function typeScores(scores: ReportTypeScore[], labels: ReportLabels, position: (score: number) => number) {
  const order = (type: EvaluatorType) => EVALUATOR_TYPES.indexOf(type);
  return scores
    .toSorted((a, b) => order(a.type) - order(b.type))
    .map(({ type, score, submitted, participants, hidden, asOf }) => {
      const shown = hidden ? null : score;
      return {
        label: labels.evaluatorTypes[type],
        hidden,
        score: shown === null ? HIDDEN : labels.score(shown),
        position: shown === null ? 0 : position(shown),
        submitted: [labels.submitted(submitted, participants), ...(asOf ? [labels.asOf(labels.date(asOf))] : [])].join(
          ', ',
        ),
      };
    });
}

function ratedItem(
  item: ReportItem,
  types: EvaluatorType[],
  hidden: ReadonlySet<EvaluatorType>,
  scale: ReportData['scale'],
  labels: ReportLabels,
) {
  return {
    text: item.text,
    scores: types.map((type) => {
      const score = item.scores[type] ?? null;
      if (hidden.has(type) || item.suppressed?.includes(type)) return { text: HIDDEN, missing: true };
      return score === null
        ? { text: labels.notAnswered, missing: true }
        : { text: labels.score(score), missing: false };
    }),
    average: item.average === null ? labels.notAnswered : labels.score(item.average),
    position: item.average === null ? 0 : percentOf(item.average, scale),
  };
}

/** Explains the marks in the table of items that occur. */
function footnotes(data: ReportData, types: EvaluatorType[], labels: ReportLabels): string {
  const rated = data.sections.flatMap(({ items }) => items).filter(({ kind }) => kind === 'Rating');
  const hidden = hiddenTypes(data);
  const isSuppressed = rated.some(({ suppressed = [] }) => suppressed.length > 0);
  const missing = rated.some(({ scores, suppressed = [] }) =>
    types.some((type) => !hidden.has(type) && !suppressed.includes(type) && typeof scores[type] !== 'number'),
  );
  return [
    ...(missing ? [labels.notAnsweredExplained] : []),
    ...(hidden.size > 0 || isSuppressed ? [`${HIDDEN}: ${labels.hidden(data.anonymityMinimum)}`] : []),
  ].join(' ');
}

function commentedItem(
  item: Pick<ReportItem, 'text' | 'comments'>,
  hidden: ReadonlySet<EvaluatorType>,
  labels: ReportLabels,
) {
  const shown = item.comments.filter(({ type }) => !hidden.has(type));
  return { text: item.text, comments: shown.map(({ type, text }) => ({ type: labels.evaluatorTypes[type], text })) };
}

/** Returns the comments without an item as a section of their own. */
function otherComments({ otherComments: comments }: ReportData, labels: ReportLabels) {
  if (comments.length === 0) return [];
  return [
    { title: labels.otherComments, rated: [], commented: [commentedItem({ text: '', comments }, new Set(), labels)] },
  ];
}

function radar(data: ReportData, labels: ReportLabels) {
  if (data.radar.length === 0) return false;
  const range = { from: 0, to: MAX_LEVEL };
  const svg = (data.radar.length < MIN_RADAR_AXES ? requirementBarsSvg : radarSvg)(data.radar, {
    range,
    title: labels.requirements,
  });
  return {
    svg,
    wide: data.radar.length > MAX_UPRIGHT_AXES,
    hasCritical: data.radar.some(({ isCritical }) => isCritical),
    hasUnknown: data.radar.some(({ current }) => current === null),
    carried: usesLevels(data.scale) ? '' : labels.carried(data.scale.min, data.scale.max),
    requirements: data.radar.map(({ requirement, required, current, isCritical }) => ({
      requirement,
      isCritical,
      required: labels.number(required),
      current: current === null ? HIDDEN : labels.score(current),
      below: current !== null && current < required,
    })),
  };
}

function usesLevels({ min, max }: ReportData['scale']): boolean {
  return min === MIN_LEVEL && max === MAX_LEVEL;
}

/**
 * Returns the position on the scale as a percentage of its width; the scale begins half a point before the minimum, so
 * that the lowest score is visible.
 */
function percentOf(score: number, { min, max }: ReportData['scale']): number {
  const start = min - (max - min) / 8;
  return Math.round(Math.min(Math.max((score - start) / (max - start), 0), 1) * 1000) / 10;
}

function shortened(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  return characters.length <= RUNNING_NAME_LENGTH ? text : `${characters.slice(0, RUNNING_NAME_LENGTH - 1).join('')}…`;
}

/**
 * Returns a CSS string of any text: everything but ASCII letters, digits and spaces is escaped, so that it cannot end
 * the string or the element.
 */
function cssString(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}
