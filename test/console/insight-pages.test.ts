import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import type { RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { DEFAULT_SCALE } from '../../shared/framework/template.rules';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount, type TestAccount } from '../factories/account';
import { makeDepartment } from '../factories/department';
import { makeCycle, makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../factories/framework';
import { templateItem } from '../factories/template-item';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { type Tab, useConsole, WHILE_A_JOB_RUNS } from './browser';

const browser = useConsole();
const { Self, Manager } = EvaluatorType;
let tenant: TestTenant;
let hr: TestAccount;
let cycleId: string;
let listening: string;

/** A Closed cycle without gaps: Kim of Sales is rated 3 and Noa 5, both need 4 at listening and Kim 5 at planning. */
beforeAll(async () => {
  tenant = await makeTenant();
  hr = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const { sales, competencies, profiles } = await tenant.within(async () => {
    const competencies = [await makeCompetency({ name: 'Listening' }), await makeCompetency({ name: 'Planning' })];
    const required = competencies.map(({ _id }) => ({ competencyId: _id, requiredLevel: 4 }));
    const profiles = [
      await makeJobProfile(required.slice(0, 1), { name: 'Engineer' }),
      await makeJobProfile(required, { name: 'Senior engineer' }),
    ];
    return { sales: await makeDepartment('Sales'), competencies, profiles };
  });
  const [first, second] = competencies.map(({ _id }) => _id) as [string, string];
  listening = first;
  const requirement = (requirementId: string, name: string, requiredLevel: number): RequirementSnapshot => ({
    requirementId,
    requirement: name,
    requiredLevel,
    isCritical: requirementId === second,
  });
  const jobProfileId = profiles[0]?._id ?? null;
  const kim = await makeEmployee(tenant, { firstName: 'Kim', lastName: 'Park', departmentId: sales, jobProfileId });
  const noa = await makeEmployee(tenant, { firstName: 'Noa', lastName: 'Levi' });
  const items = [
    templateItem({ text: 'Listens to others', competencyId: first }),
    templateItem({ text: 'Plans ahead', competencyId: second }),
  ];
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Review A', resultsPublishedAt: now() },
    template: await makeTemplate(tenant, { items }),
    subjects: [
      {
        employee: kim,
        requirements: [requirement(first, 'Listening', 4), requirement(second, 'Planning', 5)],
        evaluators: [
          { type: Self, rating: 3 },
          { type: Manager, rating: 3, comment: 'Interrupts in meetings' },
        ],
      },
      { employee: noa, requirements: [requirement(first, 'Listening', 4)], evaluators: [{ type: Self, rating: 5 }] },
    ],
  });
  cycleId = cycle._id;
});

const openPage = async (address: string): Promise<Tab> => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  await tab.open(address);
  return tab;
};
const rowsOf = async (tab: Tab): Promise<string[]> => {
  const names = await tab.page.getByRole('rowheader').allInnerTexts();
  return names.map((name) => name.replaceAll(/\s+/g, ' ').trim());
};

