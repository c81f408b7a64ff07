import type { Readable } from 'node:stream';
import { MailTriggerModel } from '../../../shared/evaluation/cycles/cycle-mail.model';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import type { TestTenant } from '../../factories/tenant';
import type { Mailbox } from '../../support/mailbox';
import type { Service } from '../../support/service';
import { partsOf, stringCells } from '../../worker/render/workbook.probe';
import type { SeasonTable } from './season-table';

/** What a comparison needs of the season. */
export interface Season {
  service: Service;
  tenant: TestTenant;
  mailbox: Mailbox;
  apiKey: string;
  cycleId: string;
  /** Employee ids and mail addresses by name. */
  ids: Map<string, string>;
  emails: Map<string, string>;
  /** Tokens of those who can sign in, by name. */
  tokens: Map<string, string>;
}

const sorted = (texts: Iterable<string>): string[] => [...texts].sort();

/** Compares every surface that shows an open or closed cycle with the table. */
export async function expectSeason(season: Season, table: SeasonTable): Promise<void> {
  const { cycleId } = season;
  const get = reader(season);
  const nameOf = (id: string): string => [...season.ids].find(([, value]) => value === id)?.[0] ?? id;
  const all = table.progress();
  const subjects = table.subjects();

  const parts = (await get(`/api/evaluation-cycles/${cycleId}/participants?pageSize=200`)).items;
  const state = (part: { withdrawn: boolean; status: string }): string =>
    part.withdrawn ? 'void' : part.status === 'InProgress' ? 'open' : 'submitted';
  expect(
    sorted(
      parts.map(
        (part: { subjectId: string; evaluatorId: string; evaluatorType: string; withdrawn: boolean; status: string }) =>
          `${nameOf(part.subjectId)} < ${nameOf(part.evaluatorId)} ${part.evaluatorType} ${state(part)}`,
      ),
    ),
  ).toEqual(table.listed());

  const completion = await get(`/api/evaluation-cycles/${cycleId}/completion`);
  expect(completion).toMatchObject({ subjects: subjects.length, ...all });
  expect(completion.byEvaluatorType).toEqual(
    EVALUATOR_TYPES.map((evaluatorType) => ({ evaluatorType, ...table.progress(evaluatorType) })),
  );
  const counts = { subjects: subjects.length, participants: all.total, submitted: all.submitted };
  const cycle = await get(`/api/evaluation-cycles/${cycleId}`);
  expect(cycle.counts).toEqual(counts);
  const { items } = await get('/api/evaluation-cycles');
  expect(items.find(({ id }: { id: string }) => id === cycleId).counts).toEqual(counts);
  const cyclesV1 = await get('/api/v1/cycles');
  expect(cyclesV1.find(({ id }: { id: string }) => id === cycleId)).toMatchObject(counts);
  const dashboard = await get(`/api/dashboards/organizational?cycleId=${cycleId}`);
  expect(dashboard.participation).toMatchObject(counts);

  const results = (await get(`/api/evaluation-results?cycleId=${cycleId}&pageSize=200`)).items;
  expect(
    sorted(
      results.map(
        (row: { subjectId: string; withdrawn: boolean; submitted: number; totalParticipants: number }) =>
          `${nameOf(row.subjectId)} ${row.withdrawn} ${row.submitted}/${row.totalParticipants}`,
      ),
    ),
  ).toEqual(
    sorted(
      [...subjects, ...table.left].map((subject) => {
        const { submitted, total } = table.progressOf(subject);
        return `${subject} ${table.left.has(subject)} ${submitted}/${total}`;
      }),
    ),
  );
  const scores = await get(`/api/v1/datasets/scores?cycleId=${cycleId}`);
  expect(
    sorted(
      scores.map(
        (row: { employeeId: string; submitted: number; totalParticipants: number }) =>
          `${nameOf(row.employeeId)} ${row.submitted}/${row.totalParticipants}`,
      ),
    ),
  ).toEqual(
    sorted(
      subjects.map((subject) => {
        const { submitted, total } = table.progressOf(subject);
        return `${subject} ${submitted}/${total}`;
      }),
    ),
  );

  const isOpen = cycle.status === 'Open' || cycle.status === 'InProgress';
  for (const [person, token] of season.tokens) {
    const own = (await get(`/api/my-evaluations?cycleId=${cycleId}`, token)).items;
    expect([
      person,
      sorted(
        own.map(
          (row: { subjectId: string; status: string }) =>
            `${nameOf(row.subjectId)} ${row.status === 'InProgress' ? 'open' : 'submitted'}`,
        ),
      ),
    ]).toEqual([person, sorted(table.shownTo(person))]);
    const { evaluationsToAnswer } = await get('/api/my-dashboard', token);
    expect([person, evaluationsToAnswer.count]).toEqual([person, isOpen ? (table.asked().get(person) ?? 0) : 0]);
  }
  if (isOpen) await expectReminder(season, table);
}

