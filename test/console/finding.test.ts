import type { Locator } from 'playwright-core';
import { accentColors } from '../../console/app/brand-colors';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { channelsOf } from '../../shared/kernel/contrast';
import { TenantModel } from '../../shared/platform/tenant.model';
import { makeDepartment } from '../factories/department';
import { makeEmployee } from '../factories/employee';
import { makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { makeCompetency } from '../factories/framework';
import { makeGoal } from '../factories/goal';
import { templateItem } from '../factories/template-item';
import { until } from '../support/until';
import { ready } from './browser';
import { useHrTab } from './hr-tab';

// Finding things, charts, appearance, help and print.

const { tenant, tab } = useHrTab({ worker: false });
const { Self, Manager } = EvaluatorType;

/** Two cycles of people in a department: one that was closed, then one that is running. */
async function makeCycles(): Promise<{ closed: string; running: string; subjectId: string }> {
  const departmentId = await tenant().within(() => makeDepartment('Sales'));
  const employee = await tenant().within(() => makeEmployee({ firstName: 'Kim', lastName: 'Park', departmentId }));
  const competency = await tenant().within(() => makeCompetency({ name: 'Listening' }));
  const template = await makeTemplate(tenant(), { items: [templateItem({ competencyId: competency._id })] });
  const evaluators = [
    { type: Self, rating: 5 },
    { type: Manager, rating: 3 },
  ];
  const { cycle: closed } = await makeEvaluatedCycle(tenant(), {
    cycle: { name: 'Review of spring' },
    template,
    subjects: [{ employee, evaluators }],
  });
  const { cycle: running } = await makeEvaluatedCycle(tenant(), {
    cycle: { name: 'Review of autumn', status: CycleStatus.Open, closedAt: null },
    template,
    subjects: [{ employee, evaluators }],
  });
  await tenant().within(() =>
    ParticipantModel.updateMany({ cycleId: running._id }, { submittedAt: new Date('2026-03-09T12:00:00Z') }),
  );
  return { closed: closed._id, running: running._id, subjectId: employee._id };
}

test('the navigation folds and stays so, "Go to…" finds things, and a crumb leads back to the list as it was', async () => {
  const { page } = tab();
  await tenant().within(async () => {
    for (let at = 0; at < 60; at++) await makeEmployee({ firstName: 'Pat', lastName: `Number${at}` });
    await makeEmployee({ firstName: 'Noa', lastName: 'Levi' });
    await makeGoal({ title: 'Win Patagonia' });
  });
  await tab().open('/');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  expect(await navigation.getByRole('link').count()).toBeLessThanOrEqual(9);
  expect(await navigation.getByRole('link').locator('svg').count()).toBe(await navigation.getByRole('link').count());
  await navigation.getByRole('button', { name: 'Framework' }).click();
  await navigation.getByRole('link', { name: 'Competencies' }).waitFor();
  await navigation.getByRole('button', { name: 'Insight' }).click();
  await navigation.getByRole('link', { name: 'Gap heatmap' }).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to…' });
  const field = dialog.getByRole('combobox', { name: 'Go to…' });
  await field.fill('pat');
  await dialog.getByRole('option', { name: /Win Patagonia/ }).waitFor();
  await dialog
    .getByRole('option', { name: /Pat Number/ })
    .first()
    .waitFor();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await field.fill('employees');
  await dialog.getByRole('option', { name: 'Employees', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('pat?');
  expect(await page.getByLabel('Search').inputValue()).toBe('pat?');
  await page.getByLabel('Search').fill('pat');
  await page.getByText(/^1–\d+ of 60$/).waitFor(); // until then the rows are those of before, or of "pat?"
  await page.getByRole('link', { name: 'Pat Number30', exact: true }).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate<number>('scrollY');
  expect(scrolled).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Pat Number30', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Pat Number30' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'You are in' }).getByRole('link', { name: 'Employees' }).click();
  await page.waitForURL(/search=pat$/);
  await until(() => page.evaluate<boolean>(`Math.abs(scrollY - ${scrolled}) < 3`));

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  expect(await page.getByRole('dialog').getByRole('option').first().innerText()).toBe('Pat Number30');
});

test('charts show their figures as tables and lead to the people behind them, also of a running cycle', async () => {
  const { page } = tab();
  const { closed, running, subjectId } = await makeCycles();
  await tab().open(`/cycles/${running}`);
  const submissions = page.getByRole('figure', { name: 'Submissions per day' });
  await submissions.getByRole('button', { name: 'Show table' }).click();
  expect(await submissions.getByRole('row').last().innerText()).toMatch(/Mar 9, 2026\s+2\s+2/);
  await submissions.getByRole('button', { name: 'Show table' }).click();
  expect(await tab().accessibilityProblems()).toEqual([]);
  await submissions.getByRole('link', { name: 'Mar 9, 2026: 2 evaluations' }).click();
  await page.getByRole('rowheader', { name: 'Kim Park' }).first().waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(2);

  await tab().open('/dashboard');
  await page.getByLabel('Cycle', { exact: true }).selectOption({ label: 'Review of autumn (running)' });
  await page.waitForURL(new RegExp(running));
  await ready(page); // the figures of the cycle before stay until then
  const trend = page.getByRole('figure', { name: 'Over the cycles' });
  await trend.getByRole('link', { name: 'Review of spring: 100%' }).waitFor();
  for (const width of [390, 1_300]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  expect(await tab().accessibilityProblems()).toEqual([]);
  await page.getByRole('figure', { name: 'Scores by department' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Results of Review of autumn' }).waitFor();
  await page.getByRole('link', { name: 'Kim Park' }).waitFor();

  await tab().open(`/heatmap?cycle=${running}`);
  await page.getByText('You see those of Review of spring.').waitFor();

  await tab().open(`/cycles/${closed}/results/${subjectId}`);
  const compared = page.getByRole('figure', { name: 'Self and others' });
  await compared.getByRole('button', { name: 'Show table' }).click();
  expect(await compared.getByRole('row').last().innerText()).toMatch(/Listening\s+5\.00\s+3\.00\s+\+2\.00/);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: null });
});

test('the color of the organization is bar, buttons, links and selection alike, in both schemes', async () => {
  const { page } = tab();
  await TenantModel.updateOne({ _id: tenant().id }, { $set: { 'settings.primaryColor': '#ffd500' } });
  const color = async (shown: Locator, property: string): Promise<string> => {
    await shown.evaluate((element) => element.setAttribute('data-drawn', ''));
    const value = await page.evaluate<string>(`getComputedStyle(document.querySelector('[data-drawn]')).${property}`);
    await shown.evaluate((element) => element.removeAttribute('data-drawn'));
    return value;
  };
  const drawn = async (): Promise<string[]> => [
    await color(page.getByRole('banner'), 'backgroundColor'),
    await color(page.getByRole('button', { name: 'Add employee' }), 'backgroundColor'),
    await color(page.getByRole('link', { name: 'Mia Teal' }), 'color'),
    await color(page.locator('[aria-current="page"]'), 'backgroundColor'),
  ];
  await tenant().within(() => makeEmployee({ firstName: 'Mia', lastName: 'Teal' }));
  await tab().open('/employees?search=Mia');
  const { light, dark } = accentColors('#ffd500');
  expect(await drawn()).toEqual(['#ffd500', light.accent, light.accent, light.soft].map(asRgb));
  expect(await tab().accessibilityProblems(['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await drawn()).toEqual(['#ffd500', dark.accent, dark.accent, dark.soft].map(asRgb));
  expect(await tab().accessibilityProblems(['color-contrast'])).toEqual([]);
  await TenantModel.updateOne({ _id: tenant().id }, { $unset: { 'settings.primaryColor': '' } });
});

const asRgb = (color: string): string => `rgb(${(channelsOf(color) ?? []).join(', ')})`;

test('a term explains itself, and the appearance is the one that was chosen', async () => {
  const { page } = tab();
  await tab().open('/nine-box');
  const help = page.getByRole('button', { name: 'What is this? Nine-box' });
  await help.click();
  await page.getByText('Performance by potential').waitFor();
  await page.keyboard.press('Escape');
  expect(await help.getAttribute('aria-expanded')).toBe('false');

  await tab().open('/profile');
  const style = (element: string, property: string): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${element}')).${property}`);
  const scheme = (): Promise<string> => style('html', 'colorScheme');
  const [light, dark] = ['rgb(243, 245, 248)', 'rgb(18, 24, 31)'];
  expect([await scheme(), await style('html', 'backgroundColor')]).toEqual(['light dark', light]);
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByLabel('Appearance').selectOption('Dark');
  expect([await scheme(), await style('html', 'backgroundColor')]).toEqual(['dark', dark]);
  expect(await tab().accessibilityProblems(['color-contrast'])).toEqual([]);
  await stored;
  await tab().open('/');
  expect(await scheme()).toBe('dark');
  await tab().open('/profile');
  await page.getByLabel('Appearance').selectOption('Light');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([await scheme(), await style('html', 'backgroundColor')]).toEqual(['light', light]);
  await page.getByLabel('Appearance').selectOption('System');
  expect([await scheme(), await style('html', 'backgroundColor')]).toEqual(['light dark', dark]);
});

test('a part whose file fails twice is loaded again, and what is typed stays', async () => {
  const { page } = tab();
  await tab().open('/competencies/new');
  await page.getByLabel('Name').fill('Typed before the line dropped');
  let refusals = 2;
  await page.route(/\/assets\/go-to-.*\.js/, (route) => (refusals-- > 0 ? route.abort() : route.continue()));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to…' }).waitFor();
  expect(refusals).toBeLessThan(1);
  await page.keyboard.press('Escape');
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the line dropped');
});

/** Buttons, links and fields in sight whose middle another element takes: pressing them would press that one. */
const COVERED = `[...document.querySelectorAll('a, button, input, select, textarea')].filter((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const hit = document.elementFromPoint(x, y);
  return !control.contains(hit) && !hit.contains(control) && hit.closest('label')?.control !== control;
}).map((control) => control.outerHTML.slice(0, 120))`;

test('a notice covers no control, follows the language, and leaves with its page', async () => {
  const { page } = tab();
  await tab().open('/profile');
  const notices = page.locator('[data-react-aria-top-layer]');
  const form = page.getByRole('form', { name: /^(Account|Cuenta)$/ });
  expect(await page.evaluate<string[]>(COVERED)).toEqual([]);
  await form.getByLabel('Name').fill('Robin Reed');
  await form.getByRole('button', { name: 'Save' }).click();
  await notices.getByText('Saved').waitFor();
  expect(await page.evaluate<string[]>(COVERED)).toEqual([]);
  await form.getByLabel('Language').selectOption('Español');
  await form.getByRole('button', { name: 'Save' }).click();
  await notices.getByText('Guardado').waitFor();
  expect(await notices.getByRole('button').count()).toBe(1);
  await form.getByLabel('Idioma').selectOption('English');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await notices.getByText('Saved').waitFor();
  await page.clock.setFixedTime(Date.now() + LED_AWAY_MS);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await notices.getByRole('button').count()).toBe(0);
});

/** What is raised so shortly before a page is left stays for the next one. */
const LED_AWAY_MS = 1_000;
