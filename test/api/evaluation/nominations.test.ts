import type { NotificationType } from '../../../shared/comms/notification-texts.rules';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { type CycleSettings, PeerNomination } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { allowGuests } from '../../factories/guest';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { useService } from '../../support/service';

const service = useService();
const { Self, Manager, Peer, Stakeholder } = EvaluatorType;
const { Subject, SubjectAndManager } = PeerNomination;

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

/** A cycle with the subjects Ana and Ben of one manager, and four colleagues who can be named. */
async function nominating(settings: Partial<CycleSettings> = {}, status = CycleStatus.Open, rolesOfBen: Role[] = []) {
  const manager = await makeEmployee(tenant, { firstName: 'Mara' });
  const [ana, ben] = [
    await makeEmployee(tenant, { firstName: 'Ana', managerId: manager._id }),
    await makeEmployee(tenant, { firstName: 'Ben', managerId: manager._id }),
  ];
  const colleagues: string[] = [];
  for (const firstName of ['Carl', 'Dora', 'Eva', 'Fay'])
    colleagues.push((await makeEmployee(tenant, { firstName }))._id);
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status, settings: { peerNomination: SubjectAndManager, minPeers: 2, maxPeers: 3, ...settings } },
    subjects: [ana, ben].map((employee) => ({
      employee,
      evaluators: [
        { type: Self },
        { type: Manager, evaluatorId: manager._id, status: ParticipantStatus.InProgress, rating: null },
      ],
    })),
  });
  const token = (employeeId: string) => tenant.signedIn({ employeeId });
  return {
    cycleId: cycle._id,
    ids: { ana: ana._id, ben: ben._id, manager: manager._id },
    tokens: {
      ana: await token(ana._id),
      ben: await tenant.signedIn({ employeeId: ben._id, roles: rolesOfBen }),
      manager: await token(manager._id),
    },
    colleagues,
  };
}
type Nominating = Awaited<ReturnType<typeof nominating>>;

const save = (cycleId: string, evaluatorIds: unknown, token: string) =>
  service().call('put', `/api/my-nominations/${cycleId}`, token).send({ evaluatorIds });
const submit = (cycleId: string, token: string) =>
  service().call('post', `/api/my-nominations/${cycleId}/submit`, token);
const decide = (decision: 'approve' | 'return', cycleId: string, subjectId: string, token: string, body: object = {}) =>
  service().call('post', `/api/team-nominations/${cycleId}/${subjectId}/${decision}`, token).send(body);
const mine = async (token: string) => (await service().call('get', '/api/my-nominations', token)).body.items;
const peersOf = (cycleId: string, subjectId: string): Promise<Participant[]> =>
  tenant.within(() => ParticipantModel.find({ cycleId, subjectId, evaluatorType: Peer }).lean<Participant[]>());
const peerIdsOf = async (cycleId: string, subjectId: string) =>
  (await peersOf(cycleId, subjectId)).map(({ evaluatorId }) => evaluatorId).sort();
/** What the home page of this account says about nominations. */
const waiting = async (token: string) => {
  const { body } = await service().call('get', '/api/my-dashboard', token).expect(200);
  return [body.nominationsToSubmit.map(({ endDate }: { endDate: string | null }) => endDate), body.nominationsToDecide];
};
const notifications = async (type: NotificationType) => tenant.within(() => NotificationModel.countDocuments({ type }));

