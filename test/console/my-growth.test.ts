import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { DevelopmentPlanStatus, PlanActionStatus } from '../../shared/growth/development-plan-status';
import { type DevelopmentPlan, DevelopmentPlanModel } from '../../shared/growth/development-plan.model';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { makeCompetency } from '../factories/framework';
import { consolePages } from './browser';
import { PHONE, accounts, heading, makeResults, open, tenant, setUpLeadAndReport } from './lead-and-report';

setUpLeadAndReport();

/** Numbers of tables that are beyond the edge of the screen, or of their cell. */
const CUT_OFF = `[...document.querySelectorAll('main td')]
  .filter((cell) => cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1)
  .map((cell) => cell.innerText)`;

describe('/my-results', () => {
  test('leads from the list to score, groups, radar and comments, keeps small groups hidden, and is acknowledged once', async () => {
    const cycleId = await makeResults('Annual review 2025', now());
    const tab = await open('/my-results', accounts.ana, PHONE);
    const { page } = tab;
    await page.getByText('Not acknowledged yet').waitFor();
    await page.getByRole('link', { name: 'Annual review 2025' }).click();
    await heading(tab, 'Results of Annual review 2025');
    expect(new URL(page.url()).pathname).toBe(`/my-results/${cycleId}`);
    await page.getByText('Asks good questions.').first().waitFor();
    expect(await page.getByText('Told in confidence.').count()).toBe(0);
    expect(await page.getByRole('listitem').filter({ hasText: 'Peer' }).innerText()).toMatch(/Hidden/);
    await page.getByText('Required and current levels as a radar').first().click();
    await page.getByRole('img', { name: /^Required and current levels as a radar/ }).waitFor();
    expect(await page.getByRole('row', { name: /Systems design/ }).innerText()).toMatch(/4/);
    await page.getByRole('button', { name: 'Download PDF' }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
    expect(await page.evaluate<string[]>(CUT_OFF)).toEqual([]);

    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText(/^You acknowledged these results on/).waitFor();
    const self = { cycleId, evaluatorType: EvaluatorType.Self };
    const stored = await tenant.within(() => ParticipantModel.findOne(self).lean());
    expect(stored?.status).toBe(ParticipantStatus.Acknowledged);
    expect(await tab.accessibilityProblems()).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('/my-development', () => {
  test('a plan is written, submitted, rejected with a reason, approved, and carried out with evidence', async () => {
    const { _id: competencyId } = await tenant.within(() => makeCompetency({ name: 'Planning' }));
    const own = await open('/my-development', accounts.ana);
    const { page } = own;
    await page.getByRole('button', { name: 'New plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Growing into a lead');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add action' }).click();
    await dialog.getByLabel('What will be done').fill('Lead the weekly planning');
    await dialog.getByLabel('Competency').selectOption('Planning');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3, name: 'Lead the weekly planning' }) })
      .getByText('Planning', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('Luis Pérez decides.').waitFor();

    const team = await open('/team', accounts.lead);
    await team.page.getByRole('button', { name: 'Reject “Growing into a lead”' }).click();
    const rejection = team.page.getByRole('dialog');
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await rejection.getByText('This field is required').waitFor();
    await rejection.getByLabel('Reason').fill('Please add a due date.');
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await team.page.getByText('No development plan waits for your approval.').waitFor();

    await own.open('/my-development');
    await page.getByText('Please add a due date.').waitFor();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('Luis Pérez decides.').waitFor();
    await team.open('/');
    await team.page.getByRole('link', { name: 'Development plan to approve: Growing into a lead' }).click();
    await heading(team, 'Growing into a lead');
    const crumbs = team.page.locator('nav ol').filter({ hasText: 'My team' });
    await crumbs.getByRole('link', { name: 'My team' }).waitFor();
    expect(await team.page.locator('#page').getByRole('link', { name: 'My team' }).count()).toBe(1);
    expect(await team.page.locator('nav ol').filter({ hasText: 'My development' }).count()).toBe(0);
    await team.page.getByRole('button', { name: 'Approve “Growing into a lead”' }).click();
    await team.page.getByText(/^Approved on .* by Luis Pérez$/).waitFor();
    await team.close();

    await own.open('/my-development');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('1 action is open.').waitFor();
    await page
      .getByLabel('Add evidence to “Lead the weekly planning”')
      .setInputFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('We met.') });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'minutes.txt', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('minutes.txt');
    await page.getByLabel('Status of “Lead the weekly planning”').selectOption('Completed');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Earlier plans' }).waitFor();
    const stored = await tenant.within(() =>
      DevelopmentPlanModel.findOne({ title: 'Growing into a lead' }).lean<DevelopmentPlan>(),
    );
    expect(stored?.status).toBe(DevelopmentPlanStatus.Completed);
    expect(stored?.actions).toEqual([expect.objectContaining({ status: PlanActionStatus.Completed, competencyId })]);
    expect(stored?.actions[0]?.evidenceFileIds).toHaveLength(1);
    expect(own.problems).toEqual([]);
    await own.close();
  });
});

test('every address that emails and notifications lead to is a page', () => {
  const patterns = consolePages().map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
  const pages = Object.values(CONSOLE_PAGES).map((page) => (typeof page === 'string' ? page : page(newId())));
  const addresses = pages.map((page) => new URL(page, 'https://acme.example').pathname);
  expect(addresses.filter((address) => !patterns.some((pattern) => pattern.test(address)))).toEqual([]);
});
