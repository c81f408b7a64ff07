import mongoose from 'mongoose';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { checkFigures } from '../../../worker/evaluation/figure-check.store';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant } from '../../factories/tenant';
import { closeOwnEngine, conflictEvery, useOwnEngine } from '../../support/fail-commands';
import { useService } from '../../support/service';

/*
 * On MongoDB a transaction that meets another one fails at once and starts again. Here each tenth write of a transaction fails so,
 * while everybody submits.
 */

const PEOPLE = 150;
const WRITE_CONFLICT = 112;

useOwnEngine({ embedded: true });
const service = useService({ worker: false, ownDatabase: true });
afterAll(closeOwnEngine);

test('when 150 submit at once and each tenth write conflicts, nothing is refused', async () => {
  const tenant = await makeTenant();
  const evaluators = [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }];
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: Array.from({ length: PEOPLE }, () => ({ evaluators })),
  });
  const people: { token: string; id: string }[] = [];
  for (const { employee, participants } of subjects)
    people.push({ token: await tenant.signedIn({ employeeId: employee._id }), id: participants[0]!._id });
  let conflicts = 0;
  mongoose.connection.getClient().on('commandFailed', ({ failure }) => {
    if ('code' in failure && failure.code === WRITE_CONFLICT) conflicts++;
  });
  await conflictEvery(10);
  const statuses = await Promise.all(
    people.map(async ({ token, id }) => {
      const { status } = await service().call('post', `/api/my-evaluations/${id}/submit`, token).send({});
      return status;
    }),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(conflicts).toBeGreaterThan(0);
  await tenant.within(async () => {
    const submitted = { cycleId: cycle._id, status: ParticipantStatus.Submitted };
    expect(await ParticipantModel.countDocuments(submitted)).toBe(PEOPLE);
    expect(await checkFigures(cycle._id)).toEqual({ subjects: 0, names: 0, departments: 0 });
  });
});
