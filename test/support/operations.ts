import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPermission, type Permission } from '../../shared/kernel/permissions';

/** A JSON schema as tsoa writes it. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  example?: unknown;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface DocumentedOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content; headers?: Record<string, unknown> }>;
}

/** An OpenAPI document of the service. */
export interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

export type Method = 'get' | 'post' | 'put' | 'delete' | 'patch';

/** One operation of an OpenAPI document; the internal one holds every route of the service. */
export interface Operation extends Omit<DocumentedOperation, 'parameters'> {
  /** Such as `GET /api/departments/{id}`. */
  name: string;
  method: Method;
  path: string;
  parameters: Parameter[];
  /** Names of the path's parameters, in order. */
  pathParameters: string[];
  /** The permission of its `jwt` security; null where it is open, or asks for an API key or the session of a guest. */
  permission: string | null;
  needsApiKey: boolean;
  /** Opened by the session of a guest alone. */
  isOfGuest: boolean;
  isOpen: boolean;
  /** The schema of its JSON body. */
  body: Schema | null;
  isUpload: boolean;
  /** The content type of its first answer of success; null without a body. */
  produces: string | null;
}

/** A document as it is generated (`npm run generate`). */
export function readDocument(name: 'internal' | 'public'): Document {
  return JSON.parse(readFileSync(resolve(`build/openapi/${name}.json`), 'utf8')) as Document;
}

const document = readDocument('internal');

export const operations: readonly Operation[] = operationsOf(document);

export function operationsOf({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, documented]) => {
      const content = documented.requestBody?.content ?? {};
      return {
        ...documented,
        name: `${method.toUpperCase()} ${path}`,
        method: method as Method,
        path,
        parameters: (documented.parameters ?? []).flatMap((parameter) =>
          '$ref' in parameter
            ? (components.parameters?.[parameter.$ref.replace('#/components/parameters/', '')] ?? [])
            : parameter,
        ),
        pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
        permission: documented.security.find((requirement) => 'jwt' in requirement)?.jwt?.[0] ?? null,
        needsApiKey: documented.security.some((requirement) => 'apiKey' in requirement),
        isOfGuest: documented.security.some((requirement) => 'guest' in requirement),
        isOpen: documented.security.length === 0,
        body: content['application/json']?.schema ?? null,
        isUpload: 'multipart/form-data' in content,
        produces: producedBy(documented),
      };
    }),
  );
}

function producedBy({ responses }: DocumentedOperation): string | null {
  const success = Object.entries(responses).find(([status]) => Number(status) < 400);
  return Object.keys(success?.[1].content ?? {})[0] ?? null;
}

/** The schema that a reference names, or the schema itself. */
export function resolveSchema(schema: Schema): Schema {
  const [only, ...others] = schema.allOf ?? [];
  if (only && others.length === 0 && !schema.properties) return resolveSchema(only); // how tsoa writes `X | null`
  if (!schema.$ref) return schema;
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${schema.$ref} is not in the document.`);
  return resolveSchema(found);
}

export function schemaName(schema: Schema): string {
  return schema.$ref?.replace('#/components/schemas/', '') ?? '(inline)';
}

/** Top-level properties of an object schema, those of its `allOf` parts included. */
export function propertiesOf(schema: Schema): { properties: Record<string, Schema>; required: Set<string> } {
  const { properties = {}, required = [], allOf = [] } = resolveSchema(schema);
  const parts = allOf.map(propertiesOf);
  return {
    properties: Object.assign({}, properties, ...parts.map((part) => part.properties)),
    required: new Set([...required, ...parts.flatMap((part) => [...part.required])]),
  };
}

/** Whether a property holds the id of a row, or ids of rows. */
export function holdsIds(schema: Schema): boolean {
  const { format, items } = resolveSchema(schema);
  return format === 'uuid' || (items !== undefined && holdsIds(items));
}

/** A path with its parameters filled in; each value is encoded as one path segment. */
export function fillPath(operation: Operation, values: Record<string, string>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${operation.name} needs a value for {${name}}.`);
    return encodeURIComponent(value);
  });
}

const SOME_ID = 'b7e9b1d2-6c54-4a3e-9a0f-2f3d5c1e7a90';

/** A small value that passes the type checks of a schema: its example, else the least that its constraints allow. */
export function smallestValue(schema: Schema): unknown {
  const found = resolveSchema(schema);
  if (found.example !== undefined) return found.example;
  if (found.enum) return found.enum.find((value) => value !== null);
  const branch = found.anyOf?.[0] ?? found.oneOf?.[0];
  if (branch) return smallestValue(branch);
  if (found.properties || found.allOf) return smallestBody(found);
  switch (found.type) {
    case 'array':
      return Array.from({ length: found.minItems ?? 0 }, () => (found.items ? smallestValue(found.items) : null));
    case 'integer':
    case 'number':
      return found.minimum ?? 1;
    case 'boolean':
      return false;
    case 'string':
      if (found.format === 'uuid') return SOME_ID;
      return 'x'.repeat(Math.max(1, found.minLength ?? 1));
    default:
      return {};
  }
}

/** An object with the required properties alone. */
export function smallestBody(schema: Schema): Record<string, unknown> {
  const { properties, required } = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.has(name))
      .map(([name, property]) => [name, smallestValue(property)]),
  );
}

/** Returns the permission that an operation asks for; throws when it asks for none. */
export function permissionOf({ permission, name }: Operation): Permission {
  if (permission === null || !isPermission(permission)) throw new Error(`${name} asks for no known permission.`);
  return permission;
}
