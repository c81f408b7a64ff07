import { mergeValues } from '../../../console/form/merge-values';

const base = { name: 'Ops', note: '', weights: { Self: 10, Peer: 20 }, tags: ['a'] };

test.each([
  ['nothing was typed', { ...base, name: 'Operations' }, base, { mine: {}, conflicts: {}, taken: 1 }],
  [
    'each changed another field',
    { ...base, name: 'Operations' },
    { ...base, note: 'typed' },
    { mine: { note: 'typed' }, conflicts: {}, taken: 1 },
  ],
  [
    'both changed one differently',
    { ...base, name: 'Operations' },
    { ...base, name: 'Works' },
    { mine: { name: 'Works' }, conflicts: { name: 'Operations' }, taken: 0 },
  ],
  [
    'both changed one to the same',
    { ...base, name: 'Works' },
    { ...base, name: 'Works' },
    { mine: {}, conflicts: {}, taken: 0 },
  ],
  [
    'members of an object are merged one by one',
    { ...base, weights: { Self: 30, Peer: 20 } },
    { ...base, weights: { Self: 10, Peer: 40 } },
    { mine: { 'weights.Peer': 40 }, conflicts: {}, taken: 1 },
  ],
  [
    'a list is one value',
    { ...base, tags: ['a', 'b'] },
    { ...base, tags: ['c'] },
    { mine: { tags: ['c'] }, conflicts: { tags: ['a', 'b'] }, taken: 0 },
  ],
  [
    'an absent value is an empty one',
    { ...base, note: undefined },
    { ...base, name: 'Works' },
    { mine: { name: 'Works' }, conflicts: {}, taken: 0 },
  ],
])('%s', (_name, theirs, mine, expected) => {
  expect(mergeValues(base, theirs, mine)).toEqual(expected);
});
