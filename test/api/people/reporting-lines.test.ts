import { subordinatesOf } from '../../../api/people/reporting-line.store';
import { managersAbove } from '../../../api/platform/accounts/account-employee.queries';
import { newId } from '../../../shared/kernel/ids';
import { makeEmployees } from '../../factories/employee';
import { makeTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const DEPTH = 400;

/** A line of managers, the first one at the top. */
async function makeLine(depth: number): Promise<{ tenant: Awaited<ReturnType<typeof makeTenant>>; ids: string[] }> {
  const tenant = await makeTenant();
  const ids = Array.from({ length: depth }, () => newId());
  await tenant.within(() => makeEmployees(ids.map((_id, at) => ({ _id, managerId: ids[at - 1] ?? null }))));
  return { tenant, ids };
}

test('the depth of a reporting line costs no query for each level', async () => {
  const { tenant, ids } = await makeLine(DEPTH);
  const [top, ...below] = ids;
  const down = await commandsOf(async () => {
    const reports = await tenant.within(() => subordinatesOf(top ?? ''));
    expect(reports.map(({ id }) => id).toSorted()).toEqual(below.toSorted());
    expect(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)).toEqual([below[0]]);
  });
  expect(down.length).toBeLessThan(15);
  const up = await commandsOf(async () => {
    const above = await tenant.within(() => managersAbove(ids.at(-1) ?? ''));
    expect([...above].toSorted()).toEqual(ids.slice(0, -1).toSorted());
  });
  expect(up.length).toBeLessThan(15);
});

test('whoever is at the top of a deep line sees the goals of everyone below', async () => {
  const { tenant, ids } = await makeLine(40);
  const manager = await tenant.signedIn({ employeeId: ids[0] ?? '' });
  const ownerEmployeeId = ids.at(-1);
  const goal = { title: 'Deep', level: 'Individual', ownerEmployeeId };
  await service().call('post', '/api/goals', tenant.hr).send(goal).expect(201);
  const { body } = await service().call('get', '/api/goals', manager).expect(200);
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Deep']);
});
