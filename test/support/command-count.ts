import mongoose from 'mongoose';
import { currentContext } from '../../shared/kernel/context';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

/** What a request reads of its session is remembered for less than a second, so that the clock decides who sends it. */
const OF_THE_SESSION = new Set(
  ['sessions', 'users', 'credentials', 'tenants', 'signinsettings'].map((collection) => `find ${collection}`),
);

/** The commands of `commandsOf` without those of the session. */
export async function ownCommandsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await commandsOf(work)).filter((command) => !OF_THE_SESSION.has(command));
}

/** Runs `work` and returns the commands that it sent to the database, by name and collection. */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await commandsSent(work);
  return sent.map(({ commandName, command }) => `${commandName} ${String(command.collection ?? command[commandName])}`);
}

/**
 * Runs `work` and returns the commands that it sent to the database, whole. Within an organization these are the commands of this
 * organization: what a worker does every minute for others is none of them.
 */
export async function commandsSent(work: () => Promise<unknown>): Promise<CommandStartedEvent[]> {
  const commands: CommandStartedEvent[] = [];
  const tenantId = currentContext()?.tenantId;
  const note = (event: CommandStartedEvent): void => {
    if (tenantId === undefined || currentContext()?.tenantId === tenantId) commands.push(event);
  };
  const client = mongoose.connection.getClient();
  client.on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return commands;
}
