import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { CalibrationStatus } from '../../../shared/insight/calibration/calibration-status';
import { CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { newId } from '../../../shared/kernel/ids';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeCalibration } from '../../factories/calibration';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const { Self, Manager } = EvaluatorType;
const reason = 'Compared with the others in the role.';

let tenant: TestTenant;
let sales: string;
let support: string;
beforeAll(async () => {
  tenant = await makeTenant();
  [sales, support] = await tenant.within(async () => {
    const rows = await DepartmentModel.create([{ name: 'Sales' }, { name: 'Support' }]);
    return rows.map((row) => row._id) as [string, string];
  });
});

type Method = 'get' | 'post' | 'put' | 'delete';
const call = (method: Method, path: string, body?: object, token: string | null = tenant.hr) => {
  const request = service().call(method, `/api/calibration${path}`, token);
  return body ? request.send(body) : request;
};
const put = (id: string, subjectId: string, body: object = { calibrated: 4.5, reason }) =>
  call('put', `/${id}/entries/${subjectId}`, body);

/** Ana and Berta of Sales, Ciro of Support, Dora of none; everyone's overall score is 3. */
async function cycleOfFour(cycle: Parameters<typeof makeEvaluatedCycle>[1] = {}): Promise<EvaluatedCycle> {
  const departments = [sales, sales, support, null];
  const subjects = [];
  for (const [at, firstName] of ['Ana', 'Berta', 'Ciro', 'Dora'].entries())
    subjects.push({
      employee: await makeEmployee(tenant, { firstName, departmentId: departments[at] ?? null }),
      evaluators: [
        { type: Self, rating: 3 },
        { type: Manager, rating: 3, potential: 3 },
      ],
    });
  return makeEvaluatedCycle(tenant, { ...cycle, subjects });
}
const idOf = (made: EvaluatedCycle, at: number): string => made.subjects[at]!.employee._id;
const open = async (made: EvaluatedCycle, fields: object = {}) => {
  const answer = await call('post', '', { cycleId: made.cycle._id, name: 'Autumn', ...fields });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; revision: number };
};
const stored = (made: EvaluatedCycle, at: number) =>
  tenant.within(async () => (await EvaluationModel.findById(made.subjects[at]!.evaluation._id).lean())!);
const inState = (made: EvaluatedCycle, status: CalibrationStatus) =>
  tenant.within(() =>
    makeCalibration(made.cycle._id, [{ subjectId: idOf(made, 0), calibrated: 4 }], { status, claims: [] }),
  );
const { Draft, InProgress, Applied, Cancelled } = CalibrationStatus;