/** Reminds, and compares mails and notifications with the table. */
async function expectReminder(season: Season, table: SeasonTable): Promise<void> {
  const { service, tenant, cycleId, mailbox } = season;
  // Within ten minutes a second call is the first one again; the season takes no time.
  await tenant.within(async () => MailTriggerModel.deleteMany({}));
  const reminded = [...table.asked().keys()].filter((person) => !table.away.has(person));
  const mailsBefore = mailbox.sink().mails.length;
  const notesBefore = await reminderNotes(season);
  const { body } = await service.call('post', `/api/email-triggers/cycle/${cycleId}/deadline-reminder`, tenant.hr);
  expect(body).toMatchObject({ recipients: reminded.length, sent: reminded.length, failed: 0 });
  const mailed = mailbox
    .sink()
    .mails.slice(mailsBefore)
    .flatMap(({ to }) => to);
  expect(sorted(mailed)).toEqual(sorted(reminded.map((person) => season.emails.get(person) ?? person)));
  const notesAfter = await reminderNotes(season);
  for (const [person, before] of notesBefore)
    expect([person, (notesAfter.get(person) ?? 0) - before]).toEqual([person, reminded.includes(person) ? 1 : 0]);
}

async function reminderNotes(season: Season): Promise<Map<string, number>> {
  const get = reader(season);
  const notes = new Map<string, number>();
  for (const [person, token] of season.tokens) {
    const { items } = await get('/api/notifications?pageSize=200', token);
    notes.set(person, items.filter(({ type }: { type: string }) => type === 'deadline-reminder').length);
  }
  return notes;
}

/** Compares what a Closed cycle shows besides: gaps, heatmap, nine-box and the three exports. */
export async function expectClosedSeason(season: Season, table: SeasonTable): Promise<void> {
  const { service, tenant, cycleId } = season;
  const get = reader(season);
  const withData = sorted(table.subjects().filter((subject) => table.progressOf(subject).submitted > 0));
  const nameOf = (id: string): string => [...season.ids].find(([, value]) => value === id)?.[0] ?? id;
  const people = (rows: { employeeId: string }[]): string[] =>
    sorted(new Set(rows.map((row) => nameOf(row.employeeId))));
  expect(people((await get(`/api/gap-analysis?cycleId=${cycleId}&pageSize=200`)).items)).toEqual(withData);
  expect(people(await get(`/api/v1/datasets/gaps?cycleId=${cycleId}`))).toEqual(withData);
  expect(people(await get(`/api/v1/datasets/nine-box?cycleId=${cycleId}`))).toEqual(withData);
  const names = (rows: { id: string }[]): string[] => sorted(rows.map(({ id }) => nameOf(id)));
  expect(names((await get(`/api/gap-heatmap?cycleId=${cycleId}`)).subjects)).toEqual(sorted(table.subjects()));
  const { boxes, unplaced } = await get(`/api/nine-box?cycleId=${cycleId}`);
  const placed = boxes.flatMap(({ employees }: { employees: { id: string }[] }) => employees);
  expect(names(placed)).toEqual(withData);
  expect(unplaced).toHaveLength(table.subjects().length - withData.length);
  const lastNameOf = (person: string): string => `Season-${person}`;
  for (const path of ['/api/gap-heatmap/export-excel', '/api/nine-box/export-excel']) {
    const file = await service.call('post', path, tenant.hr).send({ cycleId }).buffer(true).parse(bytesOf);
    const texts = stringCells(partsOf(file.body))
      .map(({ text }) => text)
      .join('\n');
    for (const person of withData) expect([path, texts.includes(lastNameOf(person))]).toEqual([path, true]);
    for (const person of table.left) expect([path, texts.includes(lastNameOf(person))]).toEqual([path, false]);
  }
  for (const person of [...withData.slice(0, 1), ...table.left]) {
    const subjectId = season.ids.get(person);
    const pdf = service.call('post', '/api/evaluation-results/export-pdf', tenant.hr).send({ cycleId, subjectId });
    expect((await pdf).status).toBe(200); // HR still sees what was submitted
  }
}

function reader({ service, tenant, apiKey }: Season) {
  return async (path: string, token: string = tenant.hr) => {
    const call = path.startsWith('/api/v1/')
      ? service.call('get', path).set('X-Api-Key', apiKey)
      : service.call('get', path, token);
    const answer = await call;
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
}

function bytesOf(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as Readable; // superagent types it as its own response
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
