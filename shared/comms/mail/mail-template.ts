import Handlebars from 'handlebars';
import { type FieldRefusal, refusal, type Refusal } from '../../kernel/refusals/refusal';
import type { MailTexts, TemplateKey } from '../template-key';
import { TEMPLATE_VARIABLES, type TemplateVariable } from '../template-variables.rules';
import { htmlProblem, htmlToText } from './mail-html.rules';

type Program = hbs.AST.Program;

/** One piece of a template; everything else that handlebars can express is refused. */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'if'; name: string; then: Part[]; otherwise: Part[] };

/** A template that does more than show values; `message` names what is not allowed. */
class NotAllowed extends Error {
  constructor(readonly why: Refusal) {
    super(why.message);
  }
}

/**
 * Parses a template with handlebars' parser; nothing is compiled or executed. Throws `NotAllowed` for helpers,
 * partials, paths, raw output and variables that are not in `names`.
 */
function parse(source: string, names: ReadonlySet<string>): Part[] {
  let program: Program;
  try {
    program = Handlebars.parse(source);
  } catch {
    throw new NotAllowed(refusal('UNREADABLE_TEMPLATE'));
  }
  return partsOf(program, names);
}

function partsOf({ body }: Program, names: ReadonlySet<string>): Part[] {
  return body.flatMap((statement): Part[] => {
    if (isContent(statement)) return [{ kind: 'text', text: statement.value }];
    if (statement.type === 'CommentStatement') return [];
    if (isMustache(statement) && statement.escaped && hasNoArguments(statement))
      return [{ kind: 'value', name: variableOf(statement.path, names) }];
    if (isBlock(statement)) return [conditionOf(statement, names)];
    throw new NotAllowed(refusal('NO_GOOD_TEMPLATE'));
  });
}

function conditionOf(
  { path, params, hash, program, inverse }: hbs.AST.BlockStatement,
  names: ReadonlySet<string>,
): Part {
  const [condition] = params;
  const isIf = path.type === 'PathExpression' && 'original' in path && path.original === 'if';
  // Without pairs the parser omits `hash`, although its types require it.
  const pairs = (hash as hbs.AST.Hash | undefined)?.pairs ?? [];
  if (!isIf || !condition || params.length > 1 || pairs.length > 0 || program.blockParams?.length)
    throw new NotAllowed(refusal('NO_GOOD_TEMPLATE'));
  return {
    kind: 'if',
    name: variableOf(condition, names),
    then: partsOf(program, names),
    otherwise: inverse ? partsOf(inverse, names) : [],
  };
}

function variableOf(expression: hbs.AST.Expression, names: ReadonlySet<string>): string {
  if (!isPath(expression) || expression.data || expression.depth > 0 || expression.parts.length !== 1)
    throw new NotAllowed(refusal('NO_GOOD_TEMPLATE'));
  const name = expression.original;
  if (!names.has(name))
    throw new NotAllowed(refusal('VARIABLE_NOT_OF_TEMPLATE', { name, names: [...names].join(', ') }));
  return name;
}

function hasNoArguments({ params, hash }: hbs.AST.MustacheStatement): boolean {
  return params.length === 0 && !(hash as hbs.AST.Hash | undefined)?.pairs.length;
}

const isContent = (node: hbs.AST.Node): node is hbs.AST.ContentStatement => node.type === 'ContentStatement';
const isMustache = (node: hbs.AST.Node): node is hbs.AST.MustacheStatement => node.type === 'MustacheStatement';
const isBlock = (node: hbs.AST.Node): node is hbs.AST.BlockStatement => node.type === 'BlockStatement';
const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression';

/** Returns the problems of a template by field: syntax, unknown variables, HTML of the body. */
export function validateMailTexts(key: TemplateKey, { subject, body }: MailTexts): FieldRefusal[] {
  const variables = TEMPLATE_VARIABLES[key];
  const names = new Set(variables.map(({ name }) => name));
  const ofKind = (kindOfVariable: TemplateVariable['kind']): ReadonlySet<string> =>
    new Set(variables.filter(({ kind }) => kind === kindOfVariable).map(({ name }) => name));
  const links = ofKind('link');
  return [
    ...problemsOf('subject', () => {
      for (const filled of combinationsOf(parse(subject, names))) refuseAsText(filled, links);
    }),
    ...problemsOf('body', () => checkBody(parse(body, names), { links, secrets: ofKind('secret') })),
  ];
}

