import type { Model } from 'mongoose';
import { NINE_BOX_SOURCES } from '../../../api/public-v1/datasets/dataset-nine-box.queries';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { CareerPathModel } from '../../../shared/framework/career-path.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { CareerAssignmentModel } from '../../../shared/people/career-assignment.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { changeEmployee, type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();
let closed: EvaluatedCycle;

/** Ana: performance 4 (High), potential 3 by her manager (Medium), on a path; Luis: rated by himself alone, no potential. */
beforeAll(async () => {
  const { tenant } = api();
  const employee = await makeEmployee(tenant, { firstName: 'Ana', lastName: 'García' });
  closed = await makeEvaluatedCycle(tenant, {
    cycle: { name: 'Review 2025', gaps: { state: GapsState.Calculated, calculatedAt: now(), runId: newId() } },
    subjects: [
      { employee, evaluators: [{ type: EvaluatorType.Manager, rating: 4, potential: 3 }] },
      { evaluators: [{ type: EvaluatorType.Self, rating: 2 }] },
    ],
  });
  await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open } });
  await tenant.within(async () => {
    const path = await CareerPathModel.create({ name: 'Path', steps: [] });
    const assignment = { employeeId: employee._id, careerPathId: path._id, assignedAt: now() };
    await CareerAssignmentModel.create(assignment);
  });
});

const rows = async (query = ''): Promise<Record<string, unknown>[]> =>
  (await api().read(`datasets/nine-box${query}`)).body;
const ana = () => closed.subjects[0]!.employee;
const luis = () => closed.subjects[1]!.employee;

describe('datasets/nine-box', () => {
  test('one row per subject with a box, of exactly the documented fields; box = potential x 3 + performance', async () => {
    expect(await rows()).toEqual([
      {
        cycleId: closed.cycle._id,
        cycleName: 'Review 2025',
        employeeId: ana()._id,
        employee: 'Ana García',
        email: ana().email,
        department: null,
        jobProfile: null,
        performanceScore: 4,
        potentialScore: 3,
        performanceLevel: 'High',
        potentialLevel: 'Medium',
        box: 5,
        boxLabel: 'Alto desempeño',
        hasCareerPath: true,
      },
    ]);
  });

  test('the thresholds are the tenant’s, and a changed one is a change of the rows', async () => {
    const { tenant } = api();
    const before = '2026-01-01T00:00:00Z';
    const set = (lowBelow: number, highFrom: number) =>
      TenantModel.updateOne({ _id: tenant.id }, { $set: { 'settings.nineBox': { lowBelow, highFrom } } });
    await set(3.5, 4.5);
    expect(await rows(`?updatedSince=${before}`)).toEqual([
      expect.objectContaining({ box: 1, boxLabel: 'Efectivo', updatedAt: expect.any(String) }),
    ]);
    await set(2.5, 4);
  });

  test('who leaves a career path, or joins one, is a change', async () => {
    const { tenant } = api();
    const old = { $set: { updatedAt: new Date('2026-01-01T10:00:00Z') } };
    const changes = async () => (await rows('?updatedSince=2026-01-02T00:00:00Z')).map((row) => row.hasCareerPath);
    await tenant.within(async () => {
      for (const model of [...NINE_BOX_SOURCES, ParticipantModel])
        await (model as Model<object>).updateMany({}, old, { timestamps: false });
      await TenantModel.updateOne({ _id: tenant.id }, old, { timestamps: false });
    });
    expect(await changes()).toEqual([]);
    const path = await tenant.within(async () => CareerPathModel.findOne().lean());
    const membership = `/api/career-paths/${path!._id}/employees/${ana()._id}`;
    expect((await api().asHr('delete', membership)).status).toBe(204);
    expect(await changes()).toEqual([false]);
    expect((await api().asHr('put', membership)).status).toBe(200);
    expect(await changes()).toEqual([true]);
  });

  test('a career path that changes is a change of those on it', async () => {
    const { tenant } = api();
    const old = { $set: { updatedAt: new Date('2026-01-01T10:00:00Z') } };
    const changed = async () => (await rows('?updatedSince=2026-01-02T00:00:00Z')).map((row) => row.hasCareerPath);
    await tenant.within(() => CareerAssignmentModel.updateMany({}, old, { timestamps: false }));
    expect(await changed()).toEqual([]);
    await tenant.within(() => CareerPathModel.updateMany({}, { $set: { isDeleted: true } }));
    expect(await changed()).toEqual([false]);
  });

  test('with includeDeleted: subjects without a box, and deleted ones, as their ids', async () => {
    const { tenant } = api();
    const removed = (await rows('?includeDeleted=true')).filter((row) => row.isDeleted);
    expect(removed.map((row) => row.employeeId)).toEqual([luis()._id]);
    await changeEmployee(tenant, ana()._id, { isDeleted: true });
    expect(await rows()).toEqual([]);
    const ids = (await rows('?includeDeleted=true')).map(({ employeeId, isDeleted }) => [employeeId, isDeleted]);
    expect(new Set(ids.map(String))).toEqual(new Set([`${ana()._id},true`, `${luis()._id},true`]));
  });

  test('an unknown cycle is 404, a malformed one 400', async () => {
    expect((await api().read(`datasets/nine-box?cycleId=${newId()}`)).status).toBe(404);
    expect((await api().read('datasets/nine-box?cycleId=last')).status).toBe(400);
  });
});
