import { judgeRights } from '../../dev/rights/judge';

const granted = { api: { '': 'createIndex', jobs: 'find insert' } };
const right = (collection: string, action: string) => ({
  process: 'api' as const,
  collection,
  action,
  sender: 'GET /api/jobs',
});

test('what is granted and used is right, for a collection and for all', () => {
  const used = [right('jobs', 'find'), right('jobs', 'insert'), right('goals', 'createIndex')];
  expect(judgeRights(used, granted)).toEqual({ refused: [], unneeded: [] });
});

test('what is refused is named with its sender, and what nothing uses', () => {
  expect(judgeRights([right('jobs', 'remove'), right('jobs', 'find')], granted)).toEqual({
    refused: ['api may not remove jobs, which GET /api/jobs needs'],
    unneeded: ['api createIndex ', 'api insert jobs'],
  });
  expect(judgeRights([right('jobs', 'find')], granted, { api: { jobs: 'insert' } }).unneeded).toEqual([
    'api createIndex ',
  ]);
});
