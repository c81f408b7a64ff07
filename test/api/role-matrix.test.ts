import {
  isPermission,
  isPlatformPermission,
  mayPass,
  type Permission,
  PERMISSIONS,
  Role,
} from '../../shared/kernel/permissions';
import { expectOnly } from '../architecture/exceptions';
import { makeEmployee } from '../factories/employee';
import { namesRow } from '../factories/one-of-each';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../factories/tenant';
import { fillPath, type Operation, operations, permissionOf } from '../support/operations';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { useService } from '../support/service';

// The role matrix, generated: every operation of the OpenAPI document, called by five actors. What is called
// is harmless: rows that do not exist and bodies without what they need.

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService({ worker: false });
const SIGN_OUT = '/api/auth/logout';
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

const ACTORS = ['User', 'manager', 'HRManager', 'TenantAdmin', 'SystemAdmin'] as const;
type Actor = (typeof ACTORS)[number];

/** Roles of each actor on a tenant's routes; a manager is a user with direct reports. */
const ROLES: Record<Actor, readonly Role[]> = {
  User: [Role.User],
  manager: [Role.User],
  HRManager: [Role.HRManager, Role.User],
  TenantAdmin: [Role.TenantAdmin, Role.User],
  SystemAdmin: [Role.SystemAdmin, Role.TenantAdmin, Role.User],
};

/** Operations that anyone may call who has a role, but that then ask something of the caller's rows. */
const REFUSED_BY_ROWS: Record<string, readonly Actor[]> = {
  // The manager dashboard is for those who have direct reports.
  'GET /api/dashboards/manager': ['User', 'HRManager', 'TenantAdmin', 'SystemAdmin'],
};

/** What a SystemAdmin who names no organization is answered by besides the platform's routes. */
const WITHOUT_ORGANIZATION: ReadonlySet<Permission> = new Set<Permission>([
  'profile:enter',
  'password:change',
  'two-factor:set-up',
  'profile:use',
  'notifications:use',
  'audit-logs:read',
  'users:manage',
  'jobs:read',
  'skill-frameworks:manage',
  'email-templates:manage',
  'my-evaluations:use',
]);

let tenant: TestTenant;
let tokens: Record<Actor, string>;
beforeAll(async () => {
  tenant = await makeTenant();
  const managerId = await tenant.within(async () => {
    const manager = await makeEmployee();
    await makeEmployee({ managerId: manager._id });
    return manager._id;
  });
  tokens = {
    User: tenant.user,
    manager: await tenant.signedIn({ employeeId: managerId }),
    HRManager: tenant.hr,
    TenantAdmin: tenant.admin,
    SystemAdmin: await makeSystemAdmin(),
  };
});

function expected(operation: Operation, actor: Actor): 'passes' | 403 {
  if (REFUSED_BY_ROWS[operation.name]?.includes(actor)) return 403;
  return mayPass(ROLES[actor], permissionOf(operation)) ? 'passes' : 403;
}

const secured = operations.filter((operation) => operation.permission !== null);

test('the matrix is the table of permissions: every one is asked for, and every operation asks for one', () => {
  const asked = new Set(secured.map(permissionOf));
  expectOnly(
    Object.keys(PERMISSIONS).filter((permission) => isPermission(permission) && !asked.has(permission)),
    { 'queues:watch': 'asked for by Bull Board, which is no operation of the document' },
  );
  expectOnly(Object.keys(REFUSED_BY_ROWS).filter((name) => !secured.some((operation) => operation.name === name)));
  expect(secured.length).toBeGreaterThan(100);
});

/** What opens nothing: no credentials, and ones that are not ours. */
const WITHOUT_SESSION: readonly Record<string, string>[] = [
  {},
  { Authorization: 'Bearer x.y.z' },
  { 'X-Api-Key': 'evk_x' },
];

test.each(operations.filter(({ isOpen }) => !isOpen).map((operation) => ({ name: operation.name, operation })))(
  '$name: 401 without a body for those who are not signed in',
  async ({ operation }) => {
    const path = fillPath(operation, Object.fromEntries(operation.pathParameters.map((name) => [name, UNKNOWN])));
    for (const headers of WITHOUT_SESSION) {
      const { status, text } = await service().call(operation.method, path, null).set(headers);
      expect([headers, status, text]).toEqual([headers, 401, '']);
    }
  },
);

describe.each(ACTORS)('%s', (actor) => {
  const cells = secured
    .toSorted((a, b) => Number(a.path === SIGN_OUT) - Number(b.path === SIGN_OUT)) // it comes last: it ends the session
    .map((operation) => ({ name: operation.name, outcome: expected(operation, actor), operation }));

  test.each(cells)('$name: $outcome', async ({ operation, outcome }) => {
    const path = fillPath(
      operation,
      Object.fromEntries(operation.pathParameters.map((name) => [name, namesRow(name) ? UNKNOWN : '9'])),
    );
    const call = service().call(operation.method, path, tokens[actor]);
    void call.set('Prefer', 'respond-async').timeout(600_000);
    if (actor === 'SystemAdmin' && !isPlatformPermission(permissionOf(operation)))
      void call.set('X-Tenant', tenant.slug);
    const { status, text } = await (operation.body ? call.send({}) : call);
    if (outcome === 'passes') expect([401, 403]).not.toContain(status);
    else expect([status, text]).toEqual([outcome, '']);
  });
});

test('a SystemAdmin who names no organization: 403 without a body from every route of an organization', async () => {
  const ofOrganizations = secured.filter((operation) => {
    const permission = permissionOf(operation);
    return !isPlatformPermission(permission) && !WITHOUT_ORGANIZATION.has(permission);
  });
  expect(ofOrganizations.length).toBeGreaterThan(100);
  const admin = await makeSystemAdmin();
  const answers: unknown[] = [];
  for (const operation of ofOrganizations) {
    const path = fillPath(operation, Object.fromEntries(operation.pathParameters.map((name) => [name, UNKNOWN])));
    const call = service().call(operation.method, path, admin);
    const { status, text } = await (operation.body ? call.send({}) : call);
    answers.push([operation.name, status, text]);
  }
  expect(answers).toEqual(ofOrganizations.map(({ name }) => [name, 403, '']));
});

test.each(
  operations
    .filter(({ needsApiKey }) => needsApiKey)
    .map((operation) => ({ name: operation.name, operation: operation })),
)('$name: no actor passes without an API key', async ({ operation }) => {
  const path = fillPath(operation, Object.fromEntries(operation.pathParameters.map((name) => [name, UNKNOWN])));
  for (const actor of ACTORS) {
    const { status, text } = await service().call(operation.method, path, tokens[actor]);
    expect([actor, status, text]).toEqual([actor, 401, '']);
  }
});
