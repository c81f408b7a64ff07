import mongoose from 'mongoose';
import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { GoalModel } from '../../../shared/growth/goals/goal.model';
import { makeEmployees } from '../../factories/employee';
import { keyResult, makeGoal } from '../../factories/goal';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });

let tenant: TestTenant;
let manager: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const [boss] = await tenant.within(() => makeEmployees([{}]));
  manager = await tenant.signedIn({ employeeId: boss!._id });
  await tenant.within(() => makeEmployees(Array.from({ length: 30 }, () => ({ managerId: boss!._id }))));
});

const WATCHED: ReadonlySet<unknown> = new Set(['goals', 'employees', 'departments']);

/** The queries that a request sends to the collections of goals and people; further batches of one query count with it. */
async function queriesOf(path: string, token: string): Promise<{ queries: number; items: number }> {
  let queries = 0;
  const count = ({ commandName, command }: { commandName: string; command: Record<string, unknown> }): void => {
    if (WATCHED.has(command[commandName])) queries += 1;
  };
  const client = mongoose.connection.getClient();
  client.on('commandStarted', count);
  const { body } = await service().call('get', path, token);
  client.off('commandStarted', count);
  return { queries, items: (body.items ?? body).length };
}

/** Goals of every kind: with and without key results, owners, parents and check-ins. */
async function makeGoals(count: number): Promise<void> {
  await tenant.within(async () => {
    const [owners, root] = [await makeEmployees([{}, {}, {}]), await makeGoal()];
    const at = new Date('2026-01-01T00:00:00Z');
    const recentCheckIns = [{ number: 1, userId: owners[0]!._id, at, value: 1, comment: null }];
    const keyResults = [keyResult({ currentValue: 1, checkInCount: 1, recentCheckIns })];
    await GoalModel.insertMany(
      Array.from({ length: count }, (_, n) => ({
        title: `Goal ${n}`,
        level: GoalLevel.Company,
        ownerEmployeeId: owners[n % 3]?._id,
        parentId: root._id,
        keyResults: n % 2 === 0 ? keyResults : [],
      })),
    );
  });
}

test('lists and the tree ask the same number of queries for 4 goals as for 200 (issue: no N+1)', async () => {
  const paths = ['/api/goals?pageSize=200', '/api/goals/tree'];
  const ask = async (token: string) => {
    const results: { queries: number; items: number }[] = [];
    for (const path of paths) results.push(await queriesOf(path, token));
    return results;
  };
  await makeGoals(4);
  const few = [...(await ask(tenant.hr)), ...(await ask(manager))];
  await makeGoals(196);
  const many = [...(await ask(tenant.hr)), ...(await ask(manager))];
  expect(many.map(({ queries }) => queries)).toEqual(few.map(({ queries }) => queries));
  expect(Math.max(...many.map(({ queries }) => queries))).toBeLessThanOrEqual(12);
  expect(Math.min(...few.map(({ queries }) => queries))).toBeGreaterThan(0);
  expect(many[0]?.items).toBe(200);
});
