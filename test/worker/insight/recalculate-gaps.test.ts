import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import type { RequirementSnapshot } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { OutdatedGapRunModel } from '../../../shared/insight/gaps/outdated-gap-run.model';
import { enqueue } from '../../../shared/jobs/enqueue';
import { RunReplaced } from '../../../shared/jobs/fence';
import { type Job, JobStatus } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { type EvaluatedCycle, makeEvaluatedCycle, makeTemplate } from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

useService();
const { Self, Manager, Peer } = EvaluatorType;
const [ALPHA, BETA, GAMMA] = [newId(), newId(), newId()];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const requirement = (requirementId: string, requiredLevel: number, isCritical = false): RequirementSnapshot => ({
  requirementId,
  requirement: requirementId === ALPHA ? 'Alpha' : requirementId === BETA ? 'Beta' : 'Gamma',
  requiredLevel,
  isCritical,
});

/** Alpha by two items of weights 3 and 1, Beta by one, Gamma by none but one that measures potential. */
async function makeCycle(): Promise<EvaluatedCycle> {
  const items = [
    templateItem({ competencyId: ALPHA, weight: 3 }),
    templateItem({ competencyId: ALPHA }),
    templateItem({ skillId: BETA, allowNotApplicable: true }),
    templateItem({ competencyId: GAMMA, measuresPotential: true }),
    templateItem(),
  ];
  const template = await makeTemplate(tenant, { items });
  const answers = (...scores: (number | null)[]) =>
    scores.map((score, at) => ({ itemId: items[at]!.id, score, notApplicable: score === null, comment: null }));
  return makeEvaluatedCycle(tenant, {
    template,
    subjects: [
      {
        requirements: [requirement(ALPHA, 5, true), requirement(BETA, 3), requirement(GAMMA, 2)],
        evaluation: { departmentId: newId(), jobProfileId: newId() },
        evaluators: [
          { type: Self, answers: answers(4, 2, 3) },
          { type: Manager, answers: answers(2, 4, null) },
          { type: Peer, answers: answers(1, 1, 1, 1), status: ParticipantStatus.InProgress },
        ],
      },
      { requirements: [requirement(BETA, 2)], evaluators: [{ type: Self, answers: answers(1, 1, 5) }] },
      { requirements: [requirement(BETA, 2)], evaluators: [{ type: Self, status: ParticipantStatus.InProgress }] },
      { requirements: [], evaluators: [{ type: Self }] },
    ],
  });
}

const recalculate = (cycleId: string): Promise<Job> =>
  tenant.within(async () => endOf(await enqueue('insight.recalculate-gaps', { cycleId })));

const gapsOf = (made: EvaluatedCycle) =>
  tenant.within(async () => {
    const cycle = await CycleModel.findById(made.cycle._id).lean();
    const outdated = await OutdatedGapRunModel.distinct('_id');
    const rows = await GapModel.find({ cycleId: made.cycle._id, runId: { $nin: outdated } })
      .sort({ requirement: 1, employeeId: 1 })
      .lean<GapRow[]>();
    return { gaps: cycle!.gaps, rows };
  });

const figures = ({ employeeId, requirement: name, requiredLevel, currentLevel, gapLevel, priority }: GapRow) => [
  employeeId,
  name,
  requiredLevel,
  currentLevel,
  gapLevel,
  priority,
];

/** One run of a job of its own. */
const run = (runId: string, cycleId: string, progress?: (done: number, total: number) => Promise<void>) =>
  tenant.within(() => runHandler(recalculateGaps, { cycleId }, { runId, ...(progress ? { progress } : {}) }));

