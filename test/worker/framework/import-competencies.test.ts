import { type Competency, CompetencyModel } from '../../../shared/framework/competency.model';
import type { ImportResult, ImportRow } from '../../../shared/jobs/import-result';
import { makeCompetency, makeCompetencyCategory } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport } from '../../support/csv-import';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/competencies/import-csv';
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const { upload, imported } = csvImport<ImportResult>(service, PATH, () => tenant.hr);

const stored = () => tenant.within(async () => await CompetencyModel.find().sort({ name: 1 }).lean<Competency[]>());
const names = async () => (await stored()).map(({ name }) => name);

describe('POST /api/competencies/import-csv', () => {
  test('a row with every column becomes a competency of its category', async () => {
    const category = await tenant.within(() => makeCompetencyCategory({ name: 'Liderazgo' }));
    const result = await imported('Category;Description;Name;Code\r\nLIDERAZGO;"One.\nTwo.";Visión; LEA-1 \r\n');
    const [competency] = await stored();
    expect(result).toEqual({
      total: 1,
      created: 1,
      skipped: 0,
      errors: 0,
      dryRun: false,
      rows: [
        {
          row: 2,
          code: 'LEA-1',
          outcome: 'created',
          message: null,
          warnings: [],
          competencyId: competency?._id,
        },
      ],
      headings: [
        { heading: 'Category', column: 'category' },
        { heading: 'Description', column: 'description' },
        { heading: 'Name', column: 'name' },
        { heading: 'Code', column: 'code' },
      ],
    });
    const read = await service().call('get', `/api/competencies/${competency?._id}`, tenant.hr);
    expect(read.body).toMatchObject({
      code: 'LEA-1',
      name: 'Visión',
      description: 'One.\nTwo.',
      categoryId: category._id,
      category: 'Liderazgo',
      levels: [],
      revision: 0,
    });
    const found = await service().call('get', '/api/competencies?search=vision', tenant.hr);
    expect(found.body.totalCount).toBe(1);
  });

  test.each<[string, string, Partial<ImportRow>]>([
    ['a code that exists, in other case', 'taken,New name', { outcome: 'skipped', code: 'taken' }],
    ['a name that exists, without a code', ',EXISTING', { outcome: 'skipped', code: null }],
    ['a name that exists, with a new code', 'NEW-1,Existing', { outcome: 'created' }],
    ['no name', 'NEW-1,', { outcome: 'error', message: 'name is missing', cells: ['NEW-1', ''] }],
    ['a long code', `${'x'.repeat(51)},A`, { outcome: 'error', message: 'code is longer than 50 characters' }],
    ['too many cells', 'NEW-1,A,,,surplus', { outcome: 'error' }],
    [
      'an unknown category',
      'NEW-1,A,,Nowhere',
      {
        outcome: 'created',
        warnings: ['category "Nowhere" was not found'],
        warningReasons: [expect.objectContaining({ column: 'category' })],
      },
    ],
  ])('one row: %s', async (_case, row, expected) => {
    await tenant.within(() => makeCompetency({ code: 'TAKEN', name: 'Existing' }));
    const result = await imported(`code,name,description,category\n${row}\n`);
    expect(result.rows).toEqual([expect.objectContaining({ row: 2, ...expected })]);
    expect((await names()).length).toBe(expected.outcome === 'created' ? 2 : 1);
  });

  test('the second row with one code, or one name without a code, is skipped', async () => {
    const result = await imported('name,code\nA,C-1\nB,c-1\nLonely,\nLONELY,\n');
    expect(result.rows.map(({ row, outcome, message }) => [row, outcome, message])).toEqual([
      [2, 'created', null],
      [3, 'skipped', 'row 2 has this code'],
      [4, 'created', null],
      [5, 'skipped', 'row 4 has this name'],
    ]);
    expect(result).toMatchObject({ total: 4, created: 2, skipped: 2, errors: 0 });
  });

  test('importing the same file again creates nothing more', async () => {
    const csv = 'code,name\nA-1,Alpha\n,Beta\n';
    const first = await imported(csv);
    const second = await imported(csv);
    expect(second).toMatchObject({ created: 0, skipped: 2 });
    expect(second.rows.map((row) => row.competencyId)).toEqual(first.rows.map((row) => row.competencyId));
    expect(await names()).toEqual(['Alpha', 'Beta']);
  });

  test('dryRun says what would happen and writes nothing', async () => {
    const result = await imported('code,name,category\nA-1,Alpha,Nowhere\n,\nB-1,\n', '?dryRun=true');
    expect(result).toMatchObject({ total: 2, created: 1, errors: 1, dryRun: true });
    expect(result.rows[0]).toMatchObject({ outcome: 'created', competencyId: null, warnings: [expect.any(String)] });
    expect(await names()).toEqual([]);
  });

  test('5,000 rows, in several chunks', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `C-${index},Competency ${index}`);
    expect(await imported(`code,name\n${rows.join('\n')}`)).toMatchObject({ total: 5_000, created: 5_000 });
    expect(await tenant.within(async () => await CompetencyModel.countDocuments())).toBe(5_000);
  });

  test.each<[string, string | Buffer]>([
    ['no name column', 'code,description\nA,B\n'],
    ['an empty file', ' '],
    ['a workbook', Buffer.from('504b0304deadbeef', 'hex')],
  ])('%s is 400 VALIDATION on the file, and no job', async (_case, csv) => {
    const answer = await upload(csv);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field: 'file', message: expect.any(String) }]);
    const jobs = await service().call('get', '/api/jobs', tenant.hr);
    expect(jobs.body.totalCount).toBe(0);
  });

  test('no file 400, more than 2 MB 413, a JSON body 400, an ordinary user 403', async () => {
    const without = await service().call('post', PATH, tenant.hr).field('other', 'x');
    expect([without.status, without.body.validationErrors[0].field]).toEqual([400, 'file']);
    const large = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'));
    expect([large.status, large.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await service().call('post', PATH, tenant.hr).send({ file: 'x' })).status).toBe(400);
    expect((await upload('name\nA\n', '', tenant.user)).status).toBe(403);
  });

  test('Prefer: respond-async answers 202 with the job, which ends with the result', async () => {
    const answer = await upload('name\nAlpha\n').set('Prefer', 'respond-async');
    expect(answer.status).toBe(202);
    const events = await service().call('get', `${answer.headers.location}/events`, tenant.hr);
    expect(events.text).toContain('"Succeeded"');
    const job = await service().call('get', `${answer.headers.location}`, tenant.hr);
    expect(job.body).toMatchObject({ type: 'framework.import-competencies', status: 'Succeeded' });
    expect(job.body.result).toMatchObject({ total: 1, created: 1, rows: [{ row: 2, outcome: 'created' }] });
    const rows = await service().call('get', `${answer.headers.location}/rows`, tenant.hr);
    expect(rows.body).toMatchObject({ totalCount: 1, items: job.body.result.rows });
  });
});