/** Ana's nomination of these, submitted. */
async function submitted({ cycleId, tokens }: Nominating, evaluatorIds: readonly string[], who: 'ana' | 'ben' = 'ana') {
  expect((await save(cycleId, evaluatorIds, tokens[who])).status).toBe(200);
  const answer = await submit(cycleId, tokens[who]);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('naming guests', () => {
  const kai = { email: 'Kai@client.example', name: 'Kai Client', locale: 'es' };
  const rosa = { email: 'rosa@client.example', name: 'Rosa Client' };
  const saveBoth = (cycleId: string, evaluatorIds: string[], guests: object[] | undefined, token: string) =>
    service().call('put', `/api/my-nominations/${cycleId}`, token).send({ evaluatorIds, guests });
  const stakeholders = (cycleId: string, subjectId: string): Promise<Participant[]> =>
    tenant.within(() =>
      ParticipantModel.find({ cycleId, subjectId, evaluatorType: Stakeholder }).lean<Participant[]>().exec(),
    );

  test('a subject names them where managers invite guests, and the approval asks them as Stakeholders by email', async () => {
    const { cycleId, ids, tokens, colleagues } = await nominating();
    const [carl = '', dora = ''] = colleagues;
    const refused = await saveBoth(cycleId, [carl, dora], [kai], tokens.ana);
    expect([refused.status, refused.body.reason.code]).toEqual([409, 'GUESTS_NOT_NOMINATED']);
    await allowGuests(tenant, GuestsAllowed.HR);
    expect((await saveBoth(cycleId, [carl, dora], [kai], tokens.ana)).status).toBe(409);
    expect((await mine(tokens.ana))[0]).toMatchObject({ takesGuests: false, guests: [] });
    await allowGuests(tenant, GuestsAllowed.HRAndManagers);
    const { email } = await tenant.within(() => EmployeeModel.findById(carl).orFail().lean());
    const wrong = await saveBoth(
      cycleId,
      [carl, dora],
      [kai, { ...kai, email: 'kai@CLIENT.example' }, { ...rosa, email }],
      tokens.ana,
    );
    expect(wrong.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual([
      'guests[1].email',
      'guests[2].email',
    ]);
    const saved = await saveBoth(cycleId, [carl, dora], [kai, rosa], tokens.ana);
    expect(saved.body).toMatchObject({
      takesGuests: true,
      guests: [{ email: 'kai@client.example' }, { locale: null }],
    });
    expect((await saveBoth(cycleId, [dora, carl], undefined, tokens.ana)).body.guests).toHaveLength(2);
    expect((await submit(cycleId, tokens.ana)).body.guests).toHaveLength(2);
    expect(await stakeholders(cycleId, ids.ana)).toEqual([]);
    expect((await service().call('get', '/api/guests', tenant.hr)).body.items).toEqual([]);

    const approved = await decide('approve', cycleId, ids.ana, tokens.manager);
    expect([approved.status, approved.body.guests.length]).toEqual([200, 2]);
    const rows = await stakeholders(cycleId, ids.ana);
    expect(rows.map(({ origin }) => origin)).toEqual(['Nomination', 'Nomination']);
    const { items } = (await service().call('get', '/api/guests', tenant.hr)).body;
    expect(items.map(({ email: to, locale }: { email: string; locale: string }) => [to, locale])).toEqual([
      ['kai@client.example', 'es'],
      ['rosa@client.example', null],
    ]);
    expect(rows.map(({ evaluatorId }) => evaluatorId).sort()).toEqual(items.map(({ id }: { id: string }) => id).sort());
    const jobs = await tenant.within(() => JobModel.find({ type: 'evaluation.invite-guests' }).lean<Job[]>().exec());
    expect(jobs.map(({ payload }) => payload)).toMatchObject([{ cycleId, guestIds: expect.any(Array) }]);
    const invited = await service().call('get', '/api/audit-logs?eventType=guest.invited', tenant.admin);
    expect([invited.body.totalCount, JSON.stringify(invited.body)]).toEqual([
      2,
      expect.not.stringMatching(/kai|rosa/i),
    ]);
    const completion = await service().call('get', `/api/evaluation-cycles/${cycleId}/completion`, tenant.hr);
    expect(completion.body.total).toBe(8); // Self and Manager of both, two peers and two guests
  });

  test('whoever decides may leave them out, and an erased guest is in no nomination any more', async () => {
    await allowGuests(tenant, GuestsAllowed.HRAndManagers);
    const { cycleId, ids, tokens, colleagues } = await nominating();
    const [carl = '', dora = ''] = colleagues;
    for (const who of ['ana', 'ben'] as const) {
      await saveBoth(cycleId, [carl, dora], [kai, rosa], tokens[who]).expect(200);
      await submit(cycleId, tokens[who]).expect(200);
    }
    await decide('approve', cycleId, ids.ana, tokens.manager, { guests: [rosa] }).expect(200);
    const [guest] = await stakeholders(cycleId, ids.ana);
    await service().call('post', `/api/guests/${guest?.evaluatorId}/erase`, tenant.admin).expect(204);
    const team = (await service().call('get', '/api/team-nominations', tokens.manager)).body.items;
    expect(team.map(({ guests }: { guests: { name: string }[] }) => guests.map(({ name }) => name))).toEqual([
      [],
      ['Kai Client'],
    ]);
    await allowGuests(tenant, GuestsAllowed.HR); // what was named before is left out then
    await decide('approve', cycleId, ids.ben, tokens.manager).expect(200);
    expect(await stakeholders(cycleId, ids.ben)).toEqual([]);
  });
});

describe('naming peers', () => {
  test('a subject reads what is asked, saves a draft, submits it, and the manager approves', async () => {
    const made = await nominating({ nominationEndDate: '2999-12-31' });
    const { cycleId, ids, tokens, colleagues } = made;
    const [carl = '', dora = ''] = colleagues;
    expect(await mine(tokens.ana)).toEqual([
      expect.objectContaining({
        cycleId,
        status: 'Open',
        minPeers: 2,
        maxPeers: 3,
        endDate: '2999-12-31',
        peerNomination: SubjectAndManager,
        returnReason: null,
        peers: [],
      }),
    ]);
    expect(await waiting(tokens.ana)).toEqual([['2999-12-31'], 0]);
    const draft = await save(cycleId, [carl], tokens.ana);
    expect([draft.status, draft.body.status, draft.body.peers]).toMatchObject([
      200,
      'Open',
      [{ employeeId: carl, name: expect.stringContaining('Carl'), department: null, load: 0 }],
    ]);
    const few = await submit(cycleId, tokens.ana);
    expect([few.status, few.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'evaluatorIds', message: 'must name employees, at least 2 and at most 3' }],
    ]);
    expect(await submitted(made, [carl, dora])).toMatchObject({ status: 'Submitted' });
    expect([await waiting(tokens.ana), await waiting(tokens.manager)]).toEqual([
      [[], 0],
      [[], 1],
    ]);
    expect((await save(cycleId, [carl, dora], tokens.ana)).status).toBe(409);
    expect((await submit(cycleId, tokens.ana)).status).toBe(409);
    expect(await notifications('nominations-submitted')).toBe(1);
    expect(await peersOf(cycleId, ids.ana)).toEqual([]);

    const team = await service().call('get', '/api/team-nominations?status=Submitted', tokens.manager);
    expect(team.body).toMatchObject({
      totalCount: 1,
      items: [{ cycleId, subjectId: ids.ana, status: 'Submitted', managerId: ids.manager, isLate: false }],
    });
    expect((await service().call('get', '/api/team-nominations', tokens.ana)).body.items).toEqual([]);
    const approved = await decide('approve', cycleId, ids.ana, tokens.manager);
    expect([approved.status, approved.body.status]).toEqual([200, 'Approved']);
    const peers = await peersOf(cycleId, ids.ana);
    expect(peers.map(({ evaluatorId }) => evaluatorId).sort()).toEqual([carl, dora].sort());
    expect(peers.map(({ origin, status }) => [origin, status])).toEqual(peers.map(() => ['Nomination', 'InProgress']));
    expect((await mine(tokens.ana))[0]).toMatchObject({ status: 'Approved', peers: [{ load: 1 }, { load: 1 }] });
    expect(await notifications('nominations-decided')).toBe(1);
    expect((await decide('approve', cycleId, ids.ana, tokens.manager)).status).toBe(409);
    const completion = await service().call('get', `/api/evaluation-cycles/${cycleId}/completion`, tenant.hr);
    expect(completion.body.total).toBe(6); // the kept figures count the two peers
  });

  test('with Subject, submitting approves, beside the peers that there are', async () => {
    const made = await nominating({ peerNomination: Subject });
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = ''] = colleagues;
    const byHand = { cycleId, subjectId: ids.ana, evaluatorId: carl };
    await service().call('post', '/api/peer-assignments', tenant.hr).send(byHand).expect(201);
    expect(await submitted(made, [dora, eva])).toMatchObject({ status: 'Approved' });
    expect(await peerIdsOf(cycleId, ids.ana)).toEqual([carl, dora, eva].sort());
    expect((await service().call('get', '/api/team-nominations', tokens.manager)).body.items).toEqual([]);
    expect((await decide('approve', cycleId, ids.ben, tokens.manager)).status).toBe(409);
  });

  test('a returned nomination says why, is changed and submitted again; another choice is approved', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = '', fay = ''] = colleagues;
    await submitted(made, [carl, dora]);
    expect((await decide('return', cycleId, ids.ana, tokens.manager, { reason: ' ' })).status).toBe(400);
    const reason = 'Please add someone from sales.';
    const returned = await decide('return', cycleId, ids.ana, tokens.manager, { reason });
    expect([await waiting(tokens.ana), await waiting(tokens.manager)]).toEqual([
      [[null], 0],
      [[], 0],
    ]);
    expect(returned.body).toMatchObject({ status: 'Returned', returnReason: reason });
    expect((await save(cycleId, [carl, eva], tokens.ana)).body).toMatchObject({
      status: 'Returned',
      returnReason: reason,
    });
    await submitted(made, [carl, eva]);
    expect((await decide('approve', cycleId, ids.ana, tokens.manager, { evaluatorIds: [fay] })).status).toBe(400);
    const other = await decide('approve', cycleId, ids.ana, tokens.manager, { evaluatorIds: [fay, dora] });
    expect(other.body.peers.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([fay, dora]);
    expect(await peerIdsOf(cycleId, ids.ana)).toEqual([fay, dora].sort());
    expect(await notifications('nominations-decided')).toBe(2);
  });

  test('each employee is checked on their place, when saved and when submitted', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = ''] = colleagues;
    const report = (await makeEmployee(tenant, { managerId: ids.ana }))._id;
    const onLeave = (await makeEmployee(tenant, { status: EmployeeStatus.OnLeave }))._id;
    const present = (await makeEmployee(tenant))._id;
    const foreign = (await makeEmployee(await makeTenant()))._id;
    await tenant.within(() => EmployeeModel.updateOne({ _id: ids.ana }, { $set: { managerId: present } }));
    const stakeholder = { cycleId, subjectId: ids.ana, evaluatorId: dora, evaluatorType: Stakeholder };
    await service().call('post', '/api/peer-assignments', tenant.hr).send(stakeholder).expect(201);
    const refused = await save(
      cycleId,
      [carl, ids.ana, ids.manager, present, report, onLeave, dora, foreign, newId(), carl.toUpperCase()],
      tokens.ana,
    );
    expect(refused.status).toBe(400);
    expect(
      refused.body.validationErrors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ).toEqual([
      ['evaluatorIds[1]', 'must not be the subject'],
      ['evaluatorIds[2]', 'must not be the manager of the subject'],
      ['evaluatorIds[3]', 'must not be the manager of the subject'],
      ['evaluatorIds[4]', 'must not be a direct report of the subject'],
      ['evaluatorIds[5]', 'must be an Active employee'],
      ['evaluatorIds[6]', 'already evaluates the subject'],
      ['evaluatorIds[7]', 'does not exist in this organization'],
      ['evaluatorIds[8]', 'does not exist in this organization'],
      ['evaluatorIds[9]', 'must not be repeated'],
    ]);
    expect((await save(cycleId, [carl, 'x'], tokens.ana)).body.validationErrors[0].field).toBe('evaluatorIds[1]');

    await save(cycleId, [carl, eva], tokens.ana).expect(200);
    await service().call('put', `/api/employees/${eva}`, tenant.hr).send({ status: 'Terminated' }).expect(200);
    const left = await submit(cycleId, tokens.ana);
    expect([left.status, left.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'evaluatorIds[1]', message: 'must be an Active employee' }],
    ]);
  });

  test('candidates: Active employees by name, found by a part of it, with load and why they cannot be named', async () => {
    const { cycleId, ids, tokens, colleagues } = await nominating({ maxEvaluations: 2 });
    const read = async (query: string, token = tokens.ana, of = `/api/my-nominations/${cycleId}`) =>
      (await service().call('get', `${of}/candidates?${query}`, token)).body;
    const all = await read('');
    expect(all.map(({ name }: { name: string }) => name.split(' ')[0])).toEqual([
      'Mara',
      'Ben',
      'Carl',
      'Dora',
      'Eva',
      'Fay',
    ]);
    expect(all[0]).toMatchObject({ employeeId: ids.manager, load: 2, unavailable: 'Manager' });
    expect(all[1]).toMatchObject({ load: 1, unavailable: null, department: null, jobProfile: null });
    expect(await read('search=car')).toMatchObject([{ employeeId: colleagues[0], load: 0, unavailable: null }]);
    expect(await read('limit=1')).toHaveLength(1);
    const other = { cycleId, subjectId: ids.ben, evaluatorType: Stakeholder };
    for (const evaluatorId of [ids.ana, colleagues[0]])
      await service()
        .call('post', '/api/peer-assignments', tenant.hr)
        .send({ ...other, evaluatorId })
        .expect(201);
    const forBen = `/api/team-nominations/${cycleId}/${ids.ben}`;
    expect((await read('search=ana', tokens.manager, forBen))[0]).toMatchObject({ load: 2, unavailable: 'HasRole' });
    expect((await service().call('get', `${forBen}/candidates`, tokens.ana)).status).toBe(404);
    const byHand = { cycleId, subjectId: ids.ben, evaluatorId: colleagues[1] };
    await service().call('post', '/api/peer-assignments', tenant.hr).send(byHand).expect(201);
    await tenant.within(() => CycleModel.updateOne({ _id: cycleId }, { $set: { 'settings.maxEvaluations': 1 } }));
    expect(await read('search=dora')).toMatchObject([{ load: 1, unavailable: 'MaxEvaluations' }]);
    const full = await save(cycleId, [colleagues[2], colleagues[1]], tokens.ana);
    expect([full.status, full.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'evaluatorIds[1]', code: 'HAS_MAX_EVALUATIONS' }],
    ]);
  });
});

