import { randomUUID } from 'node:crypto';
import type { ProgressOutput } from '../../api/operations/backup/progress-bar';
import type { NewApiKeyView } from '../../api/platform/api-keys.dto';
import type { TenantView } from '../../api/platform/tenants/tenants.dto';
import { TenantStatus } from '../../shared/platform/tenant-status';
import { type Accounts, type DemoAccess, randomPassword } from '../accounts';
import { ApiClient } from '../client';
import type { Stack } from '../stack';
import { SMALL_COMPANY } from './company';
import { driveDemo } from './drive';
import { headOf, leadOf, reportsOf } from './posts';
import { allPages } from './run';

/** The slug of the demo organization. Only a complete one has it. */
export const DEMO_SLUG = 'demo';

const NAME = 'Meridiana';
/** Of a demo organization in the making; one that is found at a start was interrupted. */
const UNFINISHED = 'demo-unfinished-';
const SEED = 2026;
/** The seeding comes from an address of its own (RFC 5737), so that this machine's budget of requests stays untouched. */
const ADDRESS = '192.0.2.40';
const WHILE_SEEDING = {
  RATE_LIMIT_AUTH: '100000',
  RATE_LIMIT_GLOBAL: '1000000',
  RATE_LIMIT_UPLOAD: '1000',
  TRUST_PROXY: 'loopback',
};

/** What seeding needs of the running service. */
export interface DemoPlace {
  stack: Pick<Stack, 'url' | 'withApi'>;
  accounts: Accounts;
  /** Called with the accesses before the organization becomes the demo: who is cut off after it finds them kept. */
  keep: (access: DemoAccess) => void;
  log: (line: string) => void;
  output?: ProgressOutput;
}

/**
 * Makes the demo organization unless it is there. It gets its slug when it is complete: what an interrupted start left
 * behind is cancelled and made again, never taken for a whole. Null: there is one that other accounts than these made.
 */
export async function ensureDemo(place: DemoPlace): Promise<DemoAccess | null> {
  const { stack, accounts } = place;
  // Also without the SystemAdmin, whose password someone may have changed since.
  if (accounts.demo && (await opens(stack.url, accounts.demo.apiKey))) return accounts.demo;
  const { email, password } = accounts.systemAdmin;
  const platform = await new ApiClient(stack.url, undefined, ADDRESS).signIn(email, password);
  const tenants = await allPages<TenantView>(platform, `/api/tenants?search=${DEMO_SLUG}`);
  const ready = tenants.find(({ slug }) => slug === DEMO_SLUG);
  if (ready) return accounts.demo?.tenantId === ready.id ? accounts.demo : null;
  for (const { id, slug, status } of tenants) {
    if (!slug.startsWith(UNFINISHED) || status === TenantStatus.Cancelled) continue;
    place.log('The demo organization was interrupted; it is made again');
    await platform.put(`/api/tenants/${id}`, { name: `${NAME} (unfinished)` });
    await platform.post(`/api/tenants/${id}/status/Cancelled`);
  }
  place.log('Making the demo organization: 40 employees, two cycles, goals, plans, surveys');
  return stack.withApi(WHILE_SEEDING, (url) => makeDemo(place, platform.at(url)));
}

async function opens(url: string, apiKey: string): Promise<boolean> {
  return (await fetch(`${url}/api/v1/ping`, { headers: { 'X-Api-Key': apiKey } })).ok;
}

async function makeDemo({ accounts, keep, output }: DemoPlace, platform: ApiClient): Promise<DemoAccess> {
  const { demoAdmin } = accounts;
  const tenantSlug = `${UNFINISHED}${randomUUID().slice(0, 8)}`;
  const tenant = await platform.post<TenantView>('/api/tenants', {
    name: NAME,
    slug: tenantSlug,
    timezone: 'Europe/Madrid',
    admin: { ...demoAdmin, fullName: 'Demo Administrator' },
  });
  const admin = await platform.anonymous().signIn(demoAdmin.email, demoAdmin.password, tenantSlug);
  const password = randomPassword();
  const run = { hr: admin, tenantSlug, company: SMALL_COMPANY, seed: SEED, password, output };
  const { people, openCycleId } = await driveDemo(run, new Date());
  const { key } = await admin.post<NewApiKeyView>('/api/integrations/api-keys', { name: 'Demo key of npm start' });
  const lead = leadOf(people, 'ENG');
  const [, engineer = lead] = reportsOf(people, lead);
  const access = {
    tenantId: tenant.id,
    hr: { email: headOf(people, 'PER').email, password },
    manager: { email: lead.email, password },
    employee: { email: engineer.email, password },
    apiKey: key,
  };
  keep(access);
  await platform.post(`/api/tenants/${tenant.id}/status/Active`);
  await platform.put(`/api/tenants/${tenant.id}`, { slug: DEMO_SLUG });
  // Only now: the links of mails name the slug.
  await admin.post(`/api/email-triggers/cycle/${openCycleId}/notify-opened`);
  return access;
}
