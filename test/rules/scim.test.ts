import { readPatch, readUser, type ScimChanges } from '../../api/people/scim/scim-changes';
import { ScimError } from '../../api/people/scim/scim-error';
import { readFilter, type UserFilter } from '../../api/people/scim/scim-filter';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The kind of the refusal; what was read where there is none. */
function refusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof ScimError ? error.scimType : error;
  }
}

describe('RFC 7644 3.3 and 3.5.1: a whole user', () => {
  test.each<[string, object, ScimChanges]>([
    ['names have no case', { USERNAME: 'a', DisplayName: 'A B' }, { userName: 'a', displayName: 'A B' }],
    [
      'a complex attribute',
      { name: { givenName: ' Ana ', familyName: 'Ruiz' } },
      { givenName: 'Ana', familyName: 'Ruiz' },
    ],
    [
      'the work email before the primary one',
      {
        emails: [
          { value: 'home@x.y', primary: true },
          { value: 'work@x.y', type: 'Work' },
        ],
      },
      { email: 'work@x.y' },
    ],
    [
      'the primary email before the first one',
      { emails: [{ value: '1@x.y' }, { value: '2@x.y', primary: 'True' }] },
      { email: '2@x.y' },
    ],
    ['an email without a type', { emails: [{ value: '1@x.y' }] }, { email: '1@x.y' }],
    ['a home email is none', { emails: [{ value: '1@x.y', type: 'home' }] }, {}],
    ['no email', { emails: [] }, { email: null }],
    [
      'the enterprise extension',
      { [ENTERPRISE]: { employeeNumber: '42', department: 'Sales', manager: { value: 'm' } } },
      { employeeNumber: '42', department: 'Sales', manager: 'm' },
    ],
    ['a manager as text', { [ENTERPRISE]: { manager: 'm' } }, { manager: 'm' }],
    ['null and empty texts clear', { title: '', externalId: null }, { title: null, externalId: null }],
    ['true as text', { active: 'True' }, { active: true }],
    [
      'what is not kept',
      {
        id: 'x',
        schemas: [],
        meta: { version: '1' },
        password: 'p',
        phoneNumbers: [{ value: '1' }],
        x509Certificates: [],
      },
      {},
    ],
    [
      'names of prototypes',
      JSON.parse('{"__proto__":{"active":true},"constructor":1,"name":{"__proto__":"x"}}') as object,
      {},
    ],
  ])('%s', (_what, body, changes) => {
    expect(readUser(body)).toEqual(changes);
  });
});

