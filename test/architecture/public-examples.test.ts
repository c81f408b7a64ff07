import { keyResultProgress, keyResultsProgress, type Measured } from '../../api/growth/goals/goal.rules';
import { participationRate } from '../../shared/evaluation/participants/participation.rules';
import { round2 } from '../../shared/evaluation/score.rules';
import { enpsScore, enpsTally } from '../../shared/growth/pulse-surveys/enps.rules';
import { gapLevel, gapPriority } from '../../shared/insight/gaps/gap.rules';
import { BOX_LABELS, boxIndex, DEFAULT_THRESHOLDS, nineBoxLevel } from '../../shared/insight/nine-box.rules';
import { answerSchemas } from '../support/answer-schemas';
import { operationsOf, propertiesOf, readDocument, resolveSchema, type Schema } from '../support/operations';

// Issue 12: what the public document shows as examples is true together, by schema and by the rules of scores.

type Row = Record<string, unknown>;

const document = readDocument('public');
const schemas = answerSchemas(document);
const examples = operationsOf(document).map((operation) => {
  const json = operation.responses['200']?.content?.['application/json'] as { schema?: Schema; example?: unknown };
  return { operation, schema: json.schema ?? {}, example: json.example };
});

/** What is wrong with a row, by the rules of its kind; empty when its values are true together. */
const RULES: Record<string, (row: Row) => unknown[]> = {
  CycleV1: (row) => [
    ...(['Closed', 'Archived'].includes(String(row.status)) === (row.closedAt !== null) ? [] : ['closedAt']),
    ...(Number(row.submitted) <= Number(row.participants) ? [] : ['submitted']),
    ...(row.status === 'Draft' && row.submitted !== 0 ? ['a Draft with answers'] : []),
  ],
  PulseSurveyV1: surveyProblems,
  PulseResultsV1: (row) => [
    ...surveyProblems(row),
    ...((row.suppressed === true) === (row.suppressionReason !== null) ? [] : ['suppressionReason']),
    ...((row.questions as Row[] | undefined) ?? []).flatMap(questionProblems),
  ],
  PulseQuestionV1: questionProblems,
  GoalV1: (row) => {
    const keyResults = (row.keyResults as (Row & Measured)[] | undefined) ?? [];
    const wrong = keyResults.filter((keyResult) => round2(keyResultProgress(keyResult)) !== keyResult.progress);
    const progress = keyResultsProgress(keyResults);
    return [...wrong, ...(progress === null || round2(progress) === row.progress ? [] : ['progress'])];
  },
  KeyResultV1: (row) => (round2(keyResultProgress(row as unknown as Measured)) === row.progress ? [] : ['progress']),
  CompetencyScoreRowV1: (row) => (Number(row.raters) >= 1 ? [] : ['raters']),
  ParticipationRowV1: (row) => [
    ...(Number(row.submitted) <= Number(row.asked) ? [] : ['submitted']),
    ...(row.rate === Math.round((10_000 * Number(row.submitted)) / Number(row.asked)) / 10_000 ? [] : ['rate']),
  ],
  SurveyFigureRowV1: (row) =>
    row.suppressed === true
      ? ['answers', 'mean', 'eNPS'].filter((name) => row[name] !== null)
      : [
          ...(row.answers === null ? ['answers'] : []),
          ...((row.type === 'Enps') === (row.eNPS !== null) ? [] : ['eNPS']),
        ],
  EmployeeV1: (row) => (row.fullName === `${String(row.firstName)} ${String(row.lastName)}` ? [] : ['fullName']),
  ScoreRowV1: (row) => [
    ...(row.effective === (row.calibrated ?? row.overall) ? [] : ['effective']),
    ...(Number(row.acknowledged) <= Number(row.submitted) ? [] : ['acknowledged']),
    ...(Number(row.submitted) <= Number(row.totalParticipants) ? [] : ['submitted']),
    ...(row.submitted === 0 && row.overall !== null ? ['overall of nothing'] : []),
  ],
  GapRowV1: (row) => {
    const level = gapLevel(Number(row.requiredLevel), Number(row.currentLevel));
    return [
      ...(level === row.gapLevel ? [] : ['gapLevel']),
      ...(gapPriority(level, row.isCritical === true) === row.priority ? [] : ['priority']),
    ];
  },
  NineBoxRowV1: (row) => {
    const performance = nineBoxLevel(Number(row.performanceScore), DEFAULT_THRESHOLDS);
    const potential = nineBoxLevel(Number(row.potentialScore), DEFAULT_THRESHOLDS);
    const box = boxIndex(performance, potential);
    const right = [performance, potential, box, BOX_LABELS[box]];
    const shown = [row.performanceLevel, row.potentialLevel, row.box, row.boxLabel];
    return right.flatMap((value, at) => (value === shown[at] ? [] : [[value, shown[at]]]));
  },
};