describe('sessions', () => {
  test('create, read, list by cycle and status, edit with If-Match, delete', async () => {
    const made = await cycleOfFour();
    const id = newId();
    const created = await call('post', '', { id, cycleId: made.cycle._id, name: 'Otoño', departmentIds: [sales] });
    expect([created.status, created.headers.location]).toEqual([201, `/api/calibration/${id}`]);
    expect(created.body).toEqual({
      id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
      cycleId: made.cycle._id,
      cycle: made.cycle.name,
      name: 'Otoño',
      status: 'Draft',
      departmentIds: [sales],
      departments: ['Sales'],
      entryCount: 0,
      appliedAt: null,
      appliedById: null,
      appliedBy: null,
      cancelledAt: null,
      cycleStatus: 'Closed',
      entries: [],
      undoable: null,
    });
    expect((await call('get', `/${id}`)).body).toEqual(created.body);
    const { entries: _entries, undoable: _undoable, ...row } = created.body;
    for (const query of [
      `cycleId=${made.cycle._id}`,
      `cycleId=${made.cycle._id}&status=0`,
      'search=OTONO&status=Draft',
    ])
      expect((await call('get', `?${query}`)).body.items).toEqual([row]);
    expect((await call('get', `?cycleId=${made.cycle._id}&status=Applied`)).body.totalCount).toBe(0);
    const change = { name: 'Winter', departmentIds: [sales, support, sales] };
    const stale = await call('put', `/${id}`, change).set('If-Match', '"7"');
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    const edited = await call('put', `/${id}`, change).set('If-Match', created.headers.etag!);
    expect(edited.body).toMatchObject({ name: 'Winter', departments: ['Sales', 'Support'], revision: 1 });
    expect((await call('delete', `/${id}`)).status).toBe(204);
    expect((await call('get', `/${id}`)).status).toBe(404);
    await open(made, { departmentIds: [sales] }); // a deleted session is in no one's way
  });

  test.each([
    ['an unknown cycle', () => ({ cycleId: newId(), name: 'A' }), 'cycleId'],
    ['a malformed cycle', () => ({ cycleId: 'x', name: 'A' }), 'cycleId'],
    ['no cycle', () => ({ name: 'A' }), 'cycleId'],
    ['a blank name', (cycleId: string) => ({ cycleId, name: ' ' }), 'name'],
    [
      'an unknown department',
      (cycleId: string) => ({ cycleId, name: 'A', departmentIds: [sales, newId()] }),
      'departmentIds[1]',
    ],
  ])('%s is VALIDATION', async (_case, body, field) => {
    const made = await cycleOfFour();
    const answer = await call('post', '', body(made.cycle._id));
    expect([answer.status, answer.body.errorCode, answer.body.validationErrors[0].field]).toEqual([
      400,
      'VALIDATION',
      field,
    ]);
  });

  test.each([CycleStatus.Draft, CycleStatus.Archived])('over a cycle that is %s: 409', async (status) => {
    const made = await cycleOfFour({ cycle: { status } });
    const answer = await call('post', '', { cycleId: made.cycle._id, name: 'A' });
    expect([answer.status, answer.body.errorMessage]).toEqual([409, expect.stringContaining(status)]);
  });

  test('two open sessions never cover the same department of a cycle, also when made at once', async () => {
    const made = await cycleOfFour();
    const make = (departmentIds: string[]) => call('post', '', { cycleId: made.cycle._id, name: 'A', departmentIds });
    const both = await Promise.all([make([sales]), make([sales])]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const departmentIds of [[sales], [support, sales], []]) expect((await make(departmentIds)).status).toBe(409);
    const other = await make([support]);
    expect(other.status).toBe(201);
    expect((await call('put', `/${other.body.id}`, { departmentIds: [] })).status).toBe(409);
    const first = both.find(({ status }) => status === 201)!.body.id;
    expect((await call('post', `/${first}/cancel`)).body).toMatchObject({
      status: 'Cancelled',
      cancelledAt: expect.any(String),
    });
    expect((await make([sales])).status).toBe(201);
  });

  test('a session over the whole cycle and one over a department, opened in one instant: one gets 409', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await cycleOfFour();
      const make = (departmentIds: string[]) => call('post', '', { cycleId: made.cycle._id, name: 'A', departmentIds });
      const both = await Promise.all([make([]), make([sales])]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  test('a taken id is 409', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales] });
    const answer = await call('post', '', { id, cycleId: made.cycle._id, name: 'A', departmentIds: [support] });
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
  });
});

