import { Binary, type Document, Long, Timestamp } from 'bson';
import { type Command, type Reply } from './command';
import { CommandError } from './errors';
import { joined, type RawDocument } from './raw-document';
import { type ServerStatus } from './server-status';
import { serialize } from './wire';

/** The levels that a read of a causally consistent session may have. */
const LEVELS: ReadonlySet<string> = new Set(['local', 'majority', 'snapshot']);
/** What a member without authentication signs a time with. */
const UNSIGNED = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO };

/**
 * The logical clock of the replica set: every reply tells its time, which drivers send back, so that what is read follows what was
 * seen. The one member is never behind: a time that is known is reached.
 */
export class ClusterClock {
  private now = Timestamp.fromBits(0, 0);

  constructor(private readonly status: ServerStatus) {}

  /** Takes over the time that a command brings, and refuses a read after a time that has not come. */
  accept({ body }: Command): void {
    const theirs = timestamp(body.document('$clusterTime'), 'clusterTime');
    if (theirs?.greaterThan(this.now) === true) this.now = theirs;
    const readConcern = body.document('readConcern');
    if (!readConcern) return;
    if (timestamp(readConcern, 'atClusterTime')?.greaterThan(this.now) === true)
      throw new CommandError(72, 'readConcern atClusterTime value must not be greater than the current clusterTime');
    if (body.flag('autocommit') === false && !body.flag('startTransaction'))
      throw new CommandError(72, 'Only the first command in a transaction may specify a readConcern');
    this.checkAfter(readConcern);
  }

  /** A reply with the time of this moment. A standalone server has no such times. */
  stamped(reply: Reply): Reply {
    if (this.status.replicaSet === undefined) return reply;
    const time = this.tick();
    const times: Document = { $clusterTime: { clusterTime: time, signature: UNSIGNED }, operationTime: time };
    return Buffer.isBuffer(reply) ? joined(reply, serialize(times)) : { ...reply, ...times };
  }

  private checkAfter(readConcern: RawDocument): void {
    if (!readConcern.has('afterClusterTime')) return;
    const after = timestamp(readConcern, 'afterClusterTime');
    if (!after)
      throw new CommandError(14, "Field 'readConcern.afterClusterTime' is the wrong type, expected type 'timestamp'");
    if (this.status.replicaSet === undefined)
      throw new CommandError(123, 'node needs to be a replica set member to use readConcern: afterClusterTime');
    if (!LEVELS.has(readConcern.string('level') ?? 'local'))
      throw new CommandError(
        72,
        'afterClusterTime field can be set only if level is equal to majority, local, or snapshot',
      );
    if (after.greaterThan(this.now))
      throw new CommandError(72, 'readConcern afterClusterTime value must not be greater than the current clusterTime');
  }

  private tick(): Timestamp {
    const second = new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
    this.now = second.greaterThan(this.now) ? second : Timestamp.fromBits(this.now.low + 1, this.now.high);
    return this.now;
  }
}

function timestamp(document: RawDocument | undefined, name: string): Timestamp | undefined {
  const value = document?.get(name);
  return value instanceof Timestamp ? value : undefined;
}
