import { makeOneOfEach, type OneOfEach } from '../factories/one-of-each';
import { makeSystemAdmin, makeTenant } from '../factories/tenant';
import { bareCall, callerOf } from '../support/call-operation';
import {
  fillPath,
  type Operation,
  operations,
  propertiesOf,
  resolveSchema,
  type Schema,
  smallestBody,
} from '../support/operations';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { useService } from '../support/service';

// Generated from the OpenAPI document: an optional member of any body may be null, which is as if it were
// omitted, or clears it. No answer refuses it by its name, unless it says the same where the member is omitted.

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService({ worker: false });

/** Deep enough for an answer of an item of a section of a template. */
const MAX_DEPTH = 5;

let rows: OneOfEach;
let systemAdmin: string;
beforeAll(async () => {
  rows = await makeOneOfEach(await makeTenant());
  systemAdmin = await makeSystemAdmin();
});

/** A body with one optional member that is null, and the same without it. */
interface NullMember {
  /** As `validationErrors` name it, such as `sections[0].items[0].weight`. */
  field: string;
  withNull: unknown;
  without: unknown;
}

/** Every optional member of a value of this schema, also of the objects that its members hold. */
function nullMembers(schema: Schema, depth = 0): NullMember[] {
  const { items } = resolveSchema(schema);
  if (depth > MAX_DEPTH) return [];
  if (items)
    return nullMembers(items, depth + 1).map(({ field, withNull, without }) => ({
      field: `[0].${field}`,
      withNull: [withNull],
      without: [without],
    }));
  const { properties, required } = propertiesOf(schema);
  const base = smallestBody(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const own: NullMember[] = required.has(name)
      ? []
      : [{ field: name, withNull: { ...base, [name]: null }, without: base }];
    const inner = nullMembers(property, depth + 1).map(({ field, withNull, without }) => ({
      field: `${name}.${field}`.replace('.[', '['),
      withNull: { ...base, [name]: withNull },
      without: { ...base, [name]: without },
    }));
    return [...own, ...inner];
  });
}

const withOptional = operations.flatMap((operation): [string, Operation, NullMember[]][] => {
  const members = operation.body ? nullMembers(operation.body) : [];
  return members.length > 0 ? [[operation.name, operation, members]] : [];
});

/** The fields that the answer to a body refuses. */
async function refusedFields(operation: Operation, body: unknown): Promise<string[]> {
  const path = fillPath(operation, rows.pathValues(operation.path));
  const caller = callerOf(operation, {
    admin: rows.tenant.admin,
    systemAdmin,
    apiKey: rows.apiKey,
    guestToken: rows.guestToken,
  });
  const answer = await bareCall(service(), operation, path, caller).send(body as object);
  const entries: { field: string }[] = answer.status === 400 ? answer.body.validationErrors : [];
  return entries.map(({ field }) => field);
}

test('there is something to check: members of bodies, of their objects and of their lists', () => {
  const fields = withOptional.flatMap(([, , members]) => members.map(({ field }) => field));
  expect(withOptional.length).toBeGreaterThan(40);
  expect(fields.length).toBeGreaterThan(150);
  expect(fields).toEqual(expect.arrayContaining(['tenantSlug', 'admin.password', 'sections[0].items[0].weight']));
});

test.each(withOptional)('%s', async (_name, operation, members) => {
  for (const { field, withNull, without } of members) {
    const refused = await refusedFields(operation, withNull);
    if (!refused.includes(field)) continue;
    expect([field, await refusedFields(operation, without)]).toEqual([field, expect.arrayContaining([field])]);
  }
});
