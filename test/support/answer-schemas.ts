import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Document, Operation, Schema } from './operations';

const DOCUMENT = 'document';
/** An instant as answers show it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Checks values against the schemas of a document, which tsoa does not do. */
export interface AnswerSchemas {
  /** What is wrong with an answer's body by the schema that is declared for its status and type; empty when nothing is. */
  problems(operation: Operation, status: number, contentType: string, body: unknown): string[];
  /** What is wrong with the value by a schema of the document. */
  problemsOf(schema: Schema, value: unknown): string[];
}

/** The schemas of a document, strictly: an answer shows the declared properties and no other. */
export function answerSchemas(document: Document): AnswerSchemas {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('date-time', INSTANT);
  ajv.addSchema(strictly(document) as object, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();
  const check = (pointer: string, value: unknown): string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
    compiled.set(pointer, validate);
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
  return {
    problems({ path, method }, status, contentType, body) {
      const parts = ['paths', path, method, 'responses', String(status), 'content', contentType, 'schema'];
      return check(parts.map((part) => `/${encodeURIComponent(part.replaceAll('/', '~1'))}`).join(''), body);
    },
    problemsOf(schema, value) {
      const validate = ajv.compile(strictly(withDocument(schema)) as object);
      validate(value);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** The same schemas, each object closed against properties that it does not declare. */
function strictly(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strictly);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strictly(value)]));
  const isSchema = typeof copy.properties === 'object' && copy.type === 'object';
  if (isSchema && typeof copy.additionalProperties !== 'object') return { ...copy, additionalProperties: false };
  // How tsoa writes `X | null`: taken by the letter, the part would refuse the null.
  const { nullable, ...others } = copy;
  return nullable === true && Array.isArray(copy.allOf) ? { anyOf: [{ enum: [null] }, others] } : copy;
}

/** The schema with its references into the document made absolute. */
function withDocument(schema: Schema): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`));
}
