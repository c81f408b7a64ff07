import { spawnSync } from 'node:child_process';
import Ajv from 'ajv';
import fc from 'fast-check';
import type { Model } from 'mongoose';
import { o } from 'odata';
import { xml2json } from 'odata-csdl';
import csdlSchema from 'odata-csdl/schemas/csdl.schema.json';
import { NINE_BOX_SOURCES } from '../../../api/public-v1/datasets/dataset-nine-box.queries';
import { ENTITY_SETS } from '../../../api/public-v1/odata/entity-sets';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { GoalModel } from '../../../shared/growth/goals/goal.model';
import { SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { GapAnalysisModel } from '../../../shared/insight/gaps/gap-analysis.model';
import { GapModel } from '../../../shared/insight/gaps/gap.model';
import { newId } from '../../../shared/kernel/ids';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeApiKey } from '../../factories/api-key';
import { changeEmployee, makeEmployee } from '../../factories/evaluation';
import { makePublicData } from '../../factories/public-data';
import { makeTenant } from '../../factories/tenant';
import { commandsOf, commandsSent } from '../../support/command-count';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();
const CYCLE = newId();

beforeAll(async () => {
  await makePublicData(api().tenant, CYCLE);
});

type Row = Record<string, unknown>;
const odata = (path: string, headers: Record<string, string> = {}) => api().read(`odata/${path}`, headers);
const encoded = (path: string): string => path.replaceAll(' ', '%20').replaceAll('+', '%2B');

/** All rows of an address, by the links from page to page. */
async function allRows(path: string, headers: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, body } = await odata(next, headers);
    expect([next, status]).toEqual([next, 200]);
    rows.push(...(body.value as Row[]));
    next = (body['@odata.nextLink'] as string | undefined)?.split('/odata/')[1];
  }
  return rows;
}

