import type { JobView } from '../../api/platform/jobs/jobs.dto';
import { newId } from '../../shared/kernel/ids';
import type { ApiClient } from '../client';
import { allRows, resultOf, untilAnswered } from './client';
import type { Cluster } from './cluster';
import { Ledger, type Verdict } from './ledger';
import { answer, makeCycle, openEvaluations, type Organization } from './organization';

const DEPARTMENTS = 30;
/** Employees of the organization at the start, for each one who is hired during a phase. */
const EMPLOYEES_PER_HIRE = 8;
/** Employees who are created one by one, each with an event. */
const ARRIVALS = 10;
/** How long events may take to arrive: one that was lost on the way is sent again within a minute, and then later. */
const EVENTS_WITHIN_MS = 300_000;

/** What happens during one fault: two cycles of the large organization, one to generate and one that takes answers. */
export interface Phase {
  name: string;
  ledger: Ledger;
  draft: { id: string; name: string };
  open: { id: string; name: string };
  /** How many employees one import adds. */
  hires: number;
  /** Reminders with the same Message-ID that were sent more than once: the honest exception (at most the mail in hand). */
  repeatedMails: number;
  /** Ids of employees who are created one by one. */
  arrivals: Set<string>;
}

interface EmployeeRow {
  id: string;
  email: string;
  managerId: string | null;
}
interface ParticipantRow {
  id: string;
  subjectId: string;
  evaluatorId: string;
  evaluatorType: string;
  status: string;
}

/** Prepares a phase: its Draft cycle; `open` is the one that the phase before generated. */
export async function makePhase(
  name: string,
  { a }: Organizations,
  open: Phase['open'],
  employees: number,
): Promise<Phase> {
  const draft = { name: `Cycle ${name}`, id: await makeCycle(a, `Cycle ${name}`) };
  const hires = Math.ceil(employees / EMPLOYEES_PER_HIRE);
  return { name, ledger: new Ledger(), draft, open, hires, repeatedMails: 0, arrivals: new Set() };
}

/** Both organizations of a run: the load is on `a`; `b` is there to see that nothing of it arrives in the wrong place. */
export interface Organizations {
  a: Organization;
  b: Organization;
}

/** All that people do during a phase. `at` gives the API for the next request. Resolves when everything was answered. */
export async function runLoad(phase: Phase, both: Organizations, at: (client: ApiClient) => ApiClient): Promise<void> {
  const { a } = both;
  const before = await allRows<EmployeeRow>(a.hr, '/api/employees');
  const asked = await allRows<ParticipantRow>(a.hr, participantsOf(phase.open.id));
  const failures: unknown[] = [];
  const guarded = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => failures.push(error));
  await Promise.all(
    [
      createDepartments(phase, both.a, at),
      createDepartments(phase, both.b, at),
      hire(phase, a, at),
      arrive(phase, a, at),
      generate(phase, a, at, before),
      remind(phase, a, at, before, asked),
      ...a.answering.map(({ client }) => submit(phase, a, at, client)),
      exportReport(phase, a, at, before),
      runGaps(phase, a, at),
    ].map(guarded),
  );
  if (failures.length > 0) throw failures[0];
}

type At = (client: ApiClient) => ApiClient;

async function createDepartments(phase: Phase, { name, hr }: Organization, at: At): Promise<void> {
  for (let number = 0; number < DEPARTMENTS; number++) {
    const code = `${name}-${phase.name}-${number}`;
    const body = { code, name: `Department ${code}` };
    await phase.ledger.send([`${name} department ${code}`], () => at(hr).post('/api/departments', body));
    await new Promise((done) => setTimeout(done, 60));
  }
}

async function hire(phase: Phase, { name, hr }: Organization, at: At): Promise<void> {
  const emails = Array.from({ length: phase.hires }, (_, number) => `hire-${phase.name}-${number}@${name}.example`);
  const csv = ['firstname,lastname,email', ...emails.map((email) => `New,Hire,${email}`)].join('\n');
  await phase.ledger.send(
    emails.map((email) => `${name} employee ${email}`),
    () => resultOf(hr, () => at(hr).upload<object | JobView>('/api/employees/import-csv', 'hires.csv', csv)),
  );
}

