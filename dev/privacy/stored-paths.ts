import { Schema, type SchemaType } from 'mongoose';

/** Every path of a schema, those of embedded documents too, with what mongoose calls its type. */
export function storedPaths(schema: Schema, parent = ''): Map<string, string> {
  const paths = new Map<string, string>();
  schema.eachPath((name, type) => {
    const path = `${parent}${name}`;
    paths.set(path, type.instance);
    const inner = innerSchema(type);
    if (inner) for (const [below, instance] of storedPaths(inner, `${path}.`)) paths.set(below, instance);
  });
  return paths;
}

function innerSchema(type: SchemaType & { schema?: unknown }): Schema | null {
  return type.schema instanceof Schema ? type.schema : null;
}