describe('credentials', () => {
  const basic = (password: string) => ({
    'X-Api-Key': undefined as unknown as string,
    Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}`,
  });
  const withBasic = (path: string, password: string) =>
    fetch(`${api().url}/api/v1/${path}`, { headers: { Authorization: basic(password).Authorization } });

  test.each(['ping', 'odata', 'datasets/scores'])('%s takes the key as the password of Basic', async (path) => {
    expect((await withBasic(path, api().key)).status).toBe(200);
  });

  test('a wrong or absent key is 401 without a body, and says how to sign in', async () => {
    for (const answer of [await withBasic('ping', 'wrong'), await fetch(`${api().url}/api/v1/odata/Scores`)]) {
      expect([answer.status, await answer.text()]).toEqual([401, '']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="evaluation"');
    }
  });

  test('credentials of Basic without a colon are no key', async () => {
    const Authorization = `Basic ${Buffer.from(api().key).toString('base64')}`;
    expect((await fetch(`${api().url}/api/v1/ping`, { headers: { Authorization } })).status).toBe(401);
  });

  test('X-Api-Key goes first', async () => {
    const { Authorization } = basic('wrong');
    expect((await api().read('ping', { Authorization })).status).toBe(200);
  });
});

describe('service document and metadata', () => {
  test('the service document names the entity sets', async () => {
    const { body, headers } = await odata('');
    expect(headers['odata-version']).toBe('4.01');
    expect(headers['content-type']).toMatch(/^application\/json; ?metadata=minimal/);
    expect(body['@odata.context']).toMatch(/\/api\/v1\/odata\/\$metadata$/);
    expect(body.value.map(({ name }: Row) => name)).toEqual([
      'Employees',
      'Cycles',
      'Goals',
      'KeyResults',
      'PulseSurveys',
      'Scores',
      'Gaps',
      'NineBox',
      'CompetencyScores',
      'Participation',
      'SurveyFigures',
    ]);
  });

  test.each(['4.0', '4.01'])('the XML schemas of OASIS accept the metadata of %s', async (version) => {
    const { text } = await odata('$metadata', { 'OData-MaxVersion': version, Accept: 'application/xml' }).buffer(true);
    const schema = 'node_modules/odata-csdl/schemas/edmx.xsd';
    const validate = (input: string) => spawnSync('xmllint', ['--noout', '--schema', schema, '-'], { input });
    expect(text).toContain(`Version="${version}"`);
    const { status, stderr } = validate(text);
    expect([status, stderr.toString()]).toEqual([0, '- validates\n']);
    expect(validate(text.replace('EntityType Name', 'EntityType Title')).status).not.toBe(0);
  });

  test('the metadata is CSDL: the OASIS converter reads the XML, its schema accepts the JSON, and both say the same', async () => {
    const xml = await odata('$metadata');
    expect(xml.headers['content-type']).toContain('application/xml');
    const json = await odata('$metadata?$format=json');
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(csdlSchema);
    expect([validate(json.body), validate.errors]).toEqual([true, null]);
    expect(xml2json(String(xml.text ?? xml.body), { strict: true })).toEqual(json.body);
  });

  test('a client of 4.0 gets XML, whatever it accepts, and answers of 4.0', async () => {
    const old = { 'OData-MaxVersion': '4.0', Accept: 'application/json' };
    const metadata = await odata('$metadata', old);
    expect(metadata.headers).toMatchObject({ 'odata-version': '4.0', 'content-type': expect.stringContaining('xml') });
    expect(metadata.text).toContain('Version="4.0"');
    expect((await odata('Cycles', old)).headers['content-type']).toContain('odata.metadata=minimal');
  });
});

describe('rows', () => {
  test.each([
    ['Scores', 'datasets/scores'],
    ['Gaps', 'datasets/gaps'],
    ['NineBox', 'datasets/nine-box'],
    ['CompetencyScores', 'datasets/competency-scores'],
    ['Participation', 'datasets/participation'],
    ['SurveyFigures', 'datasets/survey-figures'],
    ['Cycles', 'cycles'],
    ['Goals', 'goals'],
    ['PulseSurveys', 'pulse-surveys'],
    ['Employees', 'employees?pageSize=200'],
  ])('%s has the rows and values of %s', async (set, path) => {
    const plain = (row: Row): string => {
      const { updatedAt: _updatedAt, keyResults: _keyResults, ...rest } = row;
      if (path.startsWith('datasets')) delete rest.id;
      return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
    };
    const { body } = await api().read(path);
    const expected = ((body.items ?? body) as Row[]).map(plain).sort();
    const rows = await allRows(set, { Prefer: 'odata.maxpagesize=2' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(plain).sort()).toEqual(expected);
  });

  test.each(ENTITY_SETS.map(({ name }) => name))(
    '%s: its values have the declared types, and keys find rows',
    async (name) => {
      const set = ENTITY_SETS.find((found) => found.name === name)!;
      const rows = await allRows(name);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(Object.keys(set.properties).sort());
      const problems = rows.flatMap((row) =>
        Object.entries(set.properties).flatMap(([property, { type, nullable }]) =>
          fits(row[property], type, nullable) ? [] : [`${property}: ${JSON.stringify(row[property])} is no ${type}`],
        ),
      );
      expect(problems).toEqual([]);
      expect(new Set(rows.map((row) => set.key.map((property) => row[property]).join())).size).toBe(rows.length);
      const [row] = rows.slice(-1);
      const values = set.key.map((property): [string, string] => {
        const value = String(row?.[property]);
        return [property, set.properties[property]?.type === 'Edm.Guid' ? value : `'${value}'`];
      });
      const key = values.length === 1 ? values[0]?.[1] : values.map((pair) => pair.join('=')).join(',');
      const found = await odata(`${name}(${key})`);
      expect(found.status).toBe(200);
      const { '@odata.context': context, ...shown } = found.body as Row;
      expect([context, shown]).toEqual([expect.stringMatching(new RegExp(`#${name}/\\$entity$`)), row]);
    },
  );

  test('a client of OData that knows nothing of the service reads every set', async () => {
    const client = o(`${api().url}/api/v1/odata/`, { headers: { 'X-Api-Key': api().key } });
    for (const { name } of ENTITY_SETS) {
      const rows: Row[] = [];
      for (let $skip = 0, isLast = false; !isLast; $skip += 2) {
        const page = (await client.get(name).query({ $top: 2, $skip })) as Row[];
        rows.push(...page);
        isLast = page.length < 2;
      }
      expect([name, rows]).toEqual([name, await allRows(name)]);
      expect([name, rows.length > 0]).toEqual([name, true]);
    }
  });
});

/** Lets what rows show have been changed in different months. */
async function spreadChanges(): Promise<void> {
  const { tenant } = api();
  const changedIn = (month: number): object => ({
    $set: { updatedAt: new Date(Date.UTC(2026, month, 10, 8, 0, 0, 500)) },
  });
  await TenantModel.updateOne({ _id: tenant.id }, changedIn(0), { timestamps: false });
  await tenant.within(async () => {
    for (const model of [...NINE_BOX_SOURCES, SurveyModel, GoalModel, GapAnalysisModel]) {
      const rows = model as unknown as Model<object>;
      for (const [at, { _id }] of (await rows.find().select('_id').sort({ _id: 1 })).entries())
        await rows.updateOne({ _id }, changedIn(at % 5), { timestamps: false });
    }
  });
}

