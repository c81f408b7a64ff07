import { appendFileSync } from 'node:fs';
import type mongoose from 'mongoose';
import recordedShapes from './command-shapes.json';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

/** What drivers put around every command. */
const ENVELOPE: ReadonlySet<string> = new Set(['lsid', '$db', '$clusterTime', '$readPreference', 'txnNumber', 'autocommit', 'startTransaction', 'comment']); // oxfmt-ignore
/** Commands that tests and the driver send, not the service. */
const NOT_OURS: ReadonlySet<string> = new Set(['hello', 'endSessions', 'configureFailPoint', 'dropDatabase', 'setParameter', 'profile']); // oxfmt-ignore
/** Options whose value holds conditions, and those that hold the changes of an update. */
const QUERIES: ReadonlySet<string> = new Set(['filter', 'query', 'q', 'arrayFilters', 'partialFilterExpression']);
const UPDATES: ReadonlySet<string> = new Set(['u', 'update']);

const unknown = new Map<string, string>();

/**
 * Watches the wire: a command, option, operator or stage that is not in command-shapes.json fails the test that sent it. Look it up in
 * MongoDB's manual, then add it with the version that has had it since. RECORD_COMMAND_SHAPES names a file that collects new ones.
 */
export function watchShapes(client: mongoose.mongo.MongoClient): void {
  const versions: Readonly<Record<string, string>> = recordedShapes;
  client.on('commandStarted', (event: CommandStartedEvent) => {
    for (const shape of shapesOf(event))
      if (versions[shape] === undefined) unknown.set(shape, JSON.stringify(event.command));
  });
}

/** Fails a test of this file that has sent a command with an unknown shape. */
export function failOnUnknownShapes(): void {
  afterEach(() => {
    const found = [...unknown].map(
      ([shape, command]) => `${shape} is not in command-shapes.json: ${command.slice(0, 300)}`,
    );
    const record = process.env.RECORD_COMMAND_SHAPES;
    if (record !== undefined && found.length > 0) appendFileSync(record, `${[...unknown.keys()].join('\n')}\n`);
    unknown.clear();
    if (record === undefined) expect(found).toEqual([]);
  });
}

/** The shapes of a command: itself (inside a transaction or not), its options, and the operators and stages of each. */
export function shapesOf({ commandName, command }: Pick<CommandStartedEvent, 'commandName' | 'command'>): Set<string> {
  const shapes = new Set<string>();
  if (NOT_OURS.has(commandName)) return shapes;
  const note = (kind: string, name: string): void => void shapes.add(`${commandName} ${kind} ${name}`);
  shapes.add(command.autocommit === false ? `${commandName} in a transaction` : commandName);
  const options = (document: object): void => {
    for (const [name, value] of Object.entries(document)) {
      if (name === commandName || ENVELOPE.has(name)) continue;
      if (name === 'documents') continue;
      if (name !== 'readConcern' && name !== 'writeConcern') note('option', name);
      else if (concern(value as object) !== '{}') note('option', `${name} ${concern(value as object)}`);
      if (QUERIES.has(name)) operators(value, (operator) => note('query', operator));
      else if (UPDATES.has(name)) update(value, note);
      else if (name === 'pipeline') pipeline(value, note);
      else if (name === 'updates' || name === 'deletes' || name === 'indexes')
        for (const each of value as object[]) options(each);
      else operators(value, (operator) => note('expression', operator));
    }
  };
  options(command);
  return shapes;
}

/** A concern without the time that drivers add to the reads of a causally consistent session. */
function concern({ afterClusterTime: _, ...level }: { afterClusterTime?: unknown }): string {
  return JSON.stringify(level);
}

type Note = (kind: string, name: string) => void;

/** Reports every key with a `$` below a value. */
function operators(value: unknown, found: (operator: string) => void): void {
  if (typeof value === 'string' && /^\$\$[A-Z]+\b/.test(value)) found(/^\$\$[A-Z]+/.exec(value)?.[0] ?? value);
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return;
  if ('toBSON' in value && typeof value.toBSON === 'function') return operators(value.toBSON(), found);
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$')) found(key);
    operators(inner, found);
  }
}

function update(value: unknown, note: Note): void {
  if (Array.isArray(value)) pipeline(value, note);
  else operators(value, (operator) => note('update', operator));
}

function pipeline(stages: unknown, note: Note): void {
  for (const stage of stages as Record<string, unknown>[]) {
    for (const [name, value] of Object.entries(stage)) {
      note('stage', name);
      if (name === '$match') operators(value, (operator) => note('query', operator));
      else if (name === '$lookup' || name === '$unionWith') {
        const { pipeline: inner, ...rest } = value as { pipeline?: unknown };
        if (inner !== undefined) pipeline(inner, note);
        for (const option of Object.keys(rest)) note('stage', `${name} ${option}`);
      } else if (name === '$facet') for (const inner of Object.values(value as object)) pipeline(inner, note);
      else operators(value, (operator) => note('expression', operator));
    }
  }
}
