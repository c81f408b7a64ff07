import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

const service = useService({ worker: false });

test('an answer and a submission send no command more than they need (issue 16: the last hour before a deadline)', async () => {
  const tenant = await makeTenant();
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [1, 2].map(() => ({ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }] })),
  });
  const sent: { respond: string[]; submit: string[] }[] = [];
  for (const { employee, participants } of made.subjects) {
    const token = await tenant.signedIn({ employeeId: employee._id });
    const call = (step: string, body: object = {}) =>
      service().call('post', `/api/my-evaluations/${participants[0]!._id}/${step}`, token).send(body).expect(200);
    const answers = participants[0]!.answers.map(({ itemId }) => ({ itemId, score: 5 }));
    await call('respond', { answers }); // reads the session, which is remembered
    const respond = await commandsOf(() => call('respond', { answers }));
    sent.push({ respond, submit: await commandsOf(() => call('submit')) });
  }
  expect(sent[1]).toEqual({
    respond: [
      'find participants',
      'find cycles',
      'find evaluationtemplates',
      'findAndModify participants',
      'find employees', // the name of the subject
    ],
    submit: [
      'find participants',
      'find cycles',
      'find evaluationtemplates',
      'findAndModify participants',
      'findAndModify evaluations',
      'find participants',
      'update evaluations',
      'find personkeys',
      'insert personkeys', // at the first event of a person
      'insert auditdrafts',
      'insert sums',
      'commitTransaction 1',
      'insert auditlogs', // one for all who submit at the same moment, like the next two
      'update auditheads',
      'delete auditdrafts',
      'find employees',
    ],
  });
});
