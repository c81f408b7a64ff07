import { type Case, DOCUMENTS, on } from './case';

const [first, two, three] = DOCUMENTS;
const four = { _id: 4, x: 44 };
const crud = (condition: string, row: Omit<Case, 'specification' | 'condition'>): Case => ({
  specification: 'crud',
  condition,
  ...row,
});

/** What MongoDB answers to the commands of the service on a quiet day, and to mistakes. */
export const crudCases: readonly Case[] = [
  crud('insertOne names the id', {
    operations: [on('insertOne', { document: four }, { expectResult: { insertedId: 4 } })],
    sent: ['insert'],
    outcome: [...DOCUMENTS, four],
  }),
  crud('insertMany in order stops at the first duplicate', {
    operations: [
      on(
        'insertMany',
        { documents: [four, { _id: 1 }, { _id: 5 }] },
        { expectError: { errorCode: 11000, expectResult: { insertedCount: 1 } } },
      ),
    ],
    outcome: [...DOCUMENTS, four],
  }),
  crud('insertMany without order goes on after duplicates', {
    operations: [
      on(
        'insertMany',
        { documents: [{ _id: 1 }, four, { _id: 2 }, { _id: 5 }], ordered: false },
        { expectError: { errorCode: 11000, expectResult: { insertedCount: 2 } } },
      ),
    ],
    outcome: [...DOCUMENTS, four, { _id: 5 }],
  }),
  crud('updateOne counts what matched and what changed', {
    operations: [
      on(
        'updateOne',
        { filter: { _id: 1 }, update: { $set: { x: 12 } } },
        { expectResult: { matchedCount: 1, modifiedCount: 1 } },
      ),
      on(
        'updateOne',
        { filter: { _id: 1 }, update: { $set: { x: 12 } } },
        { expectResult: { matchedCount: 1, modifiedCount: 0 } },
      ),
      on(
        'updateOne',
        { filter: { _id: 9 }, update: { $set: { x: 12 } } },
        { expectResult: { matchedCount: 0, modifiedCount: 0 } },
      ),
    ],
    outcome: [{ ...first, x: 12 }, { ...two }, { ...three }],
  }),
  crud('updateOne with upsert inserts what the filter and the operators say', {
    operations: [
      on(
        'updateOne',
        { filter: { _id: 4 }, update: { $set: { x: 44 }, $setOnInsert: { first: true } }, upsert: true },
        { expectResult: { matchedCount: 0, upsertedCount: 1, upsertedId: 4 } },
      ),
      on(
        'updateOne',
        { filter: { _id: 4 }, update: { $setOnInsert: { first: false } }, upsert: true },
        { expectResult: { matchedCount: 1, modifiedCount: 0 } },
      ),
    ],
    outcome: [...DOCUMENTS, { ...four, first: true }],
  }),
  crud('updateMany with a pipeline reads the fields of each document', {
    operations: [
      on(
        'updateMany',
        { filter: {}, update: [{ $set: { x: { $add: ['$x', '$_id'] } } }] },
        { expectResult: { modifiedCount: 3 } },
      ),
    ],
    outcome: [
      { ...first, x: 12 },
      { ...two, x: 24 },
      { ...three, x: 36 },
    ],
  }),
  crud('updateOne with arrayFilters changes the elements that match', {
    operations: [
      on('updateOne', { filter: { _id: 2 }, update: { $set: { 'tags.$[tag]': 'c' } }, arrayFilters: [{ tag: 'b' }] }),
    ],
    outcome: [{ ...first }, { ...two, tags: ['a', 'c'] }, { ...three }],
  }),
  crud('$push, $pull and $addToSet', {
    operations: [
      on('updateOne', { filter: { _id: 1 }, update: { $push: { tags: { $each: ['b', 'c'] } } } }),
      on('updateOne', { filter: { _id: 1 }, update: { $pull: { tags: 'b' } } }),
      on(
        'updateOne',
        { filter: { _id: 1 }, update: { $addToSet: { tags: 'c' } } },
        { expectResult: { matchedCount: 1, modifiedCount: 0 } },
      ),
    ],
    outcome: [{ ...first, tags: ['a', 'c'] }, { ...two }, { ...three }],
  }),
  crud('deleteMany counts', {
    operations: [on('deleteMany', { filter: { x: { $gt: 11 } } }, { expectResult: { deletedCount: 2 } })],
    outcome: [{ ...first }],
  }),
  crud('findOneAndUpdate returns the document before, or after when asked, or null', {
    operations: [
      on('findOneAndUpdate', { filter: { _id: 1 }, update: { $inc: { x: 1 } } }, { expectResult: { ...first } }),
      on(
        'findOneAndUpdate',
        { filter: { _id: 1 }, update: { $inc: { x: 1 } }, returnDocument: 'After' },
        { expectResult: { ...first, x: 13 } },
      ),
      on('findOneAndUpdate', { filter: { _id: 9 }, update: { $inc: { x: 1 } } }, { expectResult: null }),
    ],
    sent: ['findAndModify', 'findAndModify', 'findAndModify'],
    outcome: [{ ...first, x: 13 }, { ...two }, { ...three }],
  }),
  crud('findOneAndUpdate takes the first by its sort', {
    operations: [
      on(
        'findOneAndUpdate',
        { filter: {}, sort: { x: -1 }, update: { $set: { x: 0 } } },
        { expectResult: { ...three } },
      ),
    ],
    outcome: [{ ...first }, { ...two }, { ...three, x: 0 }],
  }),
  crud('bulkWrite without order does what it can', {
    operations: [
      on(
        'bulkWrite',
        {
          ordered: false,
          requests: [
            { insertOne: { document: { _id: 1 } } },
            { updateOne: { filter: { _id: 2 }, update: { $set: { x: 0 } } } },
            { deleteOne: { filter: { _id: 3 } } },
            { insertOne: { document: four } },
          ],
        },
        { expectError: { errorCode: 11000, expectResult: { insertedCount: 1, modifiedCount: 1, deletedCount: 1 } } },
      ),
    ],
    outcome: [{ ...first }, { ...two, x: 0 }, four],
  }),
  crud('find sorts, skips and limits; a small batch is followed by getMore', {
    operations: [
      on('find', { filter: {}, sort: { _id: -1 }, skip: 1, limit: 1 }, { expectResult: [{ ...two }] }),
      on(
        'find',
        { filter: {}, sort: { _id: 1 }, batchSize: 2 },
        { expectResult: [{ ...first }, { ...two }, { ...three }] },
      ),
    ],
    sent: ['find', 'find', 'getMore'],
  }),
  crud('find compares null with what is missing, and ranges with their own type only', {
    operations: [
      on('find', { filter: { y: null, _id: 1 } }, { expectResult: [{ ...first }] }),
      on('find', { filter: { x: { $gte: '' } } }, { expectResult: [] }),
      on('find', { filter: { tags: 'b' } }, { expectResult: [{ ...two }] }),
      on('find', { filter: { tags: { $size: 0 } } }, { expectResult: [{ ...three }] }),
    ],
  }),
  crud('aggregate groups, sorts and counts; countDocuments and distinct agree', {
    operations: [
      on(
        'aggregate',
        {
          pipeline: [
            { $unwind: '$tags' },
            { $group: { _id: '$tags', n: { $sum: 1 }, top: { $max: '$x' } } },
            { $sort: { _id: 1 } },
          ],
        },
        { expectResult: [{ _id: 'a', n: 2, top: 22 }, { _id: 'b', n: 1, top: 22 }] }, // oxfmt-ignore
      ),
      on('countDocuments', { filter: { x: { $gt: 11 } } }, { expectResult: 2 }),
      on('distinct', { fieldName: 'tags', filter: {} }, { expectResult: ['a', 'b'] }),
    ],
    sent: ['aggregate', 'aggregate', 'distinct'],
  }),
  ...mistakes(),
];

