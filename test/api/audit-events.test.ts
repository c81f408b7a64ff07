import type { Response } from 'supertest';
import { WebhookPositionModel } from '../../shared/comms/webhooks/webhook-position.model';
import { WebhookModel, webhookPurpose } from '../../shared/comms/webhooks/webhook.model';
import { PeerNomination, ReleaseBy } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { inMs } from '../../shared/kernel/clock';
import { encrypt } from '../../shared/kernel/encryption';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { AUDIT_EVENTS, type AuditEvent } from '../../shared/platform/audit/audit-events';
import { lastEntry } from '../../shared/platform/audit/audit-position.store';
import { sendWebhooks } from '../../worker/comms/webhooks/send-webhooks';
import { expectOnly } from '../architecture/exceptions';
import { makeAccount, PASSWORD, type TestAccount } from '../factories/account';
import { makeCycle, makeEmployee, makeEvaluatedCycle, makeTemplate } from '../factories/evaluation';
import { allowGuests, makeGuest } from '../factories/guest';
import { connectProvider } from '../factories/sso';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../factories/tenant';
import { createTenantBody } from '../factories/tenant-body';
import { codeOf, makeTwoFactorAccount } from '../factories/two-factor';
import { useMailbox } from '../support/mailbox';
import { useProvider } from '../support/oidc-provider';
import { useService } from '../support/service';
import { SsoBrowser } from '../support/sso-browser';
import { until } from '../support/until';

// Generated from the list of events: what is listed and recorded by nothing fails, request by request.

const service = useService();
const mailbox = useMailbox();
const provider = useProvider();
let tenant: TestTenant;
let systemAdmin: string;
beforeAll(async () => {
  tenant = await makeTenant();
  systemAdmin = await makeSystemAdmin();
  await mailbox.connect(tenant.id);
});

type Method = 'get' | 'post' | 'put' | 'delete';