describe('entries', () => {
  test('all covered subjects by name, searched and filtered, with scores and entries', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales, support] });
    await put(id, idOf(made, 1));
    const names = async (query = '') =>
      (await call('get', `/${id}/entries${query}`)).body.items.map(
        ({ subject }: { subject: string }) => subject.split(' ')[0],
      );
    expect(await names()).toEqual(['Ana', 'Berta', 'Ciro']);
    expect(await names('?page=2&pageSize=2')).toEqual(['Ciro']);
    expect(await names(`?departmentId=${support}`)).toEqual(['Ciro']);
    expect(await names('?search=BERT')).toEqual(['Berta']);
    expect(await names(`?departmentId=${newId()}`)).toEqual([]);
    const { body } = await call('get', `/${id}/entries?search=berta`);
    expect(body.items).toEqual([
      {
        subjectId: idOf(made, 1),
        subject: made.subjects[1]!.employee.fullName,
        employeeCode: null,
        departmentId: sales,
        department: 'Sales',
        jobProfileId: null,
        jobProfile: null,
        overall: 3,
        interval: { low: 3, high: 3 }, // everyone in the cycle has a 3
        isNearBorder: false,
        calibrated: null,
        effective: 3,
        entry: expect.objectContaining({ calibrated: 4.5, reason, revision: 0 }),
      },
    ]);
  });

  test('the first entry moves Draft to InProgress; each change is in the history, before and after', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    const subjectId = idOf(made, 0);
    const first = await put(id, subjectId, { calibrated: 4.25, potential: 5, reason: `  ${reason} ` });
    expect([first.status, first.headers.etag]).toEqual([200, expect.stringMatching(/^"0-/)]);
    expect(first.body).toEqual({
      subjectId,
      subject: made.subjects[0]!.employee.fullName,
      overall: 3,
      calibrated: 4.25,
      potential: 5,
      reason,
      byId: expect.any(String),
      by: expect.stringContaining('User'),
      at: expect.stringMatching(/Z$/),
      revision: 0,
    });
    expect((await call('get', `/${id}`)).body).toMatchObject({
      status: 'InProgress',
      entryCount: 1,
      entries: [first.body],
    });
    const second = await put(id, subjectId, { calibrated: 2, reason: 'On second thoughts.' });
    expect(second.body).toMatchObject({ calibrated: 2, potential: 5, revision: 1 }); // absent leaves the potential
    expect((await put(id, subjectId, { calibrated: 2, potential: null, reason })).body.potential).toBeNull();
    expect((await call('delete', `/${id}/entries/${subjectId}`)).status).toBe(204);
    expect((await call('delete', `/${id}/entries/${subjectId}`)).status).toBe(404);
    const entryOf = (calibrated: number, potential: number | null, why = reason) => ({
      calibrated,
      potential,
      reason: why,
    });
    const { body } = await call('get', `/${id}/history`);
    expect(body.items.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
      [entryOf(2, null), null],
      [entryOf(2, 5, 'On second thoughts.'), entryOf(2, null)],
      [entryOf(4.25, 5), entryOf(2, 5, 'On second thoughts.')],
      [null, entryOf(4.25, 5)],
    ]);
    expect(body.items[0]).toMatchObject({
      subjectId,
      subject: first.body.subject,
      byId: first.body.byId,
      by: first.body.by,
    });
    expect((await call('get', `/${id}/history?subjectId=${idOf(made, 1)}`)).body.totalCount).toBe(0);
    expect((await stored(made, 0)).calibrated).toBeNull(); // nothing counts before it is applied
  });

  test.each<[string, object, string]>([
    ['above the scale', { calibrated: 5.01, reason }, 'calibrated'],
    ['below the scale', { calibrated: 0.99, reason }, 'calibrated'],
    ['three decimals', { calibrated: 3.999, reason }, 'calibrated'],
    ['no number', { calibrated: '4', reason }, 'calibrated'],
    ['no calibrated score', { reason }, 'calibrated'],
    ['potential 6', { calibrated: 4, potential: 6, reason }, 'potential'],
    ['potential 0', { calibrated: 4, potential: 0, reason }, 'potential'],
    ['no reason', { calibrated: 4 }, 'reason'],
    ['a reason of 9 characters', { calibrated: 4, reason: 'too short' }, 'reason'],
    ['a reason of blanks', { calibrated: 4, reason: ' '.repeat(20) }, 'reason'],
    ['a reason that is short without its blanks', { calibrated: 4, reason: `${' '.repeat(10)}short` }, 'reason'],
  ])('%s is VALIDATION and changes nothing', async (_case, body, field) => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    const answer = await put(id, idOf(made, 0), body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect((await call('get', `/${id}`)).body).toMatchObject({ status: 'Draft', entryCount: 0 });
  });

  test('the bounds of the scale, and a reason of exactly 10 characters, are good', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    for (const calibrated of [1, 5, 4.35])
      expect((await put(id, idOf(made, 0), { calibrated, reason: 'ten chars.' })).status).toBe(200);
  });

  test('a subject of another department, cycle or nowhere is 404', async () => {
    const made = await cycleOfFour();
    const other = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales] });
    for (const subjectId of [idOf(made, 2), idOf(made, 3), idOf(other, 0), newId(), 'x'])
      expect((await put(id, subjectId)).body.errorCode).toBe('NOT_FOUND');
  });

  test('If-Match with a stale revision is 412; without it the later writer wins and nothing is lost', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    const subjectId = idOf(made, 0);
    const early = await put(id, subjectId).set('If-Match', '"0"');
    expect([early.status, early.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']); // there is none yet
    await put(id, subjectId);
    const [first, two] = await Promise.all(
      [4.1, 4.2].map((calibrated) => put(id, subjectId, { calibrated, reason }).set('If-Match', '"0"')),
    );
    expect([first!.status, two!.status].sort()).toEqual([200, 412]);
    expect((await call('delete', `/${id}/entries/${subjectId}`).set('If-Match', '"0"')).status).toBe(412);
    await Promise.all(Array.from({ length: 8 }, (_, at) => put(id, subjectId, { calibrated: 2 + at / 10, reason })));
    const { items } = (await call('get', `/${id}/history`)).body;
    expect(items).toHaveLength(10);
    // A chain without holes: what one change left is what the next one found.
    const befores = items.map(({ before }: { before: object | null }) => JSON.stringify(before)).sort();
    const afters = items.map(({ after }: { after: object | null }) => JSON.stringify(after)).sort();
    const last = (await call('get', `/${id}`)).body.entries[0];
    expect([...befores, JSON.stringify({ calibrated: last.calibrated, potential: null, reason })].sort()).toEqual(
      [...afters, 'null'].sort(),
    );
    expect(last.revision).toBe(9);
  });

  test('many subjects at once: every entry and its history are there', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    const answers = await Promise.all(made.subjects.map(({ employee }) => put(id, employee._id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await call('get', `/${id}`)).body.entryCount).toBe(4);
    expect((await call('get', `/${id}/history`)).body.totalCount).toBe(4);
  });
});

