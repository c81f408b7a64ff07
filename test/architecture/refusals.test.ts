import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { FIELD_SENTENCES } from '../../shared/kernel/refusals/field-sentences';
import { IMPORT_SENTENCES } from '../../shared/kernel/refusals/import-sentences';
import { reasonOfAnnotation } from '../../shared/kernel/refusals/refusal';
import { REQUEST_SENTENCES } from '../../shared/kernel/refusals/request-sentences';
import { expectOnly } from './exceptions';
import { nodesOf, sourceFiles } from './source-tree';

// ADR 49: a refusal is thrown by code and values; the types hold the values of each code.

const SENTENCES = { ...FIELD_SENTENCES, ...REQUEST_SENTENCES, ...IMPORT_SENTENCES };
const sentencesOf = (language: string): object =>
  (JSON.parse(readFileSync(`console/texts/refusals/${language}.json`, 'utf8')) as { sentences: object }).sentences;
const spanish = sentencesOf('es');
const files = sourceFiles('api', 'shared', 'worker');
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name = '']) => name).sort();

const ANNOTATION =
  /^\s*(?:\/\*)?\*\s@(?:pattern \S+|(?:minimum|maximum|minLength|maxLength|minItems|maxItems) -?[\d.]+|is(?:Int|String|Float|Bool|Date|DateTime))[ \t]+(?!\*\/)(\S.*?)(?:\s*\*\/)?$/gm;

/** The sentences of validators in the sources of the API. */
const annotations = (): { path: string; message: string }[] =>
  files.flatMap(({ path, syntax }) =>
    [...syntax.text.matchAll(ANNOTATION)].map(([, message = '']) => ({ path, message: message.trim() })),
  );

test('every code of the catalog is thrown, or said by an annotation', () => {
  const thrown = new Set(
    files.flatMap(({ syntax }) => nodesOf(syntax).flatMap((node) => (ts.isStringLiteralLike(node) ? [node.text] : []))),
  );
  const annotated = annotations().map(({ message }) => reasonOfAnnotation(message).code);
  const unused = Object.keys(SENTENCES).filter((code) => !thrown.has(code) && !annotated.includes(code));
  expectOnly(unused, { HEADER_QUOTE_NOT_CLOSED: 'put together', HEADER_TEXT_AFTER_QUOTE: 'put together' });
});

test('every sentence of an annotation has a code', () => {
  const without = annotations().filter(({ message }) => reasonOfAnnotation(message).code === 'NOT_VALID');
  expect(without).toEqual([]);
});

test('Spanish has every code, English what names the API, and both no value of their own', () => {
  const shape = (texts: object): [string, string[]][] =>
    Object.entries(texts)
      .map(([code, text]): [string, string[]] => [code, namesIn(String(text))])
      .sort(([a], [b]) => a.localeCompare(b));
  const missing = shape(SENTENCES).filter(([code]) => !Object.hasOwn(spanish, code));
  expect(missing).toEqual([]);
  expect(Object.keys(spanish).filter((code) => !Object.hasOwn(SENTENCES, code))).toEqual([]);
  expect(Object.keys(sentencesOf('en')).filter((code) => !Object.hasOwn(SENTENCES, code))).toEqual([]);
  const naming = Object.entries({ ...SENTENCES, ...sentencesOf('en') }).filter(([, text]) =>
    /\/api\//.test(String(text)),
  );
  expect(naming).toEqual([]);
  const english = new Map(shape(SENTENCES));
  const strange = [...shape(spanish), ...shape(sentencesOf('en'))].filter(([code, names]) =>
    names.some((name) => !english.get(code)?.includes(name)),
  );
  expect(strange).toEqual([]);
});
