import JSZip from 'jszip';
import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { MailDeliveryModel } from '../../../shared/comms/mail/mail-delivery.model';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { ItemType } from '../../../shared/framework/template.rules';
import { addMonths } from '../../../shared/kernel/calendar-dates';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
import { type Erasure, ErasureModel } from '../../../shared/privacy/erasure.model';
import { eraseGuest } from '../../../shared/privacy/guest-erasure.store';
import { PrivacyRequestModel } from '../../../shared/privacy/privacy-request.model';
import { PrivacyStatus } from '../../../shared/privacy/privacy-status';
import { applyRetention } from '../../../shared/privacy/retention.store';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { allowGuests, PRIVACY_URL, tokenOfGuest } from '../../factories/guest';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { finishedJob } from '../../support/finished-job';
import { readBytes } from '../../support/read-bytes';
import { runJob } from '../../support/run-handler';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { until } from '../../support/until';

const service = useService();
let sink: SmtpSink;
let tenant: TestTenant;
beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  sink.behavior = {};
  sink.mails.length = 0;
  tenant = await makeTenant({ name: 'Acme', locale: 'en' });
  email = `marta@${tenant.slug}.example`;
  marta = { email: email.toUpperCase(), name: 'Marta Ruiz' };
  await allowGuests(tenant);
  const settings = { _id: tenant.id, host: '127.0.0.1', port: sink.port, fromAddress: 'people@example.test' };
  await tenant.within(() => EmailSettingsModel.create(settings));
});
afterAll(() => sink.close());

const call = (method: 'get' | 'post' | 'delete', path: string, token: string | null, body?: object) => {
  const request = service().call(method, path, token);
  return body ? request.send(body) : request;
};
const openCycle = (status = CycleStatus.Open, subjects = 1): Promise<EvaluatedCycle> =>
  makeEvaluatedCycle(tenant, { cycle: { status, name: 'Review 2026', endDate: '2026-12-18' }, subjects });
/** Of the tenant alone, since an email of the test before may come late. */
let email = '';
let marta = { email, name: 'Marta Ruiz' };
const invite = (cycle: EvaluatedCycle, guest: object = marta, at = 0, token = tenant.hr) =>
  call('post', '/api/peer-assignments', token, {
    cycleId: cycle.cycle._id,
    subjectId: cycle.subjects[at]!.employee._id,
    guest,
  });
const guestIn = (cycle: EvaluatedCycle): Promise<Guest> =>
  tenant.within(() => GuestModel.findOne({ cycleId: cycle.cycle._id }).orFail().lean<Guest>().exec());
const rowOf = (id: string): Promise<Participant> =>
  tenant.within(() => ParticipantModel.findById(id).orFail().lean<Participant>().exec());
const mailsTo = (address: string) => sink.mails.filter(({ to }) => to.includes(address));
const arrived = async (address: string, count: number): Promise<void> => {
  await until(() => mailsTo(address).length >= count);
  expect(mailsTo(address)).toHaveLength(count);
};
const linkIn = (text: string): string => /\/guest#([\w-]+)/.exec(text)?.[1] ?? '';
const open = (token: string) => call('post', '/api/guest/session', null, { token });
/** A guest of an open cycle with a session. */
async function entered(subjects = 1) {
  const cycle = await openCycle(CycleStatus.Open, subjects);
  const made = await invite(cycle);
  expect(made.status).toBe(201);
  const guest = await guestIn(cycle);
  const token = await tokenOfGuest(tenant, guest._id);
  const session = await open(token);
  expect(session.status).toBe(200);
  return { cycle, guest, token, id: made.body.id as string, access: session.body.accessToken as string };
}
const ratings = (cycle: EvaluatedCycle, score: number) =>
  cycle.template.sections
    .flatMap(({ items }) => items)
    .filter(({ type, evaluatorTypes }) => type === ItemType.Rating && evaluatorTypes.length === 0)
    .map(({ id: itemId }) => ({ itemId, score }));
const state = async (guestId: string) => (await call('get', `/api/guests/${guestId}`, tenant.hr)).body.state;

