import mongoose from 'mongoose';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

/** Runs `work` and returns the commands that it sent to the database, by name and collection. */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await commandsSent(work);
  return sent.map(({ commandName, command }) => `${commandName} ${String(command[commandName])}`);
}

/** Runs `work` and returns the commands that it sent to the database, whole. */
export async function commandsSent(work: () => Promise<unknown>): Promise<CommandStartedEvent[]> {
  const commands: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent): void => void commands.push(event);
  const client = mongoose.connection.getClient();
  client.on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return commands;
}
