import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { type EvaluatedCycle, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { useService } from '../../support/service';

const service = useService();
const ALPHA = newId();

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterEach(() => jest.restoreAllMocks());

/** One subject of an open cycle: the manager has rated 2, the Self rating of 5 is in the given state. */
async function makeOpenCycle(status: ParticipantStatus): Promise<EvaluatedCycle> {
  return makeEvaluatedCycle(tenant, {
    template: await makeTemplate(tenant, { items: [templateItem({ competencyId: ALPHA })] }),
    cycle: { status: CycleStatus.Open },
    subjects: [
      {
        requirements: [{ requirementId: ALPHA, requirement: 'Alpha', requiredLevel: 5, isCritical: false }],
        evaluators: [
          { type: EvaluatorType.Self, rating: 5, status },
          { type: EvaluatorType.Manager, rating: 2 },
        ],
      },
    ],
  });
}

const setStatus = (cycleId: string, status: string) =>
  service().call('post', `/api/evaluation-cycles/${cycleId}/status/${status}`, tenant.hr);

/** Waits for every gap job of the cycle, and reads what readers see then. */
async function settledGaps(cycleId: string): Promise<{ jobs: number; state: GapsState; levels: number[] }> {
  return tenant.within(async () => {
    const jobs = await JobModel.find({ type: 'insight.recalculate-gaps', 'payload.cycleId': cycleId }).lean<Job[]>();
    for (const job of jobs) expect((await endOf(job)).status).toBe(JobStatus.Succeeded);
    const cycle = await CycleModel.findById(cycleId).lean();
    const rows = await GapModel.find({ runId: cycle!.gaps.runId ?? '' }).lean<GapRow[]>();
    return { jobs: jobs.length, state: cycle!.gaps.state, levels: rows.map(({ currentLevel }) => currentLevel) };
  });
}

/** Self 5 with the default weight 0.2, Manager 2 with 0.5. */
const BOTH = [expect.closeTo((5 * 0.2 + 2 * 0.5) / 0.7, 9)];
const MANAGER_ALONE = [2];

/** Closes the cycle, and lets its gaps be calculated, when the next evaluations are about to be written. */
function closeBeforeWriting(cycleId: string): void {
  const original = ParticipantModel.bulkWrite.bind(ParticipantModel);
  jest.spyOn(ParticipantModel, 'bulkWrite').mockImplementationOnce(async (...args) => {
    expect((await setStatus(cycleId, 'Closed')).body.gaps.state).toBe(GapsState.Calculated);
    return original(...args);
  });
}

describe('what changes in the very instant of the closing', () => {
  test('a submission that was decided before the closing and comes after the gaps were read is refused', async () => {
    const made = await makeOpenCycle(ParticipantStatus.InProgress);
    const { employee, participants } = made.subjects[0]!;
    const token = await tenant.signedIn({ employeeId: employee._id });
    closeBeforeWriting(made.cycle._id);
    const own = participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Self)!;
    const answer = await service().call('post', `/api/my-evaluations/${own._id}/submit`, token);
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(await settledGaps(made.cycle._id)).toEqual({ jobs: 1, state: GapsState.Calculated, levels: MANAGER_ALONE });
  });

  test('an evaluation that is given back at the same moment is in the gaps no more, or is refused', async () => {
    const made = await makeOpenCycle(ParticipantStatus.Submitted);
    const own = made.subjects[0]!.participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Self)!;
    const path = `/api/evaluation-results/participants/${own._id}/reopen`;
    const reopen = service().call('post', path, tenant.hr).send({ reason: 'the wrong person was rated' });
    const [reopened, closed] = await Promise.all([reopen, setStatus(made.cycle._id, 'Closed')]);
    expect(closed.status).toBe(200);
    expect([200, 409]).toContain(reopened.status);
    const levels = reopened.status === 200 ? MANAGER_ALONE : BOTH;
    expect(await settledGaps(made.cycle._id)).toEqual({ jobs: 1, state: GapsState.Calculated, levels });
  });

  test('submitted while the cycle is open it starts no gap run', async () => {
    const made = await makeOpenCycle(ParticipantStatus.InProgress);
    const { employee, participants } = made.subjects[0]!;
    const token = await tenant.signedIn({ employeeId: employee._id });
    const own = participants.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Self)!;
    await service().call('post', `/api/my-evaluations/${own._id}/submit`, token);
    expect(await settledGaps(made.cycle._id)).toEqual({ jobs: 0, state: GapsState.None, levels: [] });
  });
});

describe('settings of a cycle that is closed', () => {
  const put = (cycleId: string, body: object) =>
    service().call('put', `/api/evaluation-cycles/${cycleId}`, tenant.hr).send(body);

  test('other weights change the gaps as they change the scores', async () => {
    const made = await makeOpenCycle(ParticipantStatus.Submitted);
    await setStatus(made.cycle._id, 'Closed');
    const answer = await put(made.cycle._id, { settings: { weights: { Self: 0 } } });
    expect([answer.status, answer.body.gaps.state]).toEqual([200, GapsState.Calculating]);
    expect(await settledGaps(made.cycle._id)).toEqual({ jobs: 2, state: GapsState.Calculated, levels: MANAGER_ALONE });
    const results = await service().call('get', `/api/evaluation-results?cycleId=${made.cycle._id}`, tenant.hr);
    expect(results.body.items[0].overall).toBe(2);
  });

  test.each([
    ['a name', { name: 'Renamed' }],
    ['the weights that it has', { settings: { weights: { Self: 0.2, Manager: 0.5 } } }],
    ['other settings', { settings: { maxPeers: 9 } }],
  ])('%s changes no gaps, and starts no gap run', async (_what, body) => {
    const made = await makeOpenCycle(ParticipantStatus.Submitted);
    await setStatus(made.cycle._id, 'Closed');
    expect((await put(made.cycle._id, body)).body.gaps.state).toBe(GapsState.Calculated);
    expect(await settledGaps(made.cycle._id)).toMatchObject({ jobs: 1, levels: BOTH });
  });

  test('of an open cycle they start no gap run', async () => {
    const made = await makeOpenCycle(ParticipantStatus.Submitted);
    await put(made.cycle._id, { settings: { weights: { Self: 0 } } });
    expect(await settledGaps(made.cycle._id)).toMatchObject({ jobs: 0, state: GapsState.None });
  });
});
