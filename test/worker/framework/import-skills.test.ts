import { type Skill, type SkillFramework, SkillFrameworkModel } from '../../../shared/framework/skill-framework.model';
import { allImportRows } from '../../../shared/jobs/import-report.store';
import type { ImportResult, ImportRow } from '../../../shared/jobs/import-result';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { importSkills } from '../../../worker/framework/import-skills.job';
import { makeSkillFramework } from '../../factories/framework';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { csvImport, storedCsv } from '../../support/csv-import';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/skill-frameworks/import-csv';
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const { upload, imported } = csvImport<ImportResult>(service, PATH, () => tenant.hr);

const frameworks = () => SkillFrameworkModel.find().sort({ name: 1, version: 1 }).lean<SkillFramework[]>();
const stored = () => tenant.within(async () => await frameworks());
const skills = async (): Promise<Skill[]> => (await stored())[0]?.skills ?? [];
const outcomes = ({ rows }: ImportResult) => rows.map(({ row, outcome, message }) => [row, outcome, message]);

const LEVELS = [{ level: 1, label: 'Basics', descriptor: '' }];
const makeTrades = () =>
  tenant.within(() =>
    makeSkillFramework(
      [
        { code: 'WELD', name: 'Welding', category: 'Metal', description: 'Joins.', levels: LEVELS },
        { code: null, name: 'Planing', category: null, description: null },
      ],
      { name: 'Trades', version: '1' },
    ),
  );