/** Sends a request that must succeed; returns the body of the answer. */
async function send(method: Method, path: string, token: string | null, body: object = {}): Promise<Response['body']> {
  const answer = await service().call(method, path, token).send(body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

const post = (path: string, body: object = {}, token = tenant.hr) => send('post', path, token, body);
const administer = (path: string, body: object = {}) => send('post', `/api/${path}`, tenant.admin, body);
const manage = (path: string, body: object = {}) => send('post', `/api/${path}`, systemAdmin, body);

const signInBody = (account: TestAccount, password = PASSWORD) => ({
  email: account.email,
  password,
  tenantSlug: tenant.slug,
});
const signIn = (account: TestAccount) => send('post', '/api/auth/token', null, signInBody(account));
const failToSignIn = async (account: TestAccount): Promise<void> => {
  const answer = await service().call('post', '/api/auth/token').send(signInBody(account, 'wrong-password'));
  expect(answer.status).toBe(401);
};
const account = () => makeAccount(tenant.id);

/** The id of an account that has signed in at the organization's provider. */
async function linkedAccount(): Promise<string> {
  const { id, email } = await account();
  await connectProvider(provider(), tenant);
  await provider().set({ account: { sub: id, email, email_verified: true } });
  const answer = await new SsoBrowser(service, tenant).signIn();
  expect(answer.headers.location).toBe('/');
  return id;
}

/** A user with two-factor authentication that is on, signed in. */
async function withTwoFactor(): Promise<{ id: string; token: string; code: string }> {
  const { secret, ...found } = await makeTwoFactorAccount(tenant.id);
  const body = { ...signInBody(found), twoFactorCode: codeOf(secret) };
  const { accessToken } = await send('post', '/api/auth/token', null, body);
  return { id: found.id, token: accessToken, code: codeOf(secret, 1) };
}

const newUser = () =>
  administer('users-admin', { email: `${newId()}@example.test`, fullName: 'Ana', password: PASSWORD });
/** A webhook whose address has become a private one: the worker of this file refuses to send anything there. */
const newWebhook = async () => {
  const created = await administer('integrations/webhooks', {
    url: 'https://93.184.216.34/',
    events: ['employee.created'],
  });
  const { id } = created;
  const sealedUrl = encrypt('https://10.0.0.1/', webhookPurpose(id));
  await tenant.within(() => WebhookModel.updateOne({ _id: id }, { $set: { sealedUrl } }));
  return created;
};
const newEmployee = () =>
  post('/api/employees', { firstName: 'Ana', lastName: 'García', email: `${newId()}@example.test` });
const plan = (fields: object = {}) => manage('plans', { name: `Plan ${newId()}`, ...fields });
const newCycle = async () =>
  post('/api/evaluation-cycles', { name: 'Cycle', templateId: (await makeTemplate(tenant))._id });

/** A cycle with one subject whose own evaluation has this status; the subject's token and that evaluation. */
async function evaluated(cycle: CycleStatus, status: ParticipantStatus, published = false) {
  const { cycle: row, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: cycle, resultsPublishedAt: published ? new Date() : null },
    subjects: [{ evaluators: [{ type: EvaluatorType.Self, status }, { type: EvaluatorType.Manager }] }],
  });
  const [subject] = subjects;
  if (!subject) throw new Error('no subject');
  const own = subject.participants.find((participant) => participant.evaluatorType === EvaluatorType.Self)?._id ?? '';
  return { cycleId: row._id, subjectId: subject.employee._id, own };
}
/** A Closed cycle whose results the manager releases, with a comment. */
async function releasable() {
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { settings: { release: ReleaseBy.Manager } },
    subjects: [{ evaluators: [{ type: EvaluatorType.Manager, comment: 'Reliable' }] }],
  });
  return { cycleId: cycle._id, subjectId: subjects[0]?.employee._id ?? '' };
}
/** The path of a comment that is withheld. */
async function withheldComment(): Promise<string> {
  const { cycleId, subjectId } = await releasable();
  const path = `/api/evaluation-results/${cycleId}/subjects/${subjectId}`;
  const { sections } = await send('get', path, tenant.hr);
  const comment = `${path}/comments/${sections[0].items[0].comments[0].id}`;
  await send('put', comment, tenant.hr, { isWithheld: true, reason: 'It hurts without need.' });
  return comment;
}
/** An Open cycle whose subject has submitted whom they name. */
async function nominated() {
  const { cycle, subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open, settings: { peerNomination: PeerNomination.SubjectAndManager, minPeers: 1 } },
  });
  const subjectId = subjects[0]?.employee._id ?? '';
  const token = await tokenOf(subjectId);
  const path = `/api/my-nominations/${cycle._id}`;
  await send('put', path, token, { evaluatorIds: [(await makeEmployee(tenant))._id] });
  await post(`${path}/submit`, {}, token);
  return { cycleId: cycle._id, subjectId };
}
/** A Manager's row that is not submitted, in an Open cycle. */
async function openManagerRow(): Promise<string> {
  const { subjects } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [{ evaluators: [{ type: EvaluatorType.Manager, status: ParticipantStatus.InProgress }] }],
  });
  return subjects[0]?.participants[0]?._id ?? '';
}
const tokenOf = (employeeId: string) => tenant.signedIn({ employeeId });
const survey = () =>
  post('/api/pulse-surveys', { name: 'Pulse', questions: [{ id: newId(), text: 'Well?', type: 'Rating' }] });

/** The path of a translation into Spanish. */
async function translation(): Promise<string> {
  const path = `/api/evaluation-templates/${(await makeTemplate(tenant))._id}/translations/es`;
  await send('put', path, tenant.hr, { name: 'Anual', sections: [], items: [] });
  return path;
}

const templateKeys = ['cycle-opened', 'deadline-reminder', 'results-published'];
/** A template of the organization for another email; its id. */
async function newEmailTemplate(): Promise<string> {
  const body = { key: templateKeys.pop(), locale: 'es', subject: 'Es hora', body: '<p>Responde, por favor.</p>' };
  return (await administer('email-templates', body)).id;
}

/** An access request in Review, about someone whose manager wrote a comment. */
async function privacyRequest(): Promise<string> {
  const evaluators = [{ type: EvaluatorType.Manager, comment: 'Reliable' }];
  const { subjects } = await makeEvaluatedCycle(tenant, { subjects: [{ evaluators }] });
  const { id } = await administer('privacy-requests', { employeeId: subjects[0]?.employee._id, kind: 'Access' });
  await until(async () => (await send('get', `/api/privacy-requests/${id}`, tenant.admin)).status !== 'Collecting');
  return id;
}
async function completedRequest(): Promise<string> {
  const id = await privacyRequest();
  await administer(`privacy-requests/${id}/complete`);
  return id;
}