describe('a guest', () => {
  test('gets a link by email, answers without an account, and counts as a Stakeholder', async () => {
    const cycle = await openCycle();
    const { employee } = cycle.subjects[0]!;
    const made = await invite(cycle);
    expect([made.status, made.body]).toMatchObject([
      201,
      { subjectId: employee._id, evaluator: 'Marta Ruiz', evaluatorType: 'Stakeholder', status: 'InProgress' },
    ]);
    await arrived(email, 1);
    const [mail] = mailsTo(email);
    expect(mail!.headers.get('subject')).toBe(`Acme asks for your opinion: ${employee.fullName}`);
    const token = linkIn(mail!.text);
    expect(token).toBe(await tokenOfGuest(tenant, made.body.evaluatorId));

    const session = await open(token);
    expect([session.status, session.body.page]).toMatchObject([
      200,
      {
        name: 'Marta Ruiz',
        organization: 'Acme',
        locale: 'en',
        privacyUrl: PRIVACY_URL,
        cycle: 'Review 2026',
        endDate: '2026-12-18',
        evaluations: [{ id: made.body.id, subject: { name: employee.fullName }, evaluatorType: 'Stakeholder' }],
      },
    ]);
    expect(session.headers['set-cookie']).toEqual([expect.stringMatching(/^guest=.+HttpOnly/)]);
    const access = session.body.accessToken;
    const form = await call('get', `/api/guest/evaluations/${made.body.id}`, access);
    expect([form.status, form.body.readers]).toEqual([200, { shownAs: 'Group', minimum: 3 }]);
    const path = `/api/guest/evaluations/${made.body.id}`;
    expect((await call('post', `${path}/submit`, access, {})).status).toBe(400);
    expect((await call('post', `${path}/respond`, access, { answers: ratings(cycle, 5) })).status).toBe(200);
    expect(await state(made.body.evaluatorId)).toBe('Started');
    const submitted = await call('post', `${path}/submit`, access, {});
    expect([submitted.status, submitted.body.status]).toEqual([200, 'Submitted']);
    expect(await rowOf(made.body.id)).toMatchObject({ status: ParticipantStatus.Submitted, score: 5 });
    expect(await state(made.body.evaluatorId)).toBe('Submitted');
    const evaluation = await tenant.within(() =>
      EvaluationModel.findOne({ cycleId: cycle.cycle._id, subjectId: employee._id }).orFail().lean().exec(),
    );
    expect(evaluation.tally?.types.Stakeholder).toMatchObject({ submitted: 1 });
    const log = await call('get', '/api/audit-logs?eventType=evaluation.submitted', tenant.admin);
    expect(log.body.items).toMatchObject([{ actorType: 'Guest', actorId: made.body.evaluatorId, actorEmail: null }]);
  });

  test('opens nothing but the guest’s forms, and HR’s token opens none of these', async () => {
    const { access, id, cycle } = await entered(2);
    for (const path of ['/api/my-evaluations', '/api/my-profile', '/api/employees', '/api/guests', '/api/v1/ping'])
      expect([path, (await call('get', path, access)).status]).toEqual([path, 401]);
    expect((await call('get', '/api/guest', tenant.hr)).status).toBe(401);
    expect(
      (await call('get', `/api/guest/evaluations/${cycle.subjects[0]!.participants[0]!._id}`, access)).status,
    ).toBe(404);
    const other = await invite(cycle, { email: 'ben@client.example', name: 'Ben' }, 1);
    expect((await call('get', `/api/guest/evaluations/${other.body.id}`, access)).status).toBe(404);
    expect((await call('post', `/api/guest/evaluations/${other.body.id}/decline`, access, {})).status).toBe(404);
    expect((await call('get', `/api/my-evaluations/${id}`, tenant.user)).status).toBe(404);
  });

  test('works with the cookie, of the organization’s host alone', async () => {
    const { token, id } = await entered();
    const cookie = String((await open(token)).headers['set-cookie']).split(';')[0]!;
    expect((await service().call('get', '/api/guest').set('Cookie', cookie)).status).toBe(200);
    const post = (origin: string) =>
      service()
        .call('post', `/api/guest/evaluations/${id}/respond`)
        .set('Cookie', cookie)
        .set('Origin', origin)
        .send({ answers: [] });
    expect((await post(service().url)).status).toBe(200);
    expect((await post('https://elsewhere.example')).body.errorCode).toBe('FOREIGN_ORIGIN');
    const elsewhere = await makeTenant();
    const foreign = await service()
      .call('post', '/api/guest/session')
      .set('Host', `${elsewhere.slug}.localhost`)
      .send({ token });
    expect([foreign.status, foreign.body.reason.code]).toEqual([401, 'GUEST_LINK_NOT_VALID']);
  });

  test('forged and damaged tokens are refused alike', async () => {
    const { token } = await entered();
    const bytes = Buffer.from(token, 'base64url');
    bytes[60] = bytes[60]! ^ 1;
    for (const bad of [bytes.toString('base64url'), `${token}A`, token.slice(1), '', 'x'.repeat(86)]) {
      const refused = await open(bad);
      expect([refused.status, refused.body.errorCode, refused.body.reason.code]).toEqual([
        401,
        'INVALID_CREDENTIALS',
        'GUEST_LINK_NOT_VALID',
      ]);
    }
  });

  test('a new link ends the old one, in sessions too; reminders carry the present one', async () => {
    const { guest, token, access, cycle } = await entered();
    await arrived(email, 1);
    const resent = await call('post', `/api/guests/${guest._id}/resend`, tenant.hr);
    expect([resent.status, resent.body.state]).toEqual([200, 'Opened']);
    await arrived(email, 2);
    const fresh = linkIn(mailsTo(email)[1]!.text);
    expect(fresh).not.toBe(token);
    expect((await open(token)).body.reason.code).toBe('GUEST_LINK_NOT_VALID');
    expect((await call('get', '/api/guest', access)).body.reason.code).toBe('GUEST_LINK_NOT_VALID');
    expect((await open(fresh)).status).toBe(200);
    const reminded = await call('post', `/api/email-triggers/cycle/${cycle.cycle._id}/deadline-reminder`, tenant.hr);
    expect([reminded.status, reminded.body.sent]).toEqual([200, 1]);
    await arrived(email, 3);
    expect(linkIn(mailsTo(email)[2]!.text)).toBe(fresh);
  });

  test('declines with a reason that HR reads; it counts in no completion', async () => {
    const { cycle, guest, access, id } = await entered();
    const completion = async () =>
      (await call('get', `/api/evaluation-cycles/${cycle.cycle._id}/completion`, tenant.hr)).body;
    const before = await completion();
    const path = `/api/guest/evaluations/${id}/decline`;
    expect((await call('post', path, access, { reason: 'We hardly met.' })).status).toBe(204);
    expect(await completion()).not.toEqual(before);
    expect((await call('get', '/api/guest', access)).body.evaluations).toEqual([]);
    expect((await call('post', `/api/guest/evaluations/${id}/submit`, access, {})).status).toBe(409);
    expect((await call('get', `/api/guests/${guest._id}`, tenant.hr)).body).toMatchObject({
      state: 'Declined',
      evaluations: [{ id, withdrawn: true, declineReason: 'We hardly met.' }],
    });
    const log = await call('get', '/api/audit-logs?eventType=guest.declined', tenant.admin);
    expect(log.body.items).toMatchObject([{ actorType: 'Guest', entityType: 'Guest', entityId: guest._id }]);
  });

  test('answers again by the same link when HR reopens the evaluation', async () => {
    const { cycle, access, id, token } = await entered();
    await arrived(email, 1);
    const path = `/api/guest/evaluations/${id}`;
    await call('post', `${path}/respond`, access, { answers: ratings(cycle, 2) });
    await call('post', `${path}/submit`, access, {});
    const reason = { reason: 'The wrong person was rated.' };
    expect((await call('post', `/api/evaluation-results/participants/${id}/reopen`, tenant.hr, reason)).status).toBe(
      200,
    );
    await arrived(email, 2);
    expect(linkIn(mailsTo(email)[1]!.text)).toBe(token);
    expect((await call('post', `${path}/respond`, access, { answers: ratings(cycle, 3) })).status).toBe(200);
  });

  test('withdrawn, erased, ended and not begun each say so', async () => {
    const withdrawn = await entered();
    expect((await call('post', `/api/guests/${withdrawn.guest._id}/withdraw`, tenant.hr, {})).body.state).toBe(
      'Withdrawn',
    );
    for (const answer of [await open(withdrawn.token), await call('get', '/api/guest', withdrawn.access)])
      expect([answer.status, answer.body.reason.code]).toEqual([409, 'GUEST_WITHDRAWN']);
    expect((await call('post', `/api/guests/${withdrawn.guest._id}/resend`, tenant.hr)).status).toBe(409);
    const erased = await entered();
    expect((await call('post', '/api/guest/erase', erased.access, {})).status).toBe(204);
    for (const answer of [await open(erased.token), await call('get', '/api/guest', erased.access)])
      expect([answer.status, answer.body.reason.code]).toEqual([409, 'GUEST_ERASED']);
    const ended = await entered();
    const move = (status: CycleStatus) =>
      tenant.within(() => CycleModel.updateOne({ _id: ended.cycle.cycle._id }, { $set: { status } }).exec());
    await move(CycleStatus.Closed);
    for (const answer of [await open(ended.token), await call('get', '/api/guest', ended.access)])
      expect([answer.status, answer.body.reason.code]).toEqual([409, 'GUEST_CYCLE_OVER']);
    await move(CycleStatus.Draft);
    expect((await open(ended.token)).body.reason.code).toBe('GUEST_CYCLE_NOT_OPEN');
    await move(CycleStatus.InProgress);
    expect((await open(ended.token)).status).toBe(200);
  });

  test('who was withdrawn takes part again by a new link alone', async () => {
    const { cycle, guest, token, id } = await entered();
    await call('post', `/api/guests/${guest._id}/withdraw`, tenant.hr, { reason: 'Left that client.' });
    expect((await call('delete', `/api/peer-assignments/${id}`, tenant.hr)).status).toBe(204);
    expect((await invite(cycle)).body.evaluatorId).toBe(guest._id);
    expect((await open(token)).body.reason.code).toBe('GUEST_LINK_NOT_VALID');
    expect((await open(await tokenOfGuest(tenant, guest._id))).status).toBe(200);
  });
});

