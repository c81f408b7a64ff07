import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BSON, type Document } from 'bson';
import { type Command, type Reply } from './command';
import { CommandError } from './errors';
import { ConnectionClosed } from './fail-points';
import { type RawDocument } from './raw-document';
import { type ServerStatus } from './server-status';

/**
 * `mild` does what a driver and `withTransaction` absorb by themselves: no caller may notice. `harsh` also fails a command twice in a
 * row, which uses up the driver's only retry, and commands that no driver repeats.
 */
export type Strength = 'mild' | 'harsh';

/** What the hostile mode was started with: `<seed>` or `<seed>:harsh`. */
export interface HostileSettings {
  readonly seed: number;
  readonly strength: Strength;
  /** Nothing fails but every so many-th write of a transaction, by a conflict. */
  readonly conflictEvery?: number | undefined;
}

const CODES = [91, 189, 10107, 11600, 11602, 13435, 13436] as const;
const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'count', 'distinct']);
const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify']);
/** Shares of the commands that fail, and that wait for up to MAX_DELAY_MS milliseconds. */
const FAILING = 0.03;
const DELAYED = 0.1;
const MAX_DELAY_MS = 12;
/** Those that say that the server stops: the driver then empties its pool. */
const STOPPING: ReadonlySet<number> = new Set([91, 11600]);
/**
 * A closed connection, and a server that stops, empty the driver's pool: the commands waiting there have used up their retry, so
 * no further failure may follow if callers must not notice. Those that wait come within this time, and on a busy machine
 * within so many commands.
 */
const CALM_MS = 5_000;
const CALM_COMMANDS = 1_000;

/** Reads `<seed>` or `<seed>:harsh`; undefined without a seed. Throws on anything else. */
export function parseHostile(text: string | undefined): HostileSettings | undefined {
  if (text === undefined || text === '') return undefined;
  const match = /^(\d+)(:harsh|:mild)?$/.exec(text);
  if (!match) throw new Error(`A hostile seed is a number, with or without ":harsh", not "${text}"`);
  return { seed: Number(match[1]), strength: match[2] === ':harsh' ? 'harsh' : 'mild' };
}

/**
 * A database that does whatever MongoDB may do and a quiet machine never does: commands fail, wait, conflict at once, and what was not
 * sorted comes in another order. The same seed makes the same decisions for the same commands: each draws from a stream of its own,
 * named by the command and how often it came.
 */
export class Hostility {
  private settings: HostileSettings | undefined;
  private readonly draws = new Map<string, number>();
  /** Sessions whose next command passes (their retry), or fails once more, by session and command. */
  private readonly next = new Map<string, 'passes' | 'fails'>();
  private calmUntil = 0;
  private calmCommands = 0;
  private writesInTransactions = 0;

  constructor(
    settings: HostileSettings | undefined,
    private readonly status: ServerStatus,
  ) {
    this.settings = settings;
  }

  /** Whether the mode is on. */
  get enabled(): boolean {
    return this.settings !== undefined;
  }

  /** Runs `configureFailPoint: 'hostile'`: `mode` off, or alwaysOn with `data: { seed, harsh, conflictEvery }`. */
  configure(command: Command): Document {
    const data = command.body.document('data');
    const strength = data?.flag('harsh') === true ? 'harsh' : 'mild';
    const seed = data?.number('seed') ?? 1;
    const conflictEvery = data?.number('conflictEvery');
    this.settings = command.body.string('mode') === 'off' ? undefined : { seed, strength, conflictEvery };
    this.writesInTransactions = 0;
    this.draws.clear();
    this.next.clear();
    this.calmUntil = 0;
    this.calmCommands = 0;
    return { ok: 1 };
  }

  /** Lets a command pass, delays it, or throws what it is to fail with. */
  async before(command: Command): Promise<void> {
    if (!this.settings || !isData(command)) return;
    if (this.settings.conflictEvery !== undefined) return this.conflictEach(this.settings.conflictEvery, command);
    const random = this.draw(command.name);
    if (random() < DELAYED) await delay(1 + Math.floor(random() * MAX_DELAY_MS), undefined, { ref: false });
    const key = `${command.name} ${command.session ?? command.connection}`;
    const follows = this.next.get(key);
    this.next.delete(key);
    if (follows === 'passes' || this.isCalm()) return;
    if (follows === undefined && !(this.mayFail(command, this.settings) && random() < FAILING)) return;
    const again = this.settings.strength === 'harsh' && follows === undefined && random() < 0.5;
    this.next.set(key, again ? 'fails' : 'passes');
    this.fail(command, random);
  }

