import { setTimeout as delay } from 'node:timers/promises';
import { type Document } from 'bson';
import { type Command, type Reply } from './command';
import { errorLabels } from './error-labels';
import { CommandError, codeName } from './errors';
import { joined, type RawDocument } from './raw-document';
import { type ServerStatus } from './server-status';
import { serialize } from './wire';

/** Thrown to close the client's connection without a reply. */
export class ConnectionClosed extends Error {}

/** When an enabled fail point acts. */
type Mode =
  | { readonly kind: 'off' | 'alwaysOn' }
  | { readonly kind: 'times' | 'skip'; left: number }
  | { readonly kind: 'random'; readonly probability: number };

/** What `failCommand` does, and to which commands. */
interface FailCommand {
  readonly failCommands: ReadonlySet<string>;
  readonly failAllCommands: boolean;
  readonly appName: string | undefined;
  readonly namespace: string | undefined;
  readonly closeConnection: boolean;
  readonly errorCode: number | undefined;
  readonly blockTime: number;
  /** Replaces the labels that the server would add, even by none. */
  readonly errorLabels: readonly string[] | undefined;
  readonly writeConcernError: Document | undefined;
}

/** The commands that take a write concern, and can report that it failed. */
const TAKES_WRITE_CONCERN: ReadonlySet<string> = new Set([
  'insert', 'update', 'delete', 'findAndModify', 'aggregate', 'commitTransaction', 'abortTransaction', 'create', 'createIndexes', 'drop', 'dropDatabase', 'dropIndexes', 'collMod',
  'renameCollection',
]); // oxfmt-ignore
const ALIASES: Readonly<Record<string, string>> = {
  findandmodify: 'findAndModify',
  ismaster: 'isMaster',
  buildinfo: 'buildInfo',
};

/**
 * The fail point `failCommand`, which `configureFailPoint` sets as on a MongoDB started with enableTestCommands: it makes commands
 * fail before they run (a closed connection, an error code, a delay) or reports a write concern error after they ran.
 */
export class FailPoints {
  private mode: Mode = { kind: 'off' };
  private settings: FailCommand | undefined;
  private entered = 0;
  /** The application name that each connection gave with its first `hello`. */
  private readonly appNames = new Map<number, string>();

  constructor(private readonly status: ServerStatus) {}

  /** Runs `configureFailPoint`: returns how often the fail point acted so far. Throws 2 or 9 for what it does not know. */
  configure(command: Command): Document {
    const name = command.body.string('configureFailPoint');
    if (name !== 'failCommand') throw new CommandError(2, `${name ?? ''} is not a known fail point`);
    this.mode = parseMode(command.body);
    this.settings = parseSettings(command.body.document('data'));
    return { count: this.entered, ok: 1 };
  }

  /** Remembers the application name of a connection. */
  greet(command: Command): void {
    const name = command.body.document('client')?.document('application')?.string('name');
    if (name !== undefined) this.appNames.set(command.connection, name);
  }

  /** Forgets a closed connection. */
  connectionClosed(connection: number): void {
    this.appNames.delete(connection);
  }

  /** Lets a command pass, delays it, or throws what it is to fail with. */
  async before(command: Command): Promise<void> {
    const settings = this.settings;
    if (!settings || (settings.errorCode === undefined && !settings.closeConnection && settings.blockTime === 0))
      return;
    if (!this.acts(settings, command)) return;
    if (settings.blockTime > 0) await delay(settings.blockTime, undefined, { ref: false });
    if (settings.closeConnection) throw new ConnectionClosed(`'failCommand' closes the connection`);
    if (settings.errorCode === undefined) return;
    const failure = new CommandError(settings.errorCode, "Failing command via 'failCommand' failpoint", {
      topologyVersion: this.status.topologyVersion,
    });
    throw settings.errorLabels ? failure.withLabels(settings.errorLabels) : failure;
  }

  /** Adds the write concern error to the reply of a command that ran. */
  after(command: Command, reply: Reply): Reply {
    const settings = this.settings;
    const error = settings?.writeConcernError;
    if (!settings || !error || !TAKES_WRITE_CONCERN.has(nameOf(command)) || !this.acts(settings, command)) return reply;
    const code: unknown = error.code;
    const number = typeof code === 'number' ? code : undefined;
    const labels = settings.errorLabels ?? errorLabels(command, undefined, number);
    const addition = {
      topologyVersion: this.status.topologyVersion,
      writeConcernError: { ...(number === undefined ? {} : { codeName: codeName(number) }), ...error },
      ...(labels.length > 0 ? { errorLabels: labels } : {}),
    };
    return Buffer.isBuffer(reply) ? joined(reply, serialize(addition)) : { ...reply, ...addition };
  }

  /** Whether the fail point acts on a command now, which counts as one of its times. */
  private acts(settings: FailCommand, command: Command): boolean {
    if (!this.concerns(settings, command)) return false;
    const { mode } = this;
    if (mode.kind === 'off') return false;
    if (mode.kind === 'random' && Math.random() >= mode.probability) return false;
    if (mode.kind === 'skip' && mode.left > 0) {
      mode.left--;
      return false;
    }
    if (mode.kind === 'times' && --mode.left <= 0) this.mode = { kind: 'off' };
    this.entered++;
    return true;
  }

  private concerns(settings: FailCommand, command: Command): boolean {
    const name = nameOf(command);
    if (name === 'configureFailPoint') return false;
    if (settings.appName !== undefined && this.appNames.get(command.connection) !== settings.appName) return false;
    const collection = command.body.string(name === 'getMore' ? 'collection' : command.name);
    if (settings.namespace !== undefined && settings.namespace !== `${command.db}.${collection ?? ''}`) return false;
    return settings.failAllCommands || settings.failCommands.has(name);
  }
}

function nameOf(command: Command): string {
  return ALIASES[command.name] ?? command.name;
}

function parseMode(body: RawDocument): Mode {
  const word = body.string('mode');
  if (word === 'off' || word === 'alwaysOn') return { kind: word };
  const mode = body.document('mode');
  for (const kind of ['times', 'skip'] as const) {
    const left = mode?.number(kind);
    if (left !== undefined) return kind === 'times' && left < 1 ? { kind: 'off' } : { kind, left };
  }
  const probability = mode?.number('activationProbability');
  if (probability !== undefined) return { kind: 'random', probability };
  throw new CommandError(9, `unknown mode of a fail point: ${word ?? JSON.stringify(body.get('mode'))}`);
}

function parseSettings(data: RawDocument | undefined): FailCommand {
  const errorCode = data?.number('errorCode');
  const writeConcernError = data?.get('writeConcernError');
  const blocks = data?.flag('blockConnection') === true;
  return {
    failCommands: new Set(strings(data, 'failCommands')?.map((name) => ALIASES[name] ?? name)),
    failAllCommands: data?.flag('failAllCommands') === true,
    appName: data?.string('appName'),
    namespace: data?.string('namespace'),
    closeConnection: data?.flag('closeConnection') === true,
    errorCode,
    blockTime: blocks ? (data.number('blockTimeMS') ?? 0) : 0,
    errorLabels: strings(data, 'errorLabels'),
    writeConcernError:
      typeof writeConcernError === 'object' && writeConcernError !== null ? { ...writeConcernError } : undefined,
  };
}

function strings(data: RawDocument | undefined, name: string): string[] | undefined {
  const list = data?.document(name);
  if (!list) return undefined;
  return Array.from({ length: list.size }, (_, index) => list.string(String(index)) ?? '');
}