async function arrive(phase: Phase, { name, hr }: Organization, at: At): Promise<void> {
  for (let number = 0; number < ARRIVALS; number++) {
    const id = newId();
    const email = `hire-${phase.name}-one${number}@${name}.example`;
    const body = { id, email, firstName: 'New', lastName: 'Arrival' };
    const keys = [`${name} employee ${email}`, `${name} event ${id}`];
    phase.arrivals.add(id);
    await phase.ledger.send(keys, () => at(hr).post('/api/employees', body));
    await new Promise((done) => setTimeout(done, 150));
  }
}

async function generate(
  phase: Phase,
  { name, hr }: Organization,
  at: At,
  before: readonly EmployeeRow[],
): Promise<void> {
  await new Promise((done) => setTimeout(done, 200));
  const keys = before.flatMap(({ id, managerId }) => [
    `${name} participant ${id} ${id} Self`,
    ...(managerId ? [`${name} participant ${id} ${managerId} Manager`] : []),
  ]);
  const path = `/api/evaluation-cycles/${phase.draft.id}/generate-evaluations`;
  await phase.ledger.send(keys, () => resultOf(hr, () => at(hr).post<object | JobView>(path)));
}

async function remind(
  phase: Phase,
  { name, hr, answering }: Organization,
  at: At,
  employees: readonly EmployeeRow[],
  asked: readonly ParticipantRow[],
): Promise<void> {
  const emailOf = new Map(employees.map(({ id, email }) => [id, email]));
  const key = (id: string): string => `${name} mail ${emailOf.get(id)}`;
  // Evaluators who answer concurrently may have nothing left to be notified of.
  const busy = new Set(answering.map(({ id }) => id));
  const evaluators = [...new Set(asked.map(({ evaluatorId }) => evaluatorId))];
  phase.ledger.allow(evaluators.filter((id) => busy.has(id)).map(key));
  const path = `/api/email-triggers/cycle/${phase.open.id}/notify-opened`;
  await phase.ledger.send(evaluators.filter((id) => !busy.has(id)).map(key), () =>
    resultOf(hr, () => at(hr).post<object | JobView>(path)),
  );
}

async function submit(phase: Phase, { name, itemIds }: Organization, at: At, client: ApiClient): Promise<void> {
  for (const { id } of await openEvaluations(client, phase.open.id))
    await phase.ledger.send([`${name} submitted ${id}`], () => untilAnswered(() => answer(at(client), id, itemIds, 3)));
}

async function exportReport(
  phase: Phase,
  { name, hr, closedCycleId }: Organization,
  at: At,
  employees: readonly EmployeeRow[],
): Promise<void> {
  const body = { cycleId: closedCycleId, subjectId: employees[0]?.id };
  await phase.ledger.send([`${name} report whole`], async () => {
    const answer = await untilAnswered(() => at(hr).startExport('/api/evaluation-results/export-pdf', body));
    if (Buffer.isBuffer(answer)) return checkWhole(answer);
    await resultOf(hr, () => at(hr).get<JobView>(`/api/jobs/${answer.id}`));
    return checkWhole(await untilAnswered(() => at(hr).fileOf(answer.id)));
  });
}

function checkWhole(bytes: Buffer): void {
  if (!bytes.subarray(-8).toString().includes('%%EOF')) throw new Error('The report is cut off.');
}

async function runGaps(phase: Phase, { name, hr, closedCycleId }: Organization, at: At): Promise<void> {
  const keys = (await gapRows(hr, closedCycleId)).map(
    ({ employeeId, requirementId }) => `${name} gap ${employeeId} ${requirementId}`,
  );
  const run = (): Promise<object | JobView> => at(hr).post('/api/gap-analysis/run', { cycleId: closedCycleId });
  await phase.ledger.send(keys, () => resultOf(hr, run));
}

