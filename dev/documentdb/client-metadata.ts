import { type Command } from './command';
import { CommandError } from './errors';
import { type RawDocument } from './raw-document';

const MISSING_FIELD = 183;
const TYPE_MISMATCH = 14;
/** The parts of a client's metadata that have to be there, each with its texts. */
const REQUIRED = { driver: ['name', 'version'], os: ['type'] } as const;

/** Refuses the metadata of a `hello` that MongoDB refuses; a `hello` without any passes. */
export function checkClientMetadata({ body }: Command): void {
  const client = body.document('client');
  if (!client) return;
  for (const [part, names] of Object.entries(REQUIRED)) {
    const document = client.document(part);
    if (!document)
      throw new CommandError(MISSING_FIELD, `Missing required sub-document '${part}' in the client metadata document`);
    for (const name of names) checkText(document, part, name);
  }
}

function checkText(document: RawDocument, part: string, name: string): void {
  if (!document.has(name))
    throw new CommandError(MISSING_FIELD, `Missing required field '${part}.${name}' in the client metadata document`);
  if (document.string(name) === undefined)
    throw new CommandError(
      TYPE_MISMATCH,
      `The '${part}.${name}' field must be a string in the client metadata document`,
    );
}
