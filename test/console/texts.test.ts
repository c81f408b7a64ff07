import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { FIELD_SENTENCES } from '../../shared/kernel/refusals/field-sentences';
import { IMPORT_SENTENCES } from '../../shared/kernel/refusals/import-sentences';
import { REQUEST_SENTENCES } from '../../shared/kernel/refusals/request-sentences';

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
  'Webhook',
  'Webhooks',
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
  { english: /^On leave$/, spanish: /^De baja o de permiso$/ },
  { english: /\bnine-box\b/i, spanish: /matriz de nueve casillas|casilla/i },
  { english: /\bpeers?\b/i, spanish: /\bcompañeros?\b/i },
  { english: /\bcareer paths?\b/i, spanish: /\brutas? de carrera\b/i },
  { english: /\bby \{(date|due)\}/, spanish: /a más tardar el \{(date|due)\}/i },
];
/** What people had to read twice, and what has another word now. */
const RETIRED = {
  en: [
    /\b(fewest|most) peers\b/i,
    /no one ticked/i,
    /only what the job needs/i,
    /of it have answered/i,
    /what the warning names/i,
    /can stand below/i,
    /a top department/i,
    /calibrate the scores before/i,
    /counts now/i,
    /\bfor dice\b/i,
    /weight that counts/i,
    /\btake out\b/i,
    /^waits for the manager/i,
    /beside yours/i,
  ],
  es: [
    /nueve cajas/i,
    /(?<!\p{L})par(es)?(?!\p{L})/iu,
    /hasta el (\{|\$|\d)/i,
    /de licencia/i,
    /(?<!de baja o )de permiso/i,
    /mapa de calor/i,
    /le espera/i,
    /ahora mismo no/i,
    /partes? interesadas?/i,
    /significa cada paso/i,
    /guarda el ciclo/i,
    /desde entonces/i,
    /^afectad[ao]s$/i,
    /^requeridos?$/i,
    /\bajustes\b/i,
    /nombre de pila/i,
  ],
};
const retiredIn = (texts: Iterable<string>, words: readonly RegExp[]): string[] =>
  [...texts].filter((text) => words.some((word) => word.test(text)));

/** A number before a noun in the plural, which reads wrong for one: `{count, plural, …}` has a form for it. */
const UNCOUNTED =
  /\{(?:(?<number>\w+), number|(?<name>count|total|(?:max|min)(?:\p{Lu}\w*)?))\} (?<noun>\p{Ll}*s|people)(?!\p{L})/gu;
/** Numbers that are never one: limits, and the smallest group whose answers are shown. */
const NEVER_ONE = new Set(['max', 'min', 'minimum', 'threshold', 'milliseconds', 'potential']);
const NO_NOUN = new Set(['más', 'antes', 'después', 'tras', 'es', 'is', 'has', 'was', 'as']);
/** Where the number of all is known to be larger. */
const ALWAYS_SEVERAL = ['newest', 'newPasswordHint', 'JOB_DIED'];
const uncountedIn = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([key, text]) =>
    ALWAYS_SEVERAL.some((name) => key.endsWith(name))
      ? []
      : [...text.matchAll(UNCOUNTED)].flatMap(({ 0: found, groups: { number, name, noun } = {} }) =>
          NEVER_ONE.has(number ?? name ?? '') || NO_NOUN.has(noun ?? '') ? [] : [`${key}: ${found}`],
        ),
  );

/** Texts of the service that people read: emails, notifications, exports. */
const WRITTEN_BY_THE_SERVICE = [
  'shared/comms/default-templates.rules.ts',
  'shared/comms/notification-texts.rules.ts',
  'shared/kernel/refusals/field-sentences.ts',
  'shared/kernel/refusals/request-sentences.ts',
  'worker/render/heatmap.xlsx.ts',
  'worker/render/report/report.labels.ts',
];

test.each(WRITTEN_BY_THE_SERVICE)('%s has no retired word', (path) => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  expect(found.length).toBeGreaterThan(5);
  expect(retiredIn(found, [...RETIRED.en, ...RETIRED.es])).toEqual([]);
});

test('the refusals in Spanish have no retired word', () => {
  const refusals = read('console/texts/refusals', 'es');
  expect(refusals.size).toBeGreaterThan(100);
  expect(retiredIn(refusals.values(), RETIRED.es)).toEqual([]);
});

test('a number that can be one has a noun in the singular too', () => {
  expect(
    uncountedIn(
      new Map([
        ['a', '{total, number} evaluations'],
        ['b', 'Hasta {maxPeers} pares'],
      ]),
    ),
  ).toHaveLength(2);
  const sentences = new Map(Object.entries({ ...FIELD_SENTENCES, ...REQUEST_SENTENCES, ...IMPORT_SENTENCES }));
  const texts = folders.flatMap((folder) => [read(folder, 'en'), read(folder, 'es')]);
  const wrong = [sentences, read('console/texts/refusals', 'es'), ...texts].flatMap(uncountedIn);
  expect(wrong).toEqual([]);
});

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
  });

  test('no text has a retired word', () => {
    expect(retiredIn(english.values(), RETIRED.en)).toEqual([]);
    expect(retiredIn(spanish.values(), RETIRED.es)).toEqual([]);
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

const namesIn = (folder: string): string[] =>
  folders.includes(folder) ? Object.keys(JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')) as Texts) : [];
const textsOfArea = (path: string): string[] => namesIn(join('console', path.split('/')[1] ?? '', 'texts'));
const ofEveryPage = namesIn('console/texts');
const namesUsedBy = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/useTranslations\('(\w+)/g)].map(([, name = '']) => name);

test('a component takes its texts from its area, or from those that every page has', () => {
  const missing = components().flatMap((path) => {
    const offered = new Set([...ofEveryPage, ...textsOfArea(path)]);
    return namesUsedBy(path).flatMap((name) => (offered.has(name) ? [] : [`${path}: ${name}`]));
  });
  expect(missing).toEqual([]);
});

test('a component that another area shows takes its texts from those that every page has, or brings its own', () => {
  const bringsOwn = (path: string): boolean => readFileSync(path, 'utf8').includes('<AreaTexts');
  const known = components();
  const missing = known
    .filter((path) => !bringsOwn(path))
    .flatMap((path) => {
      const offered = new Set([...ofEveryPage, ...textsOfArea(path)]);
      return [...readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .map(([, target = '']) => `${join(dirname(path), target)}.tsx`)
        .filter((shown) => known.includes(shown) && textsOfArea(shown).length > 0 && !bringsOwn(shown))
        .flatMap((shown) => namesUsedBy(shown).filter((name) => !offered.has(name)))
        .map((name) => `${path}: ${name}`);
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
