import { type Command, lineOf, shapesOf } from '../../dev/queries/query-shape';

const lines = (commandName: string, command: Command['command']): string[] =>
  shapesOf({ commandName, command: { [commandName]: 'rows', ...command } }).map(lineOf);

describe('the shape of a query, without its values', () => {
  test.each<[string, string, Command['command'], string]>([
    ['values and lists of values', 'find', { filter: { a: 'x', b: { $in: ['x'] }, c: { $eq: 1 } } }, '{a, b in, c}'],
    ['what partial indexes decide by', 'find', { filter: { a: true, b: false, c: null } }, '{a true, b false, c null}'],
    ['ranges', 'find', { filter: { a: { $gte: 1, $lt: 2 } } }, '{a range}'],
    ['what no index looks up', 'find', { filter: { a: { $ne: 1 }, b: { $nin: [1] }, c: { $regex: 'x' }, d: /x/ } }, '{a filter, b filter, c filter, d filter}'], // oxfmt-ignore
    ['the strongest of several conditions', 'find', { filter: { $and: [{ a: { $ne: 1 } }, { a: 2 }] } }, '{a}'],
    ['an equality beside a list of exceptions', 'find', { filter: { a: { $eq: 1, $nin: [2] } } }, '{a}'],
    [
      'alternatives',
      'find',
      { filter: { a: 1, $or: [{ b: 1 }, { c: null, d: { $gt: 1 } }] } },
      '{a} or({b} {c null, d range})',
    ],
    ['dates and ids as values', 'find', { filter: { a: new Date(0) } }, '{a}'],
    [
      'the order, a page and the fields',
      'find',
      { filter: {}, sort: { a: 1, b: -1 }, limit: 50, projection: { b: 1, a: 1 } },
      '{} sort a,-b page fields a,b',
    ],
    ['an order of the driver', 'find', { filter: {}, sort: new Map([['a', -1]]), limit: 1 }, '{} sort -a first'],
    ['whole rows but some fields', 'find', { filter: {}, projection: { answers: 0 } }, '{}'],
    ['the field of a distinct', 'distinct', { key: 'b', query: { a: 1 } }, '{a} fields b'],
    ['a change of one row', 'findAndModify', { query: { a: 1 }, sort: { b: 1 } }, '{a} sort b first'],
  ])('%s', (_, commandName, command, expected) => {
    expect(lines(commandName, command)).toEqual([`${commandName} rows ${expected}`]);
  });

  test('each statement of a write', () => {
    expect(
      lines('update', {
        updates: [
          { q: { a: 1 }, u: {} },
          { q: { b: 1 }, u: {}, multi: true },
        ],
      }),
    ).toEqual(['update rows {a} first', 'update rows {b}']);
    expect(
      lines('delete', {
        deletes: [
          { q: { a: 1 }, limit: 1 },
          { q: {}, limit: 0 },
        ],
      }),
    ).toEqual(['delete rows {a} first', 'delete rows {}']);
  });

  test('a pipeline up to the stage that makes other rows', () => {
    const pipeline = [
      { $match: { a: 1 } },
      { $match: { b: { $gt: 1 } } },
      { $group: { _id: '$c', sum: { $sum: { $cond: ['$d', 1, '$$ROOT'] } } } },
      { $match: { sum: 1 } },
    ];
    expect(lines('aggregate', { pipeline })).toEqual(['aggregate rows {a, b range} fields c,d']);
    expect(lines('aggregate', { pipeline: [{ $match: { a: 1 } }, { $sort: { b: 1 } }, { $limit: 5 }] })).toEqual([
      'aggregate rows {a} sort b page',
    ]);
  });

  test('a group that only counts is a count', () => {
    const pipeline = [{ $match: { a: 1 } }, { $group: { _id: 1, n: { $sum: 1 } } }];
    expect(lines('aggregate', { pipeline })).toEqual(['count rows {a}']);
  });

  test('commands that look for no rows have none', () => {
    expect(lines('insert', { documents: [{}] })).toEqual([]);
    expect(shapesOf({ commandName: 'getMore', command: { getMore: 1, collection: 'rows' } })).toEqual([]);
  });
});
