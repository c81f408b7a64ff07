import mongoose from 'mongoose';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

/** Runs `work` and returns the commands that it sent to the database, by name and collection. */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent): void => {
    commands.push(`${commandName} ${String(command[commandName])}`);
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