describe('members while the session is open', () => {
  test('departments come and go in Draft and InProgress, but never those of an entry; the audit log has each change', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales] });
    await put(id, idOf(made, 0));
    const members = async (departmentIds: string[]) => call('put', `/${id}`, { departmentIds });
    expect((await members([sales, support])).body).toMatchObject({ status: 'InProgress', entryCount: 1 });
    expect((await put(id, idOf(made, 2))).status).toBe(200);
    const refused = await members([support]);
    expect([refused.status, refused.body.errorMessage]).toEqual([
      409,
      expect.stringContaining('outside these departments: 1'),
    ]);
    expect((await members([])).body.departments).toEqual([]);
    expect((await put(id, idOf(made, 3))).status).toBe(200); // of no department: in the whole cycle only
    expect((await members([sales, support])).status).toBe(409);
    await call('delete', `/${id}/entries/${idOf(made, 3)}`);
    expect((await members([sales, support])).status).toBe(200);
    const changed = { entityId: id, eventType: 'calibration.updated' } as const;
    const events = await tenant.within(() => AuditLogModel.find(changed).sort({ sequence: 1 }).lean());
    expect(events.map(({ eventType, changes }) => [eventType, changes])).toEqual(
      [
        [[sales], [sales, support]],
        [[sales, support], []],
        [[], [sales, support]],
      ].map(([before, after]) => ['calibration.updated', [{ field: 'departmentIds', before, after, person: null }]]),
    );
  });

  test('a member who leaves while the entry is written: the entry or the change is refused', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales, support] });
    const [entry, change] = await Promise.all([
      put(id, idOf(made, 2)),
      call('put', `/${id}`, { departmentIds: [sales] }),
    ]);
    expect([entry.status === 200, change.status === 200].filter(Boolean)).toHaveLength(1);
  });
});