describe('POST /api/skill-frameworks/import-csv', () => {
  test('a framework that does not exist is created with the rows', async () => {
    const result = await imported(
      'Category;Description;Name;Code\r\nMetal;"One.\nTwo.";Welding; W-1 \r\n',
      '?name=Trades',
    );
    const [framework] = await stored();
    expect(framework).toMatchObject({ name: 'Trades', version: '1' });
    expect(framework?.skills).toEqual([
      {
        id: expect.any(String),
        code: 'W-1',
        name: 'Welding',
        category: 'Metal',
        description: 'One.\nTwo.',
        levels: [],
      },
    ]);
    expect(result).toEqual({
      total: 1,
      created: 1,
      updated: 0,
      skipped: 0,
      errors: 0,
      dryRun: false,
      rows: [
        { row: 2, code: 'W-1', outcome: 'created', message: null, warnings: [], skillId: framework?.skills[0]?.id },
      ],
      headings: [
        { heading: 'Category', column: 'category' },
        { heading: 'Description', column: 'description' },
        { heading: 'Name', column: 'name' },
        { heading: 'Code', column: 'code' },
      ],
    });
    await imported('name\nWelding\n', '?name=Trades&version=2');
    expect((await stored()).map(({ name, version }) => [name, version])).toEqual([
      ['Trades', '1'],
      ['Trades', '2'],
    ]);
  });

  test.each<[string, string, Partial<ImportRow>, Partial<Skill>]>([
    [
      'a code, in other case',
      'code,name\nweld,Welds\n',
      { outcome: 'updated' },
      { code: 'weld', name: 'Welds', category: 'Metal', description: 'Joins.', levels: LEVELS },
    ],
    [
      'a name without a code keeps the code',
      'name,category\nWELDING,Iron\n',
      { outcome: 'updated' },
      { code: 'WELD', name: 'WELDING', category: 'Iron', description: 'Joins.' },
    ],
    [
      'an empty cell clears',
      'code,name,category,description\nWELD,Welding,,\n',
      { outcome: 'updated' },
      { category: null, description: null, levels: LEVELS },
    ],
    [
      'the skill as it is',
      'code,name,category\nWELD,Welding,Metal\n',
      { outcome: 'skipped', message: 'the framework has this skill as it is', cells: ['WELD', 'Welding', 'Metal'] },
      { category: 'Metal' },
    ],
    ['no name', 'code,name\nWELD,\n', { outcome: 'error', message: 'name is missing' }, { name: 'Welding' }],
    [
      'a long category',
      `code,name,category\nWELD,Welding,${'x'.repeat(201)}\n`,
      { outcome: 'error', message: 'category is longer than 200 characters' },
      { category: 'Metal' },
    ],
  ])('of a skill that exists: %s', async (_case, csv, line, skill) => {
    const { skills: before } = await makeTrades();
    const result = await imported(csv, '?name=Trades');
    expect(result.rows).toEqual([expect.objectContaining({ row: 2, ...line })]);
    expect(await skills()).toEqual([expect.objectContaining({ id: before[0]?.id, ...skill }), before[1]]);
  });

  test('the second row with one code, or one name without a code, is skipped; codes are matched before names', async () => {
    await makeTrades();
    const result = await imported('name,code\nwelding,\nWelding,WELD\nOther,weld\nLonely,\nLONELY,\n', '?name=Trades');
    expect(outcomes(result)).toEqual([
      [2, 'created', null],
      [3, 'skipped', 'the framework has this skill as it is'],
      [4, 'skipped', 'row 3 has this code'],
      [5, 'created', null],
      [6, 'skipped', 'row 5 has this name'],
    ]);
    expect((await skills()).map(({ code, name }) => [code, name])).toEqual([
      ['WELD', 'Welding'],
      [null, 'Planing'],
      [null, 'welding'],
      [null, 'Lonely'],
    ]);
  });

  test('importing the same file again changes nothing', async () => {
    const csv = 'code,name,category\nA-1,Alpha,Greek\n,Beta,\n,beta 2,\n';
    await imported(csv, '?name=Twice');
    const [before] = await stored();
    const again = await imported(csv, '?name=%20Twice%20&version=1');
    expect(again).toMatchObject({ total: 3, created: 0, updated: 0, skipped: 3, errors: 0 });
    expect(again.rows.map(({ skillId }) => skillId)).toEqual(before?.skills.map(({ id }) => id));
    expect(await stored()).toEqual([before]);
  });

  test('dryRun says what would happen and writes nothing', async () => {
    await makeTrades();
    const before = await stored();
    const csv = 'code,name\nWELD,Welds\nNEW,New\nNAMELESS,\n';
    const result = await imported(csv, '?name=Trades&dryRun=true');
    expect(result).toMatchObject({ total: 3, created: 1, updated: 1, errors: 1, dryRun: true });
    expect(result.rows.map(({ skillId }) => skillId)).toEqual([before[0]?.skills[0]?.id, null, null]);
    expect(await stored()).toEqual(before);
    await imported(csv, '?name=None&dryRun=true');
    await imported('code,name\nNAMELESS,\n', '?name=None');
    expect(await stored()).toEqual(before);
  });

  test('a framework has at most 5,000 skills: further rows are errors', async () => {
    await makeTrades();
    const rows = Array.from({ length: 5_000 }, (_, index) => `S-${index},Skill ${index}`);
    const result = await imported(`code,name\nWELD,Welds\n${rows.join('\n')}`, '?name=Trades');
    expect(result).toMatchObject({ total: 5_001, created: 4_998, updated: 1, errors: 2 });
    expect(outcomes(result).at(-1)).toEqual([5_002, 'error', 'a framework has at most 5000 skills']);
    expect(await skills()).toHaveLength(5_000);
  });

  test('a SystemAdmin who names no organization imports a global framework', async () => {
    const name = `Global ${tenant.slug}`;
    const systemAdmin = await makeSystemAdmin();
    const answer = await upload('name\nAlpha\n', `?name=${encodeURIComponent(name)}`, systemAdmin);
    expect([answer.status, answer.body.created]).toEqual([200, 1]);
    const global = await withinTenant(PLATFORM_SCOPE, () =>
      SkillFrameworkModel.findOne({ name }).lean<SkillFramework>(),
    );
    expect(global?.skills).toEqual([expect.objectContaining({ name: 'Alpha' })]);
    await imported('name\nAlpha\n', `?name=${encodeURIComponent(name)}`);
    expect(await stored()).toHaveLength(1);
  });

  test('no name, a blank one, a workbook: 400 VALIDATION and no job; an ordinary user 403', async () => {
    for (const [query, csv, field] of [
      ['', 'name\nA\n', 'name'],
      ['?name=%20', 'name\nA\n', 'name'],
      ['?name=A&version=%20', 'name\nA\n', 'version'],
      ['?name=A', 'code\nA\n', 'file'],
      ['?name=A', Buffer.from('504b0304deadbeef', 'hex'), 'file'],
    ] as const) {
      const answer = await upload(csv, query);
      expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
      expect(answer.body.validationErrors).toMatchObject([{ field }]);
    }
    expect((await service().call('get', '/api/jobs', tenant.hr)).body.totalCount).toBe(0);
    expect((await upload('name\nA\n', '?name=A', tenant.user)).status).toBe(403);
  });

  test('the job holds the result, and its rows are listed by outcome', async () => {
    await makeTrades();
    const answer = await upload('code,name\nWELD,Welds\nN,New\nX,\n', '?name=Trades').set('Prefer', 'respond-async');
    expect(answer.status).toBe(202);
    await service().call('get', `${answer.headers.location}/events`, tenant.hr);
    const job = await service().call('get', `${answer.headers.location}`, tenant.hr);
    expect(job.body).toMatchObject({ type: 'framework.import-skills', status: 'Succeeded' });
    const { rows } = job.body.result;
    const list = async (query: string) =>
      (await service().call('get', `${answer.headers.location}/rows${query}`, tenant.hr)).body.items;
    expect(await list('')).toEqual(rows);
    expect(await list('?outcome=updated')).toEqual([rows[0]]);
    expect(await list('?outcome=problem')).toEqual([rows[2]]);
  });
});

