import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

type Texts = { [name: string]: string | Texts };

const folders = ['console/texts', ...readdirSync('console').map((area) => join('console', area, 'texts'))].filter(
  (folder) => {
    try {
      return readdirSync(folder).includes('en.json');
    } catch {
      return false;
    }
  },
);

/** Words that both languages write in the same way. */
const SAME_IN_BOTH = new Set([
  'Color',
  'No',
  'Plan',
  'Roles',
  'eNPS',
  '{done} / {total}',
  '{name} ({load, number})',
  '{kind}: {person}',
  '{step}: {name}',
  '{first}–{last}',
]);

function entries(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : entries(value, `${prefix}${name}.`),
  );
}

function read(folder: string, language: string): Map<string, string> {
  return new Map(entries(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Texts));
}

/** The names that a text expects values for, such as `count` of `{count, plural, …}`. */
function argumentsOf(text: string): string[] {
  const branches = /(?:=\d+|zero|one|two|few|many|other) \{(\w+)\}/g;
  const outside = text.replace(branches, '');
  return [...new Set([...outside.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name))].sort();
}

/** One word for one thing: the Spanish of a term wherever the English text has it, and what is no Spanish for it. */
const GLOSSARY = [
  { english: /^Terminated$/, spanish: /^Ha dejado la organización$/ },
  { english: /^On leave$/, spanish: /^De permiso$/ },
  { english: /\bnine-box\b/i, spanish: /matriz de nueve casillas|casilla/i },
  { english: /\bpeers?\b/i, spanish: /\bpar(es)?\b/i },
  { english: /\bcareer paths?\b/i, spanish: /\brutas? de carrera\b/i },
  { english: /\bby \{(date|due)\}/, spanish: /a más tardar el \{(date|due)\}/i },
];
const NOT_SPANISH = /nueve cajas|compañeros?|hasta el\b|de licencia|de baja\b/i;

test('there are texts to compare', () => {
  expect(folders.length).toBeGreaterThan(4);
});

describe.each(folders)('%s (everything in English and Spanish)', (folder) => {
  const english = read(folder, 'en');
  const spanish = read(folder, 'es');

  test('Spanish has one word for one thing', () => {
    const wrong = [...english].flatMap(([key, text]) =>
      GLOSSARY.filter((term) => term.english.test(text) && !term.spanish.test(spanish.get(key) ?? '')).map(() => [
        key,
        text,
        spanish.get(key),
      ]),
    );
    expect(wrong).toEqual([]);
    expect([...spanish.values()].filter((text) => NOT_SPANISH.test(text))).toEqual([]);
  });

  test('both languages have the same texts with the same values', () => {
    expect([...spanish.keys()]).toEqual([...english.keys()]);
    const shape = (texts: Map<string, string>) => [...texts].map(([key, text]) => [key, argumentsOf(text)]);
    expect(shape(spanish)).toEqual(shape(english));
  });

  test('no text is left in the other language', () => {
    const same = [...english].filter(([key, text]) => spanish.get(key) === text && /\p{L}/u.test(text));
    expect(same.filter(([, text]) => !SAME_IN_BOTH.has(text))).toEqual([]);
  });
});

test('a component takes its texts from its area, or from those that every page has', () => {
  const namesIn = (folder: string): string[] =>
    folders.includes(folder) ? Object.keys(JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')) as Texts) : [];
  const ofAll = namesIn('console/texts');
  const missing = components().flatMap((path) => {
    const offered = new Set([...ofAll, ...namesIn(join('console', path.split('/')[1] ?? '', 'texts'))]);
    const used = readFileSync(path, 'utf8').matchAll(/useTranslations\('(\w+)/g);
    return [...used].flatMap(([, name = '']) => (offered.has(name) ? [] : [`${path}: ${name}`]));
  });
  expect(missing).toEqual([]);
});

/** Attributes whose text people see or hear. */
const SPOKEN = new Set(['label', 'title', 'placeholder', 'alt', 'aria-label', 'hint', 'heading', 'action']);

test('no component writes a text of its own', () => {
  expect(components().flatMap(literals)).toEqual([]);
});

function components(): string[] {
  return readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join('console', name));
}

function literals(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isSpoken =
      ts.isJsxAttribute(node) &&
      SPOKEN.has(node.name.getText()) &&
      node.initializer?.kind === ts.SyntaxKind.StringLiteral;
    const text = ts.isJsxText(node) ? node.text : isSpoken ? (node.initializer?.getText() ?? '') : '';
    if (/\p{L}/u.test(text)) found.push(`${path}: ${text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
