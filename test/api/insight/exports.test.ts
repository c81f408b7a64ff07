import type { HeatmapRowView } from '../../../api/insight/gap-heatmap.dto';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel, type RequirementSnapshot } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { enqueue } from '../../../shared/jobs/enqueue';
import { JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import {
  type EvaluatedCycle,
  makeEmployee,
  makeEvaluatedCycle,
  makeTemplate,
  type SubjectPlan,
} from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';
import { partsOf, readWorkbook, stringCells } from '../../worker/render/workbook.probe';

const service = useService();
const { Self, Manager, Peer } = EvaluatorType;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const [LISTENING, PLANNING] = [newId(), newId()];

let tenant: TestTenant;
let departmentId: string;
let closed: EvaluatedCycle;

const requirements: RequirementSnapshot[] = [
  { requirementId: PLANNING, requirement: '=Planning', requiredLevel: 5, isCritical: false },
  { requirementId: LISTENING, requirement: 'Listening', requiredLevel: 4, isCritical: true },
];

/** Subjects rated by themselves and their manager, alike at every item. */
async function makeCycle(plans: { name: string; rating: number; more?: SubjectPlan }[], name: string) {
  const template = await makeTemplate(tenant, {
    items: [
      templateItem({ text: 'Listens to others', competencyId: LISTENING }),
      templateItem({ text: 'Plans ahead', competencyId: PLANNING }),
      templateItem({ text: 'Could lead', measuresPotential: true }),
    ],
  });
  const subjects: SubjectPlan[] = [];
  for (const { name: firstName, rating, more } of plans)
    subjects.push({
      employee: await makeEmployee(tenant, { firstName, lastName: 'Prueba' }),
      requirements,
      evaluators: [
        { type: Self, rating },
        { type: Manager, rating, potential: rating, comment: `Seen of ${firstName}` },
      ],
      ...more,
    });
  return makeEvaluatedCycle(tenant, { cycle: { name }, template, subjects });
}

beforeAll(async () => {
  tenant = await makeTenant({ timezone: 'Europe/Madrid' });
  departmentId = await tenant.within(async () => {
    const row = await DepartmentModel.create({ name: 'Ventas' });
    return row._id;
  });
  closed = await makeCycle(
    [
      { name: 'Ana', rating: 5, more: { evaluation: { departmentId } } },
      { name: 'Berta', rating: 3 },
      { name: 'Ciro', rating: 1, more: { evaluation: { departmentId } } },
      { name: 'Dora', rating: 1, more: { evaluators: [{ type: Self, status: ParticipantStatus.InProgress }] } },
      { name: 'Elsa', rating: 4, more: { evaluators: [{ type: Self, rating: 4 }], requirements: [] } },
    ],
    'Anual / 2026',
  );
  const job = await tenant.within(async () =>
    endOf(await enqueue('insight.recalculate-gaps', { cycleId: closed.cycle._id })),
  );
  expect(job.status).toBe(JobStatus.Succeeded);
});

const post = (path: string, body: object, token: string | null = tenant.hr) =>
  service().call('post', path, token).send(body).buffer(true).parse(readBytes);
const PDF_PATH = '/api/evaluation-results/export-pdf';
const HEATMAP_PATH = '/api/gap-heatmap/export-excel';
const NINE_BOX_PATH = '/api/nine-box/export-excel';

const errorOf = (answer: { body: Buffer }) => JSON.parse(answer.body.toString()).errorCode;

/** The rows of a sheet as arrays, the first column at index 0. */
async function rowsOf(bytes: Buffer, sheetName: string): Promise<unknown[][]> {
  const sheet = (await readWorkbook(bytes)).getWorksheet(sheetName)!;
  const rows: unknown[][] = [];
  sheet.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}

describe('report as PDF', () => {
  const subjectOf = (made: EvaluatedCycle, at: number) => made.subjects[at]!.employee._id;

  test('a complete report: names, dates, scores, comments, requirements, generation time; the JSON has the same score', async () => {
    const body = { cycleId: closed.cycle._id, subjectId: subjectOf(closed, 1) };
    const answer = await post(PDF_PATH, body);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(
      'filename="Evaluation report - Berta Prueba - Anual 2026.pdf"',
    );
    const text = pdfText(answer.body);
    for (const shown of [
      'Berta Prueba',
      'Anual / 2026',
      '1 Jan 2026 – 31 Mar 2026',
      'Listens to others',
      'Seen of Berta',
    ])
      expect(text).toContain(shown);
    const path = `/api/evaluation-results/${body.cycleId}/subjects/${body.subjectId}`;
    const { overall } = (await service().call('get', path, tenant.hr)).body;
    expect(overall).toBe(3);
    expect(text).toContain(overall.toFixed(2));
    expect(text).toMatch(/Listening +3\.00 \/ 4/);
    expect(text).toMatch(/Generated \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/Madrid\)/);
    expect(text).not.toContain('Partial');
  });

  test('the worked example prints 4.33, and an open cycle is marked as partial', async () => {
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.InProgress },
      subjects: [
        {
          evaluators: [
            { type: Self, rating: 4 },
            { type: Manager, rating: 5 },
            ...[3, 3, 3].map((rating) => ({ type: Peer, rating })),
            { type: Peer, status: ParticipantStatus.InProgress, rating: 1 },
          ],
        },
      ],
    });
    const answer = await post(PDF_PATH, { cycleId: made.cycle._id, subjectId: subjectOf(made, 0) });
    expect(answer.status).toBe(200);
    const text = pdfText(answer.body);
    expect(text).toContain('4.33');
    expect(text).toMatch(/partial/i);
  });

  test('the radar works before the gaps were ever calculated', async () => {
    const made = await makeCycle([{ name: 'Gala', rating: 2 }], 'Open cycle');
    await tenant.within(() => CycleModel.updateOne({ _id: made.cycle._id }, { $set: { status: CycleStatus.Open } }));
    const answer = await post(PDF_PATH, { cycleId: made.cycle._id, subjectId: subjectOf(made, 0) });
    expect(pdfText(answer.body)).toMatch(/Listening +2\.00 \/ 4/);
  });

  test('no data: the file with a note', async () => {
    const answer = await post(PDF_PATH, { cycleId: closed.cycle._id, subjectId: subjectOf(closed, 3) });
    expect(answer.status).toBe(200);
    expect(pdfText(answer.body)).toContain('No evaluation has been submitted yet.');
  });

  test('respond-async: 202 with the job, whose file is the report', async () => {
    const body = { cycleId: closed.cycle._id, subjectId: subjectOf(closed, 0) };
    const answer = await service().call('post', PDF_PATH, tenant.hr).set('Prefer', 'respond-async').send(body);
    expect(answer.status).toBe(202);
    const id: string = answer.body.id;
    const job = await tenant.within(async () => endOf((await JobModel.findById(id).lean())! as never));
    const file = await service()
      .call('get', `${answer.headers.location}/file`, tenant.hr)
      .buffer(true)
      .parse(readBytes);
    expect([file.status, file.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const stored = await service()
      .call('get', `/api/files/${job.fileId}/download`, tenant.hr)
      .buffer(true)
      .parse(readBytes);
    expect(stored.body.equals(file.body)).toBe(true);
  });

  test.each([
    ['an unknown cycle', () => ({ cycleId: newId(), subjectId: subjectOf(closed, 0) }), 404, 'NOT_FOUND'],
    ['an unknown subject', () => ({ cycleId: closed.cycle._id, subjectId: newId() }), 404, 'NOT_FOUND'],
    ['a malformed cycle', () => ({ cycleId: 'x', subjectId: subjectOf(closed, 0) }), 400, 'VALIDATION'],
    ['no subject', () => ({ cycleId: closed.cycle._id }), 400, 'VALIDATION'],
  ])('%s', async (_case, body, status, code) => {
    const answer = await post(PDF_PATH, body());
    expect([answer.status, errorOf(answer)]).toEqual([status, code]);
  });
});