describe('a run that was killed (reliability F2)', () => {
  const csv = 'code,name\nWELD,Welds\nA-1,Alpha\n,Beta\n';
  const payloadOf = async () => {
    return { fileId: await storedCsv(csv), name: 'Trades', version: '1', dryRun: false };
  };
  const expected = { total: 3, created: 2, updated: 1, skipped: 0, errors: 0 };

  test('has written nothing; the next one imports every row and reports what it did', async () => {
    await makeTrades();
    const before = await stored();
    await tenant.within(async () => {
      const jobId = newId();
      const payload = await payloadOf();
      const killed = runHandler(importSkills, payload, {
        jobId,
        progress: () => Promise.reject(new Error('killed')),
      });
      await expect(killed).rejects.toThrow('killed');
      expect(await frameworks()).toEqual(before);
      expect(await runHandler(importSkills, payload, { jobId })).toMatchObject(expected);
      const ids = (await frameworks())[0]?.skills.map(({ id }) => id);
      expect((await allImportRows(jobId)).map(({ skillId }) => skillId)).toEqual([ids?.[0], ids?.[2], ids?.[3]]);
    });
  });

  test.each([
    ['changes', true],
    ['is created', false],
  ])(
    'a framework that %s while the rows are compared with it keeps that: the job runs again',
    async (_what, exists) => {
      const make = () => makeSkillFramework([{ code: 'WELD', name: 'Welding' }], { name: 'Trades', version: '1' });
      await tenant.within(async () => {
        if (exists) await make();
        const payload = await payloadOf();
        const jobId = newId();
        const interrupted = {
          ...importSkills,
          async run(run: Parameters<typeof importSkills.run>[0]) {
            const result = await importSkills.run(run);
            if (exists) await SkillFrameworkModel.updateOne({ name: 'Trades' }, { 'skills.0.category': 'Metal' });
            else await make();
            return result;
          },
        };
        await expect(runHandler(interrupted, payload, { jobId })).rejects.toThrow('has changed since it was read');
        expect(await allImportRows(jobId)).toEqual([]);
        expect(await runHandler(importSkills, payload, { jobId })).toMatchObject(expected);
      });
      expect((await skills())[0]).toMatchObject({ name: 'Welds', category: exists ? 'Metal' : null });
    },
  );
});
