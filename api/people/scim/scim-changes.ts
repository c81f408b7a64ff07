import { preparedText } from '../../../shared/kernel/typed-text.rules';
import { invalidSyntax, invalidValue, ScimError } from './scim-error';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './scim-schemas';

/** The changes of a user in a request: omitted attributes keep their values, null clears. */
export interface ScimChanges {
  userName?: string;
  externalId?: string | null;
  givenName?: string;
  familyName?: string;
  displayName?: string | null;
  active?: boolean;
  /** The work email. */
  email?: string | null;
  title?: string | null;
  employeeNumber?: string | null;
  department?: string | null;
  /** The manager as the identity provider names them: an id, where it has one. */
  manager?: string | null;
}

const CORE = `${USER_SCHEMA.toLowerCase()}:`;
const ENTERPRISE = ENTERPRISE_SCHEMA.toLowerCase();
const MAX_OPERATIONS = 100;
const MAX_LENGTH = { name: 100, long: 200, code: 50, email: 254 };

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the user in the body of a POST or PUT; throws ScimError. Ignores attributes that this service does not store. */
export function readUser(body: unknown): ScimChanges {
  if (!isObject(body)) throw invalidSyntax('The body must be a user.');
  const changes: ScimChanges = {};
  assignAll(changes, '', body, 'replace');
  return changes;
}

/**
 * Reads the changes in the operations of a PATCH, of which the last one per attribute counts; throws ScimError. Also
 * accepts Entra ID's spellings: `Replace`, `"False"`, paths with filters, or no path.
 */
export function readPatch(body: unknown): ScimChanges {
  if (!isObject(body)) throw invalidSyntax('The body must be a PatchOp.');
  const operations = member(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw invalidSyntax(`Operations must have 1 to ${MAX_OPERATIONS} entries.`);
  const changes: ScimChanges = {};
  for (const operation of operations as readonly unknown[]) apply(changes, operation);
  return changes;
}

function apply(changes: ScimChanges, operation: unknown): void {
  if (!isObject(operation)) throw invalidSyntax('Each operation must be an object.');
  const op = String(member(operation, 'op')).toLowerCase();
  const path = member(operation, 'path') ?? '';
  if (typeof path !== 'string' || !(path === '' || PATH.test(path.trim())))
    throw new ScimError(400, 'The path is malformed.', 'invalidPath');
  if (READ_ONLY.test(path.trim())) throw new ScimError(400, 'id, meta and schemas cannot be changed.', 'mutability');
  const value = member(operation, 'value');
  if (op === 'remove') {
    if (path === '') throw new ScimError(400, 'A remove operation needs a path.', 'noTarget');
    assign(changes, path, null, op);
    return;
  }
  if (op !== 'add' && op !== 'replace') throw invalidSyntax('op must be add, replace or remove.');
  if (value === undefined) throw invalidValue('The operation needs a value.');
  if (path !== '') assign(changes, path, value, op);
  else if (isObject(value)) assignAll(changes, '', value, op);
  else throw invalidValue('An operation without a path needs an object as its value.');
}

/** Returns the member of an object with this name, ignoring case. */
function member(object: Json, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
}

type Operation = 'add' | 'replace' | 'remove';

function assignAll(changes: ScimChanges, prefix: string, object: Json, op: Operation): void {
  for (const [name, value] of Object.entries(object)) assign(changes, `${prefix}${name}`, value, op);
}

const EMAIL_PATH = /^emails(?:\[([^\]]*)\])?(\.value)?$/;
/** An attribute, optionally after its schema, with a filter of its entries and a sub-attribute. */
const PATH = /^[a-z$][\w$:.-]*(\[[^[\]]*\])?(\.[\w$]+)?$/i;
const READ_ONLY = /^(id|meta|schemas)(\.|$)/i;