describe('inviting', () => {
  test('is for Stakeholders, where the organization allows it, and never for an employee’s email', async () => {
    const cycle = await openCycle(CycleStatus.Draft);
    const employee = await makeEmployee(tenant, { email: 'own@example.test' });
    const body = { cycleId: cycle.cycle._id, subjectId: cycle.subjects[0]!.employee._id };
    const post = (fields: object) => call('post', '/api/peer-assignments', tenant.hr, { ...body, ...fields });
    const own = await post({ guest: { email: ' OWN@example.test', name: 'X Y' } });
    expect([own.status, own.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'guest.email', code: 'BELONGS_TO_EMPLOYEE' }],
    ]);
    expect(JSON.stringify(own.body)).not.toContain(employee.lastName);
    expect((await post({ guest: marta, evaluatorType: 'Peer' })).status).toBe(400);
    expect((await post({ guest: marta, evaluatorId: employee._id })).status).toBe(400);
    expect((await post({})).status).toBe(400);
    expect((await post({ guest: { ...marta, locale: 'x_y' } })).status).toBe(400);
    expect((await post({ guest: marta })).status).toBe(201);
    expect((await post({ guest: marta })).body.reason.code).toBe('EVALUATOR_HAS_ROLE_FOR_SUBJECT');
    const off = await makeTenant();
    const refused = await call('post', '/api/peer-assignments', off.hr, {
      ...{ cycleId: newId(), subjectId: newId(), guest: marta },
    });
    expect([refused.status, refused.body.reason.code]).toEqual([409, 'GUESTS_NOT_ALLOWED']);
  });

  test('waits for the opening, and one guest of two subjects gets one email', async () => {
    const cycle = await openCycle(CycleStatus.Draft, 2);
    const [first, second] = [await invite(cycle), await invite(cycle, { ...marta, email }, 1)];
    expect(second.body.evaluatorId).toBe(first.body.evaluatorId);
    expect(await state(first.body.evaluatorId)).toBe('Added');
    expect(mailsTo(email)).toEqual([]);
    await call('post', `/api/evaluation-cycles/${cycle.cycle._id}/status/Open`, tenant.hr);
    await arrived(email, 1);
    await until(async () => (await state(first.body.evaluatorId)) === 'Invited'); // stored once the mail server has taken it
    await call('post', `/api/email-triggers/cycle/${cycle.cycle._id}/notify-opened`, tenant.hr);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('shows an address that the mail server refuses', async () => {
    sink.behavior = { recipient: (address) => (address === email ? 550 : null) };
    const cycle = await openCycle();
    const made = await invite(cycle);
    await until(async () => (await state(made.body.evaluatorId)) === 'Bounced');
    const guest = await call('get', `/api/guests/${made.body.evaluatorId}`, tenant.hr);
    expect(guest.body).toMatchObject({ state: 'Bounced', mailFailure: expect.stringContaining('550') });
  });

  test('by managers is for their direct reports, and only where the organization lets them', async () => {
    const manager = await makeEmployee(tenant);
    const report = await makeEmployee(tenant, { managerId: manager._id });
    const token = await tenant.signedIn({ employeeId: manager._id });
    const cycle = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ employee: report, evaluators: [] }, { evaluators: [] }],
    });
    expect((await invite(cycle, marta, 0, token)).status).toBe(403);
    await allowGuests(tenant, GuestsAllowed.HRAndManagers);
    expect((await invite(cycle, marta, 1, token)).status).toBe(403);
    expect((await invite(cycle, marta, 0, tenant.user)).status).toBe(403);
    expect((await invite(cycle, marta, 0, token)).status).toBe(201);
    const employee = { cycleId: cycle.cycle._id, subjectId: report._id, evaluatorId: manager._id };
    expect((await call('post', '/api/peer-assignments', token, employee)).status).toBe(403);
    expect((await call('get', '/api/guests', token)).status).toBe(403);
  });

  test('a guest replaces a Stakeholder, and nobody else', async () => {
    const cycle = await openCycle();
    const [self] = cycle.subjects[0]!.participants;
    const { body } = await invite(cycle);
    const ben = { guest: { email: 'ben@client.example', name: 'Ben Ode' } };
    const replaced = await call('post', `/api/peer-assignments/${body.id}/replace`, tenant.hr, ben);
    expect([replaced.status, replaced.body.evaluator]).toEqual([201, 'Ben Ode']);
    await arrived('ben@client.example', 1);
    expect((await call('post', `/api/peer-assignments/${self!._id}/replace`, tenant.hr, ben)).status).toBe(409);
    expect(await state(body.evaluatorId)).toBe('Withdrawn');
  });

  test('lists guests by name, found by name and email', async () => {
    const cycle = await openCycle(CycleStatus.Draft);
    await invite(cycle, { email: 'zoe@client.example', name: 'Zoë Álvarez' });
    await invite(cycle);
    const names = async (query: string) =>
      (await call('get', `/api/guests?${query}`, tenant.hr)).body.items.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Marta Ruiz', 'Zoë Álvarez']);
    expect(await names('search=alvarez')).toEqual(['Zoë Álvarez']);
    expect(await names('search=marta@')).toEqual(['Marta Ruiz']);
    expect(await names(`cycleId=${newId()}`)).toEqual([]);
    const participants = `/api/evaluation-cycles/${cycle.cycle._id}/participants?search=zoe`;
    expect((await call('get', participants, tenant.hr)).body.items).toMatchObject([{ evaluator: 'Zoë Álvarez' }]);
  });
});

