import mongoose from 'mongoose';
import { tenantModels } from '../../shared/db/tenant-model';
import { currentContext } from '../../shared/kernel/context';

type CommandStartedEvent = mongoose.mongo.CommandStartedEvent;

const violations: string[] = [];

/**
 * Watches the wire: any command that reaches a tenant's collection without naming the tenant fails the test that sent it.
 * What `asSystem` does is exempt.
 */
export function probeTenants(client: mongoose.mongo.MongoClient): void {
  client.on('commandStarted', (event: CommandStartedEvent) => {
    if (currentContext()?.systemReason !== undefined) return;
    const target = event.command[event.commandName];
    if (typeof target !== 'string' || !tenantCollections().has(target)) return;
    if (!namesTenant(event))
      violations.push(`${event.commandName} ${target}: ${JSON.stringify(event.command).slice(0, 300)}`);
  });
}

/** Fails a test of this file that has reached rows without naming the tenant. */
export function failOnViolations(): void {
  afterEach(() => {
    const found = violations.splice(0);
    expect(found).toEqual([]);
  });
}

let collections: ReadonlySet<string> = new Set();

function tenantCollections(): ReadonlySet<string> {
  if (collections.size !== tenantModels.size)
    collections = new Set([...tenantModels].map((name) => mongoose.model(name).collection.name));
  return collections;
}

function namesTenant({ commandName, command }: CommandStartedEvent): boolean {
  const isBound = (filter: { tenantId?: unknown } | undefined) => typeof filter?.tenantId === 'string';
  switch (commandName) {
    case 'find':
      return isBound(command.filter);
    case 'count':
    case 'distinct':
    case 'findAndModify':
      return isBound(command.query);
    case 'aggregate':
      return isBound(command.pipeline[0]?.$match);
    case 'update':
      return command.updates.every((update: { q: object }) => isBound(update.q));
    case 'delete':
      return command.deletes.every((remove: { q: object }) => isBound(remove.q));
    case 'insert':
      return command.documents.every(isBound);
    default:
      return true; // create, createIndexes, listIndexes: no rows
  }
}