function mistakes(): Case[] {
  const wrong = (condition: string, errorCode: number, name: string, args: object): Case =>
    crud(`${condition} (${errorCode})`, {
      operations: [on(name, args, { expectError: { errorCode, errorLabelsOmit: ['RetryableWriteError'] } })],
    });
  return [
    wrong('an update that would make a duplicate key', 11000, 'insertOne', { document: { _id: 1 } }),
    wrong('an unknown update operator', 9, 'updateOne', { filter: { _id: 1 }, update: { $bogus: { x: 1 } } }),
    wrong('an unknown query operator', 2, 'find', { filter: { x: { $bogus: 1 } } }),
    wrong('an unknown stage', 40324, 'aggregate', { pipeline: [{ $bogus: {} }] }),
    wrong('a change of _id', 66, 'updateOne', { filter: { _id: 1 }, update: { $set: { _id: 9 } } }),
    wrong('$inc of an array', 14, 'updateOne', { filter: { _id: 1 }, update: { $inc: { tags: 1 } } }),
    wrong('$push to a number', 2, 'updateOne', { filter: { _id: 1 }, update: { $push: { x: 1 } } }),
    wrong('two operators on one path', 40, 'updateOne', {
      filter: { _id: 1 },
      update: { $set: { x: 1 }, $inc: { x: 1 } },
    }),
  ];
}
