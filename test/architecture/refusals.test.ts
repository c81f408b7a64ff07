import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { CODES_WITHOUT_BODY, type ErrorCode } from '../../shared/kernel/errors';
import { FIELD_SENTENCES } from '../../shared/kernel/refusals/field-sentences';
import { IMPORT_SENTENCES } from '../../shared/kernel/refusals/import-sentences';
import { REQUEST_SENTENCES } from '../../shared/kernel/refusals/request-sentences';
import { reasonOf, reasonOfAnnotation } from '../../shared/kernel/refusals/sentence';
import { expectOnly } from './exceptions';
import { nodesOf, type SourceFile, sourceFiles } from './source-tree';

// ADR 49: a refusal reaches its reader as a code with values, so each sentence that is thrown is one of the catalog.

const SENTENCES = { ...FIELD_SENTENCES, ...REQUEST_SENTENCES, ...IMPORT_SENTENCES };
const sentencesOf = (language: string): object =>
  (JSON.parse(readFileSync(`console/texts/refusals/${language}.json`, 'utf8')) as { sentences: object }).sentences;
const spanish = sentencesOf('es');
const files = sourceFiles('api', 'shared', 'worker');
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<!\{)\{(\w+)\}(?!\})/g)].map(([, name = '']) => name).sort();

/** What stands where a refusal is found: the text of a constant one, or the source of one that is put together. */
interface Said {
  place: string;
  text: string;
  isConstant: boolean;
}

function saidIn({ path, syntax }: SourceFile): Said[] {
  return nodesOf(syntax)
    .flatMap((node) => sayings(node))
    .flatMap((node) => branchesOf(node))
    .map((node) => ({
      place: path,
      text: ts.isStringLiteralLike(node) ? node.text : node.getText(),
      isConstant: ts.isStringLiteralLike(node),
    }));
}

/** The expressions of a node that say why something is refused. */
function sayings(node: ts.Node): ts.Expression[] {
  if (ts.isObjectLiteralExpression(node)) {
    const named = new Map(node.properties.map((property) => [property.name?.getText(), property]));
    const message = named.get('message');
    return named.has('field') && message && ts.isPropertyAssignment(message) ? [message.initializer] : [];
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const [first, second] = node.arguments ?? [];
  switch (node.expression.getText()) {
    case 'conflict':
    case 'CsvError':
    case 'NotAllowed':
      return first ? [first] : [];
    case 'AppError':
      return first && second && !isSilent(first) ? [second] : [];
    default:
      return [];
  }
}

const isSilent = (code: ts.Expression): boolean =>
  ts.isStringLiteral(code) && CODES_WITHOUT_BODY.has(code.text as ErrorCode);

/** The texts among which an expression chooses. */
function branchesOf(node: ts.Expression): ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(branchesOf);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? [node] : [];
}

const WHOLE = {
  'api/insight/job-repetition.service.ts: `This job cannot run again. ${rule.refusal}`':
    'whole sentences in the catalog',
  'api/platform/files.service.ts: `must be ${EVIDENCE_TYPES}`': 'one whole sentence in the catalog',
  'api/platform/sso/sign-in-settings.queries.ts: `The provider cannot be used: ${reasonOf(error)}.`':
    'whole sentences in the catalog',
  'shared/comms/mail/mail-template.ts: `cannot be read as a template: ${WHAT_IS_ALLOWED}`':
    'one whole sentence in the catalog',
  'shared/infra/csv.ts: `The file is ${decoded.reason}.`': 'whole sentences in the catalog',
  'shared/infra/csv.ts: `The header row cannot be read: ${best.header.problem.message}.`':
    'whole sentences in the catalog',
  'api/platform/accounts/recover.service.ts: `"${address}" is not an email address.`':
    'an operator reads it in a terminal',
  'api/platform/accounts/recover.service.ts: `${email} belongs to an account of an organization. Use another address for the platform.`':
    'an operator reads it in a terminal',
};

const ANNOTATION =
  /^\s*\*\s@(?:pattern \S+|(?:minimum|maximum|minLength|maxLength|minItems|maxItems) -?[\d.]+|is(?:Int|String|Float|Bool|Date|DateTime))[ \t]+(\S.*)$/gm;

test('there are refusals to look at', () => {
  expect(files.flatMap(saidIn).length).toBeGreaterThan(150);
});

test('every constant refusal has a code', () => {
  const found = files.flatMap(saidIn).filter(({ text, isConstant }) => isConstant && reasonOf(text) === null);
  expectOnly(found.map(({ place, text }) => `${place}: ${text}`));
});

test('a refusal with values is tagged, so that its values reach the reader', () => {
  const found = files.flatMap(saidIn).filter(({ isConstant }) => !isConstant);
  expectOnly(
    found.map(({ place, text }) => `${place}: ${text}`),
    WHOLE,
  );
});

test('every tagged sentence is one of the catalog', () => {
  const catalog = new Set(Object.values(SENTENCES).map((text) => text.replace(/\{\w+\}/g, '{}')));
  const tagged = files.flatMap(({ path, syntax }) =>
    nodesOf(syntax).flatMap((node) => {
      if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sentence') return [];
      const { template } = node;
      const text = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : template.head.text + template.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
      return catalog.has(text) ? [] : [`${path}: ${text}`];
    }),
  );
  expect(tagged).toEqual([]);
});

test('every sentence of an annotation has a code', () => {
  const without = sourceFiles('api').flatMap(({ path, syntax }) =>
    [...syntax.text.matchAll(ANNOTATION)]
      .map(([, message = '']) => message.trim())
      .filter((message) => reasonOfAnnotation(message).code === 'NOT_VALID')
      .map((message) => `${path}: ${message}`),
  );
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
