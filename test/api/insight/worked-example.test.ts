import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();

test('self 4, manager 5, peers 3 and one not submitted: each submission stores the score that is then shown', async () => {
  const tenant = await makeTenant();
  const { InProgress } = ParticipantStatus;
  const ratings = [
    [EvaluatorType.Self, 4],
    [EvaluatorType.Manager, 5],
    [EvaluatorType.Peer, 3],
    [EvaluatorType.Peer, 1],
  ] as const;
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [{ evaluators: ratings.map(([type, rating]) => ({ type, rating, status: InProgress })) }],
  });
  const [subject] = subjects;
  const stored = () =>
    tenant.within(async () => {
      const { effective, tally } = await EvaluationModel.findOne({ cycleId: cycle._id }).orFail().lean<Evaluation>();
      return { effective, mean: tally?.types[EvaluatorType.Peer]?.mean };
    });
  expect((await stored()).effective).toBeNull();
  const scores: (number | null)[] = [];
  for (const { _id, evaluatorId } of subject!.participants.slice(0, 3)) {
    const token = await tenant.signedIn({ employeeId: evaluatorId });
    await service().call('post', `/api/my-evaluations/${_id}/submit`, token).send({}).expect(200);
    scores.push((await stored()).effective);
  }
  expect(scores).toEqual([4, (4 * 0.2 + 5 * 0.5) / 0.7, (4 * 0.2 + 5 * 0.5 + 3 * 0.2) / 0.9].map(closeTo));
  expect((await stored()).mean).toBe(3);

  const results = `/api/evaluation-results`;
  const list = await service().call('get', `${results}?cycleId=${cycle._id}`, tenant.hr).expect(200);
  const detail = await service()
    .call('get', `${results}/${cycle._id}/subjects/${subject!.employee._id}`, tenant.hr)
    .expect(200);
  const heads = [list.body.items[0], detail.body].map(({ overall, effective }) => ({ overall, effective }));
  expect(heads).toEqual(Array.from({ length: 2 }, () => ({ overall: 4.33, effective: 4.33 })));
});

const closeTo = (value: number): unknown => expect.closeTo(value, 9);
