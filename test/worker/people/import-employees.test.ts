// cspell:ignore Imię Nazwisko poczty Przełożony IMIĘ
import { DEMO_DEPARTMENTS } from '../../../dev/demo/departments';
import { expectedImport, generateEmployeesCsv } from '../../../dev/demo/employees-csv';
import { DEMO_PROFILES } from '../../../dev/demo/job-profiles';
import { demoPeople } from '../../../dev/demo/people';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { allImportRows } from '../../../shared/jobs/import-report.store';
import type { ImportResult, ImportRow } from '../../../shared/jobs/import-result';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { readUsage } from '../../../shared/platform/plan-usage.store';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { importEmployees } from '../../../worker/people/import-employees.job';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport, storedCsv } from '../../support/csv-import';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/employees/import-csv';
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const { upload, imported } = csvImport<ImportResult>(service, PATH, () => tenant.hr, 'people.csv');

const employees = () => tenant.within(() => EmployeeModel.find().sort({ email: 1 }).lean<Employee[]>());
const byEmail = async (email: string) => (await employees()).find((employee) => employee.email === email);
const outcomes = (result: ImportResult) => result.rows.map(({ row, outcome }) => `${row} ${outcome}`);
const line = (result: ImportResult, row: number) => result.rows.find((entry) => entry.row === row);
const usedRoom = () => tenant.within(async () => (await readUsage(2026)).employees);

async function limit(maxEmployees: number): Promise<void> {
  const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees });
  await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: plan._id } });
}

async function makeDemoFrame(): Promise<void> {
  await tenant.within(async () => {
    for (const { code, name } of DEMO_DEPARTMENTS) await DepartmentModel.create({ code, name });
    for (const { code, name } of DEMO_PROFILES) await JobProfileModel.create({ code, name, requirements: [] });
  });
}

