import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { ItemType } from '../../../shared/framework/template.rules';
import { sendWebhooks } from '../../../worker/comms/webhooks/send-webhooks';
import { loggedName } from '../../../worker/growth/logged-name';
import { type EvaluatedCycle, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeGuest } from '../../factories/guest';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { makeWebhook } from '../../factories/webhook';
import { useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';
import { surveyCalls } from '../../support/survey-calls';
import { WebhookReceiver } from '../../support/webhook-receiver';

// Who reads every event of an organization learns nothing of hidden answers, nor when they were given (docs/anonymity.md).

const service = useService();
const mailbox = useMailbox();
const { Self, Manager, Peer, DirectReport, Stakeholder } = EvaluatorType;
const receivers: WebhookReceiver[] = [];
afterAll(() => receivers.forEach((receiver) => receiver.stop()));

/** What guarded raters do, and before which step of HR; everything else is the same in each organization. */
interface Hidden {
  /** The raters who submit, by their place, with what they rate. */
  beforeReminder: readonly { rater: number; score: number }[];
  afterReminder: readonly { rater: number; score: number }[];
  guestDeclines: boolean;
  /** Answers of the survey before it closes. */
  surveyScores: readonly number[];
}

const RATERS = 4;

async function submit(tenant: TestTenant, made: EvaluatedCycle, at: number, score: number): Promise<void> {
  const { participants } = made.subjects[0]!;
  const { _id: id, evaluatorId, evaluatorType } = participants[at]!;
  const token = await tenant.signedIn({ employeeId: evaluatorId });
  const answers = made.template.sections
    .flatMap(({ items }) => items)
    .filter(({ type, evaluatorTypes }) => type === ItemType.Rating && evaluatorTypes.length === 0)
    .map(({ id: itemId }) => ({ itemId, score, comment: `${evaluatorType} says ${score}` }));
  const path = `/api/my-evaluations/${id}`;
  expect((await service().call('post', `${path}/respond`, token).send({ answers })).status).toBe(200);
  expect((await service().call('post', `${path}/submit`, token).send({})).status).toBe(200);
}

/** Plays a review and a survey in an organization of its own, and returns the events that its webhook was sent. */
async function eventsOf(hidden: Hidden): Promise<{ type: string; data: string }[]> {
  const tenant = await makeTenant({ name: 'Acme' });
  await mailbox.connect(tenant.id);
  const receiver = await new WebhookReceiver(() => 204).start();
  receivers.push(receiver);
  await tenant.within(() => makeWebhook(receiver.url));
  const hr = async (path: string): Promise<void> => {
    const { status } = await service().call('post', path, tenant.hr).send({});
    expect([path, status < 300]).toEqual([path, true]);
  };
  const asked = { status: ParticipantStatus.InProgress, rating: null };
  const made = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Draft, name: 'Review', endDate: '2031-12-31' },
    subjects: [
      { evaluators: [Peer, Peer, DirectReport, Stakeholder, Self, Manager].map((type) => ({ type, ...asked })) },
    ],
  });
  const cycle = `/api/evaluation-cycles/${made.cycle._id}`;
  await hr(`${cycle}/status/Open`);
  const guest = await makeGuest(tenant);
  for (const { rater, score } of hidden.beforeReminder) await submit(tenant, made, rater, score);
  await hr(`/api/email-triggers/cycle/${made.cycle._id}/deadline-reminder`);
  for (const { rater, score } of hidden.afterReminder) await submit(tenant, made, rater, score);
  if (hidden.guestDeclines)
    await service()
      .call('post', `/api/guest/evaluations/${guest.participantId}/decline`, guest.session)
      .send({ reason: 'I hardly know her.' })
      .expect(204);
  for (const shown of [RATERS, RATERS + 1]) await submit(tenant, made, shown, 4);
  await hr(`${cycle}/status/Closed`);
  await hr(`/api/evaluation-results/${made.cycle._id}/publish`);
  const { open, answer, people } = surveyCalls(service(), tenant);
  const respondents = await people(6);
  const survey = await open();
  for (const [at, score] of hidden.surveyScores.entries())
    expect((await answer(survey, respondents[at] ?? '', score)).status).toBeLessThan(300);
  await hr(`/api/pulse-surveys/${survey}/close`);
  while (receiver.accepted().at(-1)?.type !== 'survey.closed') {
    await sendWebhooks(new AbortController().signal, loggedName);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const names = new Map([
    [made.cycle._id, 'the cycle'],
    [survey, 'the survey'],
  ]);
  // An event comes at least once: a busy machine may send it again.
  const first = new Map(
    receiver
      .accepted()
      .toReversed()
      .map((event) => [event.id, event]),
  );
  return [...first.values()].toReversed().map(({ type, data }) => ({
    type,
    data: JSON.stringify(data).replace(/[0-9a-f-]{36}/g, (id) => names.get(id) ?? 'someone'),
  }));
}

test('the events of organizations that differ in hidden answers, and in when they were given, are the same', async () => {
  const all = Array.from({ length: RATERS }, (_rater, rater) => rater);
  const early = await eventsOf({
    beforeReminder: all.map((rater) => ({ rater, score: 5 })),
    afterReminder: [],
    guestDeclines: false,
    surveyScores: [10, 10, 10],
  });
  expect(early.map(({ type }) => type).filter((type) => !type.startsWith('employee'))).toEqual([
    'cycle.opened',
    'cycle.reminded',
    'cycle.closed',
    'results.published',
    'survey.opened',
    'survey.closed',
  ]);
  const late = await eventsOf({
    beforeReminder: [],
    afterReminder: all.toReversed().map((rater) => ({ rater, score: 1 })),
    guestDeclines: true,
    surveyScores: [0, 3],
  });
  const few = await eventsOf({
    beforeReminder: [{ rater: 2, score: 3 }],
    afterReminder: [],
    guestDeclines: false,
    surveyScores: [],
  });
  expect(late).toEqual(early);
  expect(few).toEqual(early);
});
