import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type mongoose from 'mongoose';
import { lineOf, shapesOf } from '../../dev/queries/query-shape';
import { RECORD, type RecordedRight, RIGHTS_RECORD } from '../../dev/queries/record';
import { processOf, usedRights } from '../../dev/rights/used-rights';
import { currentContext } from '../../shared/kernel/context';

const recorded = new Set<string>();

/**
 * Watches the wire: writes the shape of each query, and the route, job or task that sent it, once into the record that is judged
 * after the tests (dev/queries/judge.ts), and the rights that the command needs. What tests ask by themselves is left out: it has no such sender.
 */
export function recordQueries(client: mongoose.mongo.MongoClient): void {
  mkdirSync(dirname(RECORD), { recursive: true });
  client.on('commandStarted', (event: mongoose.mongo.CommandStartedEvent) => {
    const sender = currentContext()?.operation?.();
    if (sender === undefined) return;
    for (const shape of shapesOf(event)) {
      const key = `${lineOf(shape)} ${sender}`;
      if (recorded.has(key)) continue;
      recorded.add(key);
      appendFileSync(RECORD, `${JSON.stringify({ shape, sender })}\n`);
    }
    recordRights(event, sender);
  });
}

function recordRights(event: mongoose.mongo.CommandStartedEvent, sender: string): void {
  const process = processOf(sender);
  for (const { collection, action } of usedRights(event)) {
    const key = `${process} ${action} ${collection}`;
    if (recorded.has(key)) continue;
    recorded.add(key);
    const right: RecordedRight = { process, collection, action, sender };
    appendFileSync(RIGHTS_RECORD, `${JSON.stringify(right)}\n`);
  }
}
