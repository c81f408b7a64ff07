import { GoalCheckInModel } from '../../../shared/growth/goals/goal-check-in.model';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });

let tenant: TestTenant;
let owner: { id: string; token: string };
let stranger: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const { _id: id } = await tenant.within(() => makeEmployee({ firstName: 'Ana' }));
  owner = { id, token: await tenant.signedIn({ employeeId: id }) };
  stranger = await tenant.signedIn({ employeeId: (await tenant.within(() => makeEmployee()))._id });
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = owner.token) =>
  service().call(method, `/api/goals${path}`, token);
/** A goal of the owner with one key result from 0 to 10; the path of the key result. */
async function makeGoal(fields: object = {}): Promise<{ id: string; path: string }> {
  const { body } = await call('post', '').send({
    title: 'Learn',
    level: 'Individual',
    keyResults: [{ title: 'Lessons', targetValue: 10 }],
    ...fields,
  });
  return { id: body.id, path: `/${body.id}/key-results/${body.keyResults[0]?.id}` };
}

describe('key results', () => {
  test('added: 201 with Location and the ETag of the goal; read; changed; deleted', async () => {
    const { id } = await makeGoal({ keyResults: [] });
    const added = await call('post', `/${id}/key-results`).send({ title: 'Errors', startValue: 10, targetValue: 2 });
    expect([added.status, added.headers.etag]).toEqual([201, expect.stringMatching(/^"1-/)]);
    expect(added.headers.location).toBe(`/api/goals/${id}/key-results/${added.body.id}`);
    expect(added.body).toEqual({
      id: expect.any(String),
      goalId: id,
      title: 'Errors',
      unit: null,
      startValue: 10,
      targetValue: 2,
      currentValue: 10,
      weight: 1,
      progress: 0,
      goalProgress: 0,
      checkInCount: 0,
      checkIns: [],
      revision: 1,
    });
    const path = `/${id}/key-results/${added.body.id}`;
    expect((await call('get', path)).body).toEqual(added.body);
    const changed = await call('put', path).set('If-Match', '"1"').send({ startValue: 12, unit: 'errors' });
    expect(changed.body).toMatchObject({
      title: 'Errors',
      unit: 'errors',
      startValue: 12,
      currentValue: 12,
      revision: 2,
    });
    const stale = await call('put', path).set('If-Match', '"1"').send({ title: 'X' });
    expect(stale.status).toBe(412);
    await call('post', `${path}/progress`).send({ value: 7 });
    expect((await call('put', path).send({ startValue: 14 })).body).toMatchObject({ currentValue: 7, startValue: 14 });
    expect((await call('delete', path)).status).toBe(204);
    expect((await call('get', path)).status).toBe(404);
    expect(await tenant.within(async () => GoalCheckInModel.countDocuments({ goalId: id }))).toBe(0);
  });

  test.each([
    ['start = target', { title: 'K', startValue: 4, targetValue: 4 }, 'targetValue'],
    ['weight below 0', { title: 'K', targetValue: 4, weight: -0.1 }, 'weight'],
    ['no target', { title: 'K' }, 'targetValue'],
    ['no title', { targetValue: 4 }, 'title'],
    ['an absurd value', { title: 'K', targetValue: 1e13 }, 'targetValue'],
    ['text as value', { title: 'K', targetValue: '4' }, 'targetValue'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const { id, path } = await makeGoal();
    const added = await call('post', `/${id}/key-results`).send(body);
    expect([added.status, added.body.validationErrors?.[0]?.field]).toEqual([400, field]);
    if (!('targetValue' in body) || !('title' in body)) return;
    const changed = await call('put', path).send(body);
    expect([changed.status, changed.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('weights are never all 0: on adding, changing and deleting', async () => {
    const { id, path } = await makeGoal();
    const zero = await call('put', path).send({ weight: 0 });
    expect([zero.status, zero.body.validationErrors[0].field]).toEqual([400, 'weight']);
    const bonus = await call('post', `/${id}/key-results`).send({ title: 'Bonus', targetValue: 1, weight: 0 });
    expect(bonus.status).toBe(201);
    expect((await call('delete', path)).status).toBe(409);
    expect((await call('delete', `/${id}/key-results/${bonus.body.id}`)).status).toBe(204);
    expect((await call('delete', path)).status).toBe(204);
    const first = await call('post', `/${id}/key-results`).send({ title: 'Bonus', targetValue: 1, weight: 0 });
    expect([first.status, first.body.validationErrors[0].field]).toEqual([400, 'weight']);
  });

  test('a goal has at most 50', async () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ title: `K${at}`, targetValue: 1 }));
    const { id } = await makeGoal({ keyResults: many });
    expect((await call('post', `/${id}/key-results`).send({ title: 'K', targetValue: 1 })).status).toBe(409);
    const tooMany = await call('post', '').send({ title: 'G', level: 'Individual', keyResults: [...many, ...many] });
    expect([tooMany.status, tooMany.body.validationErrors[0].field]).toEqual([400, 'keyResults']);
  });

  test('several added at the same time are all there', async () => {
    const { id } = await makeGoal({ keyResults: [] });
    const titles = Array.from({ length: 8 }, (_, at) => `K${at}`);
    const answers = await Promise.all(
      titles.map((title) => call('post', `/${id}/key-results`).send({ title, targetValue: 1 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 201));
    const { body } = await call('get', `/${id}`);
    expect(body.keyResults.map((keyResult: { title: string }) => keyResult.title).sort()).toEqual(titles);
  });
});

describe('check-ins', () => {
  test('the value becomes the current one; the history says who, when, what, newest first', async () => {
    const { id, path } = await makeGoal();
    for (let value = 1; value <= 7; value += 1)
      expect((await call('post', `${path}/progress`).send({ value, comment: `lesson ${value}` })).status).toBe(200);
    const { body } = await call('get', `/${id}`);
    expect(body.progress).toBe(70);
    const [keyResult] = body.keyResults;
    expect(keyResult).toMatchObject({ currentValue: 7, progress: 70, checkInCount: 7 });
    expect(keyResult.checkIns.map((checkIn: { value: number }) => checkIn.value)).toEqual([7, 6, 5, 4, 3]);
    expect(keyResult.checkIns[0]).toEqual({
      number: 7,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      byUserId: expect.any(String),
      by: expect.stringMatching(/^User /),
      value: 7,
      comment: 'lesson 7',
    });
    const history = await call('get', `${path}/check-ins?pageSize=5&page=2`);
    expect(history.body).toMatchObject({ totalCount: 7, page: 2, totalPages: 2 });
    expect(history.body.items.map((checkIn: { number: number }) => checkIn.number)).toEqual([2, 1]);
  });

  test('20 at the same time: none is lost, and the current value is that of the last', async () => {
    const { path } = await makeGoal();
    const values = Array.from({ length: 20 }, (_, at) => at + 1);
    const answers = await Promise.all(values.map((value) => call('post', `${path}/progress`).send({ value })));
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200));
    const { items } = (await call('get', `${path}/check-ins`)).body as { items: { number: number; value: number }[] };
    expect(items.map(({ number }) => number)).toEqual([...values].reverse());
    expect(items.map(({ value }) => value).sort((a, b) => a - b)).toEqual(values);
    const { body } = await call('get', path);
    expect([body.currentValue, body.checkInCount]).toEqual([items[0]?.value, 20]);
  });

  test.each([
    ['no value', {}, 'value'],
    ['text', { value: '5' }, 'value'],
    ['an absurd value', { value: -1e13 }, 'value'],
    ['a long comment', { value: 5, comment: 'x'.repeat(2001) }, 'comment'],
  ])('bad input: %s is 400', async (_case, body, field) => {
    const { path } = await makeGoal();
    const answer = await call('post', `${path}/progress`).send(body);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, field]);
  });

  test('a goal that is Completed or Cancelled takes none: 409 with the state (issue: bad input)', async () => {
    for (const status of ['Completed', 'Cancelled']) {
      const { id, path } = await makeGoal({ status: 'Active' });
      await call('put', `/${id}`).send({ status });
      const refused = [
        await call('post', `${path}/progress`).send({ value: 1 }),
        await call('post', `/${id}/key-results`).send({ title: 'K', targetValue: 1 }),
        await call('put', path).send({ title: 'X' }),
        await call('delete', path),
      ];
      for (const { status: code, body } of refused) {
        expect([code, body.errorCode, body.status]).toEqual([409, 'CONFLICT', status]);
        expect(body.errorMessage).toContain(status);
      }
    }
  });
});

describe('who may', () => {
  test('a stranger finds nothing; a reader may not write, the owner of a Company goal may check in', async () => {
    const { path } = await makeGoal();
    const everything = (at: string, token: string) => [
      call('get', at, token),
      call('get', `${at}/check-ins`, token),
      call('post', `${at}/progress`, token).send({ value: 1 }),
      call('put', at, token).send({ title: 'X' }),
      call('delete', at, token),
    ];
    const statuses = async (at: string, token: string) =>
      (await Promise.all(everything(at, token))).map(({ status }) => status);
    expect(await statuses(path, stranger)).toEqual([404, 404, 404, 404, 404]);

    const company = await call('post', '', tenant.hr).send({
      title: 'Grow',
      level: 'Company',
      ownerEmployeeId: owner.id,
      keyResults: [{ title: 'K', targetValue: 5 }],
    });
    const at = `/${company.body.id}/key-results/${company.body.keyResults[0].id}`;
    expect(await statuses(at, stranger)).toEqual([200, 200, 403, 403, 403]);
    expect(await statuses(at, owner.token)).toEqual([200, 200, 200, 403, 403]);
    const added = await call('post', `/${company.body.id}/key-results`).send({ title: 'K', targetValue: 1 });
    expect([added.status, added.text]).toEqual([403, '']);
  });

  test('an unknown key result of a goal that is shown is 404', async () => {
    const { id } = await makeGoal();
    const other = await makeGoal();
    const foreign = `/${id}${other.path.replace(/^\/[^/]+/, '')}`;
    expect((await call('get', foreign)).status).toBe(404);
    expect((await call('post', `${foreign}/progress`).send({ value: 1 })).status).toBe(404);
  });
});