describe('gap recalculation', () => {
  test('levels are the weighted type means of the submitted, over the mapped items; no data is no row', async () => {
    const made = await makeCycle();
    const job = await recalculate(made.cycle._id);
    expect([job.status, job.result]).toEqual([JobStatus.Succeeded, { subjects: 4, rows: 3 }]);
    const [first, second] = made.subjects;
    const { rows, gaps } = await gapsOf(made);
    const alpha = (((3 * 4 + 2) / 4) * 0.2 + ((3 * 2 + 4) / 4) * 0.5) / 0.7;
    const beta = [
      [first!.employee._id, 'Beta', 3, expect.closeTo(3, 12), 0, 4],
      [second!.employee._id, 'Beta', 2, 5, 0, 4],
    ].sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
    expect(rows.map(figures)).toEqual([[first!.employee._id, 'Alpha', 5, expect.closeTo(alpha, 12), 3, 1], ...beta]);
    const { departmentId, jobProfileId } = first!.evaluation;
    expect(rows[0]).toMatchObject({ runId: job.runToken, departmentId, jobProfileId, isCritical: true });
    expect(gaps).toEqual({ state: GapsState.Calculated, calculatedAt: expect.any(Date), runId: job.runToken });
  });

  test('a second run replaces the rows of the first', async () => {
    const made = await makeCycle();
    await recalculate(made.cycle._id);
    const { participants } = made.subjects[1]!;
    await tenant.within(() =>
      ParticipantModel.updateOne({ _id: participants[0]!._id }, { $set: { 'answers.2.score': 1 } }),
    );
    const job = await recalculate(made.cycle._id);
    const { rows, gaps } = await gapsOf(made);
    expect(rows.map(({ runId }) => runId)).toEqual([job.runToken, job.runToken, job.runToken]);
    expect(rows.find(({ employeeId }) => employeeId === made.subjects[1]!.employee._id)!.gapLevel).toBe(1);
    expect(gaps.runId).toBe(job.runToken);
  });

  test('a cycle without answers is Calculated, with no rows', async () => {
    const made = await makeEvaluatedCycle(tenant, { subjects: [] });
    expect((await recalculate(made.cycle._id)).result).toEqual({ subjects: 0, rows: 0 });
    expect((await gapsOf(made)).gaps.state).toBe(GapsState.Calculated);
  });

  test('a missing cycle fails the job with NOT_FOUND', async () => {
    const job = await recalculate(newId());
    expect([job.status, job.error!.code]).toEqual([JobStatus.Failed, 'NOT_FOUND']);
  });

  test('a cycle whose job failed for good says so', async () => {
    const made = await makeCycle();
    await tenant.within(() =>
      CycleModel.updateOne(
        { _id: made.cycle._id },
        { $set: { 'gaps.state': GapsState.Calculating, answersDeletedAt: now() } },
      ),
    );
    const job = await recalculate(made.cycle._id);
    expect([job.status, job.error!.code]).toEqual([JobStatus.Failed, 'CONFLICT']);
    expect((await gapsOf(made)).gaps.state).toBe(GapsState.Failed);
  });
});

describe('gap recalculation is idempotent', () => {
  test('a run that stops at any of its steps and is repeated ends like an undisturbed one', async () => {
    const made = await makeCycle();
    await recalculate(made.cycle._id);
    const expected = (await gapsOf(made)).rows.map(figures);
    for (const stopAt of [1, 2, 3]) {
      let calls = 0;
      const failing = run(newId(), made.cycle._id, async () => {
        calls += 1;
        if (calls === stopAt) throw new Error('the worker dies');
      });
      await expect(failing).rejects.toThrow('the worker dies');
      const broken = await gapsOf(made);
      expect(broken.gaps.state).toBe(GapsState.Calculated); // the ledger decides whether it failed
      expect(broken.rows.filter(({ runId }) => runId === broken.gaps.runId).map(figures)).toEqual(expected);
      const runId = newId();
      const result = await run(runId, made.cycle._id);
      expect(result).toEqual({ subjects: 4, rows: 3 });
      const repeated = await gapsOf(made);
      expect(repeated.gaps).toMatchObject({ state: GapsState.Calculated, runId });
      expect(repeated.rows.map(figures)).toEqual(expected);
    }
  });

  test('a replaced run writes nothing more, and says nothing of the state', async () => {
    const made = await makeCycle();
    await recalculate(made.cycle._id);
    const before = await gapsOf(made);
    const replaced = run(newId(), made.cycle._id, async () => {
      throw new RunReplaced();
    });
    await expect(replaced).rejects.toThrow(RunReplaced);
    expect(await gapsOf(made)).toEqual(before);
  });

  test('a run that began before the one that is shown gives way, and takes its rows along', async () => {
    const made = await makeCycle();
    let shown: Awaited<ReturnType<typeof gapsOf>> | undefined;
    await run(newId(), made.cycle._id, async (done, total) => {
      if (shown || done < total) return;
      await recalculate(made.cycle._id);
      shown = await gapsOf(made);
    });
    const { gaps, rows } = await gapsOf(made);
    expect(gaps).toEqual(shown!.gaps);
    expect(rows.map(({ runId }) => runId)).toEqual([gaps.runId, gaps.runId, gaps.runId]);
  });
});
