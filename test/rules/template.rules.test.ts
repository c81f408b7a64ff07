import { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  contentForRequirements,
  feedsPotential,
  feedsScore,
  itemAppliesTo,
  requirementIdOf,
  requirementsForScore,
  type TemplateContent,
  templateItems,
  validateTemplate,
} from '../../shared/framework/template.rules';
import { ratingItem, templateOf, textItem } from './evaluation.fixtures';

const ok = ratingItem('ok');
const scale = (min: number, max: number, ...labels: string[]): TemplateContent => ({
  ...templateOf(ok),
  scale: { min, max, labels },
});

describe('a template is valid', () => {
  test.each<[string, TemplateContent, string[]]>([
    ['one rating', templateOf(ok), []],
    ['ratings, texts and potential', templateOf(ok, textItem('t'), ratingItem('p', { measuresPotential: true })), []],
    ['a label per step', scale(1, 3, 'a', 'b', 'c'), []],
    ['a scale from 0', scale(0, 10), []],
    ['a label too few', scale(1, 5, 'a', 'b', 'c', 'd'), ['scale.labels']],
    ['min = max', scale(3, 3), ['scale.max']],
    ['min > max', scale(5, 1), ['scale.max']],
    ['half steps', scale(0.5, 5), ['scale.min']],
    ['a scale below 0', scale(-1, 5), ['scale.min']],
    ['an endless scale', scale(1, Infinity), ['scale.max']],
    ['no sections', { ...templateOf(), sections: [] }, ['sections']],
    ['texts only', templateOf(textItem('t')), ['sections']],
    ['potential only', templateOf(ratingItem('p', { measuresPotential: true })), ['sections']],
    ['an item id twice', templateOf(ok, ratingItem('x'), ratingItem('x')), ['sections[0].items[2].id']],
    [
      'a section id twice, an item id twice across sections',
      { ...templateOf(ok), sections: [...templateOf(ok).sections, ...templateOf(ok).sections] },
      ['sections[1].id', 'sections[1].items[0].id'],
    ],
    ['a rating of weight 0', templateOf(ok, ratingItem('x', { weight: 0 })), ['sections[0].items[1].weight']],
    ['a negative weight', templateOf(ok, textItem('x', { weight: -1 })), ['sections[0].items[1].weight']],
    ['a weight that is no number', templateOf(ok, ratingItem('x', { weight: NaN })), ['sections[0].items[1].weight']],
    ['an absurd weight', templateOf(ok, ratingItem('x', { weight: 1001 })), ['sections[0].items[1].weight']],
    [
      'a text that measures potential',
      templateOf(ok, textItem('x', { measuresPotential: true })),
      ['sections[0].items[1].measuresPotential'],
    ],
    [
      'competency and skill',
      templateOf(ok, ratingItem('x', { competencyId: 'c', skillId: 's' })),
      ['sections[0].items[1].skillId'],
    ],
    ['an empty question', templateOf(ok, ratingItem('x', { text: ' ' })), ['sections[0].items[1].text']],
    [
      'an evaluator type twice',
      templateOf(ok, ratingItem('x', { evaluatorTypes: [EvaluatorType.Peer, EvaluatorType.Peer] })),
      ['sections[0].items[1].evaluatorTypes'],
    ],
  ])('%s', (_name, content, fields) => {
    expect(validateTemplate(content).map(({ field }) => field)).toEqual(fields);
  });
});

describe('items', () => {
  test.each([
    ['nobody named = everybody', [], EvaluatorType.Stakeholder, true],
    ['named', [EvaluatorType.Self, EvaluatorType.Peer], EvaluatorType.Peer, true],
    ['not named', [EvaluatorType.Self, EvaluatorType.Peer], EvaluatorType.Manager, false],
  ])('asked of an evaluator type: %s', (_name, evaluatorTypes, type, applies) => {
    expect(itemAppliesTo({ evaluatorTypes }, type)).toBe(applies);
  });

  test.each([
    ['a rating', ratingItem('x'), true, false],
    ['a rating of potential', ratingItem('x', { measuresPotential: true }), false, true],
    ['a text', textItem('x'), false, false],
  ])('%s feeds the score: %#', (_name, item, score, potential) => {
    expect([feedsScore(item), feedsPotential(item)]).toEqual([score, potential]);
  });

  test('keep the order of the sections', () => {
    const sections = [
      ...templateOf(ratingItem('a'), ratingItem('b')).sections,
      ...templateOf(ratingItem('c')).sections,
    ];
    expect(templateItems({ sections }).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['a competency', { competencyId: 'c', skillId: null }, 'c'],
    ['a skill', { competencyId: null, skillId: 's' }, 's'],
    ['nothing', { competencyId: null, skillId: null }, null],
  ])('mapped to %s', (_name, mapped, id) => {
    expect(requirementIdOf(mapped)).toBe(id);
  });
});

describe('what is asked about a subject follows the requirements of the job', () => {
  const free = ratingItem('free');
  const onC = ratingItem('on c', { competencyId: 'c' });
  const onS = ratingItem('on s', { skillId: 's' });
  const aboutC = textItem('about c', { competencyId: 'c' });
  const potentialOfC = ratingItem('potential of c', { competencyId: 'c', measuresPotential: true });
  type Section = Pick<TemplateContent['sections'][number], 'onlyRequired' | 'items'>;
  const only = (...items: Section['items']): Section => ({ onlyRequired: true, items });
  const all = (...items: Section['items']): Section => ({ items });
  const contentOf = (sections: readonly Section[]): TemplateContent => ({
    ...templateOf(),
    sections: sections.map((section, at) => ({ id: `section ${at}`, title: `Section ${at}`, ...section })),
  });

  test.each<[string, Section[], string[], string[][]]>([
    ['a section for all asks everything', [all(onC, onS, free)], [], [['on c', 'on s', 'free']]],
    ['a required competency', [only(onC, onS)], ['c'], [['on c']]],
    ['a required skill', [only(onC, onS)], ['s'], [['on s']]],
    ['both, in the order of the section', [only(onS, onC)], ['c', 's'], [['on s', 'on c']]],
    ['a required competency that no item asks for', [only(onC, free)], ['x'], [['free']]],
    ['items without competency and skill stay', [only(free, onC)], [], [['free']]],
    ['a text is left out as a rating is', [only(aboutC, onC, free)], [], [['free']]],
    ['a section that asks nothing is left out', [only(onC), all(onC)], [], [['on c']]],
    ['nothing is left', [only(onC), only(onS)], [], []],
    ['the same competency in a section of each kind', [all(onC), only(onC, free)], [], [['on c'], ['free']]],
  ])('%s', (_name, sections, required, asked) => {
    const content = contentOf(sections);
    const requirements = required.map((requirementId) => ({ requirementId }));
    const shown = contentForRequirements(content, requirements);
    expect(shown.sections.map(({ items }) => items.map(({ id }) => id))).toEqual(asked);
    expect([shown.scale, content]).toEqual([content.scale, contentOf(sections)]);
  });

  test.each<[string, Section[], string[] | null]>([
    ['a section for all', [all(onC)], null],
    ['an item for all among those by requirement', [only(onC, free)], null],
    ['one competency or one skill', [only(onC, onS, onC)], ['c', 's']],
    ['texts and potential do not count', [only(aboutC, potentialOfC, onS), all(aboutC, potentialOfC)], ['s']],
  ])('of what a subject needs one thing to get a score: %s', (_name, sections, ids) => {
    expect(requirementsForScore(contentOf(sections))).toEqual(ids);
  });
});
