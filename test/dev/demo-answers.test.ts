import { demoAnswers } from '../../dev/demo/answers';
import { missingRequiredItems, validateAnswers } from '../../shared/evaluation/answer.rules';
import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { templateItems } from '../../shared/framework/template.rules';
import { serverTemplate } from './demo-server-template';

describe('demo answers', () => {
  const template = serverTemplate();
  const keys = Array.from({ length: 60 }, (_, index) => `person-${index}@x`);
  const all = keys.flatMap((subject) =>
    EVALUATOR_TYPES.flatMap((type) =>
      keys.slice(0, 12).map((evaluator) => ({
        subject,
        evaluator,
        type,
        answers: demoAnswers(7, subject, evaluator, type, template),
      })),
    ),
  );

  test('can be submitted by every type of evaluator', () => {
    expect(all).toHaveLength(60 * 12 * 5);
    for (const { type, answers } of all) {
      expect(validateAnswers(template, type, answers)).toEqual([]);
      expect(missingRequiredItems(template, type, answers)).toEqual([]);
    }
  });

  test('shares are as announced: not applicable, comments, optional texts', () => {
    const items = new Map(templateItems(template).map((item) => [item.id, item]));
    const answers = all.flatMap((participant) => participant.answers);
    const where = (allow: boolean) => answers.filter(({ itemId }) => items.get(itemId)?.allowNotApplicable === allow);
    const share = (some: unknown[], of: unknown[]): number => some.length / of.length;
    expect(where(false).filter(({ notApplicable }) => notApplicable)).toEqual([]);
    expect(
      share(
        where(true).filter(({ notApplicable }) => notApplicable),
        where(true),
      ),
    ).toBeCloseTo(0.08, 1);
    const ratings = answers.filter(({ score }) => score !== null);
    expect(
      share(
        ratings.filter(({ comment }) => comment !== null),
        ratings,
      ),
    ).toBeCloseTo(0.2, 1);
    expect(new Set(ratings.map(({ score }) => score))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test('subjects differ more than chance, and so do evaluators', () => {
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const meanBy = (key: 'subject' | 'evaluator', name: string): number =>
      mean(
        all
          .filter((participant) => participant[key] === name)
          .flatMap(({ answers }) => answers.flatMap(({ score }) => score ?? [])),
      );
    const range = (values: number[]): number => Math.max(...values) - Math.min(...values);
    expect(range(keys.map((key) => meanBy('subject', key)))).toBeGreaterThan(1);
    expect(range(keys.slice(0, 12).map((key) => meanBy('evaluator', key)))).toBeGreaterThan(0.4);
  });

  test('the order of asking does not matter, and ids of the server do not either', () => {
    const other = serverTemplate('other');
    const strip = (answers: ReturnType<typeof demoAnswers>) =>
      answers.map(({ itemId, ...answer }) => ({ item: itemId.split('/')[1], ...answer }));
    const again = demoAnswers(7, keys[3] ?? '', keys[5] ?? '', EvaluatorType.Manager, other);
    const before = all.find(
      ({ subject, evaluator, type }) => subject === keys[3] && evaluator === keys[5] && type === EvaluatorType.Manager,
    );
    expect(strip(again)).toHaveLength(20);
    expect(strip(again)).toEqual(strip(before?.answers ?? []));
  });
});
