import {
  changedTexts,
  presentTexts,
  type TranslatedTexts,
  translateTemplate,
  translationProgress,
  validateTranslation,
} from '../../shared/framework/template-translation.rules';
import type { TemplateContent } from '../../shared/framework/template.rules';
import { canonicalLocale, languagesOf } from '../../shared/kernel/locale.rules';
import { ratingItem, textItem } from './evaluation.fixtures';

// The viewer's language, then its base language, then the template's own.

const template: TemplateContent & { name: string; description: string | null } = {
  name: 'Review',
  description: null,
  scale: { min: 1, max: 3, labels: ['Never', '', 'Always'] },
  sections: [
    { id: 'a', title: 'Work', items: [ratingItem('one', { text: 'Plans' }), ratingItem('two', { text: 'Listens' })] },
    { id: 'b', title: 'More', items: [textItem('three', { text: 'What else?' })] },
  ],
};
const NOTHING: TranslatedTexts = { name: null, description: null, labels: [], sections: [], items: [] };
const spanish: TranslatedTexts = {
  name: 'Evaluación',
  description: null,
  labels: ['Nunca', '', 'Siempre'],
  sections: [{ id: 'a', title: 'Trabajo' }],
  items: [
    { id: 'one', text: 'Planifica' },
    { id: 'three', text: '¿Qué más?' },
  ],
};
const regional: TranslatedTexts = {
  ...NOTHING,
  labels: ['', '', 'Diario'],
  sections: [{ id: 'b', title: 'Otros' }],
  items: [
    { id: 'one', text: 'Planea' },
    { id: 'gone', text: 'Ya no está' },
  ],
};

/** All texts of a form in their order. */
const textsOf = (shown: typeof template): string[] => [
  shown.name,
  ...shown.scale.labels,
  ...shown.sections.flatMap(({ title, items }) => [title, ...items.map(({ text }) => text)]),
];

test.each<[string, TranslatedTexts[], string]>([
  ['no translation', [], 'Review|Never||Always|Work|Plans|Listens|More|What else?'],
  ['an empty one', [NOTHING], 'Review|Never||Always|Work|Plans|Listens|More|What else?'],
  ['the base language', [spanish], 'Evaluación|Nunca||Siempre|Trabajo|Planifica|Listens|More|¿Qué más?'],
  ['the exact tag alone', [regional], 'Review|Never||Diario|Work|Planea|Listens|Otros|What else?'],
  ['both', [spanish, regional], 'Evaluación|Nunca||Diario|Trabajo|Planea|Listens|Otros|¿Qué más?'],
  [
    'labels of a scale that had other steps',
    [{ ...spanish, labels: ['Nunca', 'Siempre'] }],
    'Evaluación|Never||Always|Trabajo|Planifica|Listens|More|¿Qué más?',
  ],
])('a form with %s', (_case, translations, expected) => {
  const before = structuredClone(template);
  const shown = translateTemplate(template, translations);
  expect(textsOf(shown).join('|')).toBe(expected);
  expect(template).toEqual(before);
  // Nothing but texts changes.
  const bare = (content: typeof template): unknown =>
    JSON.parse(
      JSON.stringify(content, (key, value) => (['name', 'labels', 'title', 'text'].includes(key) ? '' : value)),
    );
  expect(bare(shown)).toEqual(bare(template));
});

test('content without a name gets none', () => {
  const { scale, sections } = template;
  expect(translateTemplate({ scale, sections }, [spanish])).not.toHaveProperty('name');
});

test.each<[string, string[]]>([
  ['es-MX', ['es', 'es-MX']],
  ['ES-mx', ['es', 'es-MX']],
  ['es', ['es']],
  ['zh-Hant-TW', ['zh', 'zh-Hant-TW']],
  ['not a tag', []],
  ['', []],
])('who reads %j understands %j, the best last', (tag, expected) => {
  expect(languagesOf(tag)).toEqual(expected);
});

test.each<[string, string | null]>([
  ['pt-br', 'pt-BR'],
  ['iw', 'he'],
  ['en_US', null],
  ['español', null],
  ['$ne', null],
])('%j is stored as %j', (tag, expected) => {
  expect(canonicalLocale(tag)).toBe(expected);
});

// Name, two labels (the middle step has none), two sections and three items.
test.each<[string, TranslatedTexts, number]>([
  ['nothing', NOTHING, 0],
  ['most', spanish, 6],
  ['what has gone does not count', regional, 3],
  ['a description that the template does not have', { ...NOTHING, description: 'Anual' }, 0],
])('progress: %s', (_case, translation, translated) => {
  expect(translationProgress(template, translation)).toEqual({ translated, total: 8 });
  const described = { ...template, description: 'Yearly' };
  expect(translationProgress(described, translation)).toEqual({
    translated: translated + (translation.description ? 1 : 0),
    total: 9,
  });
});

test('texts of what the template no longer has are not shown', () => {
  expect(presentTexts(template, regional).items).toEqual([{ id: 'one', text: 'Planea' }]);
  expect(presentTexts(template, { ...regional, labels: ['Diario'] }).labels).toEqual([]);
});

const title = (id: string): { id: string; title: string } => ({ id, title: 'T' });
const text = (id: string): { id: string; text: string } => ({ id, text: 'T' });
test.each<[string, Partial<TranslatedTexts>, string[]]>([
  ['all', spanish, []],
  ['nothing', {}, []],
  ['no label', { labels: [] }, []],
  [
    'a label too few',
    { labels: ['a', 'b'] },
    ['labels must be empty or have one label for each label of the template (3)'],
  ],
  ['an unknown section', { sections: [title('a'), title('one')] }, ['sections[1].id does not exist in the template']],
  ['an unknown item', { items: [text('a')] }, ['items[0].id does not exist in the template']],
  ['an item twice', { items: [text('one'), text('two'), text('one')] }, ['items[2].id must not be repeated']],
])('a translation with %s', (_case, changes, expected) => {
  const problems = validateTranslation(template, { ...NOTHING, ...changes });
  expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual(expected);
});

test.each<[string, TranslatedTexts | null, TranslatedTexts | null, string[]]>([
  ['a new one', null, regional, ['labels.2', 'sections.b', 'items.one', 'items.gone']],
  ['the same', spanish, spanish, []],
  [
    'one text',
    spanish,
    { ...spanish, name: null, items: [{ id: 'one', text: 'Planea' }] },
    ['name', 'items.one', 'items.three'],
  ],
])('an audit entry names the changed texts: %s', (_case, before, after, expected) => {
  expect(changedTexts(before, after)).toEqual(expected);
});
