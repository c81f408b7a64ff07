import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { TemplateTranslationModel } from '../../shared/framework/template-translation.model';
import { now } from '../../shared/kernel/clock';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { makeEvaluatedCycle } from '../factories/evaluation';
import { makeTemplate } from '../factories/framework';
import { makeTenant } from '../factories/tenant';
import { chooseAction, dismissNotices, useConsole } from './browser';

const browser = useConsole({ worker: false });

test('a template is translated, and a Spanish evaluator reads form and results in Spanish', async () => {
  const tenant = await makeTenant();
  const scale = { min: 1, max: 2, labels: ['Never', 'Always'] };
  const template = await tenant.within(() =>
    makeTemplate([{ text: 'Plans well.' }, { text: 'Listens.' }], { name: 'Annual', scale, frozenAt: now() }),
  );
  const account = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const hr = await browser().tab({ slug: tenant.slug, account });
  await hr.open(`/templates/${template._id}`);
  await hr.page.getByRole('link', { name: 'Translations' }).click();
  await hr.page.getByText('This template is not translated yet').waitFor();
  await hr.page.getByRole('link', { name: 'Add language' }).click();
  const dialog = hr.page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByLabel('Language', { exact: true }).fill('en_US');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Must be a language tag such as es-MX').waitFor();
  await dialog.getByLabel('Language', { exact: true }).fill('ES');
  await dialog.locator('p', { hasText: 'Spanish' }).waitFor();
  expect(await hr.accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  await hr.page.getByRole('heading', { level: 1, name: 'Annual in Spanish' }).waitFor();
  const missing = hr.page.getByText('Not translated');
  expect(await missing.count()).toBe(6);
  const texts = {
    Annual: 'Anual',
    Never: 'Nunca',
    Always: 'Siempre',
    Section: 'Trabajo',
    'Plans well.': 'Planifica bien.',
  };
  for (const [own, translated] of Object.entries(texts))
    await hr.page.getByLabel(own, { exact: true }).fill(translated);
  await hr.page.getByText('5 of 6').waitFor();
  expect(await missing.count()).toBe(1);
  expect(await hr.accessibilityProblems()).toEqual([]);
  await hr.page.getByRole('link', { name: 'All languages' }).click();
  await hr.page.getByRole('button', { name: 'Stay' }).click();
  await hr.page.getByRole('button', { name: 'Save' }).click();
  await hr.page.getByText('The texts in Spanish have been saved').waitFor();
  await dismissNotices(hr.page);

  // Someone else changes one text; what both changed is asked about, and nothing typed is lost.
  await hr.page.getByLabel('Plans well.', { exact: true }).fill('Planea bien.');
  const items = template.sections[0]?.items.map(({ id }, at) => ({ id, text: ['Organiza bien.', 'Escucha.'][at] }));
  const [section] = template.sections;
  const answer = await browser()
    .service.call('put', `/api/evaluation-templates/${template._id}/translations/es`, tenant.hr)
    .send({ sections: [{ id: section?.id, title: 'Trabajo' }], items });
  expect(answer.status).toBe(200);
  await hr.page.getByRole('button', { name: 'Save' }).click();
  await hr.page.getByText('Organiza bien.').waitFor();
  expect(await hr.page.getByLabel('Listens.', { exact: true }).inputValue()).toBe('Escucha.');
  await hr.page.getByRole('button', { name: 'Keep mine' }).click();
  await hr.page.getByRole('button', { name: 'Save' }).click();
  await hr.page.getByText('The texts in Spanish have been saved').waitFor();
  const stored = async () => tenant.within(() => TemplateTranslationModel.findOne({ locale: 'es' }).lean());
  expect((await stored())?.items.map(({ text }) => text)).toEqual(['Planea bien.', 'Escucha.']);
  await hr.page.getByRole('link', { name: 'All languages' }).click();
  const row = hr.page.getByRole('row', { name: /Spanish/ });
  await row.getByText('Complete').waitFor();

  const evaluators = [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }];
  const open = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { status: CycleStatus.Open },
    subjects: [{ evaluators }],
  });
  const employee = open.subjects[0]?.employee;
  const closed = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { resultsPublishedAt: now() },
    subjects: [{ employee, evaluators: [{ type: EvaluatorType.Self, rating: 2 }] }],
  });
  const spanish = await makeAccount(tenant.id, { employeeId: employee?._id, locale: 'es-MX' });
  const reader = await browser().tab({ slug: tenant.slug, account: spanish, locale: 'es-MX' });
  await reader.open(`/my-evaluations/${open.subjects[0]?.participants[0]?._id}`);
  await reader.page.getByRole('group', { name: 'Planea bien.' }).getByRole('radio', { name: 'Siempre' }).check();
  await reader.page.getByRole('heading', { name: 'Trabajo' }).waitFor();
  await reader.open(`/my-results/${closed.cycle._id}`);
  await reader.page.getByText('Planea bien.').first().waitFor();
  expect(await reader.page.getByText('Plans well.').count()).toBe(0);
  expect(reader.problems).toEqual([]);
  await reader.close();

  await chooseAction(row, 'Delete');
  await hr.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await hr.page.getByText('Spanish has been deleted').waitFor();
  await hr.page.getByText('This template is not translated yet').waitFor();
  expect(await stored()).toBeNull();
  await hr.close();
});
