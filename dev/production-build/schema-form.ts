/** A JSON schema of OpenAPI 3.0, as far as its form is put right here. */
export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

/**
 * Puts the form of tsoa's schemas right, in place, without changing what they allow: in OpenAPI 3.0 a `$ref` hides what
 * is next to it, and `nullable` counts only next to a `type`. `named` gives the schema that a reference names.
 */
export function correctForm(node: unknown, named: (reference: string) => Schema | undefined): void {
  if (Array.isArray(node)) {
    for (const element of node) correctForm(element, named);
    return;
  }
  if (!isSchema(node)) return;
  for (const value of Object.values(node)) correctForm(value, named);
  if (node.$ref !== undefined && Object.keys(node).length > 1) {
    node.allOf = [{ $ref: node.$ref }];
    delete node.$ref;
  }
  if (node.nullable === true && node.anyOf) {
    delete node.nullable;
    for (const branch of node.anyOf) branch.nullable = true;
  }
  if (node.nullable === true && node.type === undefined) allowNull(node, named);
}

/** A reference that may be null: a plain type is written out, since the named one refuses null wherever it counts. */
function allowNull(node: Schema, named: (reference: string) => Schema | undefined): void {
  const reference = node.allOf?.[0]?.$ref;
  const target = reference === undefined ? undefined : named(reference);
  if (target?.type === undefined) return;
  if (target.type === 'object' || target.type === 'array') {
    node.type = target.type;
    return;
  }
  delete node.allOf;
  for (const [keyword, value] of Object.entries(target)) node[keyword] ??= value;
  if (node.enum) node.enum = [...node.enum, null];
}

/**
 * Takes the refusals of unknown properties out, in place: whoever reads must bear properties that come later, and the
 * service bears unknown ones in what it is sent.
 */
export function allowMoreProperties(node: unknown): void {
  if (Array.isArray(node)) for (const element of node) allowMoreProperties(element);
  else if (isSchema(node)) {
    if (node.additionalProperties === false) delete node.additionalProperties;
    for (const value of Object.values(node)) allowMoreProperties(value);
  }
}

function isSchema(node: unknown): node is Schema {
  return typeof node === 'object' && node !== null;
}