  /** Puts the documents of a reply that no sort arranged into another order. */
  after(command: Command, reply: Reply): Reply {
    if (!this.settings || !Buffer.isBuffer(reply) || !isUnsorted(command)) return reply;
    const document = BSON.deserialize(reply, { promoteValues: false, promoteLongs: false, raw: false });
    const random = this.draw(`order of ${command.name}`);
    const cursor: unknown = document.cursor;
    if (isDocument(cursor) && Array.isArray(cursor.firstBatch)) cursor.firstBatch = shuffled(cursor.firstBatch, random);
    else if (Array.isArray(document.values)) document.values = shuffled(document.values, random);
    return document;
  }

  private conflictEach(count: number, command: Command): void {
    const writes = WRITES.has(command.name) && command.body.flag('autocommit') === false;
    if (writes && ++this.writesInTransactions % count === 0)
      throw new CommandError(112, 'WriteConflict error: hostile mode');
  }

  private fail(command: Command, random: Random): never {
    const inTransaction = command.body.flag('autocommit') === false;
    const commits = command.name === 'commitTransaction';
    if (inTransaction && !commits && random() < 0.5) throw new CommandError(112, 'WriteConflict error: hostile mode');
    if (random() < 0.2) {
      this.calmDown();
      throw new ConnectionClosed('hostile mode');
    }
    const code = CODES[Math.floor(random() * CODES.length)] ?? 91;
    if (STOPPING.has(code)) this.calmDown();
    throw new CommandError(code, 'hostile mode', { topologyVersion: this.status.topologyVersion });
  }

  private calmDown(): void {
    if (this.settings?.strength !== 'mild') return;
    this.calmUntil = Date.now() + CALM_MS;
    this.calmCommands = CALM_COMMANDS;
  }

  private isCalm(): boolean {
    if (this.calmCommands > 0) this.calmCommands--;
    return this.calmCommands > 0 || Date.now() < this.calmUntil;
  }

  private mayFail(command: Command, { strength }: HostileSettings): boolean {
    if (strength === 'harsh') return command.name !== 'abortTransaction';
    if (command.body.flag('autocommit') === false) return command.name !== 'abortTransaction';
    return READS.has(command.name) || (WRITES.has(command.name) && command.body.has('txnNumber'));
  }

  private draw(name: string): Random {
    const count = (this.draws.get(name) ?? 0) + 1;
    this.draws.set(name, count);
    return seeded(`${this.settings?.seed ?? 0}|${name}|${count}`);
  }
}

/** Whether a command reads or writes documents, or ends a transaction. */
function isData({ name }: Command): boolean {
  return READS.has(name) || WRITES.has(name) || name === 'getMore' || name === 'commitTransaction';
}

/** Whether MongoDB promises no order for what a command returns. */
function isUnsorted(command: Command): boolean {
  if (command.name === 'find') return (command.body.document('sort')?.size ?? 0) === 0;
  if (command.name === 'distinct') return true;
  return command.name === 'aggregate' && !endsSorted(command.body.document('pipeline'));
}

/** Whether the last stage that decides on an order is one that sorts. */
function endsSorted(pipeline: RawDocument | undefined): boolean {
  const size = pipeline?.size ?? 0;
  for (let at = size - 1; at >= 0; at--) {
    const stage = pipeline?.document(String(at))?.firstName;
    if (stage === '$sort' || stage === '$sortByCount' || stage === '$bucket' || stage === '$bucketAuto') return true;
    if (stage === '$group' || stage === '$unionWith') return false;
  }
  return false;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null;
}

/** Gives a number of at least 0 and below 1. */
type Random = () => number;

/** Numbers that the key alone decides, the same on every machine. */
function seeded(key: string): Random {
  let drawn = 0;
  return () => createHash('sha256').update(`${key}|${drawn++}`).digest().readUInt32LE() / 2 ** 32;
}

function shuffled(items: readonly unknown[], random: Random): unknown[] {
  const placed = items.map((item) => ({ item, place: random() }));
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
