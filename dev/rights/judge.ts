import type { RecordedRight } from '../queries/record';
import { PROCESSES, type Process, type Rights } from './database-rights';

type Granted = Readonly<Partial<Record<Process, Rights>>>;

/** Holds what the processes have sent against what their users are granted. What is `unseen` need not have been sent. */
export function judgeRights(
  recorded: readonly RecordedRight[],
  granted: Granted,
  unseen: Granted = {},
): { refused: string[]; unneeded: string[] } {
  const used = new Set<string>();
  const refused: string[] = [];
  for (const { process, collection, action, sender } of recorded) {
    const place = [collection, ''].find((each) => actionsOf(granted, process, each).includes(action));
    if (place === undefined) refused.push(`${process} may not ${action} ${collection}, which ${sender} needs`);
    else used.add(`${process} ${action} ${place}`);
  }
  const unneeded = PROCESSES.flatMap((process) =>
    Object.keys(granted[process] ?? {}).flatMap((collection) =>
      actionsOf(granted, process, collection)
        .filter((action) => !actionsOf(unseen, process, collection).includes(action))
        .map((action) => `${process} ${action} ${collection}`)
        .filter((right) => !used.has(right)),
    ),
  );
  return { refused: [...new Set(refused)].sort(), unneeded };
}

const actionsOf = (granted: Granted, process: Process, collection: string): string[] =>
  granted[process]?.[collection]?.split(' ') ?? [];
