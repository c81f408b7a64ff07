import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { forgetPublishedAnswers } from '../../../shared/evaluation/disclosure/published-answers.store';
import {
  type PublishedResultsRow,
  PublishedResultsModel,
} from '../../../shared/evaluation/disclosure/published-results.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { publishCycleResults } from '../../../worker/evaluation/publish-results.job';
import { type EvaluatorPlan, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

// What is published is stored, one row for each subject.

const service = useService({ worker: false });
const { Self, Peer } = EvaluatorType;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const PEERS = [2, 3, 4].map((rating): EvaluatorPlan => ({ type: Peer, rating, comment: `given with ${rating}` }));

async function publishedCycle() {
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { resultsPublishedAt: now() },
    subjects: [{ evaluators: [{ type: Self, rating: 4 }, ...PEERS] }, {}],
  });
  return { made, cycleId: made.cycle._id, subjectId: made.subjects[0]!.employee._id };
}

const storedRows = (cycleId: string) =>
  tenant.within(async () =>
    PublishedResultsModel.find({ cycleId }).sort({ subjectId: 1 }).lean<PublishedResultsRow[]>(),
  );
const publish = (cycleId: string) => tenant.within(() => runHandler(publishCycleResults, { cycleId }));

test('stores one row for each subject, and the same rows when it runs again', async () => {
  const { cycleId, subjectId } = await publishedCycle();
  expect(await publish(cycleId)).toEqual({ subjects: 2 });
  const rows = await storedRows(cycleId);
  expect(rows).toHaveLength(2);
  const peers = rows.find((row) => row.subjectId === subjectId)?.groups.find((group) => group.evaluatorType === Peer);
  expect(peers?.raters.map(({ score }) => score).toSorted()).toEqual([2, 3, 4]);
  expect(peers?.raters.flatMap(({ comments }) => comments ?? [])).toEqual([]); // they are those of the evaluations
  await publish(cycleId);
  expect(await storedRows(cycleId)).toEqual(rows);
});

test('stores nothing of a cycle that was reopened before it ran', async () => {
  const { cycleId } = await publishedCycle();
  await tenant.within(() => PublishedResultsModel.deleteMany({ cycleId }));
  const reopened = { status: CycleStatus.InProgress, resultsPublishedAt: null, reopenedAt: now() };
  await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: reopened }));
  expect(await publish(cycleId)).toEqual({ subjects: 0 });
  expect(await storedRows(cycleId)).toEqual([]);
});

test('when retention deletes the answers, nothing of them is kept and the mean stays', async () => {
  const { made, cycleId, subjectId } = await publishedCycle();
  const token = await tenant.signedIn({ employeeId: subjectId });
  const read = async () => {
    const { body } = await service().call('get', `/api/evaluation-results/${cycleId}/subjects/${subjectId}`, token);
    return body.typeScores.find(({ evaluatorType }: { evaluatorType: EvaluatorType }) => evaluatorType === Peer);
  };
  const before = await read();
  expect(before).toMatchObject({ score: 3, suppressed: false });
  await tenant.within(async () => {
    await ParticipantModel.updateMany({ cycleId }, { $set: { answers: [] } });
    await forgetPublishedAnswers(made.cycle);
  });
  const rows = await storedRows(cycleId);
  expect(rows.flatMap(({ groups }) => groups.flatMap(({ raters }) => raters.map(({ ratings }) => ratings)))).toEqual([
    null,
    null,
    null,
  ]);
  expect(JSON.stringify(rows)).not.toContain('given with');
  expect(await read()).toEqual(before);
});
