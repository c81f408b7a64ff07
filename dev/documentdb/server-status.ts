import { hostname } from 'node:os';
import { Long, ObjectId } from 'bson';

/** The version that commands report: the behavior that DocumentDB follows, which is not the version that `mongod --version` must print. */
export const SERVER_VERSION = '7.0.0';
/** The wire version of MongoDB 7.0: the newest command set that is answered. */
export const MAX_WIRE_VERSION = 21;

/** Facts and counters about the running gateway, which `hello` and the diagnostic commands tell. */
export class ServerStatus {
  readonly startedAt = Date.now();
  readonly processId = process.pid;
  readonly hostName = hostname();
  /**
   * Names the state of this member, which never changes while it runs. Drivers that see it in an error of a fail point know that the
   * member did not step down, and repeat at once.
   */
  readonly topologyVersion = { processId: new ObjectId(), counter: Long.fromNumber(0) };
  connections = 0;
  connectionsCreated = 0;
  openTransactions: () => number = () => 0;
  /** Seconds that a transaction may stay open (`transactionLifetimeLimitSeconds`). */
  transactionLifetime = 60;

  constructor(
    /** host:port that clients reach the gateway at. */
    readonly address: string,
    /** The name of the replica set of which this is the only member; undefined for a standalone server. */
    readonly replicaSet: string | undefined,
    /** Ends the program, as the `shutdown` command asks. */
    readonly shutdown: () => void,
    /** Tells on stdout that this member became primary, which mongodb-memory-server waits for. */
    readonly announcePrimary: () => void,
    /** The folder on whose disk the data are. */
    readonly dataFolder: string,
  ) {}
}
