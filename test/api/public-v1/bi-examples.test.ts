import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { newId } from '../../../shared/kernel/ids';
import { makePublicData } from '../../factories/public-data';
import { guideBlocks } from '../../support/guide-blocks';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();

beforeAll(async () => {
  await makePublicData(api().tenant, newId());
});

/** Runs a program in a folder of its own, as a reader of the guides would; returns what it prints, and which files it leaves. */
async function run(program: string, args: readonly string[]): Promise<{ printed: string; files: string[] }> {
  const cwd = mkdtempSync(join(tmpdir(), 'bi-'));
  const env = { ...process.env, EVALUATION_URL: api().url, EVALUATION_KEY: api().key, PYTHONPATH: resolve('docs/bi') };
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env });
    return { printed: stdout, files: readdirSync(cwd) };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Debian's Python, which has pandas. */
const runPython = (script: string): ReturnType<typeof run> => run('/usr/bin/python3', ['-B', '-c', script]);
const python = async (script: string): Promise<string> => (await runPython(script)).printed;

describe('docs/bi/evaluation_api.py (issue: a Python notebook)', () => {
  test('its first look shows cycles, scores, gaps and employees', async () => {
    const lines = await python('import runpy; runpy.run_module("evaluation_api", run_name="__main__")');
    expect(lines).toContain('Annual review 2026: Closed, 2 of 2 submitted');
    expect(lines).toContain('Ana García, Engineering: 4.50');
    const { body } = await api().read('employees');
    expect(lines).toContain(`Employees: ${body.totalCount}`);
  });

  test('a dataset as CSV, for LibreOffice', async () => {
    const module = ['-B', '-m', 'evaluation_api', 'scores'];
    const { printed } = await run('/usr/bin/python3', module);
    const { body } = await api().read('datasets/scores');
    const [names, ...lines] = printed.trim().split('\n');
    expect(names).toBe(Object.keys(body[0]).join());
    expect(lines).toHaveLength(body.length);
    expect(lines.find((line) => line.includes('Ana García'))).toContain(',Annual review 2026,');
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

test('docs/bi/python.md: its cells run one after the other, and show what the API has', async () => {
  // A notebook shows the last value of a cell. The department here has fewer people than the chart asks for.
  const shown = guideBlocks('docs/bi/python.md', 'python').map(
    (cell) => `show(${JSON.stringify(cell.replace('nunique() >= 3', 'nunique() >= 1'))})`,
  );
  const { printed: lines, files } = await runPython(`
import ast, matplotlib
matplotlib.use("Agg")
def show(cell):
    *statements, last = ast.parse(cell).body
    exec(compile(ast.Module(statements, []), "cell", "exec"), globals())
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), globals())
        if value is not None: print(value)
    else:
        exec(compile(ast.Module([last], []), "cell", "exec"), globals())
${shown.join('\n')}
`);
  expect(lines).toMatch(/Annual review 2026 +1 +4\.5/);
  expect(lines).toContain('November pulse');
  expect(lines).toContain('nothing has changed');
  expect(files).toEqual(['department-scores.png']);
});

test('docs/bi/dbt: the models show departments, and none of so few people that a row is one person’s', async () => {
  const models = ['current_scores', 'department_scores', 'department_gaps'].map((name) => ({
    name,
    sql: readFileSync(`docs/bi/dbt/models/${name}.sql`, 'utf8')
      .replace(/{{ adapter\.quote\('(\w+)'\) }}/g, '"$1"')
      .replace(/{{ (?:source\('evaluation', |ref\()'(\w+)'\) }}/g, '$1'),
  }));
  const lines = await python(`
import json, sqlite3
models = json.loads(${JSON.stringify(JSON.stringify(models))})
db = sqlite3.connect(":memory:")
db.execute('create table scores ("cycleName", "department", "effective", "isDeleted")')
db.execute('create table gaps ("cycleId", "cycleName", "employeeId", "department", "requirement", "gapLevel")')
for person in range(6):
    db.execute("insert into scores values ('2026', 'Sales', ?, ?)", (3 + person % 2, person == 5 or None))
    db.execute("insert into gaps values (1, '2026', ?, 'Sales', 'Listening', ?)", (person, person % 3))
    db.execute("insert into gaps values (1, '2026', ?, 'Sales', 'Writing', ?)", (person, person == 1))
for person in range(4):
    db.execute("insert into scores values ('2026', 'Board', 5, null)")
    db.execute("insert into gaps values (1, '2026', ?, 'Board', 'Listening', 2)", (10 + person,))
for model in models:
    db.execute(f"create view {model['name']} as {model['sql']}")
print(json.dumps([db.execute(f"select * from {name}").fetchall() for name in ("department_scores", "department_gaps")]))
`);
  expect(JSON.parse(lines)).toEqual([[['2026', 'Sales', 5, 3.4]], [['2026', 'Sales', 'Listening', 4, 1.5]]]);
});

describe('docs/bi/r.md and evaluation.R (issue: R)', () => {
  test('the first look shows scores, gaps and employees', async () => {
    const { printed } = await run('Rscript', [resolve('docs/bi/evaluation.R')]);
    expect(printed).toMatch(/Annual review 2026 +4\.5/);
    const { body } = await api().read('employees');
    expect(printed).toContain(`Employees: ${body.totalCount}`);
  });

  test('a key that does not work is said in a sentence', async () => {
    const script = `Sys.setenv(EVALUATION_KEY = "evk_wrong"); source(${JSON.stringify(resolve('docs/bi/evaluation.R'))}); tryCatch(read_api("ping"), error = function(e) cat(conditionMessage(e)))`;
    const { printed } = await run('Rscript', ['-e', script]);
    expect(printed).toBe('The API key is missing, unknown, revoked or expired.');
  });

  test('the script of the guide runs, and draws its chart', async () => {
    const script = guideBlocks('docs/bi/r.md', 'r').join('\n').replace('evaluation.R', resolve('docs/bi/evaluation.R'));
    const { printed, files } = await run('Rscript', ['-e', script]);
    expect(printed).toContain('Code review');
    expect(files).toEqual(['missed-requirements.png']);
  });
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