function problemsOf(field: string, check: () => void): FieldRefusal[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof NotAllowed) return [{ field, ...error.why }];
    throw error;
  }
}

/** Variables with which someone could take over an account; each is allowed in one kind of place only. */
interface SensitiveNames {
  links: ReadonlySet<string>;
  secrets: ReadonlySet<string>;
}

const HREF = /\shref="[^"]*"/gi;
const ADDRESS_SIGN = /[./?@]/;

/**
 * Refuses a body unless every combination of its conditions is allowed as it would be sent: a condition could otherwise
 * assemble what the check forbids.
 */
function checkBody(parts: readonly Part[], { links, secrets }: SensitiveNames): void {
  checkPlaces(parts, links);
  for (const filled of combinationsOf(parts)) {
    const problem = htmlProblem(filled, links);
    if (problem) throw new NotAllowed(problem);
    refuseAsText(htmlToText(filled.replace(HREF, '')), links);
    for (const word of htmlToText(filled).split(/\s/))
      for (const name of secrets)
        if (ADDRESS_SIGN.test(word.split(`{{${name}}}`).slice(0, -1).join('')))
          throw new NotAllowed(refusal('VARIABLE_IN_ADDRESS', { name: variable(name) }));
  }
}

const variable = (name: string): string => `{{${name}}}`;

function refuseAsText(text: string, links: ReadonlySet<string>): void {
  for (const name of links)
    if (text.includes(`{{${name}}}`))
      throw new NotAllowed(
        refusal('VARIABLE_ONLY_AS_LINK', { name: variable(name), form: `href="${variable(name)}"` }),
      );
}

/**
 * Throws unless each branch of a condition is complete HTML and is placed between elements, never inside a tag or attribute.
 */
function checkPlaces(parts: readonly Part[], links: ReadonlySet<string>): void {
  const skeleton = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'value') return `{{${part.name}}}`;
    checkPlaces(part.then, links);
    checkPlaces(part.otherwise, links);
    return '{{#if}}';
  });
  const problem = htmlProblem(skeleton.join(''), links);
  if (problem) throw new NotAllowed(problem);
}

/** Returns the template as it would be sent, once for each combination of its conditions, with its variables left in. */
function combinationsOf(parts: readonly Part[]): string[] {
  const conditions = [...conditionsOf(parts)];
  return Array.from({ length: 2 ** conditions.length }, (_none, choice) => {
    const holding = new Set(conditions.filter((_name, index) => (choice >> index) % 2 === 1));
    return fill(
      parts,
      (name) => `{{${name}}}`,
      (name) => holding.has(name),
    );
  });
}

function conditionsOf(parts: readonly Part[]): Set<string> {
  return new Set(
    parts.flatMap((part) =>
      part.kind === 'if' ? [part.name, ...conditionsOf(part.then), ...conditionsOf(part.otherwise)] : [],
    ),
  );
}

/** Fills in the values: the subject becomes one line of plain text, the body HTML with every value escaped. */
export type TemplateRenderer = (values: Readonly<Record<string, string>>) => MailTexts;

/** Parses the texts of a template once for any number of emails. */
export function templateRenderer(key: TemplateKey, { subject, body }: MailTexts): TemplateRenderer {
  const names = new Set(TEMPLATE_VARIABLES[key].map(({ name }) => name));
  const [subjectParts, bodyParts] = [parse(subject, names), parse(body, names)];
  return (values) => {
    const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');
    const holds = (name: string): boolean => valueOf(name) !== '';
    return {
      subject: headerText(fill(subjectParts, valueOf, holds)),
      body: fill(bodyParts, (name) => escapeHtml(valueOf(name)), holds),
    };
  };
}

function fill(parts: readonly Part[], shown: (name: string) => string, holds: (name: string) => boolean): string {
  return parts
    .map((part): string => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return shown(part.name);
      return fill(holds(part.name) ? part.then : part.otherwise, shown, holds);
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return Handlebars.escapeExpression(text);
}

/** Replaces control characters and line ends by spaces, so that a value cannot start another header. */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
