import type { Model } from 'mongoose';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import {
  changeEmployee,
  type EvaluatedCycle,
  makeEmployee,
  makeEvaluatedCycle,
  makeTemplate,
} from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant } from '../../factories/tenant';
import { usePublicApi } from '../../support/public-api';
import { runHandler } from '../../support/run-handler';

const api = usePublicApi();
const COMPETENCY = newId();
const LONG_AGO = new Date('2026-01-01T10:00:00.500Z');

let closed: EvaluatedCycle;
let open: EvaluatedCycle;

const calculate = (cycleId: string) =>
  api().tenant.within(async () => {
    await runHandler(recalculateGaps, { cycleId });
  });

/** A Closed cycle with gaps (one subject calibrated), and an Open one that no one has answered. */
beforeAll(async () => {
  const { tenant } = api();
  const items = [templateItem({ competencyId: COMPETENCY })];
  const template = await makeTemplate(tenant, { items });
  const employee = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'García', employeeCode: 'E-1' });
  const requirements = [{ requirementId: COMPETENCY, requirement: 'Review', requiredLevel: 5, isCritical: true }];
  closed = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Review 2025' },
    subjects: [
      {
        employee,
        requirements,
        evaluators: [
          { type: EvaluatorType.Self, rating: 4 },
          { type: EvaluatorType.Manager, rating: 5 },
          { type: EvaluatorType.Peer, rating: 3, status: ParticipantStatus.Acknowledged },
          { type: EvaluatorType.Peer, status: ParticipantStatus.InProgress },
        ],
        evaluation: { calibrated: 4.5 },
      },
      { requirements, evaluators: [{ type: EvaluatorType.Self, rating: 2 }] },
    ],
  });
  open = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Review 2026', status: CycleStatus.Open },
    subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }] }],
  });
  await calculate(closed.cycle._id);
  await makeOld();
});

/** Gives all that the datasets are made of an `updatedAt` of long ago. */
function makeOld(): Promise<void> {
  const old = { $set: { updatedAt: LONG_AGO } };
  return api().tenant.within(async () => {
    for (const model of [CycleModel, EmployeeModel, EvaluationModel, ParticipantModel])
      await (model as Model<object>).updateMany({}, old, { timestamps: false });
  });
}

const rows = async (path: string): Promise<Record<string, unknown>[]> => (await api().read(`datasets/${path}`)).body;
const subject = (at: number) => closed.subjects[at]!.employee;

describe('datasets/scores', () => {
  test('a row has exactly its fields; overall: (4·0.20 + 5·0.50 + 3·0.20) / 0.90', async () => {
    const found = (await rows(`scores?cycleId=${closed.cycle._id}`)).find((row) => row.employeeId === subject(0)._id);
    expect(found).toEqual({
      cycleId: closed.cycle._id,
      cycleName: 'Review 2025',
      employeeId: subject(0)._id,
      employeeCode: 'E-1',
      employee: 'Ana García',
      email: subject(0).email,
      department: null,
      jobProfile: null,
      overall: 4.33,
      calibrated: 4.5,
      effective: 4.5,
      submitted: 3,
      totalParticipants: 4,
      acknowledged: 1,
    });
  });

  test('without cycleId all cycles; a subject without a score has nulls (rule 1)', async () => {
    const all = await rows('scores');
    expect(all).toHaveLength(3);
    const waiting = all.find((row) => row.cycleId === open.cycle._id);
    expect(waiting).toMatchObject({
      overall: null,
      calibrated: null,
      effective: null,
      submitted: 0,
      totalParticipants: 1,
    });
  });
});

describe('datasets/gaps', () => {
  test('a row has exactly its fields', async () => {
    const found = (await rows('gaps')).find((row) => row.employeeId === subject(1)._id);
    expect(found).toEqual({
      cycleId: closed.cycle._id,
      cycleName: 'Review 2025',
      employeeId: subject(1)._id,
      employee: subject(1).fullName,
      department: null,
      requirement: 'Review',
      isCritical: true,
      requiredLevel: 5,
      currentLevel: 2,
      gapLevel: 3,
      priority: 1,
    });
  });

  test('a subject without gaps since the last calculation comes as its ids to who keeps a copy', async () => {
    const { tenant } = api();
    const { _id } = subject(1);
    const gone = { cycleId: closed.cycle._id, employeeId: _id, updatedAt: expect.any(String), isDeleted: true };
    const changes = () => rows('gaps?updatedSince=2026-01-01T10:00:01Z&includeDeleted=true');
    const setRequired = (requirements: object[]) =>
      tenant.within(async () => EvaluationModel.updateOne({ subjectId: _id }, { $set: { requirements } }));
    const { requirements } = closed.subjects[1]!.evaluation;
    await setRequired([]);
    await calculate(closed.cycle._id);
    expect((await changes()).filter((row) => row.employeeId === _id)).toEqual([gone]);
    expect((await rows('gaps?includeDeleted=true')).map((row) => row.employeeId)).not.toContain(_id);
    await setRequired(requirements);
    await calculate(closed.cycle._id);
    await makeOld();
    expect(await changes()).toEqual([]);
  });

  test('a cycle without a gap analysis has no rows (rule 3)', async () => {
    expect(await rows(`gaps?cycleId=${open.cycle._id}`)).toEqual([]);
    expect(new Set((await rows('gaps')).map((row) => row.cycleId))).toEqual(new Set([closed.cycle._id]));
  });
});