describe('one row', () => {
  test('with every column becomes an Active employee with department, manager and job profile', async () => {
    const boss = await tenant.within(() => makeEmployee({ firstName: 'Luis', lastName: 'Jefe' }));
    const { department, profile } = await tenant.within(async () => {
      const row = await JobProfileModel.create({ name: 'Seller', code: 'SEL', requirements: [] });
      await JobProfileModel.create({ name: 'Seller', code: 'SEL', version: 0, isCurrent: false });
      return { department: await DepartmentModel.create({ name: 'Ventas' }), profile: row };
    });
    const result = await imported(
      'Hire Date;First Name;LastName;Email;Nickname;EmployeeCode;Department;Manager;JobProfile\r\n' +
        '29/02/2024; María ;Núñez;Maria@ACME.example;ignored;E-1;VENTAS;luis jefe;sel\r\n',
      '?dateFormat=dd/mm/yyyy',
    );
    const employee = await byEmail('maria@acme.example');
    expect(result).toEqual({
      total: 1,
      created: 1,
      skipped: 0,
      errors: 0,
      dryRun: false,
      rows: [
        {
          row: 2,
          email: 'maria@acme.example',
          name: 'Núñez, María',
          outcome: 'created',
          message: null,
          warnings: [],
          employeeId: employee?._id,
        },
      ],
      dateFormat: 'dd/mm/yyyy',
      headings: [
        { heading: 'Hire Date', column: 'hiredate' },
        { heading: 'First Name', column: 'firstname' },
        { heading: 'LastName', column: 'lastname' },
        { heading: 'Email', column: 'email' },
        { heading: 'Nickname', column: null },
        { heading: 'EmployeeCode', column: 'employeecode' },
        { heading: 'Department', column: 'department' },
        { heading: 'Manager', column: 'manager' },
        { heading: 'JobProfile', column: 'jobprofile' },
      ],
    });
    const read = await service().call('get', `/api/employees/${employee?._id}`, tenant.hr);
    expect(read.body).toMatchObject({
      fullName: 'María Núñez',
      email: 'maria@acme.example',
      employeeCode: 'E-1',
      status: 'Active',
      department: 'Ventas',
      departmentId: department._id,
      manager: 'Luis Jefe',
      managerId: boss._id,
      jobProfile: 'Seller',
      jobProfileId: profile._id,
      hireDate: '2024-02-29',
      revision: 0,
      createdAt: expect.stringMatching(/Z$/),
    });
    const found = await service().call('get', '/api/employees?search=maria%20nunez', tenant.hr);
    expect(found.body.totalCount).toBe(1);
    expect(await usedRoom()).toBe(2);
  });

  const HEAD = 'firstname,lastname,email,employeecode,department,manager,jobprofile,hiredate\n';
  const of = (column: string) => [expect.objectContaining({ column })];
  test.each<[string, string, Partial<ImportRow>]>([
    [
      'rule 1: an email of the tenant in other case',
      'A,B,TAKEN@x.example',
      { outcome: 'skipped', reasons: of('email') },
    ],
    ['rule 1: … whatever else is wrong', ',B,taken@x.example,,,,,soon', { outcome: 'skipped' }],
    ['rule 1: … with too many cells', 'A,B,taken@x.example,,,,,,,surplus', { outcome: 'skipped' }],
    ['rule 2: no first name', ',B,a@x.example', { outcome: 'error', message: 'firstname is missing' }],
    ['rule 2: no last name', 'A,,a@x.example', { outcome: 'error', message: 'lastname is missing' }],
    ['rule 2: no email', 'A,B,', { outcome: 'error', message: 'email is missing', email: null }],
    ['a bad email', 'A,B,a.x.example', { outcome: 'error', email: 'a.x.example' }],
    ['a bad hire date', 'A,B,a@x.example,,,,,31/31/2024', { outcome: 'error', reasons: of('hiredate') }],
    ['too many cells', 'A,B,a@x.example,,,,,,,surplus', { outcome: 'error' }],
    [
      'a taken employee code',
      'A,B,a@x.example,T-1',
      { outcome: 'error', employeeId: null, reasons: of('employeecode') },
    ],
    [
      'rule 3: an unknown department',
      'A,B,a@x.example,,Nowhere',
      { outcome: 'created', warningReasons: of('department') },
    ],
    ['rule 3: an unknown manager', 'A,B,a@x.example,,,Nobody', { outcome: 'created', warningReasons: of('manager') }],
    ['an unknown job profile', 'A,B,a@x.example,,,,Nothing', { outcome: 'created', warningReasons: of('jobprofile') }],
    ['oneself as manager', 'A,B,a@x.example,,,a@x.example', { outcome: 'created', warningReasons: of('manager') }],
  ])('%s', async (_case, row, expected) => {
    const taken = await tenant.within(() => makeEmployee({ email: 'taken@x.example', employeeCode: 'T-1' }));
    const result = await imported(HEAD + row);
    expect(result.rows).toEqual([expect.objectContaining(expected)]);
    const created = await byEmail('a@x.example');
    const [only] = result.rows;
    switch (expected.outcome) {
      case 'created':
        expect(created).toMatchObject({ departmentId: null, managerId: null, jobProfileId: null });
        expect([only?.warnings.length, only?.employeeId]).toEqual([1, created?._id]);
        break;
      case 'skipped':
        expect([created, only?.employeeId, only?.message]).toEqual([undefined, taken._id, expect.any(String)]);
        break;
      default:
        expect([created, only?.employeeId, only?.message]).toEqual([undefined, null, expect.any(String)]);
    }
  });
});