/** What produces each event, over HTTP. */
const PRODUCED_BY: Partial<Record<AuditEvent, () => Promise<unknown>>> = {
  'auth.signed-in': async () => signIn(await account()),
  'auth.failed': async () => failToSignIn(await account()),
  'auth.locked': async () => {
    const victim = await account();
    for (let attempt = 0; attempt < 5; attempt += 1) await failToSignIn(victim);
  },
  'auth.refresh-reused': async () => {
    const first = (await signIn(await account())).refreshToken;
    const second = (await send('post', '/api/auth/refresh', null, { refreshToken: first })).refreshToken;
    await send('post', '/api/auth/refresh', null, { refreshToken: second });
    const answer = await service().call('post', '/api/auth/refresh').send({ refreshToken: first });
    expect(answer.status).toBe(401);
  },
  'auth.signed-out': async () => send('post', '/api/auth/logout', (await signIn(await account())).accessToken),
  'auth.password-changed': async () => {
    const { accessToken } = await signIn(await account());
    const body = { currentPassword: PASSWORD, newPassword: 'brisk-heron-lantern-77' };
    await send('post', '/api/my-profile/change-password', accessToken, body);
  },
  'auth.two-factor-enabled': async () => {
    const { accessToken } = await signIn(await account());
    const { secret } = await send('post', '/api/my-profile/two-factor/setup', accessToken, { password: PASSWORD });
    await send('post', '/api/my-profile/two-factor/enable', accessToken, { code: codeOf(secret) });
  },
  'auth.two-factor-disabled': async () => {
    const { token, code } = await withTwoFactor();
    await send('post', '/api/my-profile/two-factor/disable', token, { password: PASSWORD, code });
  },
  'sign-in-settings.updated': async () => send('put', '/api/sign-in-settings', tenant.admin, { sessionDays: 7 }),
  'sso.linked': async () => linkedAccount(),
  'sso.unlinked': async () => administer(`users-admin/${await linkedAccount()}/unlink-sso`),
  'user.created': newUser,
  'user.updated': async () =>
    send('put', `/api/users-admin/${(await newUser()).id}`, tenant.admin, { fullName: 'Ana María' }),
  'user.roles-changed': async () =>
    send('put', `/api/users-admin/${(await newUser()).id}`, tenant.admin, { roles: [Role.HRManager] }),
  'user.deactivated': async () => administer(`users-admin/${(await newUser()).id}/deactivate`),
  'user.activated': async () => {
    const { id } = await newUser();
    await administer(`users-admin/${id}/deactivate`);
    await administer(`users-admin/${id}/activate`);
  },
  'user.unlocked': async () => {
    const victim = await account();
    for (let attempt = 0; attempt < 5; attempt += 1) await failToSignIn(victim);
    await administer(`users-admin/${victim.id}/unlock`);
  },
  'user.password-reset': async () => administer(`users-admin/${(await newUser()).id}/reset-password`),
  'user.two-factor-reset': async () => administer(`users-admin/${(await withTwoFactor()).id}/reset-two-factor`),
  'user.sessions-revoked': async () => {
    const target = await account();
    await signIn(target);
    await administer(`users-admin/${target.id}/revoke-all-sessions`);
  },
  'tenant.created': () => manage('tenants', createTenantBody()),
  'tenant.updated': () => send('put', `/api/tenants/${tenant.id}`, systemAdmin, { name: 'Another name' }),
  'tenant.status-changed': () => manage(`tenants/${tenant.id}/status/1`),
  'plan.created': () => plan(),
  'plan.updated': async () => send('put', `/api/plans/${(await plan()).id}`, systemAdmin, { maxEmployees: 5 }),
  'plan.deleted': async () => send('delete', `/api/plans/${(await plan()).id}`, systemAdmin),
  'plan.assigned': async () => manage(`plans/assign/${tenant.id}`, { planId: (await plan()).id }),
  'plan-limit.reached': async () => {
    const { id } = await plan({ maxCyclesPerYear: 0 });
    await manage(`plans/assign/${tenant.id}`, { planId: id });
    const answer = await service().call('post', '/api/evaluation-cycles', tenant.hr).send({ name: 'One too many' });
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'PLAN_LIMIT_CYCLES']);
    await manage(`plans/assign/${tenant.id}`, { planId: (await plan()).id });
  },
  'settings.updated': () => send('put', '/api/tenant-settings', tenant.admin, { surveyThreshold: 7 }),
  'api-key.created': () => administer('integrations/api-keys', { name: 'BI' }),
  'api-key.revoked': async () => {
    const { id } = await administer('integrations/api-keys', { name: 'BI' });
    await send('delete', `/api/integrations/api-keys/${id}`, tenant.admin);
  },
  'api-key.rotated': async () => {
    const { id } = await administer('integrations/api-keys', { name: 'BI' });
    await administer(`integrations/api-keys/${id}/rotate`);
  },
  'scim-token.created': () => administer('integrations/scim-tokens', { name: 'Entra ID' }),
  'scim-token.revoked': async () => {
    const { id } = await administer('integrations/scim-tokens', { name: 'Entra ID' });
    await send('delete', `/api/integrations/scim-tokens/${id}`, tenant.admin);
  },
  'webhook.created': newWebhook,
  'webhook.updated': async () =>
    send('put', `/api/integrations/webhooks/${(await newWebhook()).id}`, tenant.admin, { description: 'Intranet' }),
  'webhook.deleted': async () => send('delete', `/api/integrations/webhooks/${(await newWebhook()).id}`, tenant.admin),
  'webhook.rotated': async () => administer(`integrations/webhooks/${(await newWebhook()).id}/rotate`),
  'webhook.paused': async () => {
    const { id } = await newWebhook();
    await tenant.within(async () => {
      // Past what the log has: the worker forgets failures when it moves the position.
      const failing = { failures: 9, failingSince: inMs(-4 * 24 * 60 * 60 * 1_000), sequence: await lastEntry() };
      await WebhookPositionModel.updateOne({ _id: id }, { $set: failing });
    });
    await newEmployee();
    await sendWebhooks(new AbortController().signal, async () => null);
  },
  'template-translation.created': async () => translation(),
  'template-translation.updated': async () =>
    send('put', await translation(), tenant.hr, { name: 'Anual 2027', sections: [], items: [] }),
  'template-translation.deleted': async () => send('delete', await translation(), tenant.hr),
  'employee.created': newEmployee,
  'employee.updated': async () =>
    send('put', `/api/employees/${(await newEmployee()).id}`, tenant.hr, { lastName: 'López' }),
  'employee.deleted': async () => send('delete', `/api/employees/${(await newEmployee()).id}`, tenant.hr),
  'employee.status-changed': async () =>
    send('put', `/api/employees/${(await newEmployee()).id}`, tenant.hr, { status: 'OnLeave' }),
  'employee.invited': async () => post(`/api/employees/${(await newEmployee()).id}/invite`),
  'employee.imported': async () => {
    const csv = Buffer.from(`firstname,lastname,email\nAna,García,${newId()}@example.test\n`);
    const call = service().call('post', '/api/employees/import-csv', tenant.hr);
    expect((await call.attach('file', csv, 'people.csv')).body.created).toBe(1);
  },
  'cycle.created': newCycle,
  'cycle.updated': async () =>
    send('put', `/api/evaluation-cycles/${(await newCycle()).id}`, tenant.hr, { name: 'Other' }),
  'cycle.deleted': async () => send('delete', `/api/evaluation-cycles/${(await newCycle()).id}`, tenant.hr),
  'cycle.status-changed': async () => post(`/api/evaluation-cycles/${(await newCycle()).id}/status/1`),
  'cycle.generated': async () => post(`/api/evaluation-cycles/${(await newCycle()).id}/generate-evaluations`),
  'cycle.subjects-added': async () =>
    post(`/api/evaluation-cycles/${(await newCycle()).id}/subjects`, {
      employeeIds: [(await makeEmployee(tenant))._id],
    }),
  'cycle.subject-withdrawn': async () => {
    const { cycleId, subjectId } = await evaluated(CycleStatus.Open, ParticipantStatus.InProgress);
    await post(`/api/evaluation-cycles/${cycleId}/subjects/${subjectId}/withdraw`, { reason: 'Changes team.' });
  },
  'cycle.peers-assigned': async () => post(`/api/evaluation-cycles/${(await makeCycle(tenant))._id}/auto-assign-peers`),
  'nominations.submitted': async () => nominated(),
  'nominations.approved': async () => {
    const { cycleId, subjectId } = await nominated();
    await post(`/api/team-nominations/${cycleId}/${subjectId}/approve`);
  },
  'nominations.returned': async () => {
    const { cycleId, subjectId } = await nominated();
    await post(`/api/team-nominations/${cycleId}/${subjectId}/return`, { reason: 'Others, please.' });
  },
  'evaluation.submitted': async () => {
    const { own, subjectId } = await evaluated(CycleStatus.Open, ParticipantStatus.InProgress);
    await post(`/api/my-evaluations/${own}/submit`, {}, await tokenOf(subjectId));
  },
  'evaluation.reopened': async () => {
    const { own } = await evaluated(CycleStatus.Open, ParticipantStatus.Submitted);
    await post(`/api/evaluation-results/participants/${own}/reopen`, { reason: 'It was sent by mistake.' });
  },
  'evaluation.acknowledged': async () => {
    const { own, subjectId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted, true);
    await post(`/api/my-evaluations/${own}/acknowledge`, {}, await tokenOf(subjectId));
  },
  'evaluation.evaluator-replaced': async () => {
    const evaluatorId = (await makeEmployee(tenant))._id;
    await post(`/api/peer-assignments/${await openManagerRow()}/replace`, { evaluatorId });
  },
  'evaluation.evaluator-removed': async () =>
    send('delete', `/api/peer-assignments/${await openManagerRow()}`, tenant.hr),
  'guest.invited': async () => {
    await allowGuests(tenant);
    const { cycleId, subjectId } = await evaluated(CycleStatus.Open, ParticipantStatus.InProgress);
    await post('/api/peer-assignments', {
      cycleId,
      subjectId,
      guest: { email: `${newId()}@example.test`, name: 'Eva' },
    });
  },
  'guest.declined': async () => {
    const { participantId, session } = await makeGuest(tenant);
    await post(`/api/guest/evaluations/${participantId}/decline`, {}, session);
  },
  'guest.withdrawn': async () => post(`/api/guests/${(await makeGuest(tenant)).id}/withdraw`),
  'guest.erased': async () => administer(`guests/${(await makeGuest(tenant)).id}/erase`),
  'results.published': async () => {
    const { cycleId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    await post(`/api/evaluation-results/${cycleId}/publish`);
  },
  'results.released': async () => {
    const { cycleId, subjectId } = await releasable();
    await post(`/api/evaluation-results/${cycleId}/subjects/${subjectId}/release`);
  },
  'comment.withheld': async () => withheldComment(),
  'comment.shown': async () => {
    const path = await withheldComment();
    await send('put', path, tenant.hr, { isWithheld: false, reason: 'It is fair after all.' });
  },
  'calibration.created': async () => {
    const { cycleId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    await post('/api/calibration', { cycleId, name: 'Calibration' });
  },
  'calibration.cancelled': async () => {
    const { cycleId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    const { id } = await post('/api/calibration', { cycleId, name: 'Calibration' });
    await post(`/api/calibration/${id}/cancel`);
  },
  'mail.sent': async () => {
    const { cycleId } = await evaluated(CycleStatus.Open, ParticipantStatus.InProgress);
    await post(`/api/email-triggers/cycle/${cycleId}/notify-opened`);
  },
  'calibration.updated': async () => {
    const { cycleId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    const { id } = await post('/api/calibration', { cycleId, name: 'Calibration' });
    await send('put', `/api/calibration/${id}`, tenant.hr, { name: 'Other' });
  },
  'calibration.applied': async () => {
    const { cycleId, subjectId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    const { id } = await post('/api/calibration', { cycleId, name: 'Calibration' });
    const entry = { calibrated: 4.5, reason: 'Compared with the others in the role.' };
    await send('put', `/api/calibration/${id}/entries/${subjectId}`, tenant.hr, entry);
    await post(`/api/calibration/${id}/apply`);
  },
  'export.created': async () => {
    const { cycleId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    await post('/api/gap-heatmap/export-excel', { cycleId });
  },
  'results.viewed': async () => {
    const { cycleId, subjectId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    await send('get', `/api/evaluation-results/${cycleId}/subjects/${subjectId}`, tenant.hr);
  },
  'potential.set': async () => {
    const { cycleId, subjectId } = await evaluated(CycleStatus.Closed, ParticipantStatus.Submitted);
    const body = { cycleId, potential: 4, reason: 'Grew a lot this year.' };
    await send('put', `/api/nine-box/${subjectId}/potential`, tenant.hr, body);
  },
  'dataset.read': async () => {
    const { key } = await administer('integrations/api-keys', { name: 'BI' });
    expect((await service().call('get', '/api/v1/employees').set('X-Api-Key', key)).status).toBe(200);
  },
  'operator.entered': async () => {
    const other = await makeSystemAdmin();
    expect((await service().call('get', '/api/employees', other).set('X-Tenant', tenant.slug)).status).toBe(200);
  },
  'email-template.created': async () => newEmailTemplate(),
  'email-template.updated': async () =>
    send('put', `/api/email-templates/${await newEmailTemplate()}`, tenant.admin, { subject: 'Another one' }),
  'email-template.deleted': async () =>
    send('delete', `/api/email-templates/${await newEmailTemplate()}`, tenant.admin),
  'survey.opened': async () => {
    await makeEmployee(tenant);
    await post(`/api/pulse-surveys/${(await survey()).id}/open`);
  },
  'privacy.requested': async () => privacyRequest(),
  'privacy.extended': async () =>
    administer(`privacy-requests/${await privacyRequest()}/extend`, { reason: 'The request is complex.' }),
  'privacy.cancelled': async () =>
    administer(`privacy-requests/${await privacyRequest()}/cancel`, { reason: 'It was a mistake.' }),
  'privacy.decided': async () => {
    const path = `/api/privacy-requests/${await privacyRequest()}/comments`;
    const { items } = await send('get', path, tenant.admin);
    await send('put', `${path}/${items[0]?.id}`, tenant.admin, { decision: 'Release' });
  },
  'privacy.completed': async () => completedRequest(),
  'privacy.downloaded': async () => send('get', `/api/privacy-requests/${await completedRequest()}/file`, tenant.admin),
  'survey.closed': async () => {
    const { id } = await survey();
    await post(`/api/pulse-surveys/${id}/open`);
    await post(`/api/pulse-surveys/${id}/close`);
  },
};

/** Events that the platform's own log holds, beside or instead of the organization's. */
const OF_THE_PLATFORM: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['plan.created', 'plan.updated', 'plan.deleted']);

/** How many entries of an event the log holds; a new organization has a log of its own. */
async function recorded(event: AuditEvent): Promise<number> {
  const call = service().call('get', `/api/audit-logs?eventType=${event}&pageSize=1`, systemAdmin);
  if (!OF_THE_PLATFORM.has(event)) void call.set('X-Tenant', tenant.slug);
  return (await call).body.totalCount;
}

test('every listed event has a request that produces it', () => {
  expectOnly(
    AUDIT_EVENTS.filter((event) => !Object.hasOwn(PRODUCED_BY, event)),
    {
      'user.recovered': 'a command on the server, not a request',
      'keys.rotated': 'a command on the server, not a request',
    },
  );
});

describe('each event is recorded when it happens, before the answer', () => {
  test.each(Object.entries(PRODUCED_BY) as [AuditEvent, () => Promise<Response['body']>][])(
    '%s',
    async (event, produce) => {
      if (event === 'tenant.created') {
        const { slug } = await produce();
        const call = service().call('get', `/api/audit-logs?eventType=${event}`, systemAdmin).set('X-Tenant', slug);
        expect((await call).body.totalCount).toBe(1);
        return;
      }
      const before = await recorded(event);
      await produce();
      expect(await recorded(event)).toBeGreaterThan(before);
    },
  );
});

test('the chains of all these are whole, and hold no password', async () => {
  for (const slug of [tenant.slug, null]) {
    const call = service().call('get', '/api/audit-logs/verify', systemAdmin);
    if (slug) void call.set('X-Tenant', slug);
    expect((await call).body).toMatchObject({ valid: true, firstBroken: null });
  }
  const all = await service().call('get', '/api/audit-logs?pageSize=200', systemAdmin).set('X-Tenant', tenant.slug);
  expect(all.body.totalCount).toBeGreaterThan(AUDIT_EVENTS.length);
  expect(all.text).not.toMatch(/vivid-otter|brisk-heron|wrong-password/);
});
