import mongoose from 'mongoose';
import { tenantModels } from '../../shared/db/tenant-model';
import { isPlatformPermission, mayPass, Role } from '../../shared/kernel/permissions';
import { TenantModel } from '../../shared/platform/tenant.model';
import { makeOneOfEach, namesRow, type OneOfEach, type PathValues } from '../factories/one-of-each';
import { makeSystemAdmin, makeTenant } from '../factories/tenant';
import { bareCall, type Caller, smallestCall } from '../support/call-operation';
import { commandsSent } from '../support/command-count';
import {
  fillPath,
  holdsIds,
  type Operation,
  operations,
  permissionOf,
  propertiesOf,
  resolveSchema,
  smallestBody,
  smallestValue,
} from '../support/operations';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { useService } from '../support/service';

// Generated from the OpenAPI document (architecture 4.5): a route is tested from the day it appears.

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService({ worker: false });
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

let theirs: OneOfEach;
let ours: OneOfEach;
let systemAdmin: string;
/** All rows of theirs by collection, which no call of ours may ever change. */
let untouched: Record<string, unknown[]>;
beforeAll(async () => {
  theirs = await makeOneOfEach(await makeTenant());
  const names = Array.from(tenantModels, (name) => mongoose.model(name).collection.name);
  untouched = await storedRows(theirs.tenant.id, [TENANTS, ...names]);
  ours = await makeOneOfEach(await makeTenant());
  systemAdmin = await makeSystemAdmin();
});

const byName = (operation: Operation): [string, Operation] => [operation.name, operation];
const ofRows = operations.filter((operation) => operation.pathParameters.some(namesRow)).map(byName);

/** Lets `id` stand for every row that the path names. */
function everyRow(values: PathValues, id: string): PathValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, namesRow(name) ? id : value]));
}

/** Whether only the platform's accounts pass. */
const isOfPlatform = (operation: Operation): boolean =>
  operation.permission !== null && isPlatformPermission(permissionOf(operation));

/** Who of our tenant calls, and whether the role may pass at all. */
function ourCallers(operation: Operation): { caller: Caller; passes: boolean }[] {
  if (operation.needsApiKey) return [{ caller: { apiKey: ours.apiKey }, passes: true }];
  if (operation.isOfGuest) return [{ caller: { token: ours.guestToken }, passes: true }];
  const permission = permissionOf(operation);
  return [
    { caller: { token: ours.tenant.admin }, passes: mayPass([Role.TenantAdmin, Role.User], permission) },
    { caller: { token: ours.tenant.hr }, passes: mayPass([Role.HRManager, Role.User], permission) },
    { caller: { token: ours.ownerToken }, passes: mayPass([Role.User], permission) },
  ];
}

const TENANTS = TenantModel.collection.name;

/** What is stored of a tenant in these collections. */
async function storedRows(tenantId: string, collections: Iterable<string>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const name of collections) {
    const filter = name === TENANTS ? { _id: tenantId } : { tenantId };
    rows[name] = await mongoose.connection
      .collection(name)
      .find(filter as object)
      .sort({ _id: 1 })
      .toArray();
  }
  return rows;
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/** Runs `work` and asserts that no row of theirs is another one after it, in the collections that it wrote to. */
async function leavesTheirs(work: () => Promise<void>): Promise<void> {
  const written = new Set<string>();
  for (const { commandName, command } of await commandsSent(work))
    if (WRITES.has(commandName)) written.add(String(command[commandName]));
  const names = Object.keys(untouched).filter((collection) => written.has(collection));
  const before = Object.fromEntries(names.map((name) => [name, untouched[name]]));
  expect(await storedRows(theirs.tenant.id, names)).toEqual(before);
}

test('there is something to check', () => {
  expect(ofRows.length).toBeGreaterThan(5);
  expect(Object.values(untouched).filter((rows) => rows.length > 0).length).toBeGreaterThan(10);
});