describe('heatmap workbook', () => {
  const json = async (query = '') =>
    (await service().call('get', `/api/gap-heatmap?cycleId=${closed.cycle._id}${query}`, tenant.hr)).body;

  test('one sheet Heatmap whose rows are those of the JSON', async () => {
    const answer = await post(HEATMAP_PATH, { cycleId: closed.cycle._id });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(XLSX);
    expect(answer.headers['content-disposition']).toContain('filename="Gap heatmap - Anual 2026.xlsx"');
    expect((await readWorkbook(answer.body)).worksheets.map(({ name }) => name)).toEqual(['Heatmap']);

    const heatmap = await json();
    expect(heatmap.subjects.map(({ name }: { name: string }) => name.split(' ')[0])).toEqual([
      'Ana',
      'Berta',
      'Ciro',
      'Dora',
      'Elsa',
    ]);
    // Listening asks for 4 and is critical, Planning for 5; the ratings are 5, 3, 1, none; Elsa has no requirements.
    expect(heatmap.rows).toEqual([
      {
        requirementId: PLANNING,
        requirement: '=Planning',
        isCritical: false,
        averageGap: 2,
        affected: 2,
        percent: 66.67,
        burden: 4,
        cells: [0, 2, 4, null, null],
      },
      {
        requirementId: LISTENING,
        requirement: 'Listening',
        isCritical: true,
        averageGap: 1.33,
        affected: 2,
        percent: 66.67,
        burden: 5.33,
        cells: [0, 1, 3, null, null],
      },
    ]);
    const rows = await rowsOf(answer.body, 'Heatmap');
    const heading = rows.findIndex((row) => row.length > 5 && String(row[4]).startsWith('Ana'));
    expect(rows[heading]!.slice(4)).toEqual(heatmap.subjects.map(({ name }: { name: string }) => name));
    expect(rows.slice(heading + 1).map((row) => [...row.slice(0, 3), Number(row[3]) * 100, ...row.slice(4)])).toEqual(
      heatmap.rows.map((row: HeatmapRowView) => [
        row.requirement,
        row.averageGap,
        row.affected,
        expect.closeTo(row.percent ?? 0, 9),
        ...row.cells.slice(0, 3),
      ]),
    );
    const quoted = stringCells(partsOf(answer.body)).find(({ text }) => text === '=Planning');
    expect(quoted).toMatchObject({ quoted: true }); // text, never a formula
  });

  test('filtered by the department of the generation, which the header names', async () => {
    const answer = await post(HEATMAP_PATH, { cycleId: closed.cycle._id, departmentId });
    const text = JSON.stringify(await rowsOf(answer.body, 'Heatmap'));
    expect(text).toContain('Ventas');
    expect(text).toContain('Ciro');
    expect(text).not.toContain('Berta');
    const heatmap = await json(`&departmentId=${departmentId}`);
    expect([heatmap.department, heatmap.rows[1].cells, heatmap.rows[1].averageGap]).toEqual(['Ventas', [0, 3], 1.5]);
  });

  test('a cycle without gap run: a workbook with a note, and JSON without rows', async () => {
    const made = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Draft } });
    const answer = await post(HEATMAP_PATH, { cycleId: made.cycle._id });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await rowsOf(answer.body, 'Heatmap'))).toContain('when it is closed');
    const view = await service().call('get', `/api/gap-heatmap?cycleId=${made.cycle._id}`, tenant.hr);
    expect([view.body.rows, view.body.calculatedAt, view.body.subjects.length]).toEqual([[], null, 1]);
  });

  test('while a cycle is open: the workbook and the JSON of the last Closed one', async () => {
    const open = await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open } });
    const answer = await post(HEATMAP_PATH, { cycleId: open.cycle._id });
    const [first, second] = await rowsOf(answer.body, 'Heatmap');
    expect([first, second]).toEqual([['Gap heatmap'], ['Cycle', closed.cycle.name]]);
    const view = await service().call('get', `/api/gap-heatmap?cycleId=${open.cycle._id}`, tenant.hr);
    expect(view.body).toEqual(await json());
  });

  test.each([
    ['an unknown cycle', () => ({ cycleId: newId() }), 404],
    ['an unknown department', () => ({ cycleId: closed.cycle._id, departmentId: newId() }), 404],
    ['an unknown job profile', () => ({ cycleId: closed.cycle._id, jobProfileId: newId() }), 404],
    ['a malformed department', () => ({ cycleId: closed.cycle._id, departmentId: 'x' }), 400],
    ['no cycle', () => ({}), 400],
  ])('%s', async (_case, body, status) => {
    const answer = await post(HEATMAP_PATH, body());
    expect([answer.status, errorOf(answer)]).toEqual([status, status === 404 ? 'NOT_FOUND' : 'VALIDATION']);
  });
});

