import type { CycleView } from '../../api/evaluation/cycles/evaluation-cycles.dto';
import type { DemoAccess } from '../../dev/accounts';
import { ApiClient } from '../../dev/client';
import { SMALL_COMPANY } from '../../dev/demo/company';
import { DEMO_SLUG, type DemoPlace, ensureDemo } from '../../dev/demo/ensure';
import { demoPeople, type DemoPerson } from '../../dev/demo/people';
import { allPages } from '../../dev/demo/run';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { Role } from '../../shared/kernel/permissions';
import { makeAccount } from '../factories/account';
import { readWorkbook } from '../worker/render/workbook.probe';
import { useService } from './service';

type Colleague = DemoPerson & { id: string };

/** The organization that `npm start` makes, in a service of this process. */
export interface DemoOrganization {
  /** What `npm start` would print. */
  access: DemoAccess;
  platform: ApiClient;
  hr: ApiClient;
  closedCycleId: string;
  openCycleId: string;
  people: Colleague[];
  /** What `npm start` does at each start. */
  ensure(): Promise<DemoAccess | null>;
  /** All rows of a list, as HR reads them. */
  list<T>(path: string): Promise<T[]>;
  /** An employee by id, signed in. */
  signedIn(employeeId: string): Promise<ApiClient>;
  /** Reads a path below `/api/v1` with the printed key. */
  v1<T>(path: string): Promise<T>;
  /** The values of a sheet of an export, row by row from the first column on. */
  sheet(path: string, body: object, name: string): Promise<unknown[][]>;
}

const SEEDING_MS = 1_800_000;

/** The demo organization for all tests of the file, after a start that was interrupted; the returned function gives it inside tests. */
export function useDemoOrganization(): () => DemoOrganization {
  const service = useService();
  let organization: DemoOrganization | undefined;
  beforeAll(async () => {
    organization = await seed(service().url);
  }, SEEDING_MS);
  return () => {
    if (!organization) throw new Error('The organization exists inside tests only.');
    return organization;
  };
}

async function seed(url: string): Promise<DemoOrganization> {
  const systemAdmin = await makeAccount(undefined, { roles: [Role.SystemAdmin] });
  const demoAdmin = { email: 'admin@demo.example', password: systemAdmin.password };
  const platform = await new ApiClient(url).signIn(systemAdmin.email, systemAdmin.password);
  await platform.post('/api/tenants', {
    name: 'Cut off',
    slug: 'demo-unfinished-0',
    admin: { ...demoAdmin, fullName: 'Nobody' },
  });
  const place: DemoPlace = {
    stack: { url, withApi: (_settings, work) => work(url) }, // the tests' limits are raised already
    accounts: { systemAdmin, demoAdmin },
    keep: (demo) => void (place.accounts.demo = demo),
    log: () => undefined,
    output: { write: () => undefined },
  };
  const access = await ensureDemo(place);
  if (!access) throw new Error('Another test has made the demo organization already.');
  const signIn = (email: string): Promise<ApiClient> => new ApiClient(url).signIn(email, access.hr.password, DEMO_SLUG);
  const hr = await signIn(access.hr.email);
  const list = <T>(path: string): Promise<T[]> => allPages<T>(hr, path);
  const cycles = await list<CycleView>('/api/evaluation-cycles');
  const cycleId = (wantedStatus: CycleStatus): string => cycles.find(({ status }) => status === wantedStatus)!.id;
  const idOf = new Map((await list<{ id: string; email: string }>('/api/employees')).map((row) => [row.email, row.id]));
  const people = demoPeople(2026, SMALL_COMPANY).map((person) => ({ ...person, id: idOf.get(person.email)! }));
  return {
    ...{ access, platform, hr, people, list },
    closedCycleId: cycleId(CycleStatus.Closed),
    openCycleId: cycleId(CycleStatus.Open),
    ensure: () => ensureDemo(place),
    signedIn: async (employeeId) => signIn(people.find(({ id }) => id === employeeId)!.email),
    async v1<T>(path: string) {
      const answer = await fetch(`${url}/api/v1/${path}`, { headers: { 'X-Api-Key': access.apiKey } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return (await answer.json()) as T;
    },
    async sheet(path, body, name) {
      const rows: unknown[][] = [];
      const workbook = await readWorkbook(await hr.download(path, body));
      workbook.getWorksheet(name)!.eachRow((row) => void rows.push((row.values as unknown[]).slice(1)));
      return rows;
    },
  };
}