describe('a row of another tenant is 404, byte-equal to an unknown one, and stays as it is', () => {
  test.each(ofRows)('%s', async (_name, operation) => {
    const foreign = theirs.pathValues(operation.path);
    const isPlatform = isOfPlatform(operation);
    await leavesTheirs(async () => {
      for (const { caller, passes } of ourCallers(operation)) {
        const answer = await smallestCall(service(), operation, foreign, caller);
        if (!passes) {
          expect([answer.status, answer.text]).toEqual([403, '']);
          continue;
        }
        const unknown = await smallestCall(service(), operation, everyRow(foreign, UNKNOWN), caller);
        expect([answer.status, answer.body.errorCode, answer.text]).toEqual([404, 'NOT_FOUND', unknown.text]);
      }
    });
    if (isPlatform) expect(ourCallers(operation).some(({ passes }) => passes)).toBe(false);
  });
});

describe('a malformed id is 404, byte-equal to an unknown one', () => {
  test.each(ofRows)('%s', async (_name, operation) => {
    const caller: Caller = operation.needsApiKey
      ? { apiKey: ours.apiKey }
      : isOfPlatform(operation)
        ? { token: systemAdmin }
        : { token: operation.isOfGuest ? ours.guestToken : ours.tenant.admin };
    const values = ours.pathValues(operation.path);
    const unknown = await smallestCall(service(), operation, everyRow(values, UNKNOWN), caller);
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        success: false,
        errorCode: 'NOT_FOUND',
        errorMessage: 'The resource does not exist.',
        reason: { code: 'NOT_FOUND', values: {} },
        validationErrors: [],
      },
    ]);
    for (const malformed of ['x', '\0', '{"$ne":null}', UNKNOWN.slice(1), 'a'.repeat(5_000)]) {
      const answer = await smallestCall(service(), operation, everyRow(values, malformed), caller);
      expect([malformed.slice(0, 40), answer.status, answer.text]).toEqual([malformed.slice(0, 40), 404, unknown.text]);
    }
  });
});

