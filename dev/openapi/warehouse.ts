import { stringify } from 'yaml';
import type { Schema } from '../production-build/schema-form';
import type { ApiDocument } from './breaking-changes';
import { meaningOf, resolved } from './field-dictionary';

/** A table of a warehouse, filled from one address of the public API. */
interface Table {
  name: string;
  /** Below `/api/v1/`. */
  path: string;
  /** Schema of a row, and of one that replaces a row that is gone. */
  row: string;
  gone?: string;
  /** Fields that tell rows apart; absent where all rows of a subject change together. */
  key?: readonly string[];
}

/** With `gone` only changes are read; the other tables are read whole, since their rows change together or are few. */
const TABLES: readonly Table[] = [
  { name: 'employees', path: 'employees', row: 'EmployeeV1', gone: 'DeletedRowV1', key: ['id'] },
  { name: 'cycles', path: 'cycles', row: 'CycleV1', key: ['id'] },
  { name: 'goals', path: 'goals', row: 'GoalV1', key: ['id'] },
  { name: 'pulse_surveys', path: 'pulse-surveys', row: 'PulseSurveyV1', key: ['id'] },
  {
    name: 'scores',
    path: 'datasets/scores',
    row: 'ScoreRowV1',
    gone: 'DeletedSubjectV1',
    key: ['cycleId', 'employeeId'],
  },
  {
    name: 'nine_box',
    path: 'datasets/nine-box',
    row: 'NineBoxRowV1',
    gone: 'DeletedSubjectV1',
    key: ['cycleId', 'employeeId'],
  },
  { name: 'gaps', path: 'datasets/gaps', row: 'GapRowV1' },
  { name: 'competency_scores', path: 'datasets/competency-scores', row: 'CompetencyScoreRowV1' },
  { name: 'participation', path: 'datasets/participation', row: 'ParticipationRowV1' },
  { name: 'survey_figures', path: 'datasets/survey-figures', row: 'SurveyFigureRowV1' },
];

const INSTANT = '%Y-%m-%dT%H:%M:%SZ';

/** The fields of a table with what they mean; throws an Error when the document lacks its rows. */
function columnsOf({ components: { schemas } }: ApiDocument, { row, gone }: Table): [name: string, schema: Schema][] {
  const ofRow = schemas[row]?.properties;
  if (!ofRow) throw new Error(`The document has no ${row}.`);
  const fields = { ...(gone === undefined ? {} : schemas[gone]?.properties), ...ofRow };
  return Object.entries(fields).map(([name, schema]) => [name, resolved(schemas, schema)]);
}

/** A connector for Airbyte's builder: one stream for each table. Fields without a type of their own are one of several texts. */
export function airbyteManifest(document: ApiDocument): string {
  const manifest = {
    version: '6.44.0',
    type: 'DeclarativeSource',
    check: { type: 'CheckStream', stream_names: ['cycles'] },
    definitions: {
      requester: {
        type: 'HttpRequester',
        url_base: "{{ config['url'] }}/api/v1/",
        http_method: 'GET',
        authenticator: {
          type: 'ApiKeyAuthenticator',
          api_token: "{{ config['api_key'] }}",
          inject_into: { type: 'RequestOption', inject_into: 'header', field_name: 'X-Api-Key' },
        },
        error_handler: {
          type: 'DefaultErrorHandler',
          backoff_strategies: [{ type: 'WaitTimeFromHeader', header: 'Retry-After' }],
        },
      },
      changes: {
        type: 'DatetimeBasedCursor',
        cursor_field: 'updatedAt',
        datetime_format: INSTANT,
        start_datetime: { type: 'MinMaxDatetime', datetime: '2000-01-01T00:00:00Z', datetime_format: INSTANT },
        // A row that took long to write is seen later than its time.
        lookback_window: 'PT1M',
        start_time_option: requestOption('updatedSince'),
      },
    },
    streams: TABLES.map((table) => stream(document, table)),
    spec: {
      type: 'Spec',
      connection_specification: {
        type: 'object',
        required: ['url', 'api_key'],
        properties: {
          url: { type: 'string', title: 'Address of the service', order: 0 },
          api_key: { type: 'string', title: 'API key', airbyte_secret: true, order: 1 },
        },
      },
    },
  };
  return written(manifest);
}

function stream(document: ApiDocument, table: Table): object {
  const { name, path, gone, key } = table;
  const isPaged = name === 'employees';
  const isDataset = path.startsWith('datasets/');
  return {
    type: 'DeclarativeStream',
    name,
    ...(key ? { primary_key: key } : {}),
    retriever: {
      type: 'SimpleRetriever',
      requester: {
        $ref: '#/definitions/requester',
        path,
        ...(gone === undefined
          ? {}
          : { request_parameters: { includeDeleted: 'true', ...(isPaged ? { sort: 'id' } : {}) } }),
        ...(isDataset ? { request_headers: { Accept: 'application/x-ndjson' } } : {}),
      },
      record_selector: {
        type: 'RecordSelector',
        extractor: { type: 'DpathExtractor', field_path: isPaged ? ['items'] : [] },
      },
      ...(isDataset ? { decoder: { type: 'JsonlDecoder' } } : {}),
      ...(isPaged ? { paginator: PAGES } : {}),
    },
    ...(gone === undefined ? {} : { incremental_sync: { $ref: '#/definitions/changes' } }),
    schema_loader: {
      type: 'InlineSchemaLoader',
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          columnsOf(document, table).map(([field, { type }]) => [field, { type: [type ?? 'string', 'null'] }]),
        ),
      },
    },
  };
}

const requestOption = (name: string): object => ({
  type: 'RequestOption',
  inject_into: 'request_parameter',
  field_name: name,
});

const PAGES = {
  type: 'DefaultPaginator',
  page_token_option: requestOption('after'),
  page_size_option: requestOption('pageSize'),
  // By id: a page neither skips nor repeats rows while others are deleted.
  pagination_strategy: {
    type: 'CursorPagination',
    page_size: 200,
    cursor_value: '{{ last_record.id }}',
    stop_condition: '{{ last_page_size < 200 }}',
  },
};

/** The tables as sources of dbt, with what each column means. */
export function dbtSources(document: ApiDocument): string {
  const tables = TABLES.map((table) => ({
    name: table.name,
    columns: columnsOf(document, table).map(([name, schema]) => ({
      name,
      quote: true,
      ...(meaningOf(schema) === '' ? {} : { description: meaningOf(schema) }),
      ...(table.key?.length === 1 && table.key[0] === name ? { data_tests: ['unique', 'not_null'] } : {}),
    })),
  }));
  const source = { name: 'evaluation', schema: "{{ var('evaluation_schema', 'evaluation') }}", tables };
  return written({ version: 2, sources: [source] });
}

/** Airbyte and dbt read YAML 1.1, in which an instant without quotes is no text. */
function written(content: object): string {
  const text = stringify(content, { version: '1.1', lineWidth: 0 });
  return `# Written from the document of the service by dev/openapi/accept.ts.\n${text}`;
}
