import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { makeEmployee, makeEvaluatedCycle } from '../factories/evaluation';
import { makeTenant } from '../factories/tenant';
import { useConsole } from './browser';

const browser = useConsole();
const REASON = 'Compared with the others in the role.';

test('an entry that someone else changed is not overwritten; a cancelled session keeps its history', async () => {
  const call = browser().service.call;
  const tenant = await makeTenant();
  const account = await makeAccount(tenant.id, { roles: [Role.HRManager] });
  const kim = await makeEmployee(tenant, { firstName: 'Kim', lastName: 'Park' });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { settings: { useCalibration: true } },
    subjects: [{ employee: kim, evaluators: [{ type: EvaluatorType.Manager, rating: 3 }] }],
  });
  const session = await call('post', '/api/calibration', tenant.hr).send({ cycleId: cycle._id, name: 'Winter' });
  const entry = `/api/calibration/${session.body.id}/entries/${kim._id}`;
  const change = (calibrated: number) => call('put', entry, tenant.hr).send({ calibrated, reason: REASON });
  await change(4);
  const tab = await browser().tab({ slug: tenant.slug, account });
  await tab.open(`/calibration/${session.body.id}?calibrate=${kim._id}`);
  const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
  const dialog = tab.page.getByRole('dialog', { name: 'Move Kim Park to…' });
  await dialog.getByLabel('Calibrated score').fill('2');
  await change(3);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('group', { name: 'Calibrated score: you and someone else changed this' }).waitFor();
  expect((await call('get', `/api/calibration/${session.body.id}`, tenant.hr)).body.entries[0].calibrated).toBe(3);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await tab.page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();

  await button('Cancel session').click();
  const question = tab.page.getByRole('dialog', { name: 'Cancel Winter?' });
  await question.getByText('1 entry will not count.').waitFor();
  await question.getByRole('button', { name: 'Cancel session' }).click();
  await tab.page.getByText('Cancelled', { exact: true }).waitFor();
  await tab.page.getByRole('link', { name: 'History' }).click();
  await tab.page.getByRole('cell', { name: REASON }).first().waitFor();
  expect(await tab.page.getByRole('region', { name: 'History' }).getByRole('row').count()).toBe(3);
  expect(tab.problems).toEqual([]);
  await tab.close();
});
