import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { newId } from '../../../shared/kernel/ids';
import { makePublicData } from '../../factories/public-data';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();

beforeAll(async () => {
  await makePublicData(api().tenant, newId());
}, 60_000);

async function python(script: string): Promise<string> {
  const env = { ...process.env, EVALUATION_URL: api().url, EVALUATION_KEY: api().key, PYTHONPATH: 'docs/bi' };
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', script], { env });
  return stdout;
}

describe('docs/bi/evaluation_api.py (issue: a Python notebook)', () => {
  test('its first look shows cycles, scores, gaps and employees', async () => {
    const lines = await python('import runpy; runpy.run_path("docs/bi/evaluation_api.py", run_name="__main__")');
    expect(lines).toContain('Annual review 2026: Closed, 2 of 2 submitted');
    expect(lines).toContain('Ana García, Engineering: 4.50');
    const { body } = await api().read('employees');
    expect(lines).toContain(`Employees: ${body.totalCount}`);
  });

  test('a copy that is updated with changes has the rows of the whole set; an unchanged answer is told', async () => {
    const lines = await python(`
import json, os
from evaluation_api import EvaluationApi, Unchanged, update
api = EvaluationApi(os.environ["EVALUATION_URL"], os.environ["EVALUATION_KEY"])
copy = {}
since = update(copy, api.rows("scores", updatedSince="2020-01-01T00:00:00Z", includeDeleted="true"), ("cycleId", "employeeId"))
update(copy, api.rows("scores", updatedSince=since, includeDeleted="true"), ("cycleId", "employeeId"))
_, tag = api.read("goals")
try:
    api.read("goals", etag=tag)
except Unchanged:
    print(json.dumps(sorted(row["employee"] for row in copy.values())))
`);
    const { body } = await api().read('datasets/scores');
    expect(JSON.parse(lines)).toEqual(body.map((row: { employee: string }) => row.employee).sort());
  });
});

const testWithR = spawnSync('Rscript', ['--version']).error === undefined ? test : test.skip;

testWithR('docs/bi/evaluation.R: its first look shows scores, gaps and employees', async () => {
  const env = { ...process.env, EVALUATION_URL: api().url, EVALUATION_KEY: api().key };
  const { stdout } = await promisify(execFile)('Rscript', ['docs/bi/evaluation.R'], { env });
  expect(stdout).toMatch(/Annual review 2026 +4\.5/);
  const { body } = await api().read('employees');
  expect(stdout).toContain(`Employees: ${body.totalCount}`);
});

/** What the manifest says about a stream, as far as a request and its rows depend on it. */
interface Stream {
  name: string;
  primary_key?: string[];
  retriever: {
    requester: {
      path: string;
      request_parameters?: Record<string, string>;
      request_headers?: Record<string, string>;
    };
    record_selector: { extractor: { field_path: string[] } };
  };
  incremental_sync?: { $ref: string };
  schema_loader: { schema: object };
}

interface Manifest {
  definitions: { changes: { start_datetime: { datetime: string }; start_time_option: { field_name: string } } };
  streams: Stream[];
}

describe('docs/bi/airbyte.yaml: each stream gives the rows that its schema describes', () => {
  const manifest = parse(readFileSync('docs/bi/airbyte.yaml', 'utf8'), { version: '1.1' }) as Manifest;
  const { start_datetime, start_time_option } = manifest.definitions.changes;

  test.each(manifest.streams.map((stream) => [stream.name, stream] as const))('%s', async (_name, stream) => {
    const { requester, record_selector } = stream.retriever;
    const changes = stream.incremental_sync ? { [start_time_option.field_name]: start_datetime.datetime } : {};
    const query = new URLSearchParams({ ...requester.request_parameters, ...changes }).toString();
    const answer = await api().read(`${requester.path}?${query}`, requester.request_headers).buffer(true);
    expect(answer.status).toBe(200);
    const rows: Record<string, unknown>[] = requester.request_headers
      ? answer.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      : record_selector.extractor.field_path.reduce((value, name) => value[name], answer.body);
    expect(rows.length).toBeGreaterThan(0);
    const isRow = new Ajv().compile({ ...stream.schema_loader.schema, additionalProperties: false });
    expect(rows.filter((row) => !isRow(row))).toEqual([]);
    const keys = rows.map((row) => JSON.stringify(stream.primary_key?.map((name) => row[name]) ?? row));
    expect(new Set(keys).size).toBe(rows.length);
  });
});
