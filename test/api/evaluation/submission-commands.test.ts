import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluationTemplateModel } from '../../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { checkFigures } from '../../../worker/evaluation/figure-check.store';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant } from '../../factories/tenant';
import { commandsOf, ownCommandsOf } from '../../support/command-count';
import { useService } from '../../support/service';

const service = useService({ worker: false });

test('many who submit at the same moment do so in few transactions, and each gets an answer of its own', async () => {
  const tenant = await makeTenant();
  const evaluators = [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }];
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: Array.from({ length: 12 }, () => ({ evaluators })),
  });
  const people = await Promise.all(
    subjects.map(async ({ employee, participants }) => ({
      token: await tenant.signedIn({ employeeId: employee._id }),
      row: participants[0]!,
    })),
  );
  const submit = ({ token, row }: (typeof people)[number], id = row._id) =>
    service().call('post', `/api/my-evaluations/${id}/submit`, token).send({});
  const [first, , , unanswered] = people;
  await tenant.within(() => ParticipantModel.updateOne({ _id: unanswered!.row._id }, { $set: { answers: [] } }));
  const sent = await commandsOf(async () => {
    const statuses = await Promise.all([
      ...people.map(async (person) => (await submit(person)).status),
      submit(first!).then(({ status }) => status), // the same again
      submit(first!, people[1]!.row._id).then(({ status }) => status), // of another evaluator
    ]);
    const [ofFirst, ...others] = statuses;
    expect(others.slice(0, 11)).toEqual([200, 200, 400, ...Array<number>(8).fill(200)]);
    expect([ofFirst, others[11]].toSorted()).toEqual([200, 409]);
    expect(others[12]).toBe(404);
  });
  expect(sent.filter((command) => command.startsWith('commitTransaction')).length).toBeLessThan(8);
  await tenant.within(async () => {
    const submitted = { cycleId: cycle._id, status: ParticipantStatus.Submitted };
    expect(await ParticipantModel.countDocuments(submitted)).toBe(11);
    const events = await AuditLogModel.find({ eventType: 'evaluation.submitted' }).lean();
    expect(events.map(({ entityId, actorId }) => [entityId, actorId !== null]).toSorted()).toEqual(
      people
        .filter((person) => person !== unanswered)
        .map(({ row }) => [row._id, true])
        .toSorted(),
    );
    expect(new Set(events.map(({ actorId }) => actorId)).size).toBe(11);
    expect(await checkFigures(cycle._id)).toEqual({ subjects: 0, names: 0, departments: 0 });
  });
});

test('an answer and a submission send no command more than they need', async () => {
  const tenant = await makeTenant();
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [1, 2].map(() => ({ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }] })),
  });
  const frozen = { $set: { frozenAt: now() } };
  await tenant.within(() => EvaluationTemplateModel.updateOne({ _id: made.cycle.templateId }, frozen));
  const sent: { respond: string[]; submit: string[] }[] = [];
  for (const { employee, participants } of made.subjects) {
    const token = await tenant.signedIn({ employeeId: employee._id });
    const call = (step: string, body: object = {}) =>
      service().call('post', `/api/my-evaluations/${participants[0]!._id}/${step}`, token).send(body).expect(200);
    const answers = participants[0]!.answers.map(({ itemId }) => ({ itemId, score: 5 }));
    await call('respond', { answers }); // opens the form
    const commandsOfStep = (step: string, body: object = {}) => ownCommandsOf(() => call(step, body));
    sent.push({ respond: await commandsOfStep('respond', { answers }), submit: await commandsOfStep('submit') });
  }
  expect(sent[1]).toEqual({
    respond: [
      'find participants',
      'find cycles',
      'findAndModify participants',
      'find employees', // what the subject is called
    ],
    submit: [
      'find participants',
      'find cycles',
      'update participants',
      'find evaluations',
      'find participants',
      'update evaluations',
      'find personkeys',
      'insert personkeys', // at the first event of a person
      'insert sums',
      'insert auditdrafts',
      'commitTransaction 1',
      'insert auditlogs', // one for all who submit at the same moment, like the next two
      'update auditheads',
      'delete auditdrafts',
      'find employees',
    ],
  });
});