describe('rows that know each other', () => {
  test('the second row with one email is skipped; the second with one code is an error; an error claims nothing', async () => {
    const result = await imported(
      'firstname,lastname,email,employeecode\n' +
        ',B,a@x.example,C-1\nA,B,a@x.example,C-1\nA,C, A@X.example ,C-2\nA,D,d@x.example,C-1\nA,E,e@x.example,C-2\n',
    );
    expect(outcomes(result)).toEqual(['2 error', '3 created', '4 skipped', '5 error', '6 created']);
    expect(line(result, 4)).toMatchObject({ message: expect.stringContaining('row 3'), email: 'a@x.example' });
    expect(line(result, 5)).toMatchObject({ message: expect.stringContaining('row 3') });
    expect(result).toMatchObject({ total: 5, created: 2, skipped: 1, errors: 2 });
  });

  test('a manager may come further down, be named by email, code or full name, or be skipped', async () => {
    await tenant.within(() => makeEmployee({ email: 'old@x.example', firstName: 'Old', lastName: 'Hand' }));
    const result = await imported(
      'firstname,lastname,email,employeecode,manager\n' +
        'A,One,one@x.example,,two@x.example\nB,Two,two@x.example,T-2,T-3\nC,Three,three@x.example,T-3,Old Hand\n' +
        'Old,Hand,old@x.example,,one@x.example\n',
    );
    expect(outcomes(result)).toEqual(['2 created', '3 created', '4 created', '5 skipped']);
    const [old, first, three, two] = await employees();
    expect([first?.managerId, two?.managerId, three?.managerId]).toEqual([two?._id, three?._id, old?._id]);
    expect(old?.managerId).toBeNull();
  });

  test('a full name that several have is a warning, and so is a loop of managers, which is broken', async () => {
    const result = await imported(
      'firstname,lastname,email,manager\n' +
        'Ana,Gil,ana1@x.example,\nAna,Gil,ana2@x.example,\nB,B,b@x.example,Ana Gil\n' +
        'C,C,c@x.example,d@x.example\nD,D,d@x.example,e@x.example\nE,E,e@x.example,c@x.example\n',
    );
    expect(result).toMatchObject({ created: 6, errors: 0 });
    expect(line(result, 4)?.warnings).toEqual([expect.stringContaining('ambiguous')]);
    const looped = await tenant.within(() =>
      EmployeeModel.find({ email: { $in: ['c@x.example', 'd@x.example', 'e@x.example'] } }).lean<Employee[]>(),
    );
    expect(looped.filter((employee) => employee.managerId === null)).toHaveLength(1);
    const warned = result.rows.filter((row) => row.row > 4 && row.warnings.length > 0);
    expect(warned).toEqual([expect.objectContaining({ warnings: [expect.stringContaining('loop')] })]);
  });
});

describe('the cells of rows with problems', () => {
  test('are those of the file, in the order of its headings, with the columns that are ignored', async () => {
    const rows = [
      'Notes;Email;First Name;Last Name;Manager',
      '"one; ""two""";bad;Ana; Gil ;',
      ';ok@x.example;Eva;Ruiz;',
      ';new@x.example;Leo;Paz;nobody',
      ';ok@x.example;Eva',
    ];
    const result = await imported(rows.join('\r\n'));
    expect(outcomes(result)).toEqual(['2 error', '3 created', '4 created', '5 skipped']);
    expect(result.rows.map(({ cells }) => cells)).toEqual([
      ['one; "two"', 'bad', 'Ana', 'Gil ', ''],
      undefined,
      ['', 'new@x.example', 'Leo', 'Paz', 'nobody'],
      ['', 'ok@x.example', 'Eva'],
    ]);
  });
});