describe('undo of the last change', () => {
  const undo = (id: string) => call('post', `/${id}/undo`);

  test('goes back change by change, keeps the history, and ends with 409', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    await put(id, idOf(made, 0), { calibrated: 4, potential: 5, reason });
    await put(id, idOf(made, 0), { calibrated: 2, reason: 'On second thoughts.' });
    await call('delete', `/${id}/entries/${idOf(made, 0)}`);
    await put(id, idOf(made, 1));
    const scores = (body: { entries: { calibrated: number; potential: number | null }[] }) =>
      body.entries.map(({ calibrated, potential }) => [calibrated, potential]);
    const before = await call('get', `/${id}`);
    expect(before.body.undoable).toMatchObject({ subjectId: idOf(made, 1), before: null, undoes: null });
    const first = await undo(id).set('If-Match', before.headers.etag!);
    expect([first.status, scores(first.body)]).toEqual([200, []]);
    expect((await undo(id).set('If-Match', before.headers.etag!)).status).toBe(412);
    const [removal, change] = [await undo(id), await undo(id)];
    expect([scores(removal.body), scores(change.body)]).toEqual([[[2, 5]], [[4, 5]]]);
    expect(change.body.entries[0]).toMatchObject({ reason, overall: 3 });
    await put(id, idOf(made, 0), { calibrated: 3, reason }); // a new change is undone first
    expect(scores((await undo(id)).body)).toEqual([[4, 5]]);
    const last = await undo(id);
    expect([scores(last.body), last.body.undoable, last.body.status]).toEqual([[], null, 'InProgress']);
    const end = await undo(id);
    expect([end.status, end.body.errorCode]).toEqual([409, 'CONFLICT']);
    const { items } = (await call('get', `/${id}/history`)).body;
    expect(items).toHaveLength(10);
    const undone = new Set(items.map(({ undoes }: { undoes: string | null }) => undoes).filter(Boolean));
    expect(undone.size).toBe(5);
    expect(items.filter(({ undoes }: { undoes: string | null }) => undoes === null)).toHaveLength(5);
  });

  test('two at once undo two changes or one is refused; a subject who left the session is 409', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made, { departmentIds: [sales, support] });
    await put(id, idOf(made, 0));
    await put(id, idOf(made, 1));
    const both = await Promise.all([undo(id), undo(id)]);
    const done = both.filter(({ status }) => status === 200).length;
    expect(both.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect((await call('get', `/${id}`)).body.entryCount).toBe(2 - done);
    await put(id, idOf(made, 2));
    await call('delete', `/${id}/entries/${idOf(made, 2)}`);
    await call('put', `/${id}`, { departmentIds: [sales] });
    const left = await undo(id);
    expect([left.status, left.body.errorMessage]).toEqual([409, expect.stringContaining('no longer includes')]);
  });
});

describe('apply', () => {
  const results = async (made: EvaluatedCycle) =>
    (await service().call('get', `/api/evaluation-results?cycleId=${made.cycle._id}`, tenant.hr)).body.items.map(
      (row: Record<string, unknown>) => [
        String(row.subject).split(' ')[0],
        row.overall,
        row.calibrated,
        row.effective,
        row.complete,
      ],
    );

  test('everything at once: scores of the entries, completeness of all covered subjects, the audit log', async () => {
    const made = await cycleOfFour({ cycle: { settings: { useCalibration: true } } });
    const completion = async () =>
      (await service().call('get', `/api/evaluation-cycles/${made.cycle._id}/completion`, tenant.hr)).body;
    expect(await completion()).toMatchObject({ subjects: 4, completeSubjects: 0, complete: false });
    const { id } = await open(made, { departmentIds: [sales] });
    await put(id, idOf(made, 0), { calibrated: 4.35, potential: 5, reason });
    const answer = await call('post', `/${id}/apply`);
    expect([answer.status, answer.body.status, answer.body.appliedAt]).toEqual([
      200,
      'Applied',
      expect.stringMatching(/Z$/),
    ]);
    expect(answer.body.appliedBy).toEqual(expect.stringContaining('User'));
    expect(await results(made)).toEqual([
      ['Ana', 3, 4.35, 4.35, true],
      ['Berta', 3, null, 3, true],
      ['Ciro', 3, null, 3, false],
      ['Dora', 3, null, 3, false],
    ]);
    expect(await completion()).toMatchObject({ subjects: 4, completeSubjects: 2, complete: false });
    const rest = await open(made, { name: 'The rest' });
    await put(rest.id, idOf(made, 3), { calibrated: 2, reason });
    expect((await call('post', `/${rest.id}/apply`)).status).toBe(200);
    expect(await completion()).toMatchObject({ completeSubjects: 4, complete: true });
    expect((await results(made))[0]).toEqual(['Ana', 3, 4.35, 4.35, true]); // the second session does not name her
    expect(await stored(made, 0)).toMatchObject({ calibratedPotential: 5, hrPotential: null });
    const events = await tenant.within(() => AuditLogModel.find({ entityId: id }).sort({ sequence: 1 }).lean());
    expect(events.map(({ eventType, changes }) => [eventType, changes])).toEqual([
      ['calibration.created', expect.arrayContaining([expect.objectContaining({ field: 'cycleId' })])],
      [
        'calibration.applied',
        [
          { field: 'status', before: 'InProgress', after: 'Applied', person: null },
          { field: 'entries', before: null, after: 1, person: null },
          { field: 'subjects', before: null, after: 2, person: null },
        ],
      ],
    ]);
  });

  test('a later session overrides an earlier one', async () => {
    const made = await cycleOfFour();
    for (const calibrated of [4, 2.5]) {
      const { id } = await open(made);
      await put(id, idOf(made, 0), { calibrated, reason });
      await call('post', `/${id}/apply`);
    }
    expect((await results(made))[0]).toEqual(['Ana', 3, 2.5, 2.5, true]);
  });

  test('reopening the cycle keeps the calibrated scores', async () => {
    const made = await cycleOfFour({ cycle: { settings: { useCalibration: true } } });
    const { id } = await open(made);
    await put(id, idOf(made, 0));
    await call('post', `/${id}/apply`);
    for (const status of [CycleStatus.InProgress, CycleStatus.Closed]) {
      await tenant.within(() => CycleModel.updateOne({ _id: made.cycle._id }, { $set: { status } }));
      expect((await results(made))[0]).toEqual(['Ana', 3, 4.5, 4.5, status === CycleStatus.Closed]);
    }
  });

  test.each([CycleStatus.Open, CycleStatus.InProgress])(
    'while the cycle is %s: entries yes, apply is 409',
    async (status) => {
      const made = await cycleOfFour({ cycle: { status } });
      const { id } = await open(made);
      expect((await put(id, idOf(made, 0))).status).toBe(200);
      const answer = await call('post', `/${id}/apply`);
      expect([answer.status, answer.body.errorMessage]).toEqual([409, expect.stringContaining(status)]);
      expect((await call('get', `/${id}`)).body.status).toBe('InProgress'); // the refused transaction left nothing
      expect((await stored(made, 0)).calibrated).toBeNull();
    },
  );

  test('applied ten times at once: one 200, nine 409, one audit event', async () => {
    const made = await cycleOfFour();
    const session = await inState(made, InProgress);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('post', `/${session._id}/apply`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await tenant.within(() => AuditLogModel.countDocuments({ entityId: session._id }))).toBe(1);
  });

  test('an entry written while the session is applied is either applied too or refused', async () => {
    const made = await cycleOfFour();
    const session = await inState(made, InProgress);
    const [written, applied] = await Promise.all([
      put(session._id, idOf(made, 1)),
      call('post', `/${session._id}/apply`),
    ]);
    expect(applied.status).toBe(200);
    expect((await stored(made, 1)).calibrated).toBe(written.status === 200 ? 4.5 : null);
    expect([200, 409]).toContain(written.status);
  });
});

