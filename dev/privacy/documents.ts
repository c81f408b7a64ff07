import type { SchemaType } from 'mongoose';
import type { Personal } from '../../shared/db/fields';
import { PERSONAL_DATA, storedPaths, valuesOf } from '../../shared/privacy/personal-data';
import { type AccessTree, accessTree } from '../../worker/privacy/access/access-tree';

/** The documents of docs/privacy that follow from the map of personal data, by their path. */
export function privacyDocuments(): Record<string, string> {
  return {
    'docs/privacy/record-of-processing.md': recordOfProcessing(),
    'docs/privacy/data.schema.json': `${JSON.stringify(dataSchema(), null, 2)}\n`,
  };
}

const people = () => PERSONAL_DATA.flatMap(({ privacy, ...data }) => (privacy ? [{ ...privacy, ...data }] : []));

function recordOfProcessing(): string {
  const parts = people().map((data) =>
    [
      `## ${data.model.modelName}`,
      '',
      `- Why: ${data.purpose}`,
      `- Who sees it: ${data.seenBy}`,
      `- How long: ${data.kept}`,
      '',
      ...fieldTable(data.fields),
    ].join('\n'),
  );
  return [
    '# Record of processing',
    '',
    'Generated from the models of `shared` by `npx tsx dev/privacy/write.ts`; do not edit. It lists what the',
    'service stores about people (GDPR article 30). "Whose" says whose value a field holds: of the subject, whom the row is about,',
    'of the evaluator, who gives answers, of the actor, who did something, or of a guest, who is erased on their own. Rows of other kinds',
    'hold nothing about people.',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n');
}

function fieldTable(fields: Readonly<Record<string, Personal>>): string[] {
  const rows = Object.entries(fields).flatMap(([name, field]) => {
    if (field === 'none') return [];
    if (field === 'secret') return [[`\`${name}\``, 'subject', 'deleted; never shown']];
    const values = valuesOf(field);
    return [[`\`${name}\``, values.map(({ whose }) => whose).join(', '), values.map(({ fate }) => fate).join(', ')]];
  });
  if (rows.length === 0) return ['No field holds a value of a person.'];
  const table = [['Field', 'Whose', 'At erasure'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = table;
  return [line(header), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)];
}

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };
const optionalNumber = { type: ['number', 'null'] };
const list = (items: object): object => ({ type: 'array', items });
const object = (properties: Record<string, object>): object => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

const answers = {
  evaluatorType: text,
  submittedAt: optionalText,
  score: optionalNumber,
  potential: optionalNumber,
  answers: list(
    object({ item: text, score: optionalNumber, notApplicable: { type: 'boolean' }, comment: optionalText }),
  ),
};

function dataSchema(): object {
  const group = { evaluatorType: text, submitted: { type: 'integer' }, mean: optionalNumber };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'data.json of an access file',
    ...object({
      formatVersion: { const: 2 },
      generatedAt: { type: 'string', format: 'date-time' },
      organization: text,
      person: object({ employeeId: optionalText, accountIds: list(text), fullName: text, email: text }),
      sections: list({ oneOf: sectionSchemas() }),
      evaluations: list(
        object({
          cycle: text,
          status: text,
          overall: optionalNumber,
          calibrated: optionalNumber,
          effective: optionalNumber,
          hiddenTypes: list(text),
          groups: list(object(group)),
          items: list(
            object({
              section: text,
              text,
              overall: optionalNumber,
              groups: list(object({ evaluatorType: text, mean: { type: 'number' } })),
            }),
          ),
          requirements: list(
            object({
              requirement: text,
              requiredLevel: { type: 'number' },
              currentLevel: optionalNumber,
              gapLevel: optionalNumber,
              priority: optionalNumber,
            }),
          ),
          answers: list(object(answers)),
        }),
      ),
      comments: list(object({ cycle: text, item: optionalText, text })),
      withheld: list(object({ reason: text, count: { type: 'integer' } })),
      written: list(object({ cycle: text, subject: optionalText, status: text, ...answers })),
      files: list(object({ path: text, name: text, contentType: text, size: { type: 'integer' }, purpose: text })),
      auditLog: list(
        object({
          eventType: text,
          occurredAt: { type: 'string', format: 'date-time' },
          isOwnAction: { type: 'boolean' },
          ip: optionalText,
          userAgent: optionalText,
          changes: list(object({ field: text, before: {}, after: {} })),
        }),
      ),
    }),
  };
}

function sectionSchemas(): object[] {
  return people().flatMap((data) =>
    Object.values(data.links)
      .filter(({ access }) => access === 'rows')
      .map(() =>
        object({
          name: { const: data.model.modelName },
          purpose: text,
          rows: list(
            object({
              id: text,
              createdAt: { type: 'string', format: 'date-time' },
              ...fieldSchemas(accessTree(data.access), storedPaths(data.model.schema)),
            }),
          ),
        }),
      ),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  Date: 'string',
};

/** The schemas of written fields; an id that has a name is followed by it. */
function fieldSchemas(tree: AccessTree, paths: ReadonlyMap<string, SchemaType>, parent = ''): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, field] of tree) {
    const path = `${parent}${name}`;
    if (field instanceof Map) {
      const inner = object(fieldSchemas(field, paths, `${path}.`));
      schemas[name] = paths.get(path)?.instance === 'Array' ? list(inner) : { oneOf: [inner, { type: 'null' }] };
      continue;
    }
    const type = TYPES[paths.get(path)?.instance ?? ''];
    schemas[name] = type === undefined ? { type: 'array' } : { type: [type, 'null'] };
    if (field !== 'shown') schemas[field.as] = type === undefined ? list(text) : optionalText;
  }
  return schemas;
}