describe.each(['scores', 'gaps', 'competency-scores'])('changes of datasets/%s', (dataset) => {
  const since = '2026-01-01T10:00:01Z';

  test('updatedSince is inclusive and adds updatedAt; without it there is none', async () => {
    const all = await rows(dataset);
    expect(all.every((row) => !('updatedAt' in row))).toBe(true);
    const changed = await rows(`${dataset}?updatedSince=2026-01-01T10:00:00Z`);
    expect(changed).toEqual(all.map((row) => ({ ...row, updatedAt: '2026-01-01T10:00:00Z' })));
    expect(await rows(`${dataset}?updatedSince=${since}`)).toEqual([]);
  });

  test('a changed name changes the rows that show it, a removed subject comes as its ids', async () => {
    const { tenant } = api();
    const { _id } = subject(1);
    await changeEmployee(tenant, _id, { fullName: 'New Name' });
    expect(await rows(`${dataset}?updatedSince=${since}`)).toEqual([
      expect.objectContaining({ employeeId: _id, employee: 'New Name' }),
    ]);
    await changeEmployee(tenant, _id, { isDeleted: true });
    expect(await rows(`${dataset}?updatedSince=${since}`)).toEqual([]);
    const gone = { cycleId: closed.cycle._id, employeeId: _id, updatedAt: expect.any(String), isDeleted: true };
    expect(await rows(`${dataset}?updatedSince=${since}&includeDeleted=true`)).toEqual([gone]);
    expect((await rows(dataset)).map((row) => row.employeeId)).not.toContain(_id);
    await changeEmployee(tenant, _id, { isDeleted: false, fullName: subject(1).fullName });
    await makeOld();
  });
});

test('an assignment that is removed is a change of its subject: updatedSince sees fewer evaluators', async () => {
  const { tenant } = api();
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        evaluators: [
          { type: EvaluatorType.Self },
          { type: EvaluatorType.Peer, status: ParticipantStatus.InProgress, rating: null },
        ],
      },
    ],
  });
  await makeOld();
  const changes = () => rows(`scores?cycleId=${cycle._id}&updatedSince=2026-01-01T10:00:01Z`);
  expect(await changes()).toEqual([]);
  const peer = subjects[0]!.participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Peer)!;
  expect((await api().asHr('delete', `/api/peer-assignments/${peer._id}`)).status).toBe(204);
  expect(await changes()).toEqual([expect.objectContaining({ submitted: 1, totalParticipants: 1 })]);
});

describe('bad input', () => {
  test.each(['scores', 'gaps'])('%s: an unknown and a foreign cycle are 404, byte-equal', async (dataset) => {
    const other = await makeEvaluatedCycle(await makeTenant());
    const [unknown, foreign] = await Promise.all(
      [newId(), other.cycle._id].map(async (id) => api().read(`datasets/${dataset}?cycleId=${id}`)),
    );
    expect([unknown?.status, unknown?.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    expect(foreign?.text).toBe(unknown?.text);
  });

  test.each([
    'cycleId=x',
    'cycleId=',
    `cycleId=${newId()}&cycleId=${newId()}`,
    'updatedSince=2026',
    'includeDeleted=maybe',
  ])('?%s is 400 VALIDATION', async (query) => {
    for (const dataset of ['scores', 'gaps']) {
      const { status, body } = await api().read(`datasets/${dataset}?${query}`);
      expect([dataset, status, body.errorCode]).toEqual([dataset, 400, 'VALIDATION']);
    }
  });

  test.each(['post', 'put', 'patch', 'delete'] as const)('%s is 405 with Allow', async (method) => {
    for (const path of ['employees', 'cycles', 'datasets/scores', 'datasets/gaps']) {
      const { status, body, headers } = await api().send(method, path);
      expect([path, status, body.errorCode, headers.allow]).toEqual([path, 405, 'METHOD_NOT_ALLOWED', 'GET']);
    }
  });
});
