import { type Filter, parse } from 'scim2-parse-filter';
import { ScimError } from './scim-error';
import { USER_SCHEMA } from './scim-schemas';

/** The conditions of a list, which all must hold. */
export interface UserFilter {
  id?: string;
  userName?: string;
  externalId?: string;
  email?: string;
  active?: boolean;
}

const MAX_FILTER_LENGTH = 1_000;

const TEXTS = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
} as const satisfies Record<string, keyof UserFilter>;

/**
 * Parses a filter of `eq` comparisons joined by `and`, of id, userName, externalId, emails.value and active, as
 * identity providers send them; throws ScimError `invalidFilter` for any other, and `invalidValue` for a value of
 * another type than its attribute. Returns null for contradictory conditions, such as two names.
 */
export function readFilter(text: string): UserFilter | null {
  if (text.length > MAX_FILTER_LENGTH) throw invalidFilter('The filter is too long.');
  const filter: UserFilter = {};
  let isPossible = true;
  const put = <K extends keyof UserFilter>(name: K, value: UserFilter[K]): void => {
    if (filter[name] !== undefined && filter[name] !== value) isPossible = false;
    filter[name] = value;
  };
  for (const { attribute, value } of comparisonsOf(parsed(text), '')) {
    const name = attribute.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '');
    if (name === 'active') put('active', flagOf(value));
    else if (name === 'emails.type') {
      if (String(value).toLowerCase() !== 'work') isPossible = false; // every email is a work email
    } else if (Object.hasOwn(TEXTS, name)) put(TEXTS[name as keyof typeof TEXTS], textOf(name, value));
    else throw invalidFilter('Filters take id, userName, externalId, emails.value and active.');
  }
  return isPossible ? filter : null;
}

interface Comparison {
  attribute: string;
  value: unknown;
}

function comparisonsOf(filter: Filter, prefix: string): Comparison[] {
  switch (filter.op) {
    case 'and':
      return filter.filters.flatMap((part) => comparisonsOf(part, prefix));
    case 'eq':
      return [{ attribute: `${prefix}${filter.attrPath}`, value: filter.compValue }];
    case '[]':
      return comparisonsOf(filter.valFilter, `${filter.attrPath}.`);
    default:
      throw invalidFilter('Filters take eq and and.');
  }
}

function parsed(text: string): Filter {
  // `emails[type eq "work"].value eq "x"` compares one entry, and everyone has exactly one.
  const plain = text.replace(/^(.*)\bemails\s*\[\s*type\s+eq\s+"work"\s*\]\.value\b/i, '$1emails.value');
  try {
    return parse(decodeEscapes(plain));
  } catch {
    throw invalidFilter('The filter is malformed.');
  }
}

/** Replaces a backslash while a filter is parsed, since the parser takes `\\` for two. */
const BACKSLASH = '\u{E000}';

/** Decodes the escapes of texts (RFC 7159) that the parser leaves as they are; it needs those of quotation marks itself. */
function decodeEscapes(filter: string): string {
  return filter.replaceAll(/\\(?:[\\/]|u[0-9a-f]{4})/gi, (escape) => {
    const character = JSON.parse(`"${escape}"`) as string;
    if (character === '\\') return BACKSLASH;
    return character === '"' || character < ' ' ? escape : character;
  });
}

function flagOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalidValue('active is compared with true or false.');
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidValue(`${name} is compared with text.`);
  return value.replaceAll(BACKSLASH, '\\').trim();
}

const invalidFilter = (message: string): ScimError => new ScimError(400, message, 'invalidFilter');
const invalidValue = (message: string): ScimError => new ScimError(400, message, 'invalidValue');