describe('replacing a guest', () => {
  test('is a manager’s for direct reports until the cycle opens, and no refusal says who has answered', async () => {
    await allowGuests(tenant, GuestsAllowed.HRAndManagers);
    const manager = await makeEmployee(tenant);
    const report = await makeEmployee(tenant, { managerId: manager._id });
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Draft },
      subjects: [{ employee: report }],
    });
    const token = await tenant.signedIn({ employeeId: manager._id });
    const { id } = (await invite(made, marta, 0, token).expect(201)).body;
    const replace = (by: string, row: string, guest: object = { email: 'kai@client.example', name: 'Kai' }) =>
      call('post', `/api/peer-assignments/${row}/replace`, by, { guest });
    const other = await tenant.signedIn({ employeeId: (await makeEmployee(tenant))._id });
    expect((await replace(other, id)).status).toBe(404);
    expect((await replace(token, made.subjects[0]!.participants[0]!._id)).status).toBe(404);
    expect((await call('post', `/api/peer-assignments/${id}/replace`, token, { evaluatorId: newId() })).status).toBe(
      403,
    );
    const replaced = await replace(token, id);
    expect([replaced.status, replaced.body.evaluator]).toEqual([201, 'Kai']);
    expect(await tenant.within(() => ParticipantModel.findById(id).lean().exec())).toBeNull();

    const second = (await invite(made, marta, 0, token).expect(201)).body.id as string;
    await call('post', `/api/evaluation-cycles/${made.cycle._id}/status/Open`, tenant.hr).expect(200);
    await tenant.within(() =>
      ParticipantModel.updateOne({ _id: second }, { $set: { status: ParticipantStatus.Submitted } }).exec(),
    );
    const refused = [await replace(token, replaced.body.id), await replace(token, second)];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(refused[0]!.body.reason).toEqual(refused[1]!.body.reason);
  });
});