describe('who decides, and when', () => {
  test('the manager of the evaluation, which follows replace; HR for a manager, never for themselves; no one else', async () => {
    const made = await nominating({}, CycleStatus.Open, [Role.HRManager]);
    const { cycleId, ids, colleagues, tokens } = made;
    await submitted(made, colleagues.slice(0, 2));
    await submitted(made, colleagues.slice(0, 2), 'ben');
    const stranger = await tenant.signedIn({ employeeId: colleagues[3] });
    for (const token of [tokens.ana, stranger])
      for (const decision of ['approve', 'return'] as const)
        expect((await decide(decision, cycleId, ids.ana, token, { reason: 'No.' })).status).toBe(404);
    for (const decision of ['approve', 'return'] as const) {
      const own = await decide(decision, cycleId, ids.ben, tokens.ben, { reason: 'Others.' });
      expect([own.status, own.text]).toEqual([403, '']);
    }
    const asked = { cycleId, subjectId: ids.ana, evaluatorType: Manager };
    const [row] = await tenant.within(() => ParticipantModel.find(asked).lean<Participant[]>());
    const replace = `/api/peer-assignments/${row?._id}/replace`;
    await service().call('post', replace, tenant.hr).send({ evaluatorId: colleagues[3] }).expect(201);
    expect((await decide('approve', cycleId, ids.ana, tokens.manager)).status).toBe(404);
    expect((await decide('return', cycleId, ids.ana, stranger, { reason: 'Others, please.' })).status).toBe(200);
    await submitted(made, colleagues.slice(0, 2));
    expect((await decide('approve', cycleId, ids.ana, tokens.ben)).status).toBe(200);
  });

  test('after the last day in the organization’s zone naming is 409, deciding is not; once Closed neither is', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    await submitted(made, colleagues.slice(0, 2));
    await save(cycleId, colleagues.slice(0, 2), tokens.ben).expect(200);
    const endsOn = (nominationEndDate: string) =>
      tenant.within(() =>
        CycleModel.updateOne({ _id: cycleId }, { $set: { 'settings.nominationEndDate': nominationEndDate } }),
      );
    // Kiritimati is 14 hours ahead of UTC, Pago Pago 11 behind: between them two or three days are "today".
    const zone = (timezone: string) =>
      tenant.within(() => TenantModel.updateOne({ _id: tenant.id }, { $set: { timezone } }));
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    await endsOn(dayIn('Pacific/Pago_Pago'));
    await zone('Pacific/Kiritimati');
    expect(await waiting(tokens.ben)).toEqual([[], 0]);
    for (const answer of [await save(cycleId, [], tokens.ben), await submit(cycleId, tokens.ben)])
      expect([answer.status, answer.body.reason?.code]).toEqual([409, 'NOMINATIONS_ENDED']);
    await zone('Pacific/Pago_Pago');
    expect((await save(cycleId, colleagues.slice(0, 2), tokens.ben)).status).toBe(200);
    await zone('Pacific/Kiritimati');

    const late = await service().call('get', `/api/peer-assignments/nominations?cycleId=${cycleId}`, tenant.hr);
    expect(late.body.items).toMatchObject([
      { subjectId: ids.ana, status: 'Submitted', isLate: true },
      { subjectId: ids.ben, status: 'Open', isLate: true },
    ]);
    const open = await service().call(
      'get',
      `/api/peer-assignments/nominations?cycleId=${cycleId}&status=Open`,
      tenant.hr,
    );
    expect(open.body).toMatchObject({ totalCount: 1, items: [{ subjectId: ids.ben }] });
    expect((await decide('return', cycleId, ids.ana, tokens.manager, { reason: 'Others.' })).status).toBe(200);
    await endsOn('2999-01-01');
    await submitted(made, colleagues.slice(0, 2));
    await service().call('post', `/api/evaluation-cycles/${cycleId}/status/Closed`, tenant.hr).expect(200);
    for (const answer of [
      await decide('approve', cycleId, ids.ana, tokens.manager),
      await save(cycleId, [], tokens.ben),
      await submit(cycleId, tokens.ben),
    ])
      expect([answer.status, answer.body.reason?.code]).toEqual([409, 'CYCLE_NAMES_NO_PEERS']);
    expect(await mine(tokens.ana)).toEqual([]);
  });

  test.each([
    ['a Draft cycle', {}, CycleStatus.Draft],
    ['a cycle without nominations', { peerNomination: PeerNomination.Off }, CycleStatus.Open],
  ] as const)('%s asks no one: 404, and lists are empty', async (_case, settings, status) => {
    const { cycleId, ids, tokens, colleagues } = await nominating(settings, status);
    expect(await mine(tokens.ana)).toEqual([]);
    expect((await save(cycleId, colleagues.slice(0, 2), tokens.ana)).status).toBe(404);
    expect((await submit(cycleId, tokens.ana)).status).toBe(404);
    expect((await service().call('get', `/api/my-nominations/${cycleId}/candidates`, tokens.ana)).status).toBe(404);
    expect((await decide('approve', cycleId, ids.ana, tokens.manager)).status).toBe(404);
  });

  test('HR asks: the list of an unknown cycle is 404, of a malformed one or status 400, for others 403', async () => {
    const { cycleId, tokens } = await nominating();
    const list = (query: string, token = tenant.hr) =>
      service().call('get', `/api/peer-assignments/nominations?${query}`, token);
    expect((await list(`cycleId=${newId()}`)).status).toBe(404);
    expect((await list('cycleId=x')).status).toBe(400);
    expect((await list(`cycleId=${cycleId}&status=Lost`)).status).toBe(400);
    expect((await list(`cycleId=${cycleId}`, tokens.manager)).status).toBe(403);
  });
});

