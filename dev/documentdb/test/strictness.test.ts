import { useEngine } from './engine';

// What the embedded database refuses although MongoDB lets it wait.

const engine = useEngine({ own: true, embedded: true });

test('a command is refused (117) while another of its transaction is at work: drivers do not support that', async () => {
  const items = engine.db().collection('items');
  await items.insertMany(Array.from({ length: 60 }, (_, n) => ({ n })));
  await Promise.all(Array.from({ length: 12 }, () => items.findOne())); // so many connections are open
  const codes = new Set<number>();
  // On a busy machine each command may have ended before the next one arrives; one of many tries is quicker.
  for (let attempt = 0; attempt < 50 && !codes.has(117); attempt++)
    await engine.client().withSession(async (session) => {
      session.startTransaction();
      await items.findOne({ n: 1 }, { session });
      const both = Array.from({ length: 12 }, (_, n) => items.findOne({ n }, { session }));
      for (const each of await Promise.allSettled(both))
        if (each.status === 'rejected') codes.add((each.reason as { code: number }).code);
      await session.abortTransaction();
    });
  expect([...codes]).toEqual([117]);
});
