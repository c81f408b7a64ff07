import type { BoxCount } from '../../../api/growth/dashboards/organizational-dashboard.dto';
import type { HeatmapRowView } from '../../../api/insight/gap-heatmap.dto';
import type { NineBoxView } from '../../../api/insight/nine-box/nine-box.dto';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { JobModel } from '../../../shared/jobs/job.model';
import { makeApiKey } from '../../factories/api-key';
import { makeCareerPath } from '../../factories/career-path';
import { makeEmployee } from '../../factories/employee';
import { makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { readBytes } from '../../support/read-bytes';
import { useService } from '../../support/service';
import { readWorkbook } from '../../worker/render/workbook.probe';

// After each step every surface that shows gaps, the nine-box or results is compared with one table.

const service = useService();
const { Self, Manager } = EvaluatorType;

let tenant: TestTenant;
let key: string;
let pathId: string;
let subject: { id: string; name: string; token: string };
let manager: string;
let older: string;
let recent: string;

/** A subject whose level is 2 in the older and 3 in the recent cycle, where 4 is required. Both are closed over HTTP. */
beforeAll(async () => {
  tenant = await makeTenant();
  key = await makeApiKey(tenant);
  const { competency, employee, managerId, path } = await tenant.within(async () => {
    const alpha = await makeCompetency({ name: 'Alpha' });
    const junior = await makeJobProfile([{ competencyId: alpha._id, requiredLevel: 1 }], { name: 'Junior' });
    const senior = await makeJobProfile([{ competencyId: alpha._id, requiredLevel: 3 }], { name: 'Senior' });
    const boss = await makeEmployee({ firstName: 'Zoe' });
    const ana = await makeEmployee({ firstName: 'Ana', managerId: boss._id, jobProfileId: junior._id });
    const career = await makeCareerPath([junior._id, senior._id], [ana._id]);
    return { competency: alpha._id, employee: ana, managerId: boss._id, path: career._id };
  });
  pathId = path;
  subject = { id: employee._id, name: employee.fullName, token: await tenant.signedIn({ employeeId: employee._id }) };
  manager = await tenant.signedIn({ employeeId: managerId });
  const template = await makeTemplate(tenant, { items: [templateItem({ competencyId: competency })] });
  const requirements = [{ requirementId: competency, requirement: 'Alpha', requiredLevel: 4, isCritical: false }];
  const cycleOf = async (name: string, rating: number) => {
    const evaluators = [
      { type: Self, rating },
      { type: Manager, evaluatorId: managerId, rating },
    ];
    const subjects = [{ employee, requirements, evaluators, evaluation: { hrPotential: null } }];
    const made = await makeEvaluatedCycle(tenant, { template, cycle: { name, status: undefined }, subjects });
    await move(made.cycle._id, 'Open');
    await move(made.cycle._id, 'Closed');
    return made.cycle._id;
  };
  older = await cycleOf('Older', 2);
  recent = await cycleOf('Recent', 3);
});

const get = async (path: string, token = tenant.hr) => service().call('get', path, token);
const post = async (path: string, body: object = {}, token = tenant.hr) =>
  service().call('post', path, token).send(body);
const download = async (path: string, body: object, token = tenant.hr) =>
  service().call('post', path, token).send(body).buffer(true).parse(readBytes);
const publicRows = async (path: string) => (await service().call('get', `/api/v1/${path}`).set('X-Api-Key', key)).body;
const move = async (cycleId: string, status: string) => {
  const response = await post(`/api/evaluation-cycles/${cycleId}/status/${status}`);
  expect(response.status).toBe(200);
  return response.body;
};
const publish = async (cycleId: string) => post(`/api/evaluation-results/${cycleId}/publish`);
const gapJobs = () => tenant.within(() => JobModel.countDocuments({ type: 'insight.recalculate-gaps' }));
const named = (rows: { cycle?: string | null; cycleName?: string | null }[]) =>
  rows.map(({ cycle, cycleName }) => cycle ?? cycleName);

/** How many cells of a workbook's sheet hold this text. */
async function cellsWith(path: string, body: object, sheet: string, text: string): Promise<number> {
  const workbook = await readWorkbook((await download(path, body)).body);
  let found = 0;
  workbook.getWorksheet(sheet)!.eachRow((row) => {
    found += JSON.stringify(row.values).split(`"${text}"`).length - 1;
  });
  return found;
}

/** What HR and BI tools see of the gaps and the nine-box of a cycle that they name: counts of rows, all 0 or 1. */
async function ownFigures(cycleId: string) {
  const heatmap = (await get(`/api/gap-heatmap?cycleId=${cycleId}`)).body;
  const nineBox = (await get(`/api/nine-box?cycleId=${cycleId}`)).body;
  const dashboard = (await get(`/api/dashboards/organizational?cycleId=${cycleId}`)).body;
  const placed = (boxes: (NineBoxView | BoxCount)[]) => boxes.reduce((sum, { count }) => sum + count, 0);
  return {
    gaps: (await get(`/api/gap-analysis?cycleId=${cycleId}`)).body.totalCount,
    heatmap: (heatmap.rows as HeatmapRowView[]).length,
    nineBox: placed(nineBox.boxes),
    heatmapSheet: await cellsWith('/api/gap-heatmap/export-excel', { cycleId }, 'Heatmap', 'Alpha'),
    nineBoxSheet: await cellsWith('/api/nine-box/export-excel', { cycleId }, 'Employees', subject.name),
    publicGaps: (await publicRows(`datasets/gaps?cycleId=${cycleId}`)).length,
    publicNineBox: (await publicRows(`datasets/nine-box?cycleId=${cycleId}`)).length,
    dashboardGaps: dashboard.topGaps.length,
    dashboardNineBox: placed(dashboard.nineBox.boxes),
  };
}

/** Which cycles give the figures of those who name none. */
async function defaults() {
  return {
    gaps: named((await get('/api/gap-analysis')).body.items),
    nineBox: (await get('/api/nine-box')).body.cycle,
    dashboard: (await get('/api/dashboards/organizational')).body.cycle?.name,
    publicGaps: named(await publicRows('datasets/gaps')).sort(),
    publicNineBox: named(await publicRows('datasets/nine-box')).sort(),
    readiness: (await get(`/api/career-paths/${pathId}/readiness/${subject.id}`)).body.cycle,
  };
}

/** What the subject and the manager see of the results of a cycle. */
async function resultsSeen(cycleId: string) {
  const path = `/api/evaluation-results/${cycleId}/subjects/${subject.id}`;
  const pdf = { cycleId, subjectId: subject.id };
  const team = (await get('/api/dashboards/manager', manager)).body;
  const own = (await get('/api/my-dashboard', subject.token)).body;
  const readiness = (token: string) => get(`/api/career-paths/${pathId}/readiness/${subject.id}`, token);
  return {
    manager: [
      (await get(path, manager)).status,
      (await download('/api/evaluation-results/export-pdf', pdf, manager)).status,
      team.cycle.name === 'Recent' && team.reports[0].result !== null,
      (await readiness(manager)).body.cycle,
    ],
    subject: [
      (await get(path, subject.token)).status,
      (await download('/api/evaluation-results/export-pdf', pdf, subject.token)).status,
      own.results?.cycle.name ?? null,
      (await readiness(subject.token)).body.cycle,
    ],
  };
}

const ALL = {
  gaps: 1,
  heatmap: 1,
  nineBox: 1,
  heatmapSheet: 1,
  nineBoxSheet: 1,
  publicGaps: 1,
  publicNineBox: 1,
  dashboardGaps: 1,
  dashboardNineBox: 1,
};
const NOTHING = Object.fromEntries(Object.keys(ALL).map((surface) => [surface, 0]));
const LAST_IS_RECENT = {
  gaps: ['Recent'],
  nineBox: 'Recent',
  dashboard: 'Recent',
  publicGaps: ['Older', 'Recent'],
  publicNineBox: ['Older', 'Recent'],
  readiness: 'Recent',
};
const LAST_IS_OLDER = {
  gaps: ['Older'],
  nineBox: 'Older',
  dashboard: 'Older',
  publicGaps: ['Older'],
  publicNineBox: ['Older'],
  readiness: 'Older',
};

/** Who sees the recent cycle: only HR, managers as well, everyone. */
const HR_ALONE = { manager: [404, 404, false, 'Older'], subject: [404, 404, null, null] };
const MANAGERS_TOO = { manager: [200, 200, true, 'Recent'], subject: [404, 404, null, null] };
const EVERYONE = { manager: [200, 200, true, 'Recent'], subject: [200, 200, 'Recent', 'Recent'] };

const steps: [string, () => Promise<unknown>, object, object, object][] = [
  ['closed for the first time', async () => undefined, ALL, LAST_IS_RECENT, MANAGERS_TOO],
  ['published', () => publish(recent), ALL, LAST_IS_RECENT, EVERYONE],
  ['archived', () => move(recent, 'Archived'), ALL, LAST_IS_RECENT, EVERYONE],
  ['closed after it was archived', () => move(recent, 'Closed'), ALL, LAST_IS_RECENT, EVERYONE],
  ['reopened', () => move(recent, 'Open'), NOTHING, LAST_IS_OLDER, HR_ALONE],
  ['in progress', () => move(recent, 'InProgress'), NOTHING, LAST_IS_OLDER, HR_ALONE],
  ['a draft', () => move(recent, 'Draft'), NOTHING, LAST_IS_OLDER, HR_ALONE],
  ['archived without being closed again', () => move(recent, 'Archived'), NOTHING, LAST_IS_OLDER, HR_ALONE],
  ['closed again', () => move(recent, 'Closed'), ALL, LAST_IS_RECENT, HR_ALONE],
  ['published again', () => publish(recent), ALL, LAST_IS_RECENT, EVERYONE],
];

describe.each(steps)('a cycle %s', (_name, step, figures, behindDefaults, seen) => {
  beforeAll(async () => {
    await step();
  });

  test('its gaps and nine-box, on every surface that names it', async () => {
    expect(await ownFigures(recent)).toEqual(figures);
  });

  test('the last Closed cycle, where none is named', async () => {
    expect(await defaults()).toEqual(behindDefaults);
  });

  test('results to the manager and to the subject', async () => {
    expect(await resultsSeen(recent)).toEqual(seen);
  });
});

describe('around a reopened cycle', () => {
  test('the cycle itself says so: neither closed nor published, and without gaps', async () => {
    const reopened = await move(recent, 'Open');
    expect(reopened).toMatchObject({ closedAt: null, resultsPublishedAt: null, gaps: { state: 'None' } });
    expect([reopened.gaps.calculatedAt, reopened.reopenedAt]).toEqual([null, expect.stringMatching(/Z$/)]);
  });

  test('a plan is not made of its gaps, nor does a gap run calculate them', async () => {
    const plan = await post('/api/development-plans/from-gaps', { employeeId: subject.id, cycleId: recent });
    expect([plan.status, plan.body.errorCode]).toEqual([409, 'CONFLICT']);
    const own = { employeeId: subject.id, cycleId: recent };
    const refused = await post('/api/development-plans/from-gaps', own, subject.token);
    expect([refused.status, refused.body.errorMessage]).toEqual([409, expect.stringContaining('not published')]);
    expect((await post('/api/gap-analysis/run', { cycleId: recent })).status).toBe(409);
  });

  test('copies of the datasets are told that the rows are gone, and then that they are back', async () => {
    const since = async (path: string) =>
      (await publicRows(`${path}?cycleId=${recent}&updatedSince=2000-01-01T00:00:00Z&includeDeleted=true`)) as {
        isDeleted?: boolean;
        employeeId: string;
      }[];
    const answersOf = async (path: string) =>
      (await since(path)).map(({ employeeId, isDeleted }) => [employeeId, isDeleted]);
    for (const path of ['datasets/gaps', 'datasets/nine-box'])
      expect(await answersOf(path)).toEqual([[subject.id, true]]);
    await move(recent, 'Closed');
    for (const path of ['datasets/gaps', 'datasets/nine-box'])
      expect(await answersOf(path)).toEqual([[subject.id, undefined]]);
  });

  test('a publication and a reopening at the same moment leave no open cycle published', async () => {
    await Promise.all([publish(recent), move(recent, 'Open')]);
    const cycle = (await get(`/api/evaluation-cycles/${recent}`)).body;
    expect([cycle.status, cycle.resultsPublishedAt]).toEqual(['Open', null]);
    await move(recent, 'Closed');
  });
});

describe('Archived becomes Closed again', () => {
  test('closedAt and the publication stay, the gaps are calculated again, and the last Closed one is the newest closed', async () => {
    await publish(older);
    const before = (await get(`/api/evaluation-cycles/${older}`)).body;
    const jobs = await gapJobs();
    const archived = await move(older, 'Archived');
    expect(archived.closedAt).toBe(before.closedAt);
    expect(await ownFigures(older)).toEqual(ALL);
    const again = await move(older, 'Closed');
    for (const field of ['closedAt', 'resultsPublishedAt']) expect(again[field]).toEqual(before[field]);
    expect([again.gaps.state, await gapJobs()]).toEqual(['Calculated', jobs + 1]);
    expect(await ownFigures(older)).toEqual(ALL);
    expect((await get('/api/nine-box')).body.cycle).toBe('Recent');
  });
});
