import { ApiClient } from '../client';
import { allRows, resultOf, untilAnswered } from './client';

const PASSWORD = 'Correct-horse-9-battery';
const REQUIREMENTS = 3;
const ANSWERING = 12;

export interface Employee {
  id: string;
  email: string;
}

/** An organization of some hundred employees with a framework, a closed cycle with gaps, and people who can answer. */
export interface Organization {
  name: 'a' | 'b';
  hr: ApiClient;
  templateId: string;
  itemIds: string[];
  closedCycleId: string;
  answering: (Employee & { client: ApiClient })[];
}

/** CSV of employees `first` to `last`; each has one of those before as a manager. */
export function employeesCsv(name: string, first: number, last: number): string {
  const rows = [];
  for (let at = first; at < last; at++) {
    const manager = at === 0 ? '' : emailOf(name, Math.floor((at - 1) / 8));
    rows.push(`First${at},Last${at},${emailOf(name, at)},${manager},Profile`);
  }
  return ['firstname,lastname,email,manager,jobprofile', ...rows].join('\n');
}

export const emailOf = (name: string, at: number): string => `person${at}@${name}.example`;

const adminOf = (name: string): string => `admin@${name}.example`;

/** A client of who administers an organization, at the API of this address. */
export async function signInHr(url: string, name: Organization['name']): Promise<ApiClient> {
  return new ApiClient(url).signIn(adminOf(name), PASSWORD, `org-${name}`);
}

/** Creates an organization before any fault starts. */
export async function makeOrganization(url: string, name: 'a' | 'b', employees: number): Promise<Organization> {
  const platform = await new ApiClient(url).signIn('root@platform.example', 'a-long-root-password');
  const admin = { email: adminOf(name), fullName: 'An Admin', password: PASSWORD };
  await platform.post('/api/tenants', { name: `Organization ${name}`, slug: `org-${name}`, admin });
  const hr = await signInHr(url, name);
  const make = async (path: string, body: object): Promise<string> => (await hr.post<{ id: string }>(path, body)).id;
  const categoryId = await make('/api/competency-categories', { name: 'Work' });
  const competencyIds = [];
  for (let at = 0; at < REQUIREMENTS; at++)
    competencyIds.push(await make('/api/competencies', { name: `Competency ${at}`, code: `C${at}`, categoryId }));
  const requirements = competencyIds.map((competencyId) => ({ competencyId, requiredLevel: 4, isCritical: false }));
  await make('/api/job-profiles', { name: 'Profile', requirements });
  const template = await hr.post<{ id: string; sections: { items: { id: string }[] }[] }>('/api/evaluation-templates', {
    name: 'Template',
    sections: [
      {
        title: 'Work',
        items: competencyIds.map((competencyId, at) => ({ text: `Item ${at}`, type: 'Rating', competencyId })),
      },
    ],
  });
  const itemIds = template.sections.flatMap(({ items }) => items.map(({ id }) => id));
  await resultOf(hr, () => hr.upload('/api/employees/import-csv', 'people.csv', employeesCsv(name, 0, employees)));
  const rows = await allRows<Employee>(hr, '/api/employees');
  const answering = [];
  for (const { id, email } of rows.slice(0, ANSWERING)) {
    await hr.post('/api/users-admin', { email, fullName: email, roles: ['User'], password: PASSWORD, employeeId: id });
    answering.push({ id, email, client: await hr.anonymous().signIn(email, PASSWORD, `org-${name}`) });
  }
  const organization = { name, hr, templateId: template.id, itemIds, answering };
  const closedCycleId = await makeCycle({ ...organization, closedCycleId: '' }, 'Closed');
  await resultOf(hr, () => hr.post(`/api/evaluation-cycles/${closedCycleId}/generate-evaluations`));
  await hr.post(`/api/evaluation-cycles/${closedCycleId}/status/1`);
  for (const { client } of answering)
    for (const { id } of await openEvaluations(client, closedCycleId)) await answer(client, id, itemIds, 2);
  await resultOf(hr, () => hr.post(`/api/evaluation-cycles/${closedCycleId}/status/3`));
  return { ...organization, closedCycleId };
}

/** A Draft cycle; returns its id. */
export async function makeCycle({ hr, templateId }: Organization, name: string): Promise<string> {
  const body = { name, templateId, startDate: '2026-01-01', endDate: '2026-12-31' };
  return (await untilAnswered(() => hr.post<{ id: string }>('/api/evaluation-cycles', body))).id;
}

/** What an employee has still to answer in a cycle. */
export async function openEvaluations(client: ApiClient, cycleId: string): Promise<{ id: string }[]> {
  const rows = await allRows<{ id: string; status: string }>(client, `/api/my-evaluations?cycleId=${cycleId}`);
  return rows.filter(({ status }) => status !== 'Submitted');
}

/** Saves and submits an evaluation; both are safe to repeat. */
export async function answer(client: ApiClient, id: string, itemIds: readonly string[], score: number): Promise<void> {
  const answers = itemIds.map((itemId) => ({ itemId, score }));
  await client.post(`/api/my-evaluations/${id}/respond`, { answers });
  await client.post(`/api/my-evaluations/${id}/submit`);
}