/** The rows of the gaps that are shown. */
export function gapRows(hr: ApiClient, cycleId: string): Promise<{ employeeId: string; requirementId: string }[]> {
  return allRows(hr, `/api/gap-analysis?cycleId=${cycleId}`);
}

/** Reads what is there now, over HTTP, from the mail server and from the receiver of events, and compares it with what was asked for. */
export async function checkPhase(
  phase: Phase,
  both: Organizations,
  { mails, events }: Pick<Cluster, 'mails' | 'events'>,
): Promise<Verdict> {
  const found = await storedEffects(phase, both);
  const sent = mails.mails.filter(({ text, html, headers }) =>
    [text, html, headers.get('subject')].join(' ').includes(phase.open.name),
  );
  const distinct = new Map(sent.map((mail) => [mail.headers.get('message-id') ?? '', mail.to[0] ?? '']));
  phase.repeatedMails = sent.length - distinct.size;
  found.push(...[...distinct.values()].map((address) => `a mail ${address}`));
  found.push(...(await sentEvents(phase, events)));
  return withoutReport(phase.ledger.verdict(found));
}

/** The events of the phase, each once for each `webhook-id`; waits for those of employees whose creation was acknowledged. */
async function sentEvents({ ledger, arrivals }: Phase, events: Cluster['events']): Promise<string[]> {
  const end = Date.now() + EVENTS_WITHIN_MS;
  for (;;) {
    const taken = new Map<string, string>();
    for (const { headers, body, status } of events.received) {
      const { data } = JSON.parse(body) as { data: { employeeId: string } };
      const { employeeId } = data;
      if (status === 204 && arrivals.has(employeeId)) taken.set(String(headers['webhook-id']), employeeId);
    }
    const found = [...taken.values()].map((id) => `a event ${id}`);
    const missing = ledger.keys('ok').filter((key) => key.startsWith('a event ') && !found.includes(key));
    if (missing.length === 0 || Date.now() > end) return found;
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** The effects of a phase that the service of these clients shows. */
export async function storedEffects(
  { name: phase, ledger, draft, open }: Phase,
  { a, b }: Organizations,
): Promise<string[]> {
  const found: string[] = [];
  const mine = (code: string | null): boolean => code?.includes(`-${phase}-`) === true;
  for (const { name, hr } of [a, b]) {
    const departments = await allRows<{ code: string | null }>(hr, '/api/departments');
    found.push(...departments.filter(({ code }) => mine(code)).map(({ code }) => `${name} department ${code}`));
    const employees = await allRows<EmployeeRow>(hr, '/api/employees');
    found.push(...employees.filter(({ email }) => mine(email)).map(({ email }) => `${name} employee ${email}`));
  }
  const { hr, closedCycleId } = a;
  const generated = await allRows<ParticipantRow>(hr, participantsOf(draft.id));
  const keys = generated.map(
    ({ subjectId, evaluatorId, evaluatorType }) => `a participant ${subjectId} ${evaluatorId} ${evaluatorType}`,
  );
  // Who was hired while the cycle was generated is in it or not.
  const hires = new Set(
    (await allRows<EmployeeRow>(hr, '/api/employees'))
      .filter(({ email }) => email.startsWith('hire-'))
      .map(({ id }) => id),
  );
  ledger.allow(keys.filter((_key, at) => hires.has(generated[at]?.subjectId ?? '')));
  found.push(...keys);
  const answered = await allRows<ParticipantRow>(hr, participantsOf(open.id));
  found.push(...answered.filter(({ status }) => status === 'Submitted').map(({ id }) => `a submitted ${id}`));
  found.push(...(await gapRows(hr, closedCycleId)).map((row) => `a gap ${row.employeeId} ${row.requirementId}`));
  return found;
}

/** A report is no stored effect: it was acknowledged only when the caller had the whole of it. */
function withoutReport(verdict: Verdict): Verdict {
  return { ...verdict, lost: verdict.lost.filter((key) => !key.endsWith('report whole')) };
}

function participantsOf(cycleId: string): string {
  return `/api/evaluation-cycles/${cycleId}/participants`;
}