describe('the data of a guest', () => {
  test('goes on request; submitted answers stay without the person', async () => {
    const { cycle, guest, access, id } = await entered();
    await arrived(email, 1);
    const path = `/api/guest/evaluations/${id}`;
    await call('post', `${path}/respond`, access, { answers: ratings(cycle, 4) });
    await call('post', `${path}/submit`, access, {});
    expect((await call('post', `/api/guests/${guest._id}/erase`, tenant.hr)).status).toBe(403);
    expect((await call('post', `/api/guests/${guest._id}/erase`, tenant.admin)).status).toBe(204);
    expect((await call('post', `/api/guests/${guest._id}/erase`, tenant.admin)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ status: ParticipantStatus.Submitted, score: 4 });
    expect((await call('get', `/api/guests/${guest._id}`, tenant.hr)).body).toMatchObject({
      ...{ name: null, email: null, state: 'Erased' },
    });
    const stored = await tenant.within(async () => ({
      guest: await GuestModel.findById(guest._id).lean().exec(),
      emails: await MailDeliveryModel.find({ employeeId: guest._id }).lean().exec(),
    }));
    expect(JSON.stringify(stored)).not.toMatch(/marta|ruiz/i);
    expect(stored.emails).toEqual([]);
    const erased = await tenant.within(() => ErasureModel.findById(guest._id).orFail().lean<Erasure>().exec());
    expect(erased.erasedAt).toEqual(stored.guest?.['erasedAt']);
    const verified = await call('get', '/api/audit-logs/verify', tenant.admin);
    expect(verified.body.valid ?? verified.body.isValid).toBe(true);
  });

  test('goes when the guest asks: the name at once, drafts and reasons by a job', async () => {
    const { cycle, guest, access, id } = await entered();
    await call('post', `/api/guest/evaluations/${id}/respond`, access, { answers: ratings(cycle, 4) });
    expect((await rowOf(id)).answers).not.toEqual([]);
    expect((await call('post', '/api/guest/erase', access)).status).toBe(204);
    expect((await call('get', '/api/guest', access)).body.reason.code).toBe('GUEST_ERASED');
    const entry = await call('get', '/api/audit-logs?eventType=guest.erased', tenant.admin);
    expect(entry.body.items[0]).toMatchObject({ entityId: guest._id, actorType: 'Guest' });
    const job = await tenant.within(() => finishedJob('privacy.erase-guest', { guestId: guest._id }));
    expect([job.status, (await rowOf(id)).answers]).toEqual(['Succeeded', []]);
  });

  test('is handed out as a file like that of an employee, which goes with the guest', async () => {
    const { cycle, guest, access, id } = await entered();
    await arrived(email, 1);
    await call('post', `/api/guest/evaluations/${id}/respond`, access, { answers: ratings(cycle, 4) });
    const path = '/api/privacy-requests';
    const ask = (body: object, token = tenant.admin) => call('post', path, token, body);
    const asked = { guestId: guest._id, kind: 'Access' };
    expect((await ask(asked, tenant.hr)).status).toBe(403);
    const wrong = await ask({ ...asked, kind: 'Erasure', employeeId: cycle.subjects[0]!.employee._id });
    expect(wrong.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual(['employeeId', 'kind']);
    expect((await ask({ kind: 'Access' })).body.validationErrors[0].field).toBe('employeeId');
    const made = await ask(asked);
    expect(made.body).toMatchObject({ guestId: guest._id, employeeId: null, employee: 'Marta Ruiz' });
    expect((await ask(asked)).status).toBe(409);
    const request = `${path}/${made.body.id}`;
    await until(async () => (await call('get', request, tenant.admin)).body.status !== 'Collecting');
    expect((await call('post', `${request}/complete`, tenant.admin, {})).body.status).toBe('Completed');
    const bytes = (await call('get', `${request}/file`, tenant.admin).buffer(true).parse(readBytes)).body as Buffer;
    const zip = await JSZip.loadAsync(bytes);
    const data = JSON.parse((await zip.file('data.json')?.async('string')) ?? '');
    expect(data.person).toEqual({ employeeId: null, accountIds: [], fullName: 'Marta Ruiz', email });
    expect(data.sections.map(({ name }: { name: string }) => name).sort()).toEqual(['Guest', 'MailDelivery']);
    expect(data.written).toMatchObject([{ cycle: 'Review 2026', subject: cycle.subjects[0]!.employee.fullName }]);
    expect(data.written[0].answers.map(({ score }: { score: number }) => score)).toContain(4);
    expect(data.auditLog.map(({ eventType }: { eventType: string }) => eventType)).toContain('guest.invited');
    expect(await zip.file('report.html')?.async('string')).toContain(email);

    expect((await call('post', `/api/guests/${guest._id}/erase`, tenant.admin)).status).toBe(204);
    expect((await call('get', `${request}/file`, tenant.admin)).status).toBe(404);
    expect((await call('get', request, tenant.admin)).body).toMatchObject({ employee: null, fileId: null });
    expect((await ask(asked)).status).toBe(409);
  });

  test('is not handed out once the guest is erased, also while the file is being written', async () => {
    const { guest } = await entered();
    const made = await call('post', '/api/privacy-requests', tenant.admin, { guestId: guest._id, kind: 'Access' });
    const requestId = made.body.id as string;
    await tenant.within(async () => {
      await finishedJob('privacy.collect', { requestId });
      await PrivacyRequestModel.updateOne({ _id: requestId }, { $set: { status: PrivacyStatus.Completing } });
      const progress = async (): Promise<void> => void (await eraseGuest(guest._id));
      const run = runJob('privacy.complete-access', { requestId }, { progress });
      await expect(run).rejects.toMatchObject({ code: 'CONFLICT' });
    });
    const { body } = await call('get', `/api/privacy-requests/${requestId}`, tenant.admin);
    expect([body.status, body.fileId]).toEqual(['Cancelled', null]);
  });

  test('goes a year after the cycle closed', async () => {
    const { cycle, guest } = await entered();
    const close = (closedAt: Date) =>
      tenant.within(() =>
        CycleModel.updateOne({ _id: cycle.cycle._id }, { $set: { status: CycleStatus.Closed, closedAt } }).exec(),
      );
    await close(addMonths(now(), -11));
    await applyRetention();
    expect(await state(guest._id)).not.toBe('Erased');
    await close(addMonths(now(), -13));
    expect((await applyRetention()).guests).toBeGreaterThan(0);
    expect(await state(guest._id)).toBe('Erased');
  });
});