describe('/gaps and the way behind a figure', () => {
  test('a cycle without ratings says why it has no gaps, a filter that no gap matches', async () => {
    const unrated = await makeTenant();
    const { _id } = await makeCycle(unrated, { status: CycleStatus.Closed });
    const gaps = { state: GapsState.Calculated, runId: newId(), calculatedAt: now() };
    await unrated.within(() => CycleModel.updateOne({ _id }, { $set: { gaps } }));
    const account = await makeAccount(unrated.id, { roles: [Role.HRManager] });
    const tab = await browser().tab({ slug: unrated.slug, account });
    await tab.open('/gaps');
    await tab.page.getByText('This cycle has no gaps:').waitFor();
    await tab.page.getByLabel('Severity').selectOption('Every gap');
    await tab.page.getByText('No gap matches these filters.').waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('calculates, filters by severity, department and person, and makes a plan from chosen gaps', async () => {
    const tab = await openPage('/gaps');
    const { page } = tab;
    await page.getByText('This cycle shows no gaps.').waitFor();
    await page.getByRole('button', { name: 'Calculate again' }).click();
    await page.getByRole('link', { name: 'Planning' }).waitFor();
    expect(await rowsOf(tab)).toEqual(['Kim Park Sales', 'Kim Park Sales', 'Noa Levi']);
    await page.getByLabel('Severity').selectOption('Every gap');
    await page.getByText('1–2 of 2').waitFor();
    await page.getByLabel('Department').selectOption('Sales');
    await page.getByLabel('Search').fill('kim');
    await page.waitForURL(/search=kim/);
    expect(new URL(page.url()).searchParams.get('severity')).toBe('3');
    expect(await tab.accessibilityProblems()).toEqual([]);

    await page.getByRole('checkbox', { name: 'Select Kim Park: Planning' }).check();
    await page.getByRole('checkbox', { name: 'Select Kim Park: Listening' }).check();
    const bar = page.getByRole('toolbar', { name: '2 selected' });
    await bar.getByRole('button', { name: 'Create development plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create development plan: 2 selected' });
    await dialog.getByText('Create a draft plan for 1 person?').waitFor(); // two gaps of one person
    await dialog.getByRole('button', { name: 'Create a draft plan for 1 person' }).click();
    await page.getByText('1 development plan has been created').waitFor(WHILE_A_JOB_RUNS);
    const { body } = await browser().service.call('get', '/api/development-plans', tenant.hr);
    expect(body.items.map(({ employee, status }: Record<string, string>) => [employee, status])).toEqual([
      ['Kim Park', 'Draft'],
    ]);
    const planning = { requirement: 'Planning' };
    const before = await tenant.within(() => GapModel.findOne(planning).orFail().lean());
    await tenant.within(() => GapModel.updateOne(planning, { $set: { currentLevel: 4.9, gapLevel: 1 } }));
    await tab.open('/gaps?severity=3');
    await page
      .getByRole('row', { name: /Planning/ })
      .getByText('Almost met (1)')
      .waitFor();
    const { currentLevel, gapLevel } = before;
    await tenant.within(() => GapModel.updateOne(planning, { $set: { currentLevel, gapLevel } }));
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a cell of the heatmap leads to the items and answers behind it', async () => {
    const tab = await openPage('/heatmap');
    const { page } = tab;
    await page.getByRole('button', { name: 'Gap 1: Kim Park, Listening' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kim Park' });
    await dialog.getByRole('button', { name: 'Show the answers behind this figure' }).click();
    const explanation = dialog.getByRole('region', { name: 'How the current level came about' }).first();
    await explanation.getByRole('row', { name: /Manager/ }).waitFor();
    expect(await explanation.getByRole('row').last().innerText()).toMatch(/Current level\s+3\.0000/);
    await dialog.getByRole('row', { name: /Listens to others/ }).waitFor();
    await dialog.getByText('Interrupts in meetings').waitFor();
    expect(await dialog.getByText('Plans ahead').count()).toBe(0);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await dialog.getByRole('link', { name: 'All gaps of this person' }).click();
    await page.getByText('Only Kim Park.').waitFor();
    expect(await rowsOf(tab)).toEqual(['Kim Park Sales', 'Kim Park Sales']);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  test('a plan of more than five gaps is refused before it is sent', async () => {
    const tab = await openPage(`/gaps?cycle=${cycleId}&competency=${listening}`);
    expect(await rowsOf(tab)).toEqual(['Kim Park Sales', 'Noa Levi']);
    await tab.page.getByText('Only Listening.').waitFor();
    expect(await tab.page.getByRole('checkbox', { name: /^Select .*:/ }).count()).toBe(1); // Noa has no gap
    await tab.close();
  });
});

describe('/career-paths', () => {
  test('creates a path, orders its steps, adds a person and shows the readiness for each step', async () => {
    const tab = await openPage('/career-paths');
    const { page } = tab;
    await page.getByText('There are no career paths yet.').waitFor();
    await page.getByRole('link', { name: 'New career path' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'New career path' }).waitFor();
    await page.getByLabel('Name').fill('Engineering');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Add at least one step.').waitFor();
    for (const name of ['Engineer', 'Senior engineer']) {
      await page.getByRole('button', { name: 'Add step' }).click();
      await page.getByLabel('Job profile').last().selectOption(name);
    }
    await page.getByRole('button', { name: 'Move Senior engineer up' }).click();
    await page.getByRole('button', { name: 'Move Senior engineer down' }).click();
    await page.getByLabel('Months at least').first().fill('18');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Engineering' }).waitFor();

    await page.getByRole('link', { name: 'Add person' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add person' });
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Kim');
    await page.getByRole('option', { name: /Kim Park/ }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('row', { name: /Kim Park/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining(['Engineer', 'Senior engineer', expect.stringContaining('0 of 2 requirements')]),
    );
    await row.getByRole('link', { name: 'Kim Park' }).click();
    const readiness = page.getByRole('dialog', { name: 'Readiness' });
    await readiness.getByText('2. Senior engineer').waitFor();
    expect(await readiness.getByText('Level 3 of 4').count()).toBe(3);
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('/dashboard', () => {
  test('every figure leads to its list', async () => {
    const tab = await openPage('/dashboard');
    const { page } = tab;
    await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor();
    await page.getByText('3 of 3 evaluations submitted').waitFor();
    expect(await tab.accessibilityProblems()).toEqual([]);
    for (const width of [390, 1_300]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    const follow = async (section: string, link: string, then: () => Promise<void>): Promise<void> => {
      await page.getByRole('region', { name: section }).getByRole('link', { name: link }).click();
      await then();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor();
    };
    await follow('Scores', '3.00–3.99', async () => {
      await page.getByText('Effective scores 3.00–3.99.').waitFor();
      await page.getByText('1–1 of 1').waitFor();
      expect(await rowsOf(tab)).toEqual(['Kim Park']);
    });
    await follow('Largest gaps', 'Planning', async () => {
      await page.getByText('Only Planning.').waitFor();
      expect(await rowsOf(tab)).toEqual(['Kim Park Sales']);
    });
    await follow('Participation', 'Manager', async () => {
      await page.getByText('1–1 of 1').waitFor();
    });
    await follow('People by department', 'Sales', async () => {
      await page.waitForURL(/\/employees\?department=/);
      await page.getByText('1–1 of 1').waitFor();
      expect(await rowsOf(tab)).toHaveLength(1);
    });
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

interface Gap {
  averageGap: number;
}

test('the largest gaps are ordered by their average, whatever order the API chose them in', async () => {
  const tab = await browser().tab({ slug: tenant.slug, account: hr });
  const { page } = tab;
  const { body } = await browser().service.call('get', '/api/dashboards/organizational', tenant.hr);
  body.topGaps.sort((a: Gap, b: Gap) => a.averageGap - b.averageGap);
  await page.route('**/api/dashboards/organizational*', (route) => route.fulfill({ json: body }));
  await tab.open('/dashboard');
  const gaps = page.getByRole('region', { name: 'Largest gaps' });
  await gaps.getByRole('row').nth(2).waitFor();
  const averages = (await gaps.locator('tbody td:nth-of-type(1)').allInnerTexts()).map(Number);
  expect(averages).toEqual(averages.toSorted((a, b) => b - a));
  expect(new Set(averages).size).toBe(2);
  await tab.close();
});

test('HR reads how reliable each evaluator type is, from the results of a cycle', async () => {
  const tab = await openPage(`/cycles/${cycleId}/results`);
  const { page } = tab;
  await page.getByRole('link', { name: 'Reliability' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reliability of Review A' }).waitFor();
  const cellsOf = async (table: string, type: string): Promise<string[]> => {
    const row = page
      .getByRole('region', { name: table })
      .last()
      .getByRole('row', { name: new RegExp(`^${type}`) });
    return row.getByRole('cell').allInnerTexts();
  };
  expect(await cellsOf('Reliability of each type', 'Self')).toEqual(['2', '2', '1.0', '–\nNo score', '0.30']);
  expect(await cellsOf('Mean of 1 to 8 evaluators', 'Manager')).toEqual([
    '0.50',
    '0.67',
    '0.75',
    '0.80',
    '0.83',
    '0.86',
    '0.88',
    '0.89',
  ]);
  await page.getByRole('term').getByText('One, measured').waitFor();
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('HR is warned of people whom a template would leave without a score, and sees who', async () => {
  const { template } = await tenant.within(async () => {
    const items = [templateItem({ competencyId: (await makeCompetency({ name: 'Flying' }))._id })];
    const row = {
      name: 'By job',
      scale: DEFAULT_SCALE,
      sections: [{ id: newId(), title: 'Job', onlyRequired: true, items }],
    };
    return { template: (await EvaluationTemplateModel.create(row))._id };
  });
  const { _id } = await makeCycle(tenant, { name: 'Review B', templateId: template });
  const tab = await openPage(`/cycles/${_id}`);
  const warning = tab.page.getByRole('listitem').filter({ hasText: 'Generate evaluations' });
  await warning.getByText(/would get no score/).waitFor();
  await warning.getByText('Show who').click();
  expect(await warning.getByRole('listitem').filter({ hasText: 'Kim Park' }).innerText()).toBe('Kim Park Engineer');
  await warning.getByRole('listitem').filter({ hasText: 'Noa Levi' }).getByText('No job profile').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await tab.close();
});

test.each([
  [CycleStatus.Closed, 'Not everyone answered', false],
  [CycleStatus.Open, 'Partial', true],
])(
  'the results of a subject whose manager has not answered, in a cycle that is %s: %s',
  async (status, says, mayChange) => {
    const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { name: `Review ${status}`, status },
      subjects: [
        {
          evaluators: [
            { type: Self, rating: 3 },
            { type: Manager, status: ParticipantStatus.InProgress, rating: null },
          ],
        },
      ],
    });
    const { _id, fullName } = subjects[0]?.employee ?? { _id: '', fullName: '' };
    const tab = await openPage(`/cycles/${cycle._id}/results`);
    const { page } = tab;
    await page.getByRole('row', { name: fullName }).getByText(says, { exact: true }).waitFor();
    await tab.open(`/cycles/${cycle._id}/results/${_id}`);
    await page.getByText(says, { exact: true }).waitFor();
    expect(await page.getByText('Scores may still change.').isVisible()).toBe(mayChange);
    expect(await tab.accessibilityProblems()).toEqual([]);
    await tab.close();
  },
);

test('HR downloads the reports of the people whom the list shows, for whom they choose', async () => {
  const tab = await openPage(`/cycles/${cycleId}/results?search=kim`);
  const { page } = tab;
  await page.getByText('1–1 of 1').waitFor();
  await page.getByRole('button', { name: 'Download reports' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download reports' });
  await dialog.getByText('A ZIP file with the PDF report of one person.').waitFor();
  expect(await tab.accessibilityProblems()).toEqual([]);
  await dialog.getByLabel('Who will read them').selectOption('HR: everything, with who wrote what');
  const download = page.waitForEvent('download', WHILE_A_JOB_RUNS);
  await dialog.getByRole('button', { name: 'Download reports' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Evaluation reports - Review A.zip');
  const zip = await JSZip.loadAsync(readFileSync(await file.path()));
  expect(Object.keys(zip.files)).toEqual(['Kim Park.pdf']);
  expect(tab.problems).toEqual([]);
  await tab.close();
});

test('a manager downloads the reports of the team', async () => {
  const lead = await makeEmployee(tenant, { firstName: 'Lea', lastName: 'Lead' });
  const account = await makeAccount(tenant.id, { employeeId: lead._id });
  const employee = await makeEmployee(tenant, { firstName: 'Pedro', lastName: 'Rao', managerId: lead._id });
  const plan = { employee, evaluators: [{ type: Self, rating: 3 }] };
  await makeEvaluatedCycle(tenant, { cycle: { name: 'Review T', closedAt: now() }, subjects: [plan] });
  const tab = await browser().tab({ slug: tenant.slug, account });
  await tab.open('/team');
  const download = tab.page.waitForEvent('download', WHILE_A_JOB_RUNS);
  await tab.page.getByRole('button', { name: 'Download reports' }).click();
  const zip = await JSZip.loadAsync(readFileSync(await (await download).path()));
  expect(Object.keys(zip.files)).toEqual(['Pedro Rao.pdf']);
  expect(tab.problems).toEqual([]);
  await tab.close();
});