/** Adds the value of the attribute at a path; for a complex attribute the value is an object. */
function assign(changes: ScimChanges, path: string, value: unknown, op: Operation): void {
  const lower = path.trim().toLowerCase();
  const name = lower.startsWith(CORE) ? lower.slice(CORE.length) : lower;
  if (name === ENTERPRISE || name === 'name') {
    if (isObject(value)) assignAll(changes, name === 'name' ? 'name.' : `${ENTERPRISE}:`, value, op);
    return;
  }
  const email = EMAIL_PATH.exec(name);
  if (email) {
    assignEmail(changes, email[1] ?? '', value, op);
    return;
  }
  ATTRIBUTES[name]?.(changes, value);
}

const NAMES_WORK = /^\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*$/;

/**
 * Uses the email of type `work`, else the primary one without a type, else the first: everyone has one, and those of other types are
 * not stored. What is added to the list does not replace the work email, unless a filter names it.
 */
function assignEmail(changes: ScimChanges, filter: string, value: unknown, op: Operation): void {
  if (filter === '' ? op === 'add' : !NAMES_WORK.test(filter)) return;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const entries = list.filter(isObject);
  const own = entries.filter((entry) => ['', 'work'].includes(typeOf(entry)));
  if (entries.length > 0 && own.length === 0) return;
  const chosen =
    own.find((entry) => typeOf(entry) === 'work') ??
    own.find((entry) => readFlag(member(entry, 'primary') ?? false)) ??
    own[0];
  changes.email = textOrNull('emails.value', chosen ? member(chosen, 'value') : (list[0] ?? null), MAX_LENGTH.email);
}

/** The type of an email in lower case; empty without one. */
function typeOf(entry: Json): string {
  const type = member(entry, 'type') ?? '';
  return typeof type === 'string' ? type.toLowerCase() : 'other';
}

type Reader = (changes: ScimChanges, value: unknown) => void;

const readManager: Reader = (changes, value) => {
  const id = isObject(value) ? member(value, 'value') : Array.isArray(value) ? (value as unknown[])[0] : value;
  changes.manager = textOrNull('manager', isObject(id) ? member(id, 'value') : (id ?? null), MAX_LENGTH.long);
};

/** The reader of each attribute, by its path in lower case. */
const ATTRIBUTES: Readonly<Record<string, Reader>> = Object.assign(Object.create(null) as Record<string, Reader>, {
  username: (changes, value) => {
    changes.userName = textOf('userName', value, MAX_LENGTH.email);
  },
  externalid: (changes, value) => {
    changes.externalId = textOrNull('externalId', value, MAX_LENGTH.long);
  },
  'name.givenname': (changes, value) => {
    changes.givenName = textOf('name.givenName', value, MAX_LENGTH.name);
  },
  'name.familyname': (changes, value) => {
    changes.familyName = textOf('name.familyName', value, MAX_LENGTH.name);
  },
  displayname: (changes, value) => {
    changes.displayName = textOrNull('displayName', value, MAX_LENGTH.long);
  },
  active: (changes, value) => {
    changes.active = readFlag(value);
  },
  title: (changes, value) => {
    changes.title = textOrNull('title', value, MAX_LENGTH.long);
  },
  [`${ENTERPRISE}:employeenumber`]: (changes, value) => {
    changes.employeeNumber = textOrNull('employeeNumber', value, MAX_LENGTH.code);
  },
  [`${ENTERPRISE}:department`]: (changes, value) => {
    changes.department = textOrNull('department', value, MAX_LENGTH.long);
  },
  [`${ENTERPRISE}:manager`]: readManager,
  [`${ENTERPRISE}:manager.value`]: readManager,
} satisfies Record<string, Reader>);

/** Entra ID sends `"True"` and `"False"`. */
function readFlag(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalidValue('active must be true or false.');
}

function textOrNull(name: string, value: unknown, max: number): string | null {
  if (value === null || value === '') return null;
  return textOf(name, value, max);
}

function textOf(name: string, value: unknown, max: number): string {
  const text = typeof value === 'string' ? preparedText(value) : '';
  if (text === '' || text.length > max) throw invalidValue(`${name} must be text of 1 to ${max} characters.`);
  return text;
}