describe('RFC 7644 3.5.2: operations of a PATCH', () => {
  const read = (...Operations: object[]) => readPatch({ Operations });
  test.each<[string, object[], ScimChanges]>([
    [
      'Entra: a word with a capital, false as text',
      [{ op: 'Replace', path: 'active', value: 'False' }],
      { active: false },
    ],
    ['a path with a filter', [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'a@b.c' }], { email: 'a@b.c' }],
    [
      'a filtered entry',
      [{ op: 'replace', path: 'emails[type eq "work"]', value: { value: 'a@b.c' } }],
      { email: 'a@b.c' },
    ],
    [
      'the primary entry',
      [{ op: 'replace', path: 'emails[primary eq true].value', value: 'a@b.c' }],
      { email: 'a@b.c' },
    ],
    ['another entry', [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'a@b.c' }], {}],
    [
      'no path',
      [{ op: 'replace', value: { active: false, 'name.givenName': 'Ana' } }],
      { active: false, givenName: 'Ana' },
    ],
    [
      'no path, the extension by its schema',
      [{ op: 'add', value: { [`${ENTERPRISE}:department`]: 'Sales' } }],
      { department: 'Sales' },
    ],
    [
      'a path with the schema',
      [{ op: 'replace', path: `${USER}:name.familyName`, value: 'Ruiz' }],
      { familyName: 'Ruiz' },
    ],
    ['the manager', [{ op: 'Replace', path: `${ENTERPRISE}:manager`, value: 'm' }], { manager: 'm' }],
    [
      'the manager as a list',
      [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: [{ value: 'm' }] }],
      { manager: 'm' },
    ],
    ['the part of the manager', [{ op: 'Replace', path: `${ENTERPRISE}:manager.value`, value: 'm' }], { manager: 'm' }],
    ['remove', [{ op: 'Remove', path: `${ENTERPRISE}:manager` }], { manager: null }],
    ['a whole attribute', [{ op: 'replace', path: 'name', value: { givenName: 'Ana' } }], { givenName: 'Ana' }],
    [
      'the last word counts',
      [
        { op: 'add', path: 'title', value: 'A' },
        { op: 'replace', path: 'title', value: 'B' },
      ],
      { title: 'B' },
    ],
    ['an attribute that is not kept', [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' }], {}],
    ['a prototype', [{ op: 'add', path: '__proto__.active', value: true }], {}],
  ])('%s', (_what, operations, changes) => {
    const found = refusal(() => read(...operations));
    expect(found).toEqual(_what === 'a prototype' ? 'invalidPath' : changes);
    expect(({} as Record<string, unknown>).active).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['no object', 'x', 'invalidSyntax'],
    ['no operations', { Operations: [] }, 'invalidSyntax'],
    [
      'too many operations',
      { Operations: Array.from({ length: 101 }, () => ({ op: 'add', value: {} })) },
      'invalidSyntax',
    ],
    ['an operation that is none', { Operations: [1] }, 'invalidSyntax'],
    ['another word', { Operations: [{ op: 'move', path: 'title', value: 'x' }] }, 'invalidSyntax'],
    ['remove without a path', { Operations: [{ op: 'remove' }] }, 'noTarget'],
    ['no value', { Operations: [{ op: 'replace', path: 'title' }] }, 'invalidValue'],
    ['text without a path', { Operations: [{ op: 'replace', value: 'x' }] }, 'invalidValue'],
    ['a path that is no text', { Operations: [{ op: 'replace', path: 1, value: 'x' }] }, 'invalidPath'],
    ['an open bracket', { Operations: [{ op: 'replace', path: 'emails[type eq', value: 'x' }] }, 'invalidPath'],
    ['the id', { Operations: [{ op: 'replace', path: 'id', value: 'x' }] }, 'mutability'],
    ['a name that is removed', { Operations: [{ op: 'remove', path: 'name.givenName' }] }, 'invalidValue'],
    ['active of another kind', { Operations: [{ op: 'replace', path: 'active', value: 'no' }] }, 'invalidValue'],
    [
      'a text that is too long',
      { Operations: [{ op: 'replace', path: 'title', value: 'x'.repeat(201) }] },
      'invalidValue',
    ],
    ['a number for a text', { Operations: [{ op: 'replace', path: 'title', value: 7 }] }, 'invalidValue'],
    ['an object for a text', { Operations: [{ op: 'replace', path: 'userName', value: {} }] }, 'invalidValue'],
  ])('%s is refused', (_what, body, type) => {
    expect(refusal(() => readPatch(body))).toBe(type);
  });
});

describe('RFC 7644 3.4.2.2: filters', () => {
  test.each<[string, UserFilter | null | string]>([
    ['userName eq "a@b.c"', { userName: 'a@b.c' }],
    ['USERNAME Eq "a@b.c"', { userName: 'a@b.c' }],
    [`${USER}:userName eq "a"`, { userName: 'a' }],
    ['externalId eq "1" and active eq true', { externalId: '1', active: true }],
    ['active eq "False"', { active: false }],
    ['emails.value eq "a@b.c"', { email: 'a@b.c' }],
    ['emails[type eq "work"].value eq "a@b.c"', { email: 'a@b.c' }],
    ['emails[type eq "work" and value eq "a@b.c"]', { email: 'a@b.c' }],
    ['emails[type eq "home" and value eq "a@b.c"]', null],
    ['userName eq "a" and userName eq "b"', null],
    ['(userName eq "a \\"b\\"")', { userName: 'a "b"' }],
    ['userName eq "a\\\\b"', { userName: 'a\\b' }],
    ['userName eq "a\\\\" and externalId eq "\\\\\\"x"', { userName: 'a\\', externalId: '\\"x' }],
    ['externalId eq "\\u00e9 \\u005c \\/"', { externalId: 'é \\ /' }],
    ['externalId eq "\\u0022"', { externalId: '\\u0022' }],
    ['userName co "a"', 'invalidFilter'],
    ['userName eq "a" or userName eq "b"', 'invalidFilter'],
    ['not (active eq true)', 'invalidFilter'],
    ['title eq "x"', 'invalidFilter'],
    ['userName eq 1', 'invalidValue'],
    ['active eq 1', 'invalidValue'],
    ['userName eq', 'invalidFilter'],
    ['userName', 'invalidFilter'],
    ['"', 'invalidFilter'],
    [`userName eq "${'x'.repeat(1_000)}"`, 'invalidFilter'],
  ])('%s', (text, found) => {
    expect(refusal(() => readFilter(text))).toEqual(found);
  });
});
