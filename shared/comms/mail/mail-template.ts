import Handlebars from 'handlebars';
import type { FieldError } from '../../kernel/errors';
import type { MailTexts, TemplateKey } from '../template-key';
import { TEMPLATE_VARIABLES } from '../template-variables.rules';
import { htmlProblem } from './mail-html.rules';

type Program = hbs.AST.Program;

/** One piece of a template. Whatever else handlebars can say has no place here, and is refused. */
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'if'; name: string; then: Part[]; otherwise: Part[] };

/** A template that does more than show values: its message says what is not allowed. */
class NotAllowed extends Error {}

const WHAT_IS_ALLOWED = 'only {{variable}} and {{#if variable}} … {{else}} … {{/if}} are allowed';

/**
 * Reads a template with handlebars' parser alone: nothing of it is ever compiled or called. Throws `NotAllowed` for
 * helpers, partials, paths, raw output and variables that are not in `names`.
 */
function parse(source: string, names: ReadonlySet<string>): Part[] {
  let program: Program;
  try {
    program = Handlebars.parse(source);
  } catch {
    throw new NotAllowed(`cannot be read as a template: ${WHAT_IS_ALLOWED}`);
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
    throw new NotAllowed(WHAT_IS_ALLOWED);
  });
}

function conditionOf(
  { path, params, hash, program, inverse }: hbs.AST.BlockStatement,
  names: ReadonlySet<string>,
): Part {
  const [condition] = params;
  const isIf = path.type === 'PathExpression' && 'original' in path && path.original === 'if';
  // With no pair the parser leaves `hash` out; its types do not say so.
  const pairs = (hash as hbs.AST.Hash | undefined)?.pairs ?? [];
  if (!isIf || !condition || params.length > 1 || pairs.length > 0 || program.blockParams?.length)
    throw new NotAllowed(WHAT_IS_ALLOWED);
  return {
    kind: 'if',
    name: variableOf(condition, names),
    then: partsOf(program, names),
    otherwise: inverse ? partsOf(inverse, names) : [],
  };
}

function variableOf(expression: hbs.AST.Expression, names: ReadonlySet<string>): string {
  if (!isPath(expression) || expression.data || expression.depth > 0 || expression.parts.length !== 1)
    throw new NotAllowed(WHAT_IS_ALLOWED);
  const name = expression.original;
  if (!names.has(name)) throw new NotAllowed(`${name} is not a variable of this template: ${[...names].join(', ')}`);
  return name;
}

function hasNoArguments({ params, hash }: hbs.AST.MustacheStatement): boolean {
  return params.length === 0 && !(hash as hbs.AST.Hash | undefined)?.pairs.length;
}

const isContent = (node: hbs.AST.Node): node is hbs.AST.ContentStatement => node.type === 'ContentStatement';
const isMustache = (node: hbs.AST.Node): node is hbs.AST.MustacheStatement => node.type === 'MustacheStatement';
const isBlock = (node: hbs.AST.Node): node is hbs.AST.BlockStatement => node.type === 'BlockStatement';
const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression';

/** What is wrong with the texts of a template, by field: the syntax, unknown variables, the HTML of the body. */
export function validateMailTexts(key: TemplateKey, { subject, body }: MailTexts): FieldError[] {
  const variables = TEMPLATE_VARIABLES[key];
  const names = new Set(variables.map(({ name }) => name));
  const links = new Set(variables.flatMap(({ name, kind }) => (kind === 'link' ? [name] : [])));
  return [
    ...problemsOf('subject', () => void parse(subject, names)),
    ...problemsOf('body', () => checkHtml(parse(body, names), links)),
  ];
}

function problemsOf(field: string, check: () => void): FieldError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof NotAllowed) return [{ field, message: error.message }];
    throw error;
  }
}

/** Each branch of a condition has to be whole HTML by itself. */
function checkHtml(parts: readonly Part[], links: ReadonlySet<string>): void {
  const skeleton = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'value') return `{{${part.name}}}`;
    checkHtml(part.then, links);
    checkHtml(part.otherwise, links);
    return '';
  });
  const problem = htmlProblem(skeleton.join(''), links);
  if (problem) throw new NotAllowed(problem);
}

/** Fills values in: the subject becomes one plain line, the body HTML with every value escaped. */
export type TemplateRenderer = (values: Readonly<Record<string, string>>) => MailTexts;

/** Reads the texts of a template once, to fill them in many times. */
export function templateRenderer(key: TemplateKey, { subject, body }: MailTexts): TemplateRenderer {
  const names = new Set(TEMPLATE_VARIABLES[key].map(({ name }) => name));
  const [subjectParts, bodyParts] = [parse(subject, names), parse(body, names)];
  return (values) => {
    const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');
    return {
      subject: headerText(fill(subjectParts, valueOf, (text) => text)),
      body: fill(bodyParts, valueOf, escapeHtml),
    };
  };
}

function fill(parts: readonly Part[], valueOf: (name: string) => string, escape: (text: string) => string): string {
  return parts
    .map((part): string => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return escape(valueOf(part.name));
      return fill(valueOf(part.name) === '' ? part.otherwise : part.then, valueOf, escape);
    })
    .join('');
}

/** Text that may stand in HTML, attributes included. */
export function escapeHtml(text: string): string {
  return Handlebars.escapeExpression(text);
}

/** Text that may stand in a header: control characters and line ends, which would begin another header, become spaces. */
export function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