describe('state changes out of order are 409 with the current state', () => {
  const change = { calibrated: 4, reason };
  test.each<[CalibrationStatus, string, (id: string, subject: string) => ReturnType<typeof call>]>([
    [Draft, 'apply', (id) => call('post', `/${id}/apply`)],
    [InProgress, 'delete', (id) => call('delete', `/${id}`)],
    ...[Applied, Cancelled].flatMap(
      (state): [CalibrationStatus, string, (id: string, subject: string) => ReturnType<typeof call>][] => [
        [state, 'apply', (id) => call('post', `/${id}/apply`)],
        [state, 'cancel', (id) => call('post', `/${id}/cancel`)],
        [state, 'delete', (id) => call('delete', `/${id}`)],
        [state, 'rename', (id) => call('put', `/${id}`, { name: 'Other' })],
        [state, 'write an entry', (id, subject) => put(id, subject, change)],
        [state, 'remove an entry', (id, subject) => call('delete', `/${id}/entries/${subject}`)],
        [state, 'undo', (id) => call('post', `/${id}/undo`)],
        [state, 'change the departments', (id) => call('put', `/${id}`, { departmentIds: [sales] })],
      ],
    ),
  ])('%s: %s', async (state, _action, act) => {
    const made = await cycleOfFour();
    const session = await inState(made, state);
    const answer = await act(session._id, idOf(made, 0));
    expect([answer.status, answer.body.errorCode, answer.body.errorMessage]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining(state),
    ]);
    const row = await tenant.within(() => CalibrationModel.findById(session._id).lean());
    expect([row!.status, row!.name, row!.revision]).toEqual([state, session.name, 0]);
  });

  test('an Archived cycle takes no entry', async () => {
    const made = await cycleOfFour({ cycle: { status: CycleStatus.Archived } });
    const session = await inState(made, Draft);
    expect((await put(session._id, idOf(made, 0))).body.errorMessage).toContain('Archived');
  });
});

