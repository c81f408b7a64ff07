import {
  ESSENTIALS_CATEGORIES,
  ESSENTIALS_PROFILES,
  ESSENTIALS_TEMPLATES,
  ESSENTIALS_TEXTS,
} from '../../api/framework/starter-sets/essentials';

const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, shapeOf(inner)]));
};
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

test('both languages have every text', () => {
  expect(shapeOf(ESSENTIALS_TEXTS.es)).toEqual(shapeOf(ESSENTIALS_TEXTS.en));
});

describe.each(['en', 'es'] as const)('texts in %s', (language) => {
  const texts = ESSENTIALS_TEXTS[language];

  test('each competency has five levels, and no two levels or statements are alike', () => {
    const competencies = Object.values(texts.competencies);
    expect(competencies.filter(({ levels }) => levels.length !== 5)).toEqual([]);
    const sentences = competencies.flatMap(({ levels, statement, description }) => [...levels, statement, description]);
    expect(new Set(sentences.map((sentence) => sentence.toLowerCase())).size).toBe(sentences.length);
    // A level that is a variation of another one shares most of its words with it.
    const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));
    for (const { levels } of competencies)
      levels.forEach((level, at) => {
        const words = wordsOf(level);
        const alike = levels.slice(at + 1).filter((other) => {
          const others = wordsOf(other);
          return [...words].filter((word) => others.has(word)).length > Math.min(words.size, others.size) / 2;
        });
        expect({ level, alike }).toEqual({ level, alike: [] });
      });
  });

  test('texts are plain, complete sentences that fit their fields', () => {
    const all = textsIn(texts);
    expect(all.filter((text) => text !== text.trim() || /\s{2}|[<>{}]/.test(text) || text.length > 200)).toEqual([]);
    const sentences = Object.values(texts.competencies).flatMap(({ levels, statement }) => [...levels, statement]);
    expect(sentences.filter((text) => !/^\p{Lu}.*\.$/u.test(text))).toEqual([]);
  });
});

test('every competency belongs to one category, and templates and profiles use at least five', () => {
  const known = Object.keys(ESSENTIALS_TEXTS.en.competencies).sort();
  expect(Object.values(ESSENTIALS_CATEGORIES).flat().sort()).toEqual(known);
  expect(Object.keys(ESSENTIALS_PROFILES).sort()).toEqual(Object.keys(ESSENTIALS_TEXTS.en.profiles).sort());
  for (const { competencies } of Object.values(ESSENTIALS_TEMPLATES))
    expect(new Set(competencies).size).toBeGreaterThanOrEqual(5);
  for (const { requires, critical } of Object.values(ESSENTIALS_PROFILES)) {
    expect(Object.keys(requires).length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(requires)).toEqual(expect.arrayContaining([...critical]));
  }
});
