import type { JobView } from '../../api/platform/jobs/jobs.dto';
import { ApiClient } from '../../dev/client';
import { JobStatus } from '../../shared/jobs/job.model';

/** Polls a job over HTTP until `reached`; every read is a request, no clock decides the outcome. */
export async function pollJob(client: ApiClient, id: string, reached: (job: JobView) => boolean): Promise<JobView> {
  const limit = Date.now() + 900_000;
  for (;;) {
    const job = await client.get<JobView>(`/api/jobs/${id}`);
    if (reached(job)) return job;
    if (Date.now() > limit) throw new Error(`The job stayed ${JSON.stringify(job)}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

export const hasEnded = (job: JobView): boolean =>
  job.status === JobStatus.Succeeded || job.status === JobStatus.Failed;

/** CSV of `count` employees. */
export function employeesCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const manager = at === 0 ? '' : `person${Math.floor((at - 1) / 8)}@company.example`;
    return `Name${at},Surname${at},person${at}@company.example,${manager}`;
  });
  return ['firstname,lastname,email,manager', ...rows].join('\n');
}

/** Signs the SystemAdmin in, creates an organization, and signs its admin in. */
export async function makeOrganization(url: string, slug: string): Promise<ApiClient> {
  const platform = await new ApiClient(url).signIn('root@platform.example', 'a-long-root-password');
  const admin = { email: `admin@${slug}.example`, fullName: 'An Admin', password: 'Correct-horse-9-battery' };
  await platform.post('/api/tenants', { name: slug, slug, admin });
  return new ApiClient(url).signIn(admin.email, admin.password, slug);
}

/** Imports employees and opens a cycle with a small template; returns the cycle's id. */
export async function makeCycle(admin: ApiClient, employees: number): Promise<string> {
  await admin.upload('/api/employees/import-csv', 'employees.csv', employeesCsv(employees));
  const template = await admin.post<{ id: string }>('/api/evaluation-templates', {
    name: 'Short',
    sections: [{ title: 'Work', items: [{ text: 'Delivers', type: 'Rating' }] }],
  });
  const cycle = await admin.post<{ id: string }>('/api/evaluation-cycles', {
    name: 'Cycle',
    templateId: template.id,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  });
  return cycle.id;
}
