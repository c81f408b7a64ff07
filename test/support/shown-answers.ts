import type { Accounts } from '../../dev/accounts';
import { ApiClient } from '../../dev/client';
import { DEMO_SLUG } from '../../dev/demo/ensure';
import { type Document, type Operation, operationsOf, type Parameter } from './operations';

/** Answers by the path that was read; those that are no 200 are left out. */
export type ShownAnswers = Record<string, unknown>;

interface Page {
  items?: unknown[];
  totalPages?: number;
}

/** Answers that two looks at the same data may not have in common: they tell of sign-ins, or do not end. */
const PASSING: readonly string[] = [
  '/api/audit-logs',
  '/api/audit-logs/{id}',
  '/api/audit-logs/verify',
  '/api/auth/sso/start',
  '/api/auth/sso/callback',
  '/api/jobs', // a sign-in from a new device is told by a job
  '/api/jobs/{id}',
  '/api/jobs/{id}/events',
  '/api/my-profile/sessions',
  '/api/users-admin/{id}/sessions',
];
/** Fields that a look changes, and what is under way. */
const PASSING_FIELDS: ReadonlySet<string> = new Set(['lastUsedAt', 'lastSignInAt', 'lastLoginAt', 'queues', 'jobs']);
/** The list that has the ids for a parameter which is not the `{id}` behind its own list, by its name or by the path before it. */
const LISTS: Readonly<Record<string, string>> = {
  cycleId: '/api/evaluation-cycles',
  subjectId: '/api/employees',
  employeeId: '/api/employees',
  tenantId: '/api/tenants',
  '/api/email-triggers/cycle': '/api/evaluation-cycles',
};
/** Of how many rows of a list the details are read. */
const ROWS = 2;
const PAGE_SIZE = 200;

/** The operations whose answers are read: first the lists that others take ids from. */
export function shownOperations(document: Document): Operation[] {
  return operationsOf(document)
    .filter(
      ({ method, path, produces }) => method === 'get' && produces === 'application/json' && !PASSING.includes(path),
    )
    .sort((a, b) => idsFor(a) - idsFor(b));
}

const cycleOf = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(({ name, in: place }) => name === 'cycleId' && place === 'query');
const idsFor = (operation: Operation): number => operation.pathParameters.length + (cycleOf(operation) ? 1 : 0);

/** Everyone who can sign in to the demo organization and to its platform: the headers of their requests. */
async function demoViewers(url: string, accounts: Accounts): Promise<Record<string, Record<string, string>>> {
  const { systemAdmin, demoAdmin, demo } = accounts;
  if (!demo) throw new Error('These accounts have no demo organization.');
  const people = Object.entries({ admin: demoAdmin, hr: demo.hr, manager: demo.manager, employee: demo.employee });
  const headers: Record<string, Record<string, string>> = { key: { 'X-Api-Key': demo.apiKey } };
  for (const [name, { email, password }] of people)
    headers[name] = (await new ApiClient(url).signIn(email, password, DEMO_SLUG)).authorization;
  headers.platform = (await new ApiClient(url).signIn(systemAdmin.email, systemAdmin.password)).authorization;
  return headers;
}

/** What everyone of the demo organization is shown, by who it is. */
export async function everythingShown(
  document: Document,
  url: string,
  accounts: Accounts,
): Promise<Record<string, ShownAnswers>> {
  const operations = shownOperations(document);
  const everything: Record<string, ShownAnswers> = {};
  for (const [name, headers] of Object.entries(await demoViewers(url, accounts)))
    everything[name] = await shownAnswers(operations, { url, headers });
  return everything;
}

/** What GET requests are answered with: every page of each list, and the details of the first rows of each. */
export async function shownAnswers(
  operations: readonly Operation[],
  viewer: { url: string; headers: Record<string, string> },
): Promise<ShownAnswers> {
  const found: ShownAnswers = {};
  const rows = new Map<string, unknown[]>();
  for (const operation of operations) {
    for (const path of pathsOf(operation.path, rows)) {
      for (const query of queriesOf(operation, rows)) {
        const hasPages = operation.parameters.some(({ name }) => name === 'pageSize');
        for (let page = 1, pages = 1; page <= pages; page++) {
          const settings = hasPages ? [...query, `page=${page}`, `pageSize=${PAGE_SIZE}`] : query;
          const url = settings.length > 0 ? `${path}?${settings.join('&')}` : path;
          const answer = await readJson(viewer, url);
          if (answer === undefined) break;
          found[url] = answer;
          const { items = Array.isArray(answer) ? answer : [], totalPages = 1 } = answer as Page;
          rows.set(path, [...(rows.get(path) ?? []), ...items]);
          pages = totalPages;
        }
      }
    }
  }
  return found;
}

async function readJson(
  { url, headers }: { url: string; headers: Record<string, string> },
  path: string,
): Promise<unknown> {
  const answer = await fetch(url + path, { headers });
  const text = await answer.text();
  if (answer.status >= 500) throw new Error(`GET ${path} answered ${answer.status}`);
  if (answer.status !== 200) return undefined;
  return JSON.parse(text, (_name, value: unknown) => withoutPassing(value)) as unknown;
}

/** An answer without the fields that a look changes; each use of a key is also a revision of it. */
function withoutPassing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isKey = 'lastUsedAt' in value;
  const kept = Object.entries(value).filter(([name]) => !PASSING_FIELDS.has(name) && !(isKey && name === 'revision'));
  return Object.fromEntries(kept);
}

/** The paths of an operation, with the ids of the first rows of the lists that were read before. */
function pathsOf(template: string, rows: ReadonlyMap<string, unknown[]>): string[] {
  let paths = [''];
  for (const segment of template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    paths = paths.flatMap((path) =>
      name === undefined
        ? `${path}/${segment}`
        : idsOf(rows.get(LISTS[name] ?? LISTS[path] ?? path)).map((id) => `${path}/${id}`),
    );
  }
  return paths;
}

/** Without a cycle where none is asked for, and of the first cycles where one can be named. */
function queriesOf(operation: Operation, rows: ReadonlyMap<string, unknown[]>): string[][] {
  const cycle = cycleOf(operation);
  const named = cycle ? idsOf(rows.get(LISTS.cycleId ?? '')).map((id) => [`cycleId=${id}`]) : [];
  return cycle?.required ? named : [[], ...named];
}

function idsOf(rows: readonly unknown[] = []): string[] {
  return rows.slice(0, ROWS).flatMap((row) => (row as { id?: string }).id ?? []);
}
