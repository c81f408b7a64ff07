import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
