import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './public-v1.ts';

type Schemas = components['schemas'];

/** A row of each dataset. */
export interface DatasetRows {
  scores: Schemas['ScoreRowV1'];
  gaps: Schemas['GapRowV1'];
  'nine-box': Schemas['NineBoxRowV1'];
  'competency-scores': Schemas['CompetencyScoreRowV1'];
  participation: Schemas['ParticipationRowV1'];
  'survey-figures': Schemas['SurveyFigureRowV1'];
}

type EmployeeQuery = NonNullable<paths['/api/v1/employees']['get']['parameters']['query']>;
type DatasetQuery = NonNullable<paths['/api/v1/datasets/gaps']['get']['parameters']['query']>;

/** The public API v1 of one organization. */
export interface EvaluationClient {
  /** Every route with its parameters and answers typed: `await client.api.GET('/api/v1/goals')`. */
  api: Client<paths, 'application/json'>;
  /** All employees, page after page. */
  employees(
    query?: Omit<EmployeeQuery, 'page' | 'sort' | 'after'>,
  ): AsyncGenerator<Schemas['EmployeeV1'] | Schemas['DeletedRowV1']>;
  /** The rows of a dataset as they arrive, in constant memory; throws when the answer breaks off. */
  rows<D extends keyof DatasetRows>(
    dataset: D,
    query?: DatasetQuery,
  ): AsyncGenerator<DatasetRows[D] | Schemas['DeletedSubjectV1']>;
}

/** An answer that is no success: its status, the code of its body where it has one, and how long to wait after a 429. */
export class ApiError extends Error {
  readonly status: number;
  readonly errorCode: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, about: { status: number; errorCode: string | null; retryAfterSeconds: number | null }) {
    super(message);
    this.status = about.status;
    this.errorCode = about.errorCode;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

const MAX_PAGE_SIZE = 200;

/** A client of the service at `baseUrl` (such as `https://reviews.example.com`) with a key of the organization. */
export function createClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): EvaluationClient {
  const headers = { 'X-Api-Key': apiKey };
  const api = createFetchClient<paths, 'application/json'>({ baseUrl, headers });
  return {
    api,
    async *employees(query = {}) {
      // By id, so that no one is skipped when others are deleted between two pages.
      for (let after: string | undefined, isLast = false; !isLast;) {
        const asked = { pageSize: MAX_PAGE_SIZE, ...query, sort: 'id' as const, after };
        const { data, error, response } = await api.GET('/api/v1/employees', { params: { query: asked } });
        if (!data) throw toApiError(response, error);
        yield* data.items;
        after = data.items.at(-1)?.id;
        isLast = data.items.length < data.pageSize;
      }
    },
    async *rows(dataset, query = {}) {
      const url = new URL(`${baseUrl}/api/v1/datasets/${dataset}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const response = await fetch(url, { headers: { ...headers, Accept: 'application/x-ndjson' } });
      if (!response.ok) throw toApiError(response, await errorBody(response));
      for await (const line of linesOf(response))
        yield JSON.parse(line) as DatasetRows[typeof dataset] | Schemas['DeletedSubjectV1'];
    },
  };
}

/** Whether a row stands for one that is gone (`includeDeleted`). */
export function isGone(row: object): row is Schemas['DeletedRowV1'] | Schemas['DeletedSubjectV1'] {
  return 'isDeleted' in row;
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  let rest = '';
  const pieces: AsyncIterable<Uint8Array> = body;
  for await (const bytes of pieces) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error('The answer broke off in the middle of a row.');
}

async function errorBody(response: Response): Promise<Schemas['ErrorBody'] | undefined> {
  const text = await response.text();
  return text === '' ? undefined : (JSON.parse(text) as Schemas['ErrorBody']);
}

function toApiError(response: Response, body: Schemas['ErrorBody'] | undefined): ApiError {
  const wait = response.headers.get('retry-after');
  const { status } = response;
  const without =
    status === 401 ? 'The API key is missing, unknown, revoked or expired.' : `The service answered ${status}.`;
  const retryAfterSeconds = wait === null ? null : Number(wait);
  return new ApiError(body?.errorMessage ?? without, { status, errorCode: body?.errorCode ?? null, retryAfterSeconds });
}