describe('the demo file (610 rows, 12 of them bad)', () => {
  const SEED = 7;

  test('gives what its maker expects; importing it again changes nothing', async () => {
    await makeDemoFrame();
    const csv = generateEmployeesCsv(SEED);
    const expected = expectedImport(SEED);
    const { badRows, ...counts } = expected;
    const result = await imported(csv);
    expect(result).toMatchObject(counts);
    for (const { row, outcome, kind } of badRows) {
      expect([kind, line(result, row)?.outcome]).toEqual([kind, outcome]);
      const texts = (line(result, row)?.message ?? '') + (line(result, row)?.warnings ?? []).join();
      expect([kind, texts]).not.toEqual([kind, '']);
    }
    const bad = new Set(badRows.map((badRow) => badRow.row));
    expect(result.rows.filter((row) => !bad.has(row.row) && row.warnings.length > 0)).toEqual([]);

    const rows = await employees();
    const idOf = new Map(rows.map((row) => [row.email, row._id]));
    const people = demoPeople(SEED);
    expect(rows).toHaveLength(people.length);
    const spoiled = new Set(badRows.map(({ row }) => line(result, row)?.email));
    for (const person of people) {
      if (spoiled.has(person.email)) continue;
      const row = rows.find((employee) => employee.email === person.email);
      expect([person.email, row?.managerId]).toEqual([person.email, idOf.get(person.managerEmail ?? '') ?? null]);
      expect(row).toMatchObject({ employeeCode: person.employeeCode, hireDate: person.hireDate, status: 'Active' });
    }

    const again = await imported(csv);
    expect(again).toMatchObject({ created: 0, errors: expected.errors, skipped: expected.created + expected.skipped });
    expect(await employees()).toEqual(rows);
    expect(await usedRoom()).toBe(people.length);
  });

  test('dryRun says the same and writes nothing', async () => {
    await makeDemoFrame();
    await limit(400);
    const csv = generateEmployeesCsv(SEED);
    const planned = await imported(csv, '?dryRun=true');
    expect(planned.dryRun).toBe(true);
    expect(await employees()).toEqual([]);
    expect(await usedRoom()).toBe(0);
    expect(planned.rows.every((row) => row.employeeId === null)).toBe(true);
    const done = await imported(csv);
    expect(done.created).toBe(400);
    const withoutIds = (result: ImportResult) => result.rows.map((row) => ({ ...row, employeeId: null }));
    expect(withoutIds(done)).toEqual(withoutIds(planned));
  });
});

describe('limits of the organization', () => {
  test('rows past the limit are errors, earlier rows stay, and no one gets a manager who was not created', async () => {
    await limit(3);
    await tenant.within(() => makeEmployee({ status: EmployeeStatus.Active }));
    const result = await imported(
      'firstname,lastname,email,manager\n' +
        'A,A,a@x.example,c@x.example\nB,B,b@x.example,a@x.example\nC,C,c@x.example,\nD,,d@x.example,\n',
    );
    expect(outcomes(result)).toEqual(['2 created', '3 created', '4 error', '5 error']);
    expect(line(result, 4)?.message).toContain('PLAN_LIMIT_EMPLOYEES');
    expect(line(result, 2)?.warnings).toEqual([expect.stringContaining('c@x.example')]);
    expect([(await byEmail('a@x.example'))?.managerId, await usedRoom()]).toEqual([null, 3]);
  });

  test('two imports and single creates at the same time never pass the limit together', async () => {
    await limit(50);
    const file = (name: string) =>
      'firstname,lastname,email\n' +
      Array.from({ length: 40 }, (_, at) => `${name},P${at},${name}${at}@x.example\n`).join('');
    const single = (at: number) =>
      service()
        .call('post', '/api/employees', tenant.hr)
        .send({ firstName: 'S', lastName: 'S', email: `s${at}@x.example` });
    const [first, second, ...singles] = await Promise.all([
      imported(file('a')),
      imported(file('b')),
      ...Array.from({ length: 5 }, (_, at) => single(at)),
    ]);
    const createdAlone = singles.filter((answer) => answer.status === 201).length;
    expect(first.created + second.created + createdAlone).toBe(50);
    expect(await employees()).toHaveLength(50);
    expect(await usedRoom()).toBe(50);
  });
});

