/** A JSON schema of OpenAPI 3.0, as far as its form is put right here. */
export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

/**
 * Puts the form of tsoa's schemas right, in place, without changing what they allow: in OpenAPI 3.0 a `$ref` hides what
 * stands beside it, and `nullable` counts beside a `type` alone. `typeOf` tells the type of a named schema.
 */
export function correctForm(node: unknown, typeOf: (reference: string) => string | undefined): void {
  if (Array.isArray(node)) {
    for (const one of node) correctForm(one, typeOf);
    return;
  }
  if (!isSchema(node)) return;
  for (const value of Object.values(node)) correctForm(value, typeOf);
  if (node.$ref !== undefined && Object.keys(node).length > 1) {
    node.allOf = [{ $ref: node.$ref }];
    delete node.$ref;
  }
  if (node.nullable === true && node.anyOf) {
    delete node.nullable;
    for (const branch of node.anyOf) branch.nullable = true;
  }
  const named = node.allOf?.[0]?.$ref;
  if (node.nullable === true && node.type === undefined && named !== undefined) {
    const type = typeOf(named);
    if (type !== undefined) node.type = type;
  }
}

function isSchema(node: unknown): node is Schema {
  return typeof node === 'object' && node !== null;
}