describe('a foreign id in a body is refused like an unknown one', () => {
  const references = operations
    .filter((operation) => operation.permission !== null && !isPlatformPermission(permissionOf(operation)))
    .flatMap((operation) =>
      Object.entries(operation.body ? propertiesOf(operation.body).properties : {})
        // `ids` of bulk requests have a verdict each, see below.
        .filter(([field, schema]) => field !== 'id' && field !== 'ids' && holdsIds(schema))
        .map(([field, schema]) => ({ name: operation.name, field, schema, operation })),
    );

  test.each(references)('$field of $name', async ({ operation, field, schema }) => {
    const ask = (id: string): ReturnType<typeof bareCall> => {
      const own = ownReferences(operation);
      const value = resolveSchema(schema).type === 'array' ? [id] : id;
      return bareCall(service(), operation, fillPath(operation, ours.pathValues(operation.path)), {
        token: ours.tenant.admin,
      }).send({ ...smallestBody(operation.body ?? {}), ...own, [field]: value });
    };
    await leavesTheirs(async () => {
      const foreign = await ask(theirs.bodyId(field, operation.path));
      const unknown = await ask(UNKNOWN);
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
      expect([400, 404, 409]).toContain(foreign.status); // 409: the state of the row refuses before
      if (foreign.status === 400)
        expect(
          foreign.body.validationErrors.map((error: { field: string }) => error.field.replace(/\[.*/, '')),
        ).toContain(field);
    });
  });

  /** Rows of ours for what the body must name. */
  function ownReferences(operation: Operation): PathValues {
    const { properties, required } = propertiesOf(operation.body ?? {});
    const needed = Object.entries(properties).filter(
      ([field, schema]) => field !== 'id' && required.has(field) && resolveSchema(schema).format === 'uuid',
    );
    return Object.fromEntries(needed.map(([field]) => [field, ours.bodyId(field, operation.path)]));
  }
});

describe('a bulk request refuses foreign rows like unknown ones, by each of its actions (console 8)', () => {
  const bulk = operations
    .filter(({ path }) => path.endsWith('/bulk'))
    .flatMap((operation) =>
      (resolveSchema(propertiesOf(operation.body ?? {}).properties.action ?? {}).enum ?? []).map(
        (action) => [`${operation.name} ${String(action)}`, operation, action] as const,
      ),
    );

  test.each(bulk)('%s', async (_name, operation, action) => {
    const values = Object.fromEntries(
      Object.entries(propertiesOf(propertiesOf(operation.body ?? {}).properties.values ?? {}).properties).map(
        ([name, schema]) => [name, holdsIds(schema) ? ours.bodyId(name, operation.path) : smallestValue(schema)],
      ),
    );
    const path = fillPath(operation, ours.pathValues(operation.path));
    await leavesTheirs(async () => {
      for (const dryRun of [true, false])
        for (const id of [theirs.bodyId('ids', operation.path), UNKNOWN]) {
          const body = { action, ids: [id], values, dryRun };
          const answer = await bareCall(service(), operation, path, { token: ours.tenant.admin }).send(body);
          const { changed, refused } = answer.body;
          expect([answer.status, changed, refused]).toEqual([200, 0, [{ id, code: 'NOT_FOUND', values: {} }]]);
        }
    });
  });
});

describe('an id that another tenant has taken is not taken over', () => {
  const creating = operations
    .filter(
      ({ method, body, permission }) =>
        method === 'post' && body !== null && permission !== null && 'id' in propertiesOf(body).properties,
    )
    .filter((operation) => !isPlatformPermission(permissionOf(operation)))
    // Parts of a row: their ids are unique within it and reach no other.
    .filter(({ path }) => !/\/(actions|key-results)$/.test(path))
    .map(byName);

  test.each(creating)('%s', async (_name, operation) => {
    const collection = operation.path.replace(/\/(import|\{id\}\/\w+)$/, '');
    const { id } = theirs.pathValues(`${collection}/{id}`);
    const path = fillPath(operation, ours.pathValues(operation.path));
    await leavesTheirs(async () => {
      const answer = await bareCall(service(), operation, path, { token: ours.tenant.admin }).send({
        ...smallestBody(operation.body ?? {}),
        id,
      });
      // 400: the smallest body breaks another rule first.
      expect(['CONFLICT', 'VALIDATION']).toContain(answer.body.errorCode);
    });
  });
});

describe('the same paths answer their own tenant, so that a 404 above says something', () => {
  const reads = ofRows.filter(([, { method, produces }]) => method === 'get' && produces !== 'text/event-stream');
  /** Reads that answer 404 to the owner of these rows too. */
  const ABSENT: Record<string, string> = {};

  test.each(reads)('%s', async (name, operation) => {
    const isPlatform = isOfPlatform(operation);
    const callers: Caller[] = operation.needsApiKey
      ? [{ apiKey: theirs.apiKey }]
      : operation.isOfGuest
        ? [{ token: theirs.guestToken }]
        : [{ token: isPlatform ? systemAdmin : theirs.tenant.admin }, { token: theirs.ownerToken }];
    const statuses: number[] = [];
    for (const caller of callers) {
      const answer = await smallestCall(service(), operation, theirs.pathValues(operation.path), caller);
      statuses.push(answer.status);
    }
    expect(statuses.includes(200)).toBe(!Object.hasOwn(ABSENT, name));
  });
});

test('a token of the internal API does not open the public one, and the reverse', async () => {
  for (const operation of operations.filter(({ isOpen }) => !isOpen)) {
    const path = fillPath(operation, everyRow(ours.pathValues(operation.path), UNKNOWN));
    const caller: Caller = operation.needsApiKey ? { token: ours.tenant.admin } : { apiKey: ours.apiKey };
    const answer = await bareCall(service(), operation, path, caller);
    expect([operation.name, answer.status, answer.text]).toEqual([operation.name, 401, '']);
  }
});
