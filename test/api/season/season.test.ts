import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { makeApiKey } from '../../factories/api-key';
import { makeCompetency, makeJobProfile, makeTemplate } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { temporaryPasswordIn, useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';
import { expectClosedSeason, expectSeason, type Season } from './season-surfaces';
import { SeasonTable } from './season-table';

/*
 * One season of one organization over HTTP: after each event every surface is compared with one table, which
 * the test writes by hand. The steps rely on one another.
 */
const service = useService();
const mailbox = useMailbox();
const { Self, Manager, Peer, DirectReport } = EvaluatorType;
const PEOPLE = ['dora', 'bob', 'ana', 'cid', 'eve', 'fay'];
const MANAGERS: Record<string, string> = { bob: 'dora', ana: 'bob', cid: 'bob', eve: 'dora', fay: 'dora' };

const table = new SeasonTable();
let tenant: TestTenant;
let season: Season;
let jobProfileId: string;
let templateId: string;
const compare = () => expectSeason(season, table);

beforeAll(async () => {
  tenant = await makeTenant();
  await mailbox.connect(tenant.id);
  const framework = await tenant.within(async () => {
    const { _id: competencyId } = await makeCompetency();
    return {
      jobProfile: await makeJobProfile([{ competencyId }]),
      template: await makeTemplate([{ competencyId }]),
    };
  });
  jobProfileId = framework.jobProfile._id;
  templateId = framework.template._id;
  const apiKey = await makeApiKey(tenant);
  const maps = { ids: new Map(), emails: new Map(), tokens: new Map() };
  season = { service: service(), tenant, mailbox, apiKey, cycleId: '', ...maps };
});

const send = async (method: 'post' | 'put' | 'delete', path: string, body: object = {}, token = tenant.hr) =>
  service().call(method, path, token).send(body);
async function ok(method: 'post' | 'put' | 'delete', path: string, body: object = {}, token = tenant.hr) {
  const answer = await send(method, path, body, token);
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
}
const idOf = (person: string): string => season.ids.get(person) ?? '';
const employee = (person: string, change: object) => ok('put', `/api/employees/${idOf(person)}`, change);
const generate = () => ok('post', `/api/evaluation-cycles/${season.cycleId}/generate-evaluations`);
const setStatus = (status: number) => ok('post', `/api/evaluation-cycles/${season.cycleId}/status/${status}`);

async function hire(person: string, email = `${person}@season.test`): Promise<void> {
  const manager = MANAGERS[person];
  const body = {
    firstName: person,
    lastName: `Season-${person}`,
    email,
    jobProfileId,
    managerId: manager === undefined ? null : idOf(manager),
  };
  const { id } = await ok('post', '/api/employees', body);
  season.ids.set(person, id);
  season.emails.set(person, email);
}

/** Invites an employee, who signs in with the emailed password and chooses a new one. */
async function signInAfterInvitation(person: string, newPassword: string): Promise<string> {
  const { userId } = await ok('post', `/api/employees/${idOf(person)}/invite`);
  const email = season.emails.get(person) ?? '';
  const invitations = mailbox.mailsTo(email).filter(({ text }) => /\b[a-z2-9]{5}(?:-[a-z2-9]{5}){2}\b/.test(text));
  const password = temporaryPasswordIn(invitations.at(-1));
  const tokens = (await signIn(email, password)).body;
  await ok('post', '/api/my-profile/change-password', { currentPassword: password, newPassword }, tokens.accessToken);
  season.tokens.set(person, (await signIn(email, newPassword)).body.accessToken);
  return userId;
}
const signIn = (email: string, password: string) =>
  service().call('post', '/api/auth/token').send({ email, password, tenantSlug: tenant.slug });

/** The row by which one evaluates the other. */
async function rowOf(subject: string, evaluator: string): Promise<{ id: string; status: string }> {
  const query = `subjectId=${idOf(subject)}&evaluatorId=${idOf(evaluator)}`;
  const path = `/api/evaluation-cycles/${season.cycleId}/participants?${query}`;
  const [row] = (await service().call('get', path, tenant.hr)).body.items;
  return row;
}

async function submit(subject: string, evaluator: string): Promise<void> {
  const { id } = await rowOf(subject, evaluator);
  const token = season.tokens.get(evaluator) ?? '';
  const form = (await service().call('get', `/api/my-evaluations/${id}`, token)).body;
  const itemId = form.template.sections[0].items[0].id;
  await ok('post', `/api/my-evaluations/${id}/respond`, { answers: [{ itemId, score: 4 }] }, token);
  await ok('post', `/api/my-evaluations/${id}/submit`, {}, token);
}

describe('a season', () => {
  test('people are hired and a cycle is opened', async () => {
    for (const person of PEOPLE) await hire(person);
    for (const person of ['dora', 'ana', 'cid', 'eve', 'fay'])
      season.tokens.set(person, await tenant.signedIn({ employeeId: idOf(person) }));
    const { id } = await ok('post', '/api/evaluation-cycles', { name: 'Season', templateId, startDate: '2026-01-01' });
    season.cycleId = id;
    expect(await generate()).toMatchObject({ evaluations: 6, participants: 11, created: 6, replaced: 0 });
    await ok('post', `/api/evaluation-cycles/${id}/auto-assign-direct-reports`);
    for (const evaluator of ['cid', 'eve'])
      await ok('post', '/api/peer-assignments', {
        cycleId: id,
        subjectId: idOf('ana'),
        evaluatorId: idOf(evaluator),
      });
    for (const person of PEOPLE) table.set(Self, 'open', `${person} < ${person}`);
    for (const [person, manager] of Object.entries(MANAGERS)) {
      table.set(Manager, 'open', `${person} < ${manager}`);
      table.set(DirectReport, 'open', `${manager} < ${person}`);
    }
    table.set(Peer, 'open', 'ana < cid', 'ana < eve');
    await setStatus(1);
    await signInAfterInvitation('bob', 'brisk-heron-ladder-77');
    await compare();
  });

  test('some have answered', async () => {
    for (const [subject, evaluator] of [
      ['dora', 'bob'],
      ['bob', 'ana'],
      ['ana', 'ana'],
      ['fay', 'fay'],
    ] as const) {
      await submit(subject, evaluator);
      table.become('submitted', `${subject} < ${evaluator}`);
    }
    await compare();
  });

  test('bob leaves: the account is closed, rows to and about him are withdrawn, what was submitted counts', async () => {
    const token = season.tokens.get('bob') ?? '';
    const late = await rowOf('ana', 'bob');
    const about = await rowOf('bob', 'cid');
    await employee('bob', { status: 'Terminated' });
    season.tokens.delete('bob');
    table.left.add('bob');
    table.become('void', 'ana < bob', 'cid < bob', 'bob < bob', 'bob < dora', 'bob < cid');
    await compare();
    expect((await service().call('get', '/api/my-profile', token)).status).toBe(401);
    expect((await signIn('bob@season.test', 'brisk-heron-ladder-77')).status).toBe(401);
    const users = (await service().call('get', '/api/users-admin?search=bob@season', tenant.admin)).body.items;
    expect(users).toMatchObject([{ isActive: false, deactivatedBecause: 'Left', employeeId: idOf('bob') }]);
    expect((await send('post', `/api/employees/${idOf('bob')}/invite`)).status).toBe(409);
    expect((await send('post', `/api/users-admin/${users[0].id}/activate`, {}, tenant.admin)).status).toBe(409);
    // Withdrawn rows can be neither answered nor reopened, and he gets no new evaluators.
    expect((await send('post', `/api/my-evaluations/${late.id}/submit`, {}, token)).status).toBe(401);
    const cid = season.tokens.get('cid');
    expect((await send('post', `/api/my-evaluations/${about.id}/submit`, {}, cid)).status).toBe(409);
    expect((await service().call('get', `/api/my-evaluations/${about.id}`, cid)).status).toBe(404);
    const submitted = await rowOf('dora', 'bob');
    const reopen = await send('post', `/api/evaluation-results/participants/${submitted.id}/reopen`, {
      reason: 'It was sent by mistake.',
    });
    expect(reopen.status).toBe(409);
    const assign = { cycleId: season.cycleId, subjectId: idOf('bob'), evaluatorId: idOf('eve') };
    expect((await send('post', '/api/peer-assignments', assign)).body.validationErrors?.[0].field).toBe('subjectId');
    const result = await service().call(
      'get',
      `/api/evaluation-results/${season.cycleId}/subjects/${idOf('bob')}`,
      tenant.hr,
    );
    expect(result.body).toMatchObject({ withdrawn: true, submitted: 1, totalParticipants: 1, complete: false });
  });

  test('bob returns: OnLeave first, with rows back once Active; the account waits for an invitation', async () => {
    await employee('bob', { status: 'OnLeave' });
    await compare();
    await employee('bob', { status: 'Active' });
    table.left.delete('bob');
    table.become('open', 'ana < bob', 'cid < bob', 'bob < bob', 'bob < dora', 'bob < cid');
    await compare();
    expect((await signIn('bob@season.test', 'brisk-heron-ladder-77')).status).toBe(401);
    await signInAfterInvitation('bob', 'quiet-maple-signal-31');
    expect((await signIn('bob@season.test', 'brisk-heron-ladder-77')).status).toBe(401);
    await compare();
  });

  test('eve is on leave: her rows stay, no one reminds her', async () => {
    await employee('eve', { status: 'OnLeave' });
    table.away.add('eve');
    await compare();
    await employee('eve', { status: 'Active' });
    table.away.delete('eve');
  });

  test('bob leaves as a manager: generation asks the present one', async () => {
    await employee('bob', { status: 'Terminated' });
    season.tokens.delete('bob');
    for (const person of ['ana', 'cid']) await employee(person, { managerId: idOf('dora') });
    expect(await generate()).toMatchObject({ replaced: 2, created: 0 });
    table.left.add('bob');
    table.remove('ana < bob', 'cid < bob');
    table.set(Manager, 'open', 'ana < dora', 'cid < dora');
    table.become('void', 'bob < bob', 'bob < dora', 'bob < cid');
    await compare();
    expect(await generate()).toMatchObject({ replaced: 0, created: 0 });
  });

  test('HR replaces a peer and removes a manager', async () => {
    const peer = (await rowOf('ana', 'eve')).id;
    const replace = (id: string, evaluatorId: string) =>
      send('post', `/api/peer-assignments/${id}/replace`, { evaluatorId });
    const stranger = await makeTenant();
    const other = await service()
      .call('post', '/api/employees', stranger.hr)
      .send({ firstName: 'A', lastName: 'B', email: 'a@b.test' });
    for (const [name, id, evaluatorId, expected] of [
      ['the subject', peer, idOf('ana'), 400],
      ['a leaver', peer, idOf('bob'), 400],
      ['a foreign employee', peer, other.body.id, 400],
      ['oneself', peer, idOf('eve'), 409],
      ['who has a role', peer, idOf('cid'), 409],
      ['Self', (await rowOf('ana', 'ana')).id, idOf('fay'), 409],
      ['a submitted row', (await rowOf('dora', 'bob')).id, idOf('ana'), 409],
    ] as const) {
      const refused = await replace(id, evaluatorId);
      expect([name, refused.status]).toEqual([name, expected]);
      if (expected === 400) expect(refused.body.validationErrors[0].field).toBe('evaluatorId');
    }
    const replaced = await replace(peer, idOf('fay'));
    expect([replaced.status, replaced.body]).toEqual([
      201,
      expect.objectContaining({
        evaluatorId: idOf('fay'),
        evaluatorType: 'Peer',
        status: 'InProgress',
        withdrawn: false,
      }),
    ]);
    expect((await service().call('get', `/api/peer-assignments/${peer}`, tenant.hr)).status).toBe(404);
    table.remove('ana < eve');
    table.set(Peer, 'open', 'ana < fay');
    const { items } = (await service().call('get', '/api/notifications', season.tokens.get('fay'))).body;
    expect(items).toContainEqual(
      expect.objectContaining({ type: 'evaluator-assigned', link: expect.stringContaining(replaced.body.id) }),
    );
    await ok('delete', `/api/peer-assignments/${(await rowOf('cid', 'dora')).id}`);
    table.remove('cid < dora');
    expect(await generate()).toMatchObject({ replaced: 0, created: 0 });
    await compare();
    const audit = async (event: string) =>
      (await service().call('get', `/api/audit-logs?eventType=${event}`, tenant.admin)).body.totalCount;
    expect([await audit('evaluation.evaluator-replaced'), await audit('evaluation.evaluator-removed')]).toEqual([1, 1]);
  });

  test('bob is deleted and his address is hired again: he disappears, the new one takes the account over', async () => {
    const before = (await service().call('get', '/api/users-admin?search=bob@season', tenant.admin)).body.items[0];
    await ok('delete', `/api/employees/${idOf('bob')}`);
    table.left.delete('bob');
    table.remove('bob < bob', 'bob < dora', 'bob < cid', 'bob < ana');
    season.ids.set('gone bob', idOf('bob'));
    season.ids.delete('bob');
    table.remove('dora < bob');
    table.set(DirectReport, 'submitted', 'dora < gone bob');
    await compare();
    const untied = (await service().call('get', `/api/users-admin/${before.id}`, tenant.admin)).body;
    expect(untied).toMatchObject({ isActive: false, deactivatedBecause: 'Left', employeeId: null });
    await hire('bob');
    expect(await signInAfterInvitation('bob', 'hollow-cedar-orbit-58')).toBe(before.id);
    expect((await service().call('get', '/api/notifications', season.tokens.get('bob'))).body.totalCount).toBe(0);
    expect(await generate()).toMatchObject({ created: 1, replaced: 0 });
    table.set(Self, 'open', 'bob < bob');
    table.set(Manager, 'open', 'bob < dora');
    await compare();
  });

  test('the cycle closes; who leaves then changes nothing', async () => {
    for (const person of ['cid', 'eve', 'dora', 'bob']) {
      await submit(person, person);
      table.become('submitted', `${person} < ${person}`);
    }
    await employee('cid', { status: 'Terminated' });
    season.tokens.delete('cid');
    table.left.add('cid');
    table.become('void', 'ana < cid');
    await setStatus(3);
    await compare();
    await expectClosedSeason(season, table);
    await employee('fay', { status: 'Terminated' });
    season.tokens.delete('fay');
    await compare();
    await expectClosedSeason(season, table);
    await employee('cid', { status: 'Active' }); // returns too late for a cycle that is over
    await compare();
  });

  test('opened again, the cycle learns who has left and who is back', async () => {
    await setStatus(2);
    table.left.delete('cid');
    table.become('open', 'ana < cid');
    table.left.add('fay');
    table.become('void', 'ana < fay', 'dora < fay', 'fay < dora');
    await compare();
  });

  test('closed, published and archived: the same people', async () => {
    await setStatus(3);
    await ok('post', `/api/evaluation-results/${season.cycleId}/publish`);
    await compare();
    await expectClosedSeason(season, table);
    const before = mailbox.sink().mails.length;
    const announced = await ok('post', `/api/email-triggers/cycle/${season.cycleId}/results-published`);
    expect(announced).toMatchObject({ sent: table.subjects().length, skipped: 0 });
    const to = mailbox
      .sink()
      .mails.slice(before)
      .flatMap((mail) => mail.to);
    expect(to.sort()).toEqual(
      table
        .subjects()
        .map((person) => season.emails.get(person))
        .sort(),
    );
    await setStatus(4);
    await compare();
  });
});
