import { processOf, usedRights } from '../../dev/rights/used-rights';

test.each([
  ['GET /api/v1/employees', 'public-api'],
  ['GET /api/v1', 'public-api'],
  ['GET /api/v10/employees', 'api'],
  ['POST /scim/v2/Users', 'api'],
  ['job insight.export-report', 'renderer'],
  ['job evaluation.generate', 'worker'],
  ['task sweep-sessions', 'worker'],
  ['start renderer', 'renderer'],
])('%s runs in %s', (operation, process) => expect(processOf(operation)).toBe(process));

const needed = (commandName: string, command: object): string[] =>
  usedRights({ commandName, command: { [commandName]: 'jobs', ...command } }).map(
    ({ collection, action }) => `${action} ${collection}`,
  );

test('an upsert inserts, and what is found to be changed is read', () => {
  expect(needed('update', { updates: [{ q: {}, u: {} }] })).toEqual(['update jobs']);
  expect(needed('update', { updates: [{ q: {}, u: {} }, { q: {}, u: {}, upsert: true }] })).toEqual(['update jobs', 'insert jobs']); // oxfmt-ignore
  expect(needed('findAndModify', { remove: true })).toEqual(['find jobs', 'remove jobs']);
  expect(needed('findAndModify', { update: {}, upsert: true })).toEqual(['find jobs', 'update jobs', 'insert jobs']);
  expect(needed('delete', { deletes: [] })).toEqual(['remove jobs']);
});

test('a command of everybody needs nothing, and one that is not known needs itself', () => {
  expect(needed('ping', { ping: 1 })).toEqual([]);
  expect(needed('collMod', {})).toEqual(['collMod jobs']);
});