describe('preview', () => {
  test('distribution and nine-box moves before and after, by hand', async () => {
    const made = await cycleOfFour();
    const { id } = await open(made);
    await put(id, idOf(made, 0), { calibrated: 4.5, potential: 5, reason });
    await put(id, idOf(made, 1), { calibrated: 3, reason });
    await put(id, idOf(made, 2), { calibrated: 1, reason });
    const early = (await call('get', `/${id}/preview`)).body;
    expect([early.moves, early.boxes[4]]).toEqual([[], { box: 4, label: 'Empleado clave', before: 0, after: 0 }]);
    await tenant.within(() => CycleModel.updateOne({ _id: made.cycle._id }, { $set: { 'gaps.runId': newId() } }));
    const { body } = await call('get', `/${id}/preview`);
    expect([body.subjects, body.entries, body.changed]).toEqual([4, 3, 2]);
    expect(body.distribution).toEqual({
      bins: [
        { name: '1.00-1.99', from: 1, to: 1.99, before: 0, after: 1 },
        { name: '2.00-2.99', from: 2, to: 2.99, before: 0, after: 0 },
        { name: '3.00-3.99', from: 3, to: 3.99, before: 4, after: 2 },
        { name: '4.00-5.00', from: 4, to: 5, before: 0, after: 1 },
      ],
      withoutScore: { before: 0, after: 0 },
    });
    const person = (at: number) => ({ id: idOf(made, at), name: made.subjects[at]!.employee.fullName });
    expect(body.moves).toEqual([
      { from: 4, fromLabel: 'Empleado clave', to: 3, toLabel: 'Dilema', count: 1, subjects: [person(2)] },
      { from: 4, fromLabel: 'Empleado clave', to: 8, toLabel: 'Estrella', count: 1, subjects: [person(0)] },
    ]);
    expect([body.scale, body.places.length]).toEqual([{ min: 1, max: 5 }, 4]);
    expect(body.places[0]).toEqual({
      subjectId: idOf(made, 0),
      subject: made.subjects[0]!.employee.fullName,
      departmentId: sales,
      department: 'Sales',
      isNearBorder: false,
      before: { effective: 3, potential: 3, isEstimated: false, potentialSource: 'Manager', box: 4 },
      after: { effective: 4.5, potential: 5, isEstimated: false, potentialSource: 'Calibration', box: 8 },
    });
    expect(body.boxes[4]).toEqual({ box: 4, label: 'Empleado clave', before: 4, after: 2 });
    await call('post', `/${id}/apply`);
    const boxes = (await service().call('get', `/api/nine-box?cycleId=${made.cycle._id}`, tenant.hr)).body.boxes;
    expect(boxes.map(({ count }: { count: number }) => count)).toEqual(
      body.boxes.map(({ after }: { after: number }) => after),
    );
  });
});

describe('who may', () => {
  test('401, 403 for an ordinary user, 404 for another organization, on every route', async () => {
    const made = await cycleOfFour();
    const session = await inState(made, InProgress);
    const other = await makeTenant();
    const path = `/${session._id}`;
    const entry = `${path}/entries/${idOf(made, 0)}`;
    const routes: [Method, string, object?][] = [
      ['get', path],
      ['put', path, { name: 'A' }],
      ['delete', path],
      ['get', `${path}/entries`],
      ['put', entry, { calibrated: 4, reason }],
      ['delete', entry],
      ['get', `${path}/history`],
      ['get', `${path}/preview`],
      ['post', `${path}/undo`],
      ['post', `${path}/apply`],
      ['post', `${path}/cancel`],
    ];
    for (const [method, route, body] of routes) {
      const statuses = [];
      for (const token of [null, tenant.user, other.hr]) statuses.push((await call(method, route, body, token)).status);
      expect([method, route, ...statuses]).toEqual([method, route, 401, 403, 404]);
    }
    expect((await call('get', '', undefined, tenant.user)).status).toBe(403);
    expect((await call('post', '', { cycleId: made.cycle._id, name: 'A' }, tenant.user)).status).toBe(403);
    expect(
      (await call('post', '', { cycleId: made.cycle._id, name: 'A' }, other.hr)).body.validationErrors[0].field,
    ).toBe('cycleId');
  });
});