describe('nine-box workbook', () => {
  const json = async (query = '') => (await service().call('get', `/api/nine-box${query}`, tenant.hr)).body;
  const placesOf = (view: { boxes: { box: number; label: string; employees: { name: string }[] }[] }) =>
    view.boxes.flatMap(({ box, label, employees }) => employees.map(({ name }) => [name.split(' ')[0], box, label]));

  test('without a cycle the last Closed one: the same people in the same boxes as in the JSON', async () => {
    const view = await json();
    expect([view.cycleId, view.boxes.length]).toEqual([closed.cycle._id, 9]);
    expect(placesOf(view)).toEqual([
      ['Ciro', 0, 'Riesgo'],
      ['Berta', 4, 'Empleado clave'],
      ['Ana', 8, 'Estrella'],
    ]);
    expect(view.unplaced.map(({ name, reason }: Record<string, string>) => [name!.split(' ')[0], reason])).toEqual([
      ['Dora', 'NoScore'],
      ['Elsa', 'NoPotential'],
    ]);
    const answer = await post(NINE_BOX_PATH, {});
    expect([answer.status, answer.headers['content-type']]).toEqual([200, XLSX]);
    expect(answer.headers['content-disposition']).toContain('filename="Nine-box - Anual 2026.xlsx"');
    const rows = await rowsOf(answer.body, 'Employees');
    const inSheet = rows.flatMap((row) => (/ Prueba$/.test(String(row[0])) ? [row.slice(0, 6)] : []));
    expect(inSheet.filter((row) => row[4] !== undefined && row[4] !== null)).toEqual(
      expect.arrayContaining(
        view.boxes.flatMap((box: { box: number; label: string; employees: Record<string, never>[] }) =>
          box.employees.map((employee) => [
            employee.name,
            employee.performanceScore,
            employee.potentialScore,
            employee.potentialLevel,
            box.box,
            box.label,
          ]),
        ),
      ),
    );
    expect(inSheet).toHaveLength(5);
    expect(JSON.stringify(await rowsOf(answer.body, 'Nine-Box'))).toContain('Estrella');
  });

  test('potential: the newer of calibration and HR, then managers, then met requirements; filters apply', async () => {
    const made = await makeCycle(
      [
        { name: 'Calibrated', rating: 3 },
        { name: 'Hr', rating: 3 },
        { name: 'Managed', rating: 3 },
        { name: 'Ready', rating: 4, more: { evaluators: [{ type: Self, rating: 4 }] } },
      ],
      'Potentials',
    );
    await tenant.within(async () => {
      const [first, second] = made.subjects;
      const [older, newer] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
      const both = { calibratedPotential: 5, hrPotential: 1 };
      await EvaluationModel.updateOne(
        { _id: first!.evaluation._id },
        { $set: { ...both, calibratedPotentialAt: newer, hrPotentialAt: older, calibrated: 4.5 } },
      );
      await EvaluationModel.updateOne(
        { _id: second!.evaluation._id },
        { $set: { ...both, calibratedPotentialAt: older, hrPotentialAt: newer, departmentId } },
      );
      await endOf(await enqueue('insight.recalculate-gaps', { cycleId: made.cycle._id }));
    });
    const view = await json(`?cycleId=${made.cycle._id}`);
    const employees = view.boxes.flatMap((box: { employees: Record<string, unknown>[] }) => box.employees);
    const byName = new Map<string, Record<string, unknown>>(
      employees.map((employee: { name: string }) => [employee.name.split(' ')[0], employee]),
    );
    expect(byName.get('Calibrated')).toMatchObject({
      performanceScore: 4.5,
      potentialScore: 5,
      potentialSource: 'Calibration',
    });
    expect(byName.get('Hr')).toMatchObject({ potentialScore: 1, potentialSource: 'Hr' });
    expect(byName.get('Managed')).toMatchObject({ potentialScore: 3, potentialSource: 'Manager' });
    // Listening (4) is met, Planning (5) is not: 1 + 4 x 1/2.
    expect(byName.get('Ready')).toMatchObject({ potentialScore: 3, potentialSource: 'ProfileReadiness' });
    expect(placesOf(await json(`?cycleId=${made.cycle._id}&departmentId=${departmentId}`))).toEqual([
      ['Hr', 1, 'Efectivo'],
    ]);
    // "Potentials" was closed last, so it is the default from now on; the first cycle is restored for the other tests.
    expect((await json()).cycleId).toBe(made.cycle._id);
    await tenant.within(() =>
      CycleModel.updateOne({ _id: made.cycle._id }, { $set: { status: CycleStatus.Draft, closedAt: null } }),
    );
  });

  test('no closed cycle: the workbook with a note, and an empty JSON', async () => {
    const empty = await makeTenant({ locale: 'es-MX' });
    const answer = await post(NINE_BOX_PATH, {}, empty.hr);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, XLSX]);
    expect(answer.headers['content-disposition']).toContain('filename=Nine-box.xlsx');
    expect(JSON.stringify(await rowsOf(answer.body, 'Nine-Box'))).toContain('Aún no hay ningún ciclo cerrado.');
    const view = (await service().call('get', '/api/nine-box', empty.hr)).body;
    expect([view.cycleId, view.boxes.length, placesOf(view), view.unplaced]).toEqual([null, 9, [], []]);
  });

  test.each([
    ['an unknown cycle', () => ({ cycleId: newId() }), 404],
    ['an unknown department', () => ({ departmentId: newId() }), 404],
    ['a malformed job profile', () => ({ jobProfileId: 'x' }), 400],
  ])('%s', async (_case, body, status) => {
    const answer = await post(NINE_BOX_PATH, body());
    expect([answer.status, errorOf(answer)]).toEqual([status, status === 404 ? 'NOT_FOUND' : 'VALIDATION']);
  });
});

describe('who may export', () => {
  test.each([
    // Whom else the report serves, the rows decide: own-report.test.ts.
    ['the report', PDF_PATH, () => ({ cycleId: closed.cycle._id, subjectId: closed.subjects[0]!.employee._id }), 404],
    ['the heatmap', HEATMAP_PATH, () => ({ cycleId: closed.cycle._id }), 403],
    ['the nine-box', NINE_BOX_PATH, () => ({ cycleId: closed.cycle._id }), 403],
  ])('%s: 401, not for a user, and 404 for another organization', async (_case, path, body, forUser) => {
    const other = await makeTenant();
    const answers = [
      await post(path, body(), null),
      await post(path, body(), tenant.user),
      await post(path, body(), other.hr),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, forUser, 404]);
  });
});