describe('at the same moment', () => {
  test('two approvals of the last evaluation that someone can have: one is 400 on that place', async () => {
    const made = await nominating({ maxEvaluations: 1 });
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = ''] = colleagues;
    await submitted(made, [dora, carl]);
    await submitted(made, [carl, eva], 'ben');
    const answers = await Promise.all([
      decide('approve', cycleId, ids.ana, tokens.manager),
      decide('approve', cycleId, ids.ben, tenant.hr),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [refused] = answers.filter(({ status }) => status === 400);
    expect(refused?.body.validationErrors).toMatchObject([
      {
        field: refused === answers[0] ? 'evaluatorIds[1]' : 'evaluatorIds[0]',
        code: 'HAS_MAX_EVALUATIONS',
        values: { max: 1 },
      },
    ]);
    expect(await tenant.within(() => ParticipantModel.countDocuments({ cycleId, evaluatorId: carl }))).toBe(1);
  });

  test('an approval and an assignment by hand share the limit; so do two assignments', async () => {
    const made = await nominating({ maxEvaluations: 1 });
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = ''] = colleagues;
    await submitted(made, [carl, dora]);
    const byHand = (subjectId: string, evaluatorId: string) =>
      service().call('post', '/api/peer-assignments', tenant.hr).send({ cycleId, subjectId, evaluatorId });
    const answers = await Promise.all([decide('approve', cycleId, ids.ana, tokens.manager), byHand(ids.ben, carl)]);
    expect(answers.map(({ status }) => status === 400).filter(Boolean)).toHaveLength(1);
    expect(await tenant.within(() => ParticipantModel.countDocuments({ cycleId, evaluatorId: carl }))).toBe(1);
    const both = await Promise.all([byHand(ids.ana, eva), byHand(ids.ben, eva)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(both.find(({ status }) => status === 400)?.body.validationErrors[0].field).toBe('evaluatorId');
    const [row] = await peersOf(cycleId, both[0]?.status === 201 ? ids.ana : ids.ben);
    const replaced = await service()
      .call('post', `/api/peer-assignments/${row?._id}/replace`, tenant.hr)
      .send({ evaluatorId: row?.evaluatorId === eva ? carl : eva });
    expect([400, 409]).toContain(replaced.status);
  });

  test('a named peer who leaves while the manager approves: no Present row of theirs is left', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = ''] = colleagues;
    await submitted(made, [carl, dora]);
    const [approved, left] = await Promise.all([
      decide('approve', cycleId, ids.ana, tokens.manager),
      service().call('put', `/api/employees/${carl}`, tenant.hr).send({ status: 'Terminated' }),
    ]);
    expect(left.status).toBe(200);
    const rows = await peersOf(cycleId, ids.ana);
    if (approved.status === 200) {
      expect(rows.find(({ evaluatorId }) => evaluatorId === carl)?.evaluatorPresence).toBe('Left');
      return;
    }
    expect([approved.status, approved.body.validationErrors[0].field, rows]).toEqual([400, 'evaluatorIds[0]', []]);
  });

  test('five approvals, and a return beside them: one decision', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    await submitted(made, colleagues.slice(0, 2));
    const answers = await Promise.all([
      ...[1, 2, 3, 4, 5].map((at) => decide('approve', cycleId, ids.ana, at % 2 ? tokens.manager : tenant.hr)),
      decide('return', cycleId, ids.ana, tokens.manager, { reason: 'Others.' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await peersOf(cycleId, ids.ana)).toHaveLength(answers[5]?.status === 200 ? 0 : 2);
  });

  test('two submissions against a changed draft: the manager reads what was submitted, once', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    const [carl = '', dora = '', eva = ''] = colleagues;
    await save(cycleId, [carl, dora], tokens.ana).expect(200);
    const [changed, ...sent] = await Promise.all([
      save(cycleId, [carl, eva], tokens.ana),
      submit(cycleId, tokens.ana),
      submit(cycleId, tokens.ana),
    ]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([200, 409]).toContain(changed.status);
    const team = await service().call('get', '/api/team-nominations?status=Submitted', tokens.manager);
    const read = team.body.items.map(({ peers }: { peers: { employeeId: string }[] }) =>
      peers.map(({ employeeId }) => employeeId),
    );
    expect(read).toEqual([changed.status === 200 ? [carl, eva] : [carl, dora]]);
    expect(await notifications('nominations-submitted')).toBe(1);
    await decide('approve', cycleId, ids.ana, tokens.manager).expect(200);
    expect(await peerIdsOf(cycleId, ids.ana)).toEqual(read[0].toSorted());
  });

  test('submitting against the closing of the cycle: before or after it', async () => {
    const made = await nominating({ peerNomination: Subject });
    const { cycleId, ids, colleagues, tokens } = made;
    await save(cycleId, colleagues.slice(0, 2), tokens.ana).expect(200);
    const [sent, closed] = await Promise.all([
      submit(cycleId, tokens.ana),
      service().call('post', `/api/evaluation-cycles/${cycleId}/status/Closed`, tenant.hr),
    ]);
    expect(closed.status).toBe(200);
    expect([200, 409]).toContain(sent.status);
    expect(await peersOf(cycleId, ids.ana)).toHaveLength(sent.status === 200 ? 2 : 0);
  });

  test('who decides is fixed once a nomination is submitted, also at the same moment', async () => {
    const made = await nominating();
    const { cycleId, colleagues, tokens } = made;
    await save(cycleId, colleagues.slice(0, 2), tokens.ana).expect(200);
    const change = (peerNomination: string) =>
      service().call('put', `/api/evaluation-cycles/${cycleId}`, tenant.hr).send({ settings: { peerNomination } });
    const [sent, changed] = await Promise.all([submit(cycleId, tokens.ana), change('Subject')]);
    expect(sent.status).toBe(200);
    expect(sent.body.status).toBe(changed.status === 200 ? 'Approved' : 'Submitted');
    const after = await change('Off');
    expect([after.status, after.body.reason?.code]).toEqual([409, 'CYCLE_NOMINATIONS_FIXED']);
    expect((await change(changed.status === 200 ? 'Subject' : 'SubjectAndManager')).status).toBe(200);
  });
});

describe('assignment beside nominations', () => {
  test('it fills up to minPeers, and leaves out who waits for the manager', async () => {
    const made = await nominating();
    const { cycleId, ids, colleagues, tokens } = made;
    await submitted(made, colleagues.slice(0, 2));
    const assign = () => service().call('post', `/api/evaluation-cycles/${cycleId}/auto-assign-peers`, tenant.hr);
    const filled = await assign();
    expect([filled.status, filled.body]).toMatchObject([200, { assigned: 2, belowMinimum: [] }]);
    expect(await peerIdsOf(cycleId, ids.ana)).toEqual([]);
    expect(await peersOf(cycleId, ids.ben)).toHaveLength(2);
    await decide('return', cycleId, ids.ana, tokens.manager, { reason: 'Others.' }).expect(200);
    expect((await assign()).body.assigned).toBe(2);
  });

  test('it keeps to maxEvaluations and reports who is below the minimum; direct reports too', async () => {
    const { cycleId, ids, colleagues } = await nominating({ maxEvaluations: 1, minPeers: 3 });
    for (const evaluatorId of colleagues.slice(0, 1))
      await service()
        .call('post', '/api/peer-assignments', tenant.hr)
        .send({ cycleId, subjectId: ids.ana, evaluatorId, evaluatorType: Stakeholder })
        .expect(201);
    const filled = await service().call('post', `/api/evaluation-cycles/${cycleId}/auto-assign-peers`, tenant.hr);
    expect(filled.body.assigned).toBe(3);
    expect(filled.body.belowMinimum.length).toBeGreaterThan(0);
    const loads = await tenant.within(() =>
      ParticipantModel.aggregate([
        { $match: { cycleId, evaluatorId: { $in: colleagues } } },
        { $group: { _id: '$evaluatorId', load: { $sum: 1 } } },
      ]),
    );
    expect(loads.map(({ load }: { load: number }) => load)).toEqual([1, 1, 1, 1]);
    await tenant.within(() => EmployeeModel.updateOne({ _id: colleagues[0]! }, { $set: { managerId: ids.ben } }));
    const reports = await service().call(
      'post',
      `/api/evaluation-cycles/${cycleId}/auto-assign-direct-reports`,
      tenant.hr,
    );
    expect(reports.body.assigned).toBe(0);
  });

  test('ten assignments and an approval at once: no evaluator passes the limit, and no subject is filled twice', async () => {
    const made = await nominating({ maxEvaluations: 1 });
    const { cycleId, ids, colleagues, tokens } = made;
    await submitted(made, colleagues.slice(0, 2));
    const assign = () => service().call('post', `/api/evaluation-cycles/${cycleId}/auto-assign-peers`, tenant.hr);
    const [approved, ...assigned] = await Promise.all([
      decide('approve', cycleId, ids.ana, tokens.manager),
      ...Array.from({ length: 10 }, assign),
    ]);
    expect(assigned.map(({ status }) => status).filter((status) => status > 299)).toEqual([]);
    const rows = await tenant.within(() =>
      ParticipantModel.find({ cycleId, evaluatorId: { $in: colleagues } }).lean<Participant[]>(),
    );
    expect(new Set(rows.map(({ evaluatorId }) => evaluatorId)).size).toBe(rows.length);
    expect([200, 400]).toContain(approved?.status);
    for (const subjectId of [ids.ana, ids.ben])
      expect(rows.filter((row) => row.subjectId === subjectId).length).toBeLessThanOrEqual(2);
  });
});

describe('settings and asking', () => {
  const cycles = '/api/evaluation-cycles';

  test('a cycle that names none is off; settings are read back, checked and kept by an edit of another one', async () => {
    const plain = await service().call('post', cycles, tenant.hr).send({ name: 'Plain' });
    expect(plain.body.settings).toMatchObject({
      peerNomination: 'Off',
      nominationEndDate: null,
      maxEvaluations: null,
      reminders: { daysBefore: [], sendOpening: false },
    });
    const put = (settings: object) => service().call('put', `${cycles}/${plain.body.id}`, tenant.hr).send({ settings });
    const settings = {
      peerNomination: 'SubjectAndManager',
      nominationEndDate: '2026-12-01',
      maxEvaluations: 8,
      reminders: { daysBefore: [7, 1], sendOpening: true },
    };
    expect((await put(settings)).body.settings).toMatchObject(settings);
    expect((await put({ minPeers: 2 })).body.settings).toMatchObject(settings);
    expect((await put({ reminders: { sendOpening: false } })).body.settings.reminders).toEqual({
      daysBefore: [7, 1],
      sendOpening: false,
    });
    expect((await put({ nominationEndDate: null, maxEvaluations: null })).body.settings).toMatchObject({
      nominationEndDate: null,
      maxEvaluations: null,
      peerNomination: 'SubjectAndManager',
    });
    const fieldsOf = async (bad: object) => {
      const answer = await put(bad);
      expect(answer.status).toBe(400);
      return answer.body.validationErrors.map(({ field }: { field: string }) => field);
    };
    expect(await fieldsOf({ maxEvaluations: 0 })).toEqual(['settings.maxEvaluations']);
    expect(await fieldsOf({ nominationEndDate: 'soon' })).toEqual(['settings.nominationEndDate']);
    expect(await fieldsOf({ reminders: { daysBefore: [1, 31, 1] } })).toEqual([
      'settings.reminders.daysBefore[1]',
      'settings.reminders.daysBefore[2]',
    ]);
    expect(await fieldsOf({ reminders: { daysBefore: [1, 2, 3, 4, 5, 6] } })).toEqual([
      'settings.reminders.daysBefore',
    ]);
    expect(await fieldsOf({ peerNomination: 'Anyone' })).toEqual(['settings.peerNomination']);
  });

  test.each(['generated before it is opened', 'opened before it is generated', 'switched on last'])(
    'subjects are asked once: %s',
    async (order) => {
      const employee = await makeEmployee(tenant);
      await tenant.signedIn({ employeeId: employee._id });
      const isLast = order === 'switched on last';
      const { _id } = await makeCycle(tenant, { settings: isLast ? {} : { peerNomination: Subject } });
      const generate = () => service().call('post', `${cycles}/${_id}/generate-evaluations`, tenant.hr).expect(200);
      const open = () => service().call('post', `${cycles}/${_id}/status/Open`, tenant.hr).expect(200);
      const steps = order === 'opened before it is generated' ? [open, generate] : [generate, open];
      await steps[0]?.();
      expect(await notifications('nominations-asked')).toBe(0);
      await steps[1]?.();
      if (isLast) {
        const settings = { peerNomination: 'Subject' };
        await service().call('put', `${cycles}/${_id}`, tenant.hr).send({ settings }).expect(200);
      }
      await generate();
      if (order !== 'opened before it is generated')
        await tenant.within(() => finishedJob('evaluation.ask-nominations', { cycleId: _id }));
      expect(await notifications('nominations-asked')).toBe(1);
    },
  );
});
