import { Role } from '../../shared/kernel/permissions';
import { serveApi } from '../bench/http-service';
import { makeSeason, signInHr } from '../bench/scale.bench';
import { makeTenant, within } from '../bench/tenant';
import { type Explained, explainQueries, remarkOn } from './explain';

const EMPLOYEES = 2_000;

/** The lists and figures of an organization, with what narrows them. */
const looksAt = (cycleId: string, departmentId: string): string[] => [
  `/api/gap-analysis?cycleId=${cycleId}`,
  `/api/gap-analysis?cycleId=${cycleId}&maxPriority=2`,
  `/api/gap-analysis?cycleId=${cycleId}&departmentId=${departmentId}`,
  `/api/gap-heatmap?cycleId=${cycleId}`,
  `/api/dashboards/organizational?cycleId=${cycleId}`,
  `/api/nine-box?cycleId=${cycleId}`,
  `/api/evaluation-results?cycleId=${cycleId}`,
  `/api/evaluation-results?cycleId=${cycleId}&sort=-effective`,
  `/api/evaluation-results?cycleId=${cycleId}&search=first1999`,
  `/api/evaluation-cycles/${cycleId}/participants`,
  `/api/evaluation-cycles/${cycleId}/participants?status=Submitted`,
  `/api/evaluation-cycles/${cycleId}/completion`,
  '/api/employees',
  '/api/employees?sort=-name',
  '/api/employees?search=first1999',
  `/api/employees?departmentId=${departmentId}&status=Active`,
  '/api/employees/options',
  '/api/users-admin',
  '/api/audit-logs',
  '/api/jobs',
  '/api/goals',
  '/api/development-plans',
];

/** npm run explain -- [employees]: prints how the database answers the lists of an organization of this size, as a table. */
export async function explainOrganization(count = EMPLOYEES): Promise<void> {
  if (!Number.isInteger(count) || count < 1) throw new Error('npm run explain -- EMPLOYEES: a number of employees.');
  const tenantId = await makeTenant();
  console.log(`An organization of ${count.toLocaleString('en')} employees is made`);
  const { cycleId, departmentId } = await makeSeason(tenantId, count, new Map());
  const token = await within(tenantId, () => signInHr(tenantId, Role.TenantAdmin));
  const api = await serveApi();
  const seen = new Set<string>();
  console.log('| asked by | query | index | keys | rows read | returned | remark |\n|---|---|---|--:|--:|--:|---|');
  for (const path of looksAt(cycleId, departmentId)) {
    const explained = await explainQueries(() => look(api.url + path, token));
    for (const each of explained.filter(({ line }) => !seen.has(line))) {
      seen.add(each.line);
      console.log(toLine(path.replaceAll(cycleId, '…').replaceAll(departmentId, '…'), each));
    }
  }
  await api.close();
}

async function look(address: string, token: string): Promise<void> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
}

function toLine(path: string, explained: Explained): string {
  const { plan, line } = explained;
  const figures = [plan?.keys, plan?.rows, plan?.returned].map((figure) => figure?.toLocaleString('en') ?? '–');
  return `| ${[path, line.replaceAll('|', ' '), plan?.indexes.join(', ') ?? '–', ...figures, remarkOn(explained)].join(' | ')} |`;
}
