import type { MyEvaluationRow } from '../../api/evaluation/my-evaluations.dto';
import type { SignIn } from '../accounts';
import type { ApiClient } from '../client';
import { COLLABORATION } from '../demo/competencies/collaboration';
import { toCompetencyBody } from '../demo/framework';
import { allPages, type Created } from '../demo/run';
import { DEMO_TEMPLATE, DO_DIFFERENTLY, KEEP_DOING } from '../demo/template';

export const CYCLE = 'Annual review';
const EARLIER_CYCLE = 'First review';
const PASSWORD = 'Correct-horse-9-battery';

/** Who plays; the others of the company are only named. */
export const PLAYERS = ['Helena', 'Diego', 'Marta', 'Ana', 'Bruno', 'Carla', 'Elena'] as const;
export type Player = (typeof PLAYERS)[number];

const PEOPLE = [
  'Diego,Salas,,Product,Director',
  'Helena,Ríos,diego,People,HR partner',
  'Marta,Vidal,diego,Product,Team lead',
  ...['Ana,García', 'Bruno,Ortiz', 'Carla,Núñez', 'Elena,Prats'].map((name) => `${name},marta,Product,Engineer`),
  'Iván,Mora,diego,Sales,Account manager',
  'Julia,Vega,diego,Sales,Account manager',
];
const PROFILES = ['Director', 'HR partner', 'Team lead', 'Engineer', 'Account manager'];
const DEPARTMENTS = ['Product', 'People', 'Sales'];

/** What everyone was given a year ago, by the place of the item. */
const A_YEAR_AGO = [4, 2, 3, 3];

const fold = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const emailOf = (name: string): string => `${fold(name)}@meridiana.example`;

/** An organization whose people have answered a first cycle; HR is about to begin the next one. */
export interface Stage {
  slug: string;
  /** How the players sign in. */
  accounts: ReadonlyMap<Player, SignIn>;
}

/** Makes the organization over HTTP, with a plan of Ana's that is being carried out. */
export async function makeStage(platform: ApiClient, slug: string): Promise<Stage> {
  const admin = { email: emailOf('admin'), fullName: 'An Administrator', password: PASSWORD };
  const organization = { name: 'Meridiana', slug, timezone: 'Europe/Madrid', admin };
  const tenant = await platform.post<Created>('/api/tenants', organization);
  await platform.post(`/api/tenants/${tenant.id}/status/Active`);
  const hr = await platform.anonymous().signIn(admin.email, PASSWORD, slug);
  const templateId = await makeFramework(hr);
  await hr.upload('/api/employees/import-csv', 'people.csv', peopleCsv());
  const employees = await allPages<Created & { email: string; fullName: string }>(hr, '/api/employees');
  const clients = new Map<Player, ApiClient>();
  for (const player of PLAYERS) {
    const employee = employees.find(({ email }) => email === emailOf(player));
    if (!employee) throw new Error(`${player} was not imported.`);
    const { id: employeeId, email, fullName } = employee;
    const roles = player === 'Helena' ? ['HRManager', 'User'] : ['User'];
    await hr.post('/api/users-admin', { email, fullName, roles, password: PASSWORD, employeeId });
    clients.set(player, await hr.anonymous().signIn(email, PASSWORD, slug));
  }
  const idOf = (player: Player): string => employees.find(({ email }) => email === emailOf(player))?.id ?? '';
  await playEarlierCycle(hr, templateId, clients, idOf);
  await clients.get('Ana')?.post('/api/development-plans', {
    employeeId: idOf('Ana'),
    title: 'Clearer proposals',
    actions: [{ title: 'Course on writing', dueDate: '2030-01-31' }],
  });
  return { slug, accounts: new Map(PLAYERS.map((player) => [player, { email: emailOf(player), password: PASSWORD }])) };
}

function peopleCsv(): string {
  const rows = PEOPLE.map((row) => {
    const [first = '', last = '', manager = '', department = '', profile = ''] = row.split(',');
    return [first, last, emailOf(first), manager && emailOf(manager), department, profile].join();
  });
  return ['firstname,lastname,email,manager,department,jobprofile', ...rows].join('\n');
}

/** Competencies with levels, what each job needs of them, and the questions; returns the id of the template. */
async function makeFramework(hr: ApiClient): Promise<string> {
  const make = async (path: string, body: object): Promise<string> => (await hr.post<Created>(path, body)).id;
  const categoryId = await make('/api/competency-categories', { name: 'Collaboration' });
  const ids = new Map<string, string>();
  for (const competency of COLLABORATION)
    ids.set(competency.code, await make('/api/competencies', toCompetencyBody(competency, categoryId)));
  const competencies = [...ids.values()];
  for (const name of DEPARTMENTS) await make('/api/departments', { name });
  for (const name of PROFILES) {
    // All but the last competency, which only those who lead need.
    const isLeading = name === 'Director' || name === 'Team lead';
    const requirements = competencies
      .slice(0, isLeading ? undefined : -1)
      .map((competencyId) => ({ competencyId, requiredLevel: 4, isCritical: false }));
    await make('/api/job-profiles', { name, requirements });
  }
  const rating = (text: string, code: string): object => ({ text, type: 'Rating', competencyId: ids.get(code) });
  const items = [
    rating('Helps others without being asked and puts the success of the team first.', 'COL-01'),
    rating('Communicates clearly, listens, and adapts to the people in front of them.', 'COL-02'),
    rating('Gives honest, specific and respectful feedback, and accepts it from others.', 'COL-03'),
    rating('Makes use of different points of view.', 'COL-04'),
  ];
  const text = (question: string): object => ({ text: question, type: 'Text', required: false });
  return make('/api/evaluation-templates', {
    name: 'Working together',
    scale: DEMO_TEMPLATE.scale,
    sections: [
      { title: 'Working together', onlyRequired: true, items },
      { title: 'In your words', items: [KEEP_DOING, DO_DIFFERENTLY].map(text) },
    ],
  });
}

/** A year ago Ana, her manager and three peers answered. */
async function playEarlierCycle(
  hr: ApiClient,
  templateId: string,
  clients: ReadonlyMap<Player, ApiClient>,
  idOf: (player: Player) => string,
): Promise<void> {
  const cycle = { name: EARLIER_CYCLE, templateId, startDate: null, endDate: null };
  const { id: cycleId } = await hr.post<Created>('/api/evaluation-cycles', cycle);
  await hr.post(`/api/evaluation-cycles/${cycleId}/generate-evaluations`);
  for (const peer of ['Bruno', 'Carla', 'Elena'] as const)
    await hr.post('/api/peer-assignments', { cycleId, subjectId: idOf('Ana'), evaluatorId: idOf(peer) });
  await hr.post(`/api/evaluation-cycles/${cycleId}/status/Open`);
  for (const client of clients.values())
    for (const { id } of await allPages<MyEvaluationRow>(client, `/api/my-evaluations?cycleId=${cycleId}`)) {
      const { template } = await client.get<{ template: { sections: { items: { id: string; type: string }[] }[] } }>(
        `/api/my-evaluations/${id}`,
      );
      const ratings = template.sections.flatMap(({ items }) => items).filter(({ type }) => type === 'Rating');
      const answers = ratings.map(({ id: itemId }, at) => ({ itemId, score: A_YEAR_AGO[at] }));
      await client.post(`/api/my-evaluations/${id}/respond`, { answers });
      await client.post(`/api/my-evaluations/${id}/submit`);
    }
  await hr.post(`/api/evaluation-cycles/${cycleId}/status/Closed`);
  await hr.post(`/api/evaluation-results/${cycleId}/publish`);
}
