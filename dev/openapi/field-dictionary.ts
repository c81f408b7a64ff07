import type { Schema } from '../production-build/schema-form';
import type { ApiDocument } from './breaking-changes';

/** What the dictionary lists, in its order: a title and the schema of a row. */
const ROWS: readonly (readonly [title: string, schema: string])[] = [
  ['datasets/scores', 'ScoreRowV1'],
  ['datasets/gaps', 'GapRowV1'],
  ['datasets/nine-box', 'NineBoxRowV1'],
  ['datasets/competency-scores', 'CompetencyScoreRowV1'],
  ['datasets/participation', 'ParticipationRowV1'],
  ['datasets/survey-figures', 'SurveyFigureRowV1'],
  ['datasets, a subject who is gone (`includeDeleted=true`)', 'DeletedSubjectV1'],
  ['employees', 'EmployeeV1'],
  ['employees, one who is gone (`includeDeleted=true`)', 'DeletedRowV1'],
  ['cycles', 'CycleV1'],
  ['goals', 'GoalV1'],
  ['goals, a key result', 'KeyResultV1'],
  ['pulse-surveys', 'PulseSurveyV1'],
  ['pulse-surveys/{id}/results', 'PulseResultsV1'],
  ['pulse-surveys/{id}/results, a question', 'PulseQuestionV1'],
];

/** The fields of all rows of the public API as a Markdown page; throws an Error when the document lacks one of them. */
export function fieldDictionary(document: ApiDocument): string {
  const { schemas } = document.components;
  const sections = ROWS.map(([title, name]) => {
    const { description, properties = {}, required = [] } = schemas[name] ?? {};
    if (Object.keys(properties).length === 0) throw new Error(`The document has no ${name}.`);
    const rows = Object.entries(properties).map(([field, schema]) => {
      const shown = resolved(schemas, schema);
      const cells = [field, typeOf(shown, (required as string[]).includes(field)), meaningOf(shown), exampleOf(shown)];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    });
    const text = typeof description === 'string' ? `\n${description}\n` : '';
    return `## ${title}\n${text}\n| field | type | meaning | example |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Fields of the public API\n\nWritten from the document of the service (\`/swagger/public.json\`) by \`npx tsx dev/openapi/accept.ts\`.\n\n${sections.join('\n')}`;
}

/** A schema with what the one it refers to says. */
export function resolved(schemas: Record<string, Schema>, schema: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const target = reference === undefined ? {} : (schemas[reference.replace('#/components/schemas/', '')] ?? {});
  return { ...target, ...schema };
}

function typeOf({ type, format, nullable, items }: Schema, isAlwaysThere: boolean): string {
  const kinds: Record<string, string> = { uuid: 'id', 'date-time': 'instant' };
  const plain = kinds[String(format)] ?? type ?? 'object';
  const of = plain === 'array' && items ? 'list' : plain;
  return `${of}${nullable === true ? ' or null' : ''}${isAlwaysThere ? '' : ', not always there'}`;
}

/** What a field means, and the values that it takes. */
export function meaningOf({ description, enum: values }: Schema): string {
  const text = typeof description === 'string' ? description.replaceAll('\n', ' ') : '';
  const names = values?.flatMap((value) => (typeof value === 'string' ? value : [])).join(', ');
  return [text, names].filter(Boolean).join(' ');
}

function exampleOf({ example }: Schema): string {
  return example === undefined ? '' : `\`${JSON.stringify(example)}\``;
}