describe('the job', () => {
  test('Prefer: respond-async is 202 with the job, whose result is the report', async () => {
    const answer = await upload('firstname,lastname,email\nA,B,a@x.example\n').set('Prefer', 'respond-async');
    expect([answer.status, answer.body.type]).toEqual([202, 'people.import-employees']);
    expect(answer.headers.location).toBe(`/api/jobs/${answer.body.id}`);
    const events = await service().call('get', `${answer.headers.location}/events`, tenant.hr); // ends with the job
    expect(events.status).toBe(200);
    const job = await service().call('get', answer.headers.location ?? '', tenant.hr);
    expect(job.body).toMatchObject({
      status: 'Succeeded',
      progress: { done: 1, total: 1 },
      result: { total: 1, created: 1, rows: [{ row: 2, outcome: 'created' }] },
    });
  });

  test('the rows are listed by page and outcome, beside a small row of the job', async () => {
    const people = Array.from({ length: 500 }, (_, at) => {
      const email = at % 5 === 0 ? 'nowhere' : `p${at % 300}@x.example`;
      return `Ana,P${at},${email},${at % 7 === 0 ? 'No such department' : ''}\n`;
    });
    const { rows, ...summary } = await imported(`firstname,lastname,email,department\n${people.join('')}`);
    const { _id: id, result } = (await tenant.within(() => JobModel.findOne().lean<Job>()))!;
    const warnings = rows.filter((row) => row.warnings.length > 0).length;
    expect(result).toEqual({ ...summary, warnings });
    const read = (query: string, token = tenant.hr) => service().call('get', `/api/jobs/${id}${query}`, token);
    expect((await read('')).body.result.rows).toEqual(rows);
    expect((await read('?rows=false')).body.result).toEqual(result);
    expect((await read('/events?rows=false')).text).not.toContain('p1@x.example');

    const isProblem = (row: ImportRow) => row.outcome !== 'created' || row.warnings.length > 0;
    const filters: [string, (row: ImportRow) => boolean][] = [
      ['', () => true],
      ['&outcome=error', ({ outcome }) => outcome === 'error'],
      ['&outcome=skipped', ({ outcome }) => outcome === 'skipped'],
      ['&outcome=created', ({ outcome }) => outcome === 'created'],
      ['&outcome=problem', isProblem],
    ];
    for (const [query, isShown] of filters) {
      const expected = rows.filter(isShown);
      for (const [page, size] of [
        [1, 50],
        [2, 150],
        [3, 70],
        [2, 200],
        [9, 200],
      ] as const)
        // oxfmt-ignore
        expect((await read(`/rows?page=${page}&pageSize=${size}${query}`)).body).toEqual({
          items: expected.slice((page - 1) * size, page * size),
          totalCount: expected.length,
          page,
          pageSize: size,
          totalPages: Math.ceil(expected.length / size),
        });
    }
    expect(rows.filter(isProblem).length).toBeGreaterThan(200);
    expect([summary.skipped > 0, warnings > 0]).toEqual([true, true]);
    const refused = await read('/rows?outcome=lost');
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'outcome']);
    expect((await read('/rows', (await makeTenant()).hr)).status).toBe(404);
    expect((await read('/rows', tenant.user)).status).toBe(404);
    await tenant.within(() => JobModel.updateOne({ _id: id }, { $set: { status: JobStatus.Running } }));
    expect((await read('/rows')).status).toBe(409);
    await tenant.within(() => JobModel.updateOne({ _id: id }, { $set: { type: 'evaluation.generate' } }));
    expect((await read('/rows')).status).toBe(404);
  });

  /** Runs the handler as the worker does. */
  async function run(jobId: string, fileId: string): Promise<ImportResult> {
    const summary = await runHandler(importEmployees, { fileId, dateFormat: 'iso', dryRun: false }, { jobId });
    return { ...summary, rows: await allImportRows(jobId) };
  }

  test('an employee who was imported and deleted before the second run stays deleted', async () => {
    await tenant.within(async () => {
      const [jobId, fileId] = [
        newId(),
        await storedCsv('firstname,lastname,email\nA,B,a@x.example\nC,D,c@x.example\n'),
      ];
      const first = await run(jobId, fileId);
      await EmployeeModel.updateOne({ email: 'a@x.example' }, { $set: { isDeleted: true } });
      expect(await run(jobId, fileId)).toEqual(first);
      expect(await EmployeeModel.distinct('email')).toEqual(['c@x.example']);
    });
  });
});

