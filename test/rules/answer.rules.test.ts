import {
  type Answer,
  type AnswerChange,
  mergeAnswers,
  missingRequiredItems,
  validateAnswers,
} from '../../shared/evaluation/answer.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { rated, ratingItem, templateOf, textItem } from './evaluation.fixtures';

const answer = (itemId: string, changes: Partial<Answer>): Answer => ({
  itemId,
  score: null,
  notApplicable: false,
  comment: null,
  ...changes,
});

describe('autosave merges by item', () => {
  const stored = [answer('a', { score: 3, comment: 'good' }), answer('b', { notApplicable: true })];

  test.each<[string, AnswerChange[], Answer[]]>([
    ['nothing sent', [], stored],
    [
      'a new score keeps the comment',
      [{ itemId: 'a', score: 4 }],
      [answer('a', { score: 4, comment: 'good' }), stored[1]!],
    ],
    [
      'a new comment keeps the score',
      [{ itemId: 'a', comment: 'bad' }],
      [answer('a', { score: 3, comment: 'bad' }), stored[1]!],
    ],
    ['null clears', [{ itemId: 'a', comment: null }], [answer('a', { score: 3 }), stored[1]!]],
    ['a blank comment is none', [{ itemId: 'a', comment: ' \n' }], [answer('a', { score: 3 }), stored[1]!]],
    ['an answer without content goes', [{ itemId: 'a', score: null, comment: null }], [stored[1]!]],
    [
      'not applicable clears the score',
      [{ itemId: 'a', notApplicable: true }],
      [answer('a', { notApplicable: true, comment: 'good' }), stored[1]!],
    ],
    ['a score lifts not applicable', [{ itemId: 'b', score: 2 }], [stored[0]!, answer('b', { score: 2 })]],
    [
      'a comment does not lift it',
      [{ itemId: 'b', comment: 'why' }],
      [stored[0]!, answer('b', { notApplicable: true, comment: 'why' })],
    ],
    ['taking it back leaves nothing', [{ itemId: 'b', notApplicable: false }], [stored[0]!]],
    ['a new item comes last', [{ itemId: 'c', score: 5 }], [...stored, answer('c', { score: 5 })]],
  ])('%s', (_name, changes, merged) => {
    expect(mergeAnswers(stored, changes)).toEqual(merged);
  });

  test('the stored answers are left as they were', () => {
    const before = structuredClone(stored);
    mergeAnswers(stored, [{ itemId: 'a', score: 1 }]);
    expect(stored).toEqual(before);
  });

  test('the same change twice is the same as once', () => {
    const changes = [
      { itemId: 'a', score: 5 },
      { itemId: 'z', comment: 'new' },
    ];
    const once = mergeAnswers(stored, changes);
    expect(mergeAnswers(once, changes)).toEqual(once);
  });
});

describe('an answer fits the template', () => {
  const content = templateOf(
    ratingItem('rating'),
    ratingItem('optional', { allowNotApplicable: true }),
    textItem('text'),
    ratingItem('managers', { evaluatorTypes: [EvaluatorType.Manager] }),
  );

  test.each<[string, AnswerChange[], string[]]>([
    [
      'lowest and highest score',
      [
        { itemId: 'rating', score: 1 },
        { itemId: 'optional', score: 5 },
      ],
      [],
    ],
    ['nothing in it', [{ itemId: 'rating' }], []],
    ['not applicable where allowed', [{ itemId: 'optional', notApplicable: true }], []],
    ['a text', [{ itemId: 'text', comment: 'words' }], []],
    ['the longest comment', [{ itemId: 'text', comment: 'x'.repeat(4000) }], []],
    ['a longer one', [{ itemId: 'text', comment: 'x'.repeat(4001) }], ['answers[0].comment']],
    ['below the scale', [{ itemId: 'rating', score: 0 }], ['answers[0].score']],
    ['above the scale', [{ itemId: 'rating', score: 6 }], ['answers[0].score']],
    ['a half', [{ itemId: 'rating', score: 3.5 }], ['answers[0].score']],
    ['no number', [{ itemId: 'rating', score: NaN }], ['answers[0].score']],
    ['a score of a text', [{ itemId: 'text', score: 3 }], ['answers[0].score']],
    ['not applicable where not allowed', [{ itemId: 'rating', notApplicable: true }], ['answers[0].notApplicable']],
    [
      'not applicable with a score',
      [{ itemId: 'optional', notApplicable: true, score: 3 }],
      ['answers[0].notApplicable'],
    ],
    [
      'an unknown item',
      [
        { itemId: 'rating', score: 3 },
        { itemId: 'constructor', score: 3 },
      ],
      ['answers[1].itemId'],
    ],
    ["another type's item", [{ itemId: 'managers', score: 3 }], ['answers[0].itemId']],
    [
      'an item twice',
      [
        { itemId: 'rating', score: 3 },
        { itemId: 'rating', score: 4 },
      ],
      ['answers[1].itemId'],
    ],
  ])('%s', (_name, changes, fields) => {
    expect(validateAnswers(content, EvaluatorType.Peer, changes).map(({ field }) => field)).toEqual(fields);
  });

  test('a manager is asked the item for managers', () => {
    expect(validateAnswers(content, EvaluatorType.Manager, [{ itemId: 'managers', score: 3 }])).toEqual([]);
  });
});

describe('submit needs every required item of the evaluator type', () => {
  const content = templateOf(
    ratingItem('rating', { allowNotApplicable: true }),
    textItem('text'),
    ratingItem('free', { required: false }),
    ratingItem('managers', { evaluatorTypes: [EvaluatorType.Manager] }),
    ratingItem('strict'),
  );
  const strict = rated('strict', 3);

  test.each<[string, EvaluatorType, Answer[], string[]]>([
    ['nothing answered', EvaluatorType.Peer, [], ['rating', 'text', 'strict']],
    ['a manager is asked more', EvaluatorType.Manager, [], ['rating', 'text', 'managers', 'strict']],
    ['all answered', EvaluatorType.Peer, [rated('rating', 4), answer('text', { comment: 'fine' }), strict], []],
    [
      'not applicable is an answer',
      EvaluatorType.Peer,
      [rated('rating', null), answer('text', { comment: 'fine' }), strict],
      [],
    ],
    [
      'a comment is no score',
      EvaluatorType.Peer,
      [answer('rating', { comment: 'well' }), answer('text', { comment: 'fine' }), strict],
      ['rating'],
    ],
    [
      'blanks are no text',
      EvaluatorType.Peer,
      [rated('rating', 4), answer('text', { comment: ' \t' }), strict],
      ['text'],
    ],
    [
      'not applicable that is not allowed is none',
      EvaluatorType.Peer,
      [rated('rating', 4), answer('text', { comment: 'fine' }), rated('strict', null)],
      ['strict'],
    ],
  ])('%s', (_name, type, answers, missing) => {
    expect(missingRequiredItems(content, type, answers)).toEqual(missing);
  });
});
