import {
  validateAnswers,
  validateQuestions,
  type SurveyAnswer,
  type SurveyQuestion,
} from '../../shared/growth/pulse-surveys/survey-answers.rules';
import { QuestionType } from '../../shared/growth/pulse-surveys/survey-status';

const questions: SurveyQuestion[] = [
  { id: 'enps', text: 'Recommend?', type: QuestionType.Enps, required: true },
  { id: 'rating', text: 'Workload?', type: QuestionType.Rating, required: false },
  { id: 'text', text: 'Why?', type: QuestionType.Text, required: false },
];
const enps = { questionId: 'enps', score: 0 };

describe('answers to a survey', () => {
  test.each<[string, SurveyAnswer[]]>([
    ['the required one alone', [enps]],
    [
      'all of them, at the ends of the scales',
      [
        { ...enps, score: 10 },
        { questionId: 'rating', score: 5 },
        { questionId: 'text', text: 'Less noise' },
      ],
    ],
    [
      'skipped ones with null and blank words',
      [enps, { questionId: 'rating', score: null }, { questionId: 'text', text: ' ' }],
    ],
  ])('%s is fine', (_name, answers) => {
    expect(validateAnswers(answers, questions)).toEqual([]);
  });

  test.each<[string, SurveyAnswer[], string[]]>([
    ['nothing', [], ['answers']],
    ['the required one is skipped', [{ questionId: 'enps', score: null }], ['answers']],
    ['an unknown question', [enps, { questionId: 'other', score: 1 }], ['answers[1].questionId']],
    ['one question twice', [enps, enps], ['answers[1].questionId']],
    ['Enps above 10', [{ questionId: 'enps', score: 11 }], ['answers[0].score']],
    ['Enps below 0', [{ questionId: 'enps', score: -1 }], ['answers[0].score']],
    ['half a point', [{ questionId: 'enps', score: 9.5 }], ['answers[0].score']],
    ['Rating of 0', [enps, { questionId: 'rating', score: 0 }], ['answers[1].score']],
    ['Rating of 6', [enps, { questionId: 'rating', score: 6 }], ['answers[1].score']],
    ['a score for words', [enps, { questionId: 'text', score: 3 }], ['answers[1].score']],
    ['words for a score', [enps, { questionId: 'rating', text: 'good' }], ['answers[1].score']],
    ['words beside a score', [enps, { questionId: 'rating', score: 3, text: 'good' }], ['answers[1].text']],
  ])('%s is refused', (_name, answers, fields) => {
    expect(validateAnswers(answers, questions).map(({ field }) => field)).toEqual(fields);
  });

  test('a survey without required questions still needs one answer', () => {
    const optional = questions.map((question) => ({ ...question, required: false }));
    expect(validateAnswers([{ questionId: 'text', text: '' }], optional).map(({ field }) => field)).toEqual([
      'answers',
    ]);
  });

  test('question ids are told apart, whatever their case', () => {
    expect(validateQuestions([{ id: 'a' }, { id: 'b' }, { id: 'A' }])).toMatchObject([
      { field: 'questions[2].id', message: expect.any(String) },
    ]);
  });
});
