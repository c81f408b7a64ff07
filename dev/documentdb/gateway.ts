import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { Command, type Services } from './command';
import { Dispatcher } from './dispatcher';
import { CommandError, toCommandError } from './errors';
import { encodeReply, type Message, MessageReader, parseMessage } from './wire';

const HELLO_COMMANDS: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster']);

/** A TCP server that speaks MongoDB's wire protocol; commands of one connection run one after the other, as in MongoDB. */
export class Gateway {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly dispatcher: Dispatcher;

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
    await this.dispatcher.transactions.close();
  }

  private async serve(socket: Socket): Promise<void> {
    const { status } = this.services;
    const connection = ++status.connectionsCreated;
    status.connections++;
    this.sockets.add(socket);
    const reader = new MessageReader();
    try {
      for await (const chunk of socket) {
        if (!Buffer.isBuffer(chunk)) continue;
        for (const bytes of reader.push(chunk)) await this.answer(socket, connection, bytes);
      }
    } catch {
      // A broken connection, or bytes that are not the protocol: nobody is left to be told.
    } finally {
      socket.destroy();
      this.sockets.delete(socket);
      status.connections--;
      await this.dispatcher.connectionClosed(connection).catch(() => undefined);
    }
  }

  private async answer(socket: Socket, connection: number, bytes: Buffer): Promise<void> {
    const message = parseMessage(bytes);
    const reply = await this.reply(message, connection);
    if (!message.wantsReply || socket.destroyed) return;
    socket.cork();
    for (const part of encodeReply(message, reply)) socket.write(part);
    socket.uncork();
    if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }

  private async reply(message: Message, connection: number) {
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
      return toCommandError(error).toReply();
    }
  }
}

/** The port that a listening server has. */
export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the gateway does not listen');
  return address.port;
}
