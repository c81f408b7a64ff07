import type { EvaluationTemplateView } from '../../api/framework/evaluation-templates.dto';
import type { ImportResult, AssignResult, GenerateResult } from '../../shared/jobs/contract';
import { ApiClient } from '../client';
import { progressBar } from '../progress-bar';
import { demoAnswers } from './answers';
import { generateEmployeesCsv } from './employees-csv';
import {
  demoFramework,
  toCategoryBody,
  toCompetencyBody,
  toDepartmentBody,
  toJobProfileBody,
  toTemplateBody,
} from './framework';
import { seededRandom } from './seeded-random';

interface Page<T> {
  items: T[];
  totalPages: number;
}
interface Created {
  id: string;
}
interface Employee extends Created {
  email: string;
  fullName: string;
}
interface MyEvaluation extends Created {
  evaluatorType: Parameters<typeof demoAnswers>[3];
  subject: { id: string };
}

/** What the demo leaves behind. */
export interface DemoOutcome {
  cycleId: string;
  subjectId: string;
  imported: ImportResult;
  generated: GenerateResult;
  peers: AssignResult;
  directReports: AssignResult;
  submitted: number;
  left: number;
}

const AT_ONCE = 8;
const SHARE_WHO_ANSWER = 0.92;
const PASSWORD = 'Meridiana-demo-2026';

/** Goes the whole way of an HR user over HTTP: framework, import, cycle, generation, peers, answers, closing. */
export async function driveDemo(hr: ApiClient, tenantSlug: string, seed: number): Promise<DemoOutcome> {
  const templateId = await defineFramework(hr, seed);
  const imported = await step('Import of the CSV', 1, async (tick) => {
    const result = await hr.upload<ImportResult>(
      '/api/employees/import-csv',
      'employees.csv',
      generateEmployeesCsv(seed),
    );
    tick();
    return result;
  });
  const employees = await allPages<Employee>(hr, '/api/employees?status=Active');
  await each('Accounts for the employees', employees, ({ email, fullName, id }) =>
    hr.post('/api/users-admin', { email, fullName, roles: ['User'], password: PASSWORD, employeeId: id }),
  );
  const cycle = await hr.post<Created>('/api/evaluation-cycles', {
    name: 'Annual review 2026',
    description: 'Every employee, all around',
    templateId,
    startDate: '2026-10-01',
    endDate: '2026-11-30',
  });
  const path = `/api/evaluation-cycles/${cycle.id}`;
  const [generated, peers, directReports] = await step('Generation, peers, direct reports', 3, async (tick) => {
    const made = await hr.post<GenerateResult>(`${path}/generate-evaluations`);
    tick();
    const assignedPeers = await hr.post<AssignResult>(`${path}/auto-assign-peers`);
    tick();
    const assignedReports = await hr.post<AssignResult>(`${path}/auto-assign-direct-reports`);
    tick();
    return [made, assignedPeers, assignedReports] as const;
  });
  await hr.post(`${path}/status/1`);
  const template = await hr.get<EvaluationTemplateView>(`/api/evaluation-templates/${templateId}`);
  const { submitted, left } = await answer(hr, tenantSlug, employees, template, seed);
  await step('Closing and gaps', 1, async (tick) => {
    await hr.post(`${path}/status/3`);
    tick();
  });
  const manager = await mostEvaluated(hr, cycle.id);
  return { cycleId: cycle.id, subjectId: manager, imported, generated, peers, directReports, submitted, left };
}

async function defineFramework(hr: ApiClient, seed: number): Promise<string> {
  const { categories, departments, profiles, template } = demoFramework(seed);
  const competencies = categories.flatMap((category) => category.competencies);
  const steps = categories.length + competencies.length + departments.length + profiles.length + 1;
  return step('Framework, departments, profiles', steps, async (tick) => {
    const make = async (route: string, body: unknown): Promise<string> => {
      const { id } = await hr.post<Created>(route, body);
      tick();
      return id;
    };
    const ids = { departments: new Map<string, string>(), competencies: new Map<string, string>() };
    for (const category of categories) {
      const categoryId = await make('/api/competency-categories', toCategoryBody(category));
      for (const one of category.competencies)
        ids.competencies.set(one.code, await make('/api/competencies', toCompetencyBody(one, categoryId)));
    }
    for (const one of departments)
      ids.departments.set(one.code, await make('/api/departments', toDepartmentBody(one, ids.departments)));
    for (const one of profiles) await make('/api/job-profiles', toJobProfileBody(one, ids));
    return make('/api/evaluation-templates', toTemplateBody(template, ids.competencies));
  });
}

/** Signs every employee in, and lets most of them answer what they were asked. */
async function answer(
  hr: ApiClient,
  tenantSlug: string,
  employees: readonly Employee[],
  template: EvaluationTemplateView,
  seed: number,
): Promise<{ submitted: number; left: number }> {
  const emailOf = new Map(employees.map(({ id, email }) => [id, email]));
  const counts = { submitted: 0, left: 0 };
  await each('Answers of the participants', employees, async ({ email }) => {
    const me = await new ApiClient(hr.url).signIn(email, PASSWORD, tenantSlug);
    for (const { id, evaluatorType, subject } of await allPages<MyEvaluation>(me, '/api/my-evaluations')) {
      const subjectEmail = emailOf.get(subject.id) ?? subject.id;
      if (!seededRandom(seed, 'answers-at-all', subjectEmail, email).chance(SHARE_WHO_ANSWER)) {
        counts.left++;
        continue;
      }
      const answers = demoAnswers(seed, subjectEmail, email, evaluatorType, template);
      await me.post(`/api/my-evaluations/${id}/respond`, { answers });
      await me.post(`/api/my-evaluations/${id}/submit`);
      counts.submitted++;
    }
  });
  return counts;
}

/** Of the subjects whom everybody has evaluated, the one with most evaluators: its report shows every evaluator type. */
async function mostEvaluated(hr: ApiClient, cycleId: string): Promise<string> {
  const rows = await allPages<{ subjectId: string; submitted: number; complete: boolean }>(
    hr,
    `/api/evaluation-results?cycleId=${cycleId}`,
  );
  const [best] = rows.toSorted((a, b) => Number(b.complete) - Number(a.complete) || b.submitted - a.submitted);
  if (!best) throw new Error('The cycle has no results.');
  return best.subjectId;
}

async function allPages<T>(client: ApiClient, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await client.get<Page<T>>(`${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=200`);
    items.push(...answer.items);
    pages = answer.totalPages;
  }
  return items;
}

async function step<T>(label: string, total: number, work: (tick: () => void) => Promise<T>): Promise<T> {
  const bar = progressBar(label, total);
  const result = await work(() => bar.tick());
  bar.finish();
  return result;
}

/** Does something for each of a list, a few at once. */
async function each<T>(label: string, list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  await step(label, list.length, async (tick) => {
    const queue = list.values();
    const lane = async (): Promise<void> => {
      for (const one of queue) {
        await work(one);
        tick();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });
}