const COMPARED: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  eq: (left, right) => left === right,
  ge: (left, right) => left >= right,
  gt: (left, right) => left > right,
  le: (left, right) => left <= right,
  lt: (left, right) => left < right,
};

const FORMS: Readonly<Record<string, RegExp>> = {
  'Edm.Guid': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'Edm.Date': /^\d{4}-\d\d-\d\d$/,
  'Edm.DateTimeOffset': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
};

function fits(value: unknown, type: string, nullable: boolean): boolean {
  if (value === null) return nullable;
  if (type === 'Edm.Boolean') return typeof value === 'boolean';
  if (type === 'Edm.Int32') return Number.isInteger(value);
  if (type === 'Edm.Double') return typeof value === 'number';
  return typeof value === 'string' && (FORMS[type]?.test(value) ?? true);
}

describe('query options', () => {
  test('$filter, $select, $orderby, $top, $skip and $count, with or without $, in any case', async () => {
    const all = await allRows('Employees');
    const names = all.map(({ fullName }) => String(fullName)).sort();
    const { body } = await odata(encoded('Employees?$ORDERBY=fullName desc&select=fullName&$top=2&Skip=1&$count=true'));
    expect(body['@odata.count']).toBe(all.length);
    expect(body.value).toEqual(
      names
        .reverse()
        .slice(1, 3)
        .map((fullName) => ({ fullName })),
    );
    expect(body['@odata.context']).toMatch(/#Employees\(fullName\)$/);
    expect(body['@odata.nextLink']).toBeUndefined();
  });

  test('a filter on the cycle and on changes reads the rows that they name', async () => {
    const rows = await allRows(encoded(`Scores?$filter=cycleId eq ${CYCLE}`));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ cycleId }) => cycleId === CYCLE)).toBe(true);
    expect(await allRows(encoded('Scores?$filter=updatedAt gt 2999-01-01T00:00:00Z'))).toEqual([]);
    const count = await odata(encoded(`Scores/$count?$filter=cycleId eq ${CYCLE}`));
    expect([count.headers['content-type'], count.text]).toEqual([
      expect.stringContaining('text/plain'),
      String(rows.length),
    ]);
  });

  test.each(ENTITY_SETS)(
    '$name: a filter by ids, cycle or change gives just its rows',
    async ({ name, properties }) => {
      await spreadChanges();
      // A key of its own, so that the requests of all sets stay within the limit of one.
      const headers = { 'X-Api-Key': await makeApiKey(api().tenant) };
      const rows = await allRows(name, headers);
      const conditions = [rows[0], rows[Math.floor(rows.length / 2)]].flatMap((row) =>
        ['id', 'cycleId', 'cycleName', 'employeeId', 'surveyId', 'updatedAt'].flatMap((property) => {
          const value = row?.[property];
          if (typeof value !== 'string') return [];
          const operators = property === 'updatedAt' ? Object.keys(COMPARED) : ['eq'];
          return operators.map((operator) => ({ property, operator, value }));
        }),
      );
      for (const { property, operator, value } of conditions) {
        const literal = properties[property]?.type === 'Edm.String' ? `'${value}'` : value;
        const filter = `${property} ${operator} ${literal}`;
        const compare = COMPARED[operator]!;
        const expected = rows.filter((row) => typeof row[property] === 'string' && compare(row[property], value));
        expect([filter, await allRows(encoded(`${name}?$filter=${filter}`), headers)]).toEqual([filter, expected]);
      }
    },
  );

  test('a filter by ids or changes reads no other rows', async () => {
    const asked = async (path: string, collection?: string): Promise<string> => {
      const commands = await commandsSent(() => allRows(encoded(path)));
      const some = commands.filter(({ commandName, command }) =>
        [undefined, command[commandName]].includes(collection),
      );
      return JSON.stringify(some.map(({ command }) => command));
    };
    const [employeeId, surveyId] = [newId(), newId()];
    const key = `'${CYCLE},${employeeId},x'`;
    for (const [filter, condition] of [
      [`Scores?$filter=employeeId eq ${employeeId}`, `"subjectId":{"$in":["${employeeId}"]}`],
      [`NineBox?$filter=employeeId in (${employeeId})`, `"subjectId":{"$in":["${employeeId}"]}`],
      [`CompetencyScores?$filter=id eq ${key}`, `"subjectId":{"$in":["${employeeId}"]}`],
      [`Gaps?$filter=employeeId eq ${employeeId}`, `"employeeId":{"$in":["${employeeId}"]}`],
      [`Gaps?$filter=id eq ${key}`, `"employeeId":{"$in":["${employeeId}"]}},{"requirementId":{"$in":["x"]}}`],
      [`Employees?$filter=id eq ${employeeId}`, `"_id":{"$in":["${employeeId}"]}`],
      [`SurveyFigures?$filter=surveyId eq ${surveyId}`, `"_id":{"$in":["${surveyId}"]}`],
      [`SurveyFigures?$filter=id eq '${surveyId},x,'`, `"_id":{"$in":["${surveyId}"]}`],
      [`KeyResults?$filter=goalId eq ${surveyId}`, `"_id":{"$in":["${surveyId}"]}`],
      [`PulseSurveys?$filter=id eq ${surveyId}`, `"_id":{"$in":["${surveyId}"]}`],
      [`Cycles?$filter=updatedAt lt 2020-01-01`, '"updatedAt":{"$lt":"2020-01-01T00:00:00.000Z"}'],
    ] as const)
      expect([filter, await asked(filter)]).toEqual([filter, expect.stringContaining(condition)]);
    const other = `cycleId eq ${employeeId}`;
    for (const set of ['Scores', 'NineBox', 'CompetencyScores', 'Participation', 'Gaps'])
      expect([set, await asked(`${set}?$filter=${other}`, EvaluationModel.collection.name)]).toEqual([set, '[]']);
    expect(await asked(`Gaps?$filter=${other}`, GapModel.collection.name)).toBe('[]');
    const changed = '"updatedAt":{"$gte":"2999-01-01T00:00:00.000Z"}';
    const [evaluations, surveys] = [EvaluationModel.collection.name, SurveyModel.collection.name];
    for (const [set, rows] of [
      ['Scores', evaluations],
      ['NineBox', evaluations],
      ['Participation', evaluations],
      ['SurveyFigures', surveys],
    ] as const)
      expect([set, await asked(`${set}?$filter=updatedAt ge 2999-01-01T00:00:00Z`, rows)]).toEqual([
        set,
        expect.stringContaining(changed),
      ]);
  });

  test('where nothing has changed since, no gap is read', async () => {
    const read = async (since: string): Promise<[number, boolean]> => {
      let rows = 0;
      const commands = await commandsOf(async () => {
        rows = (await allRows(encoded(`Gaps?$filter=updatedAt ge ${since}`))).length;
      });
      return [rows, commands.includes(`find ${GapModel.collection.name}`)];
    };
    expect(await read('2999-01-01T00:00:00Z')).toEqual([0, false]);
    expect(await read('2020-01-01T00:00:00Z')).toEqual([(await allRows('Gaps')).length, true]);
  });

  test('a full page leads to the next one, which may be empty; the first page alone counts', async () => {
    const { length } = await allRows('Employees');
    const first = await odata('Employees?$count=true', { Prefer: `odata.maxpagesize=${length}` });
    expect([first.body['@odata.count'], first.body.value.length]).toEqual([length, length]);
    const last = await odata(String(first.body['@odata.nextLink']).split('/odata/')[1]!);
    expect([Object.keys(last.body), last.body.value]).toEqual([['@odata.context', 'value'], []]);
  });

  test('an ordered list is paged without losing or doubling a row, also with equal values', async () => {
    const path = encoded('Participation?$orderby=evaluatorType,rate desc');
    const whole = await allRows(path);
    expect(await allRows(path, { Prefer: 'maxpagesize=1' })).toEqual(whole);
  });

  test.each(['Scores', 'Gaps', 'CompetencyScores'])(
    '%s that have changed since follow each other by key',
    async (set) => {
      const path = encoded(`${set}?$filter=updatedAt ge 2020-01-01T00:00:00Z`);
      const whole = await allRows(path);
      expect(whole.length).toBeGreaterThan(1);
      expect(await allRows(path, { Prefer: 'maxpagesize=1' })).toEqual(whole);
    },
  );

  test('rows that come and go between pages neither double nor hide others', async () => {
    const { tenant } = api();
    for (let at = 0; at < 4; at += 1) await makeEmployee(tenant, {});
    const before = (await allRows('Employees')).map(({ id }) => String(id));
    const first = await odata('Employees', { Prefer: 'odata.maxpagesize=3' });
    expect(first.headers['preference-applied']).toBe('odata.maxpagesize=3');
    const seen = (first.body.value as Row[]).map(({ id }) => String(id));
    await changeEmployee(tenant, seen[2]!, { isDeleted: true });
    await makeEmployee(tenant, {});
    const next = String(first.body['@odata.nextLink']).split('/odata/')[1]!;
    const rest = (await allRows(next)).map(({ id }) => String(id));
    expect(rest.filter((id) => seen.includes(id))).toEqual([]);
    expect(before.filter((id) => !seen.includes(id) && !rest.includes(id))).toEqual([]);
  });

  test('$top over several pages ends where it says', async () => {
    const { length } = await allRows('Employees?$top=5', { Prefer: 'odata.maxpagesize=2' });
    expect(length).toBe(5);
  });

  test('metadata=none leaves out the context', async () => {
    const { body } = await odata('Cycles', { Accept: 'application/json;odata.metadata=none' });
    expect(Object.keys(body)).toEqual(['value']);
  });

  test.each([
    ['Nothing', 404],
    ['Cycles/x', 404],
    [`Cycles(${newId()})`, 404],
    ['Cycles(x)', 400],
    [`Scores(${newId()})`, 400],
    [`Scores(cycleId=${newId()},employeeId=${newId()})`, 404],
    ['Cycles?$select=nothing', 400],
    ['Cycles?$orderby=name up', 400],
    ['Cycles?$filter=name', 400],
    ['Cycles?$filter=length(name) gt 1', 501],
    ['Cycles?$top=-1', 400],
    ['Cycles?$top=1&top=2', 400],
    ['Cycles?$skip=x', 400],
    ['Cycles?$count=yes', 400],
    ['Cycles?$expand=goals', 501],
    ['Cycles?$search=x', 501],
    ['Cycles?$nothing=1', 400],
    ['Cycles?$skiptoken=x', 400],
    ['Cycles/$count?$top=1', 400],
    ['%E0%A4%A', 404],
  ])('%s: %i in the error body of OData', async (path, status) => {
    const answer = await odata(encoded(path));
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: { code: expect.any(String), message: expect.any(String) } },
    ]);
    expect(answer.headers['odata-version']).toBe('4.01');
  });

  test('other methods are 405 with Allow, other formats 406, older clients 400', async () => {
    const post = await api().send('post', 'odata/Cycles');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await odata('Cycles', { Accept: 'text/csv' })).status).toBe(406);
    expect((await odata('Cycles', { 'OData-MaxVersion': '3.0' })).status).toBe(400);
  });
});