describe('the file', () => {
  const ROW = 'firstname,lastname,email\nMaría,Núñez,maria@x.example\n';
  test.each<[string, Buffer]>([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${ROW}`)],
    ['UTF-16', Buffer.from(`\ufeff${ROW}`, 'utf16le')],
    ['Windows-1252', Buffer.from(ROW, 'latin1')],
    ['tabs', Buffer.from(ROW.replaceAll(',', '\t'))],
    ['quoted cells, other order', Buffer.from('"email","lastname","firstname"\r\n"maria@x.example","Núñez","María"')],
  ])('%s', async (_case, bytes) => {
    expect((await imported(bytes)).created).toBe(1);
    expect((await byEmail('maria@x.example'))?.fullName).toBe('María Núñez');
  });

  test.each<[string, Buffer]>([
    ['no required header', Buffer.from('firstname,lastname\nA,B\n')],
    ['an empty file', Buffer.from('')],
    ['a workbook', Buffer.from('504b030414000600', 'hex')],
    ['JSON', Buffer.from('[{"firstname":"A"}]')],
  ])('%s is 400 VALIDATION on file', async (_case, bytes) => {
    const answer = await upload(bytes);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field: 'file', message: expect.any(String) }]);
  });

  test('an unknown date format is 400 VALIDATION on dateFormat; no file is 400 on file', async () => {
    const format = await upload(ROW, '?dateFormat=yyyy');
    expect([format.status, format.body.validationErrors[0].field]).toEqual([400, 'dateFormat']);
    const none = await service().call('post', PATH, tenant.hr);
    expect([none.status, none.body.validationErrors[0].field]).toEqual([400, 'file']);
  });
});

describe('other headings, remembered per organization', () => {
  const POLISH = [
    'Imię;Nazwisko;"Adres poczty";"Przełożony e-mail"',
    'Ana;Gil;ana@x.example;eva@x.example',
    'Eva;Ruiz;eva@x.example;',
  ].join('\n');
  const assign = (headings: unknown, token = tenant.hr) =>
    service().call('put', '/api/employees/import-headings', token).send({ headings });
  const COLUMNS = [
    { heading: 'Imię', column: 'firstname' },
    { heading: 'Nazwisko', column: 'lastname' },
    { heading: 'Adres poczty', column: 'email' },
    { heading: 'Przełożony e-mail', column: 'manager' },
  ];

  test('a file without the required columns is refused with its headings, and read once they are assigned', async () => {
    const refused = await upload(POLISH, '?dryRun=true');
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'file']);
    expect(refused.body.headings).toEqual(COLUMNS.map(({ heading }) => ({ heading, column: null })));
    const assigned = await assign(COLUMNS);
    expect([assigned.status, assigned.body.headings]).toEqual([200, expect.arrayContaining(COLUMNS)]);
    const checked = await imported(POLISH, '?dryRun=true');
    expect([checked.created, checked.headings]).toEqual([2, COLUMNS]);
    expect(await imported(POLISH)).toMatchObject({ created: 2, headings: COLUMNS });
    expect((await byEmail('ana@x.example'))?.managerId).toBe((await byEmail('eva@x.example'))?._id);
  });

  test('they are read however they are written, and never in place of the column itself', async () => {
    await assign(COLUMNS);
    const result = await imported('IMIĘ,lastname,email,adres_poczty\nAna,Gil,ana@x.example,other@x.example\n');
    expect(result.headings?.map(({ column }) => column)).toEqual(['firstname', 'lastname', 'email', null]);
    expect(await byEmail('ana@x.example')).toBeDefined();
  });

  test('they belong to their organization, and null forgets one', async () => {
    await assign(COLUMNS);
    const other = await makeTenant();
    const read = async (token: string) => (await service().call('get', '/api/employees/import-headings', token)).body;
    expect(await read(other.hr)).toEqual({ headings: [], dateFormat: null });
    await assign([{ heading: ' IMIĘ ', column: null }]);
    expect((await read(tenant.hr)).headings).toHaveLength(3);
    expect((await assign(COLUMNS, tenant.user)).status).toBe(403);
  });

  test.each([
    [[{ heading: 'E-Mail', column: 'manager' }], 'headings[0].heading'],
    [[{ heading: 'Nombre', column: 'salary' }], 'headings[0].column'],
    [[{ heading: ' - ', column: 'email' }], 'headings[0].heading'],
  ])('%j is refused', async (headings, field) => {
    const { status, body } = await assign(headings);
    expect([status, body.validationErrors[0].field]).toEqual([400, field]);
  });
});

describe('a file as another system exports it', () => {
  const SPANISH = (dates: readonly string[]) =>
    [
      'Nombre;Apellido 1;Apellido 2;Correo electrónico;Departamento;Puesto;Fecha de alta;Talla',
      ...dates.map((date, at) => `Ana;Ruiz;Gil;a${at}@x.example;Logística;Analista;${date};M`),
    ].join('\n');

  test('is read by what its headings mean, and the order of its dates by their values', async () => {
    const checked = await imported(SPANISH(['03/04/2024', '25/12/2023']), '?dryRun=true');
    expect(checked).toMatchObject({ created: 2, errors: 0, dateFormat: 'dd/mm/yyyy' });
    expect(checked.headings?.map(({ column }) => column)).toEqual(['firstname', 'lastname', 'secondlastname', 'email', 'department', 'jobprofile', 'hiredate', null]); // oxfmt-ignore
    await imported(SPANISH(['03/04/2024', '25/12/2023']));
    expect(await byEmail('a0@x.example')).toMatchObject({ lastName: 'Ruiz Gil', hireDate: '2024-04-03' });
  });

  test('asks for the order of dates that read both ways, and remembers the answer', async () => {
    const file = SPANISH(['03/04/2024', '31/31/2024']);
    const checked = await imported(file, '?dryRun=true');
    expect(checked).toMatchObject({ created: 1, errors: 1, dateFormat: null, dateExamples: ['03/04/2024'] });
    const refused = await upload(file);
    expect([refused.status, refused.body.validationErrors[0].field, refused.body.dateExamples]).toEqual([400, 'dateFormat', ['03/04/2024']]); // oxfmt-ignore
    expect((await imported(file, '?dateFormat=mm/dd/yyyy')).created).toBe(1);
    expect((await byEmail('a0@x.example'))?.hireDate).toBe('2024-03-04');
    const { body } = await service().call('get', '/api/employees/import-headings', tenant.hr);
    expect(body).toEqual({ headings: [], dateFormat: 'mm/dd/yyyy' });
    expect(await imported(file, '?dryRun=true')).toMatchObject({ dateFormat: 'mm/dd/yyyy', skipped: 1 });
    const path = '/api/employees/import-headings';
    await service().call('put', path, tenant.hr).send({ headings: [], dateFormat: null });
    expect((await service().call('get', path, tenant.hr)).body.dateFormat).toBeNull();
  });

  test('a recognized heading that is assigned to no column is ignored', async () => {
    const headings = [{ heading: 'Departamento', column: null }];
    await service().call('put', '/api/employees/import-headings', tenant.hr).send({ headings });
    const { headings: read } = await imported(SPANISH([]), '?dryRun=true');
    expect(read?.find(({ heading }) => heading === 'Departamento')?.column).toBeNull();
  });

  test('what its rows name is listed with the number of rows, and created on request', async () => {
    const file = SPANISH(['2024-01-31', '2024-01-31']);
    const checked = await imported(file, '?dryRun=true');
    expect(checked.unknownNames).toEqual([
      { kind: 'departments', name: 'Logística', rows: 2 },
      { kind: 'jobProfiles', name: 'Analista', rows: 2 },
    ]);
    expect(line(checked, 2)?.warnings).toHaveLength(2);
    const created = await imported(file, '?create=departments,jobprofiles');
    expect([created.created, line(created, 2)?.warnings, created.unknownNames]).toEqual([2, [], undefined]);
    const { departmentId, jobProfileId } = (await byEmail('a1@x.example')) ?? {};
    const [department, profile] = await tenant.within(async () => [
      await DepartmentModel.findById(departmentId).lean(),
      await JobProfileModel.findById(jobProfileId).lean(),
    ]);
    expect([department?.name, profile]).toMatchObject(['Logística', { name: 'Analista', version: 1, isCurrent: true }]);
    expect((await upload(file, '?create=managers')).body.validationErrors).toMatchObject([{ field: 'create' }]);
  });
});
