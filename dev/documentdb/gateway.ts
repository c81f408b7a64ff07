import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Command, type Reply, type Services } from './command';
import { Dispatcher } from './dispatcher';
import { CommandError, toCommandError } from './errors';
import { ConnectionClosed } from './fail-points';
import { encodeReply, type Message, MessageReader, parseMessage, type StreamPlace } from './wire';

const HELLO_COMMANDS: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster']);

/** A TCP server that speaks MongoDB's wire protocol; commands of one connection run one after the other, as in MongoDB. */
export class Gateway {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly dispatcher: Dispatcher;
  private repliesSent = 0;

  constructor(private readonly services: Services) {
    this.dispatcher = new Dispatcher(services);
    this.server = createServer({ noDelay: true }, (socket) => void this.serve(socket));
  }

  /** Listens on the address; throws when it is taken. */
  async listen(host: string, port: number): Promise<void> {
    await this.dispatcher.open();
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  /** Closes all connections and rolls back what they had open. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    await Promise.all([this.dispatcher.transactions.close(), this.dispatcher.snapshots.close()]);
  }

  private async serve(socket: Socket): Promise<void> {
    const { status } = this.services;
    const connection = ++status.connectionsCreated;
    status.connections++;
    this.sockets.add(socket);
    socket.once('close', () => void this.dispatcher.connectionClosed(connection).catch(() => undefined));
    const reader = new MessageReader();
    try {
      for await (const chunk of socket) {
        if (!Buffer.isBuffer(chunk)) continue;
        for (const bytes of reader.push(chunk)) await this.answer(socket, connection, bytes);
      }
    } catch {
      // A broken connection, or bytes that are not the protocol: no one is left to be told.
    } finally {
      socket.destroy();
      this.sockets.delete(socket);
      status.connections--;
    }
  }

  private async answer(socket: Socket, connection: number, bytes: Buffer): Promise<void> {
    const message = parseMessage(bytes);
    let place: StreamPlace = { id: 0, answers: message.requestId, moreToCome: false };
    do {
      const reply = await this.reply(message, connection);
      if (!message.wantsReply || socket.destroyed) return;
      place = {
        id: ++this.repliesSent,
        answers: place.id || message.requestId,
        moreToCome: isStreamed(message, reply),
      };
      socket.cork();
      for (const part of encodeReply(message, reply, place)) socket.write(part);
      socket.uncork();
      if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    } while (place.moreToCome);
  }

  private async reply(message: Message, connection: number): Promise<Reply> {
    return this.dispatcher.clock.stamped(await this.unstampedReply(message, connection));
  }

  private async unstampedReply(message: Message, connection: number): Promise<Reply> {
    try {
      const command = new Command(message.body, message.sequences, connection);
      if (message.legacy && !HELLO_COMMANDS.has(command.name)) {
        throw new CommandError(
          352,
          `Unsupported OP_QUERY command: ${command.name}. The client driver may require an upgrade.`,
        );
      }
      return await this.dispatcher.run(command);
    } catch (error) {
      if (error instanceof ConnectionClosed) throw error;
      return toCommandError(error).toReply();
    }
  }
}

/**
 * Whether a driver's monitor gets one reply after another to its `hello`, each after the time that it waits for news. A single
 * reply would look to it like a lost server.
 */
function isStreamed(message: Message, reply: Reply): boolean {
  return (
    message.allowsStream &&
    message.body.number('maxAwaitTimeMS') !== undefined &&
    !Buffer.isBuffer(reply) &&
    reply.ok === 1
  );
}