test('no request is a 500, nor asks the database for more than a pass over the set and one to count it', async () => {
  const passes = new Map<string, number>();
  for (const { name } of ENTITY_SETS) passes.set(name, (await commandsOf(() => odata(name))).length);
  const terms = [
    'id',
    'cycleId',
    'employeeId',
    'updatedAt',
    'name',
    'employee',
    'score',
    'eq',
    'ge',
    'in',
    'and',
    'or',
    'not',
  ];
  const values = [
    '(',
    ')',
    ',',
    "'x'",
    '3',
    'null',
    CYCLE,
    '2026-01-01T00:00:00Z',
    'contains',
    'desc',
    '*',
    ' ',
    "'",
    '%',
    '-1',
  ];
  const text = fc.array(fc.constantFrom(...terms, ...values), { maxLength: 8 }).map((found) => found.join(' '));
  const names = [
    '$filter',
    '$select',
    '$orderby',
    '$top',
    '$skip',
    '$count',
    '$skiptoken',
    '$format',
    '$expand',
    'other',
  ];
  const likely = [
    'cycleId',
    'updatedAt',
    'true',
    '1',
    'json',
    `cycleId eq ${CYCLE}`,
    'updatedAt ge 2026-01-01T00:00:00Z',
  ];
  const option = fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...likely), text));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...passes.keys()),
      fc.constantFrom('', '/$count', '(x)', `(${CYCLE})`),
      fc.array(option, { maxLength: 3 }),
      async (set, path, options) => {
        let status = 0;
        const commands = await commandsOf(async () => {
          ({ status } = await odata(`${set}${path}?${new URLSearchParams(options).toString()}`));
        });
        expect([200, 400, 404, 406, 501]).toContain(status);
        expect(commands.length).toBeLessThanOrEqual(2 * (passes.get(set) ?? 0) + 5);
      },
    ),
    // The same each time: the shapes of the queries are checked against a list of all that the tests send.
    { numRuns: 300, seed: 1 },
  );
});

test('an organization sees its own rows alone', async () => {
  const other = await makeTenant();
  const key = await makeApiKey(other);
  const [scores, single] = await Promise.all([
    odata('Scores', { 'X-Api-Key': key }),
    odata(`Cycles(${CYCLE})`, { 'X-Api-Key': key }),
  ]);
  expect([scores.body.value, single.status]).toEqual([[], 404]);
});
