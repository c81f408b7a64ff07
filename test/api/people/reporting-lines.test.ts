import { subordinatesOf } from '../../../api/people/reporting-line.store';
import { managersAbove } from '../../../api/platform/accounts/account-employee.queries';
import { saveFile } from '../../../shared/infra/files';
import { FilePurpose, StoredFileModel } from '../../../shared/infra/stored-file.model';
import { newId } from '../../../shared/kernel/ids';
import { generateEvaluations } from '../../../worker/evaluation/generate.job';
import { makeEmployees } from '../../factories/employee';
import { makeCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { ownCommandsOf } from '../../support/command-count';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const DEPTH = 400;

/** A line of managers, the first one at the top; or employees with other managers, by their places. */
async function makeLine(
  depth: number,
  managerAt = (at: number): number => at - 1,
): Promise<{ tenant: TestTenant; ids: string[] }> {
  const tenant = await makeTenant();
  const ids = Array.from({ length: depth }, () => newId());
  await tenant.within(() =>
    makeEmployees(ids.map((_id, at) => ({ _id, managerId: (at === 0 ? null : ids[managerAt(at)]) ?? null }))),
  );
  return { tenant, ids };
}

test('the depth of a reporting line costs no query for each level', async () => {
  const { tenant, ids } = await makeLine(DEPTH);
  const [top, ...below] = ids;
  const down = await ownCommandsOf(async () => {
    const reports = await tenant.within(() => subordinatesOf(top ?? ''));
    expect(reports.map(({ id }) => id).toSorted()).toEqual(below.toSorted());
    expect(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)).toEqual([below[0]]);
  });
  expect(down.length).toBeLessThan(15);
  const up = await ownCommandsOf(async () => {
    const above = await tenant.within(() => managersAbove(ids.at(-1) ?? ''));
    expect([...above].toSorted()).toEqual(ids.slice(0, -1).toSorted());
  });
  expect(up.length).toBeLessThan(15);
});

describe('with 2,000 employees, a line of all of them needs as few queries as one manager of all', () => {
  const PEOPLE = 2000;
  /** The first levels are read one by one; beyond them the depth costs nothing. */
  const FOR_LEVELS = 12;
  type Shape = Awaited<ReturnType<typeof makeLine>> & { tokens: Record<'top' | 'bottom' | 'hr', string> };
  const made: Shape[] = [];
  beforeAll(async () => {
    for (const shape of [await makeLine(PEOPLE), await makeLine(PEOPLE, () => 0)]) {
      const [top, bottom] = [shape.ids[0]!, shape.ids.at(-1)!];
      const signedIn = (employeeId: string) => shape.tenant.signedIn({ employeeId });
      const tokens = { top: await signedIn(top), bottom: await signedIn(bottom), hr: shape.tenant.hr };
      made.push({ ...shape, tokens });
    }
  });

  const get =
    (path: string, who: (keyof Shape['tokens'])[] = ['top', 'bottom', 'hr']) =>
    async (shape: Shape) => {
      for (const each of who) await service().call('get', path, shape.tokens[each]).expect(200);
    };
  const changeManager = async ({ tenant, ids }: Shape) => {
    const change = (id: string, managerId: string | null) =>
      service().call('put', `/api/employees/${id}`, tenant.hr).send({ managerId });
    await change(ids[0]!, ids.at(-1)!).expect(400);
    await change(ids[1]!, null).expect(200);
    await change(ids[1]!, ids[0]!).expect(200);
  };
  const changeManagers = async ({ tenant, ids }: Shape) => {
    const bulk = { ids: ids.slice(1, 51), action: 'manager', values: { managerId: ids.at(-1) } };
    await service()
      .call('post', '/api/employees/bulk', tenant.hr)
      .send({ ...bulk, dryRun: true })
      .expect(200);
  };
  const showEvidence = async ({ tenant, ids, tokens }: Shape) => {
    const notes = { name: 'notes.txt', contentType: 'text/plain', purpose: FilePurpose.Evidence, createdBy: null };
    const _id = await tenant.within(async () => {
      const file = await saveFile(Buffer.from('notes'), notes);
      await StoredFileModel.updateOne({ _id: file._id }, { $set: { subjectEmployeeId: ids.at(-1)! } });
      return file._id;
    });
    await service().call('get', `/api/files/${_id}`, tokens.top).expect(200);
  };
  const generate = async ({ tenant }: Shape) => {
    const { _id: cycleId } = await makeCycle(tenant);
    await tenant.within(() => runHandler(generateEvaluations, { cycleId }));
  };

  test.each([
    ['goals', get('/api/goals?pageSize=1')],
    ['the tree of goals', get('/api/goals/tree')],
    ['development plans', get('/api/development-plans?pageSize=1')],
    ['employees', get('/api/employees?pageSize=1', ['hr'])],
    ['home', get('/api/my-dashboard')],
    ['the dashboard of a manager', get('/api/dashboards/manager', ['top'])],
    ['another manager', changeManager],
    ['another manager of several', changeManagers],
    ['a file of a report', showEvidence],
    ['the generation of a cycle', generate],
  ])('%s', async (_what, work: (shape: Shape) => Promise<void>) => {
    const counts = [];
    for (const shape of made) counts.push((await ownCommandsOf(() => work(shape))).filter(isQuery).length);
    const [line = Infinity, flat = 0] = counts;
    expect(line).toBeLessThanOrEqual(flat + FOR_LEVELS);
  });
  /** A long answer comes in several replies. */
  const isQuery = (command: string): boolean => !command.startsWith('getMore ');
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