function surveyProblems(row: Row): unknown[] {
  const invited = row.invited as number | null;
  const isDraft = row.status === 'Draft';
  return [
    ...(isDraft === (row.openedAt === null) ? [] : ['openedAt']),
    ...((row.status === 'Closed') === (row.closedAt !== null) ? [] : ['closedAt']),
    ...(isDraft && row.responses !== 0 ? ['a Draft with responses'] : []),
    ...(participationRate(Number(row.responses), invited) === row.participationRate ? [] : ['participationRate']),
  ];
}

const FIGURES = ['answers', 'mean', 'eNPS', 'promoters', 'passives', 'detractors', 'distribution'];

function questionProblems(row: Row): unknown[] {
  if (row.suppressed === true) return FIGURES.filter((name) => row[name] !== null);
  const tally = {
    promoters: Number(row.promoters),
    passives: Number(row.passives),
    detractors: Number(row.detractors),
  };
  const isEnps = row.type === 'Enps';
  const counts = new Map(
    (row.distribution as { score: number; count: number }[] | undefined)?.map(({ score, count }) => [score, count]),
  );
  const sum = [...counts.values()].reduce((so, count) => so + count, 0);
  const mean = round2([...counts].reduce((so, [score, count]) => so + score * count, 0) / sum);
  return [
    ...(isEnps && enpsScore(tally) !== row.eNPS ? ['eNPS'] : []),
    ...(isEnps && tally.promoters + tally.passives + tally.detractors !== row.answers ? ['answers'] : []),
    ...(isEnps === (row.mean === null) ? [] : ['mean']),
    ...(counts.size > 1 && sum !== row.answers ? ['distribution'] : []),
    ...(counts.size > 1 && isEnps && JSON.stringify(enpsTally(counts)) !== JSON.stringify(tally) ? ['tally'] : []),
    ...(counts.size > 1 && !isEnps && mean !== row.mean ? ['mean of the distribution'] : []),
  ];
}

/** The schema of the rows in a response, by name: of the response itself, of an array's or of a page's items. */
function rowSchema(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const items = document.components.schemas[name]?.properties?.items;
    return items ? rowSchema(items) : name;
  }
  const inner = schema.items ?? schema.anyOf?.[0];
  return inner ? rowSchema(inner) : '';
}

function rowsOf(example: unknown): Row[] {
  if (Array.isArray(example)) return example as Row[];
  const { items } = example as { items?: Row[] };
  return items ?? [example as Row];
}

describe.each(examples)('$operation.name', ({ operation, schema, example }) => {
  test('has one whole example that fits its schema', () => {
    expect(example).toBeDefined();
    expect(schemas.problems(operation, 200, 'application/json', example)).toEqual([]);
  });

  test('its values are true together', () => {
    const name = rowSchema(schema);
    const rule = RULES[name];
    if (!rule) {
      expect(name).toBe('PingV1');
      return;
    }
    expect(rowsOf(example).map(rule)).toEqual(rowsOf(example).map(() => []));
  });
});

test.each(Object.keys(RULES))('%s: the examples of its fields are true together, and none is missing', (name) => {
  const { properties } = propertiesOf({ $ref: `#/components/schemas/${name}` });
  const parts = Object.entries(properties).map(([field, property]) => [field, exampleOf(property)] as const);
  const row: Row = Object.fromEntries(parts);
  expect(parts.filter(([, value]) => value === undefined).map(([field]) => field)).toEqual(
    parts.filter(([field]) => ['distribution', 'suppressionReason'].includes(field)).map(([field]) => field),
  );
  const whole = { ...row, suppressionReason: null, distribution: [] };
  expect(RULES[name]?.(whole)).toEqual([]);
});

function exampleOf(property: Schema): unknown {
  if ('example' in property) return property.example;
  const found = resolveSchema(property);
  if ('example' in found) return found.example;
  return found.type === 'array' && !found.nullable ? [] : undefined;
}
