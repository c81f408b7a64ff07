import type { Schema } from '../production-build/schema-form';

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
}

interface Answer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  security?: unknown;
  parameters?: Parameter[];
  responses: Record<string, Answer>;
}

/** An OpenAPI document, as far as its readers depend on it. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

/** Whether a schema says what is sent (it may become wider) or what is answered (it may become narrower). */
type Direction = 'sent' | 'answered';

/**
 * What a reader who was built for `frozen` stumbles over in `current`, a sentence each: anything that was removed, renamed,
 * is of another type, or is newly required. Empty when something was added at most (the promise of v1).
 */
export function breakingChanges(frozen: ApiDocument, current: ApiDocument): string[] {
  const problems: string[] = [];
  const compared = new Set<string>();

  for (const [path, item] of Object.entries(frozen.paths))
    for (const [method, before] of Object.entries(item)) {
      const after = current.paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (after) compareOperations(name, before, after);
      else problems.push(`${name} is gone`);
    }
  return problems;

  function compareOperations(name: string, before: Operation, after: Operation): void {
    expectSame(name, 'security', before.security, after.security);
    compareParameters(name, parametersOf(frozen, before), parametersOf(current, after));
    for (const [status, answer] of Object.entries(before.responses)) {
      const now = after.responses[status];
      if (!now) {
        problems.push(`${name}: the answer ${status} is gone`);
        continue;
      }
      for (const header of Object.keys(answer.headers ?? {}))
        if (!(header in (now.headers ?? {}))) problems.push(`${name} ${status}: the header ${header} is gone`);
      for (const [type, { schema }] of Object.entries(answer.content ?? {})) {
        const content = now.content?.[type];
        if (!content) problems.push(`${name} ${status}: ${type} is gone`);
        else if (schema) compareSchemas(`${name} ${status}`, schema, content.schema ?? {}, 'answered');
      }
    }
  }

  function compareParameters(name: string, before: readonly Parameter[], after: readonly Parameter[]): void {
    const same = (first: Parameter) => (other: Parameter) => other.name === first.name && other.in === first.in;
    for (const parameter of before) {
      const now = after.find(same(parameter));
      if (!now) problems.push(`${name}: the parameter ${parameter.name} is gone`);
      else {
        if (now.required && !parameter.required) problems.push(`${name}: the parameter ${now.name} is required now`);
        compareSchemas(`${name} ?${parameter.name}`, parameter.schema ?? {}, now.schema ?? {}, 'sent');
      }
    }
    for (const parameter of after)
      if (parameter.required && !before.some(same(parameter)))
        problems.push(`${name}: the new parameter ${parameter.name} is required`);
  }

  function compareSchemas(where: string, before: Schema, after: Schema, direction: Direction): void {
    if (before.$ref !== undefined && before.$ref === after.$ref) {
      const pair = `${direction} ${before.$ref}`;
      if (compared.has(pair)) return; // told once, where it is met first
      compared.add(pair);
    }
    const [was, is] = [flat(frozen, before), flat(current, after)];
    for (const keyword of ['type', 'format', 'pattern']) expectSame(where, keyword, was[keyword], is[keyword]);
    compareLimits(where, was, is, direction);
    if (direction === 'answered' && is.nullable === true && was.nullable !== true)
      problems.push(`${where} may be null`);
    if (was.items) compareSchemas(`${where}[]`, was.items as Schema, (is.items ?? {}) as Schema, direction);
    expectSame(where, 'alternatives', was.anyOf?.map(nameOf), is.anyOf?.map(nameOf));
    was.anyOf?.forEach((branch, at) => compareSchemas(where, branch, is.anyOf?.[at] ?? {}, direction));
    const required = new Set(is.required as string[] | undefined);
    for (const [property, schema] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[property];
      const place = `${where} ${property}`;
      if (!now) problems.push(`${place} is gone`);
      else compareSchemas(place, schema, now, direction);
      if (now && (was.required as string[] | undefined)?.includes(property) && !required.has(property))
        problems.push(`${place} may be missing`);
    }
  }

  /** Values that may be sent only become more, those that may be answered only fewer. */
  function compareLimits(where: string, was: Schema, is: Schema, direction: Direction): void {
    const [wide, narrow] = direction === 'sent' ? [is, was] : [was, is];
    const lower = (schema: Schema, keyword: string) => Number(schema[keyword] ?? Number.NEGATIVE_INFINITY);
    const upper = (schema: Schema, keyword: string) => Number(schema[keyword] ?? Number.POSITIVE_INFINITY);
    for (const keyword of ['minimum', 'minLength', 'minItems'])
      if (lower(wide, keyword) > lower(narrow, keyword)) problems.push(`${where}: another ${keyword}`);
    for (const keyword of ['maximum', 'maxLength', 'maxItems'])
      if (upper(wide, keyword) < upper(narrow, keyword)) problems.push(`${where}: another ${keyword}`);
    const allowed = wide.enum;
    if (allowed && (!narrow.enum || narrow.enum.some((value) => !allowed.includes(value))))
      problems.push(`${where}: other values`);
  }

  function expectSame(where: string, what: string, before: unknown, after: unknown): void {
    const [was, is] = [before, after].map((value) => JSON.stringify(value) ?? 'none');
    if (was !== is) problems.push(`${where}: ${what} was ${was}, is ${is}`);
  }
}

const nameOf = (schema: Schema): string => schema.$ref ?? schema.type ?? '';

function parametersOf(document: ApiDocument, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) =>
    parameter.$ref === undefined
      ? parameter
      : (document.components.parameters?.[lastPart(parameter.$ref)] ?? parameter),
  );
}

/** A schema with its reference resolved, and the parts of its `allOf` together with its own keywords. */
function flat(document: ApiDocument, schema: Schema): Schema {
  const parts = [...(schema.allOf ?? []), ...(schema.$ref === undefined ? [] : [named(document, schema.$ref)])];
  return Object.assign({}, ...parts.map((part) => flat(document, part)), schema) as Schema;
}

function named(document: ApiDocument, reference: string): Schema {
  return document.components.schemas[lastPart(reference)] ?? {};
}

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
