import mongoose from 'mongoose';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

/** What `work` sends to the database, in order: `find users` and the like. Nothing else may run beside it. */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = mongoose.connection.getClient();
  const seen: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent): void => {
    const target: unknown = command[commandName];
    if (typeof target === 'string') seen.push(`${commandName} ${target}`);
  };
  client.on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return seen;
}
