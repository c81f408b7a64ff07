import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { ItemType } from '../../../shared/framework/template.rules';
import { makeApiKey } from '../../factories/api-key';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { pdfText } from '../../worker/render/pdf.probe';
import { readWorkbook } from '../../worker/render/workbook.probe';

// Requirement levels and potential are 1 to 5 whatever the scale of the template. One cycle is played over HTTP
// with scores from 0 to 10; with these figures taken as levels Ana would have no gap and be a Star.

const service = useService();
const { Self, Manager } = EvaluatorType;

let tenant: TestTenant;
let ana: string;
let boss: string;
let cycleId: string;
let pathId: string;
let bossToken: string;

const send = async (method: 'post' | 'put', path: string, body: object = {}, token = tenant.hr) =>
  service().call(method, path, token).send(body);
const get = async (path: string, token = tenant.hr) => (await service().call('get', path, token).expect(200)).body;
const create = async (path: string, body: object): Promise<string> => {
  const response = await send('post', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
};
const file = async (path: string, body: object): Promise<Buffer> =>
  (await service().call('post', path, tenant.hr).send(body).buffer(true).parse(readBytes).expect(200)).body;

/** Answers the form of one evaluator, item by item, and submits it. */
async function answer(token: string, evaluatorType: EvaluatorType, scores: Record<string, number>) {
  const rows = (await get('/api/my-evaluations', token)).items as { id: string; evaluatorType: string }[];
  const { id } = rows.find((row) => row.evaluatorType === `${evaluatorType}`)!;
  const { template } = await get(`/api/my-evaluations/${id}`, token);
  const items = (template.sections as { items: { id: string; text: string }[] }[]).flatMap((section) => section.items);
  const answers = items.map((item) => ({ itemId: item.id, score: scores[item.text] }));
  const tooHigh = [{ itemId: items[0]!.id, score: 11 }];
  expect((await send('post', `/api/my-evaluations/${id}/respond`, { answers: tooHigh }, token)).status).toBe(400);
  expect((await send('post', `/api/my-evaluations/${id}/respond`, { answers }, token)).status).toBe(200);
  expect((await send('post', `/api/my-evaluations/${id}/submit`, {}, token)).status).toBe(200);
}

beforeAll(async () => {
  tenant = await makeTenant();
  const alpha = await create('/api/competencies', { code: 'A', name: 'Alpha' });
  const beta = await create('/api/competencies', { code: 'B', name: 'Beta' });
  const profile = await create('/api/job-profiles', {
    name: 'Engineer',
    requirements: [
      { competencyId: alpha, requiredLevel: 4, isCritical: true },
      { competencyId: beta, requiredLevel: 4 },
    ],
  });
  const senior = await create('/api/job-profiles', {
    name: 'Senior engineer',
    requirements: [
      { competencyId: alpha, requiredLevel: 4 },
      { competencyId: beta, requiredLevel: 4 },
    ],
  });
  boss = await create('/api/employees', { firstName: 'Zoe', lastName: 'Boss', email: 'zoe@example.test' });
  const hired = { firstName: 'Ana', lastName: 'Diez', email: 'ana@example.test' };
  ana = await create('/api/employees', { ...hired, managerId: boss, jobProfileId: profile });
  bossToken = await tenant.signedIn({ employeeId: boss });
  const steps = [profile, senior].map((jobProfileId, at) => ({ order: at + 1, jobProfileId, minMonths: 12 }));
  pathId = await create('/api/career-paths', { name: 'Engineers', steps });
  expect((await send('put', `/api/career-paths/${pathId}/employees/${ana}`)).status).toBe(200);
  const rating = (text: string, more: object) => ({ text, type: ItemType.Rating, ...more });
  const templateId = await create('/api/evaluation-templates', {
    name: 'From 0 to 10',
    scale: { min: 0, max: 10 },
    sections: [
      {
        title: 'All',
        items: [
          rating('alpha', { competencyId: alpha }),
          rating('beta', { competencyId: beta }),
          rating('potential', { measuresPotential: true, evaluatorTypes: [Manager] }),
        ],
      },
    ],
  });
  cycleId = await create('/api/evaluation-cycles', { name: 'Out of ten', templateId });
  expect((await send('post', `/api/evaluation-cycles/${cycleId}/generate-evaluations`)).status).toBe(200);
  expect((await send('post', `/api/evaluation-cycles/${cycleId}/status/Open`)).status).toBe(200);
  await answer(await tenant.signedIn({ employeeId: ana }), Self, { alpha: 6, beta: 7 });
  await answer(bossToken, Manager, { alpha: 5, beta: 8, potential: 5 });
  expect((await send('post', `/api/evaluation-cycles/${cycleId}/status/Closed`)).status).toBe(200);
});

/** Alpha (6 · 0.2 + 5 · 0.5) / 0.7 = 5.29 of 10 is level 3.11; Beta (7 · 0.2 + 8 · 0.5) / 0.7 = 7.71 is 4.09. */
const ALPHA = { requirement: 'Alpha', requiredLevel: 4, currentLevel: 3.11, gapLevel: 1, priority: 2 };
const BETA = { requirement: 'Beta', requiredLevel: 4, currentLevel: 4.09, gapLevel: 0, priority: 4 };

describe('a cycle with scores from 0 to 10', () => {
  test('scores are shown on their own scale, levels of requirements from 1 to 5', async () => {
    const { items } = await get(`/api/evaluation-results?cycleId=${cycleId}`);
    expect(items.find(({ subjectId }: { subjectId: string }) => subjectId === ana)).toMatchObject({
      subject: 'Ana Diez',
      overall: 6.5,
      effective: 6.5,
    });
    const detail = await get(`/api/evaluation-results/${cycleId}/subjects/${ana}`);
    expect(detail).toMatchObject({ overall: 6.5, scale: { min: 0, max: 10 }, requirements: [ALPHA, BETA] });
    expect(detail.sections[0].items.map(({ average }: { average: number }) => average)).toEqual([5.29, 7.71, 5]);
  });

  test('gaps, heatmap and dashboard', async () => {
    const gaps = await get(`/api/gap-analysis?cycleId=${cycleId}`);
    expect(gaps.items).toEqual([expect.objectContaining(ALPHA), expect.objectContaining(BETA)]);
    const { rows, subjects } = await get(`/api/gap-heatmap?cycleId=${cycleId}`);
    const column = subjects.findIndex(({ id }: { id: string }) => id === ana);
    expect(rows.map((row: { requirement: string; cells: number[] }) => [row.requirement, row.cells[column]])).toEqual([
      ['Alpha', 1],
      ['Beta', 0],
    ]);
    const dashboard = await get(`/api/dashboards/organizational?cycleId=${cycleId}`);
    expect(dashboard.topGaps.map(({ requirement }: { requirement: string }) => requirement)).toEqual(['Alpha']);
    const { bins } = dashboard.scores;
    expect([bins.length, bins.find(({ count }: { count: number }) => count > 0).name]).toEqual([10, '6.00-6.99']);
  });

  test('nine-box: 6.5 of 10 is level 3.6, a potential of 5 of 10 is 3', async () => {
    const { boxes, scale, unplaced } = await get('/api/nine-box');
    expect(scale).toEqual({ min: 0, max: 10 });
    expect(boxes[4].employees).toEqual([
      {
        id: ana,
        name: 'Ana Diez',
        departmentId: null,
        department: null,
        performanceScore: 6.5,
        potentialScore: 3,
        performanceLevel: 'Medium',
        potentialLevel: 'Medium',
        potentialSource: 'Manager',
        isEstimated: false,
        isNearBorder: false,
      },
    ]);
    expect(unplaced).toEqual([{ id: boss, name: 'Zoe Boss', departmentId: null, department: null, reason: 'NoScore' }]);
    const workbook = await readWorkbook(await file('/api/nine-box/export-excel', {}));
    const cells = JSON.stringify(workbook.getWorksheet('Nine-Box')!.getSheetValues());
    expect(cells).toContain('Score 0 to 10, potential 1 to 5');
    const listed = workbook.getWorksheet('Employees')!.getSheetValues() as unknown[][];
    expect(listed.find((row) => row?.[1] === 'Ana Diez')?.slice(1, 6)).toEqual(['Ana Diez', 6.5, 3, 'Medium', 4]);
  });

  test('readiness for the next step: Beta is met, Alpha is not', async () => {
    const { steps } = await get(`/api/career-paths/${pathId}/readiness/${ana}`);
    expect(steps.map(({ needed, met }: { needed: number; met: number }) => [needed, met])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    const own = await get('/api/dashboards/manager', bossToken);
    expect(own.reports).toEqual([
      expect.objectContaining({
        readiness: 50,
        result: expect.objectContaining({ effective: 6.5, hiddenTypes: [], scale: { min: 0, max: 10 } }),
      }),
    ]);
  });

  test('the public datasets say the same', async () => {
    const key = await makeApiKey(tenant);
    const rows = async (set: string) =>
      (await service().call('get', `/api/v1/datasets/${set}?cycleId=${cycleId}`).set('X-Api-Key', key)).body;
    const gaps = await rows('gaps');
    expect(gaps).toHaveLength(2);
    expect(gaps).toEqual(expect.arrayContaining([expect.objectContaining(ALPHA), expect.objectContaining(BETA)]));
    expect(await rows('nine-box')).toEqual([
      expect.objectContaining({ performanceScore: 6.5, potentialScore: 3, performanceLevel: 'Medium', box: 4 }),
    ]);
    const scores = (await rows('scores')) as { employeeId: string; overall: number }[];
    expect(scores.find(({ employeeId }) => employeeId === ana)).toMatchObject({ overall: 6.5, effective: 6.5 });
  });

  test('the report shows both scales and says so', async () => {
    const text = pdfText(await file('/api/evaluation-results/export-pdf', { cycleId, subjectId: ana }));
    expect(text).toMatch(/6\.50\s+of 10/);
    expect(text).toContain('Levels from 1 to 5, converted from scores of 0 to 10.');
    expect(text).toMatch(/Alpha +3\.11 \/ 4/);
  });

  test('a manager and the subject are no raters of one type: they are not compared', async () => {
    const { items } = await get(`/api/evaluation-results/${cycleId}/raters`);
    expect(items.map(({ agreement }: { agreement: number | null }) => agreement)).toEqual([null, null]);
  });

  test('calibrated scores are on the scale of the template, potential is 1 to 5', async () => {
    const session = await create('/api/calibration', { cycleId, name: 'All' });
    const entry = `/api/calibration/${session}/entries/${ana}`;
    const reason = 'Compared with the others of the team.';
    for (const [body, field] of [
      [{ calibrated: 10.5, reason }, 'calibrated'],
      [{ calibrated: 8, potential: 6, reason }, 'potential'],
      [{ calibrated: 8, potential: 0, reason }, 'potential'],
    ] as const) {
      const refused = await send('put', entry, body);
      expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, field]);
    }
    expect((await send('put', entry, { calibrated: 7.5, potential: 4, reason })).status).toBe(200);
    const preview = await get(`/api/calibration/${session}/preview`);
    expect(preview.moves).toEqual([expect.objectContaining({ from: 4, to: 8, count: 1 })]);
    expect((await send('post', `/api/calibration/${session}/apply`)).status).toBe(200);
    const { boxes } = await get('/api/nine-box');
    expect(boxes[8].employees[0]).toMatchObject({ performanceScore: 7.5, potentialScore: 4 });
  });
});
