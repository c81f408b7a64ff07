import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve('.');

/** One import or re-export of a source file. */
export interface Import {
  /** A path below the repository without extension (`shared/kernel/ids`), or a package's name as written. */
  target: string;
  isPackage: boolean;
  /** Whether it vanishes at run time. */
  typeOnly: boolean;
  /** What is taken as a value, by its exported name; `*` for all of it. */
  values: string[];
}

export interface SourceFile {
  /** Such as `api/people/departments.service.ts`. */
  path: string;
  /** Such as `people` of `api/people/…`; null at the top of a layer. */
  area: string | null;
  /** Such as `service`; null for a plain name. */
  suffix: string | null;
  lines: number;
  syntax: ts.SourceFile;
  imports: Import[];
}

const SUFFIXES = 'controller|dto|service|queries|model|policy|rules|store|job|test';

/** Each file is parsed once for all tests: parsing is most of their time. */
const parsed = new Map<string, SourceFile>();

/** The TypeScript files below some folders, parsed; generated code is left out. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name))
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('api/generated/'))
      .sort()
      .map((path) => parsed.get(path) ?? parse(path)),
  );
}

function parse(path: string): SourceFile {
  const text = readFileSync(resolve(ROOT, path), 'utf8');
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const parts = path.split('/');
  const file = {
    path,
    area: parts.length > 2 ? (parts[1] ?? null) : null,
    suffix: new RegExp(`\\.(${SUFFIXES})\\.ts$`).exec(path)?.[1] ?? null,
    lines: text.split('\n').length - 1,
    syntax,
    imports: importsOf(syntax),
  };
  parsed.set(path, file);
  return file;
}

/** Every node of a file, in the order of the text. */
export function nodesOf(syntax: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return nodes;
}

/** The functions and constants that a file exports, by name. */
export function exportedValues(syntax: ts.SourceFile): string[] {
  return syntax.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []));
  });
}

function importsOf(syntax: ts.SourceFile): Import[] {
  return nodesOf(syntax).flatMap((node): Import[] => {
    if (ts.isImportDeclaration(node))
      return [describe(syntax, node.moduleSpecifier, ...clauseValues(node.importClause))];
    if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      return [describe(syntax, node.moduleSpecifier, node.isTypeOnly, node.isTypeOnly ? [] : ['*'])];
    const isCall = ts.isCallExpression(node) && node.arguments.length === 1;
    if (!isCall) return [];
    const isImport =
      node.expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(node.expression) && node.expression.text === 'require');
    const [specifier] = node.arguments;
    return isImport && specifier ? [describe(syntax, specifier, false, ['*'])] : [];
  });
}

function clauseValues(clause: ts.ImportClause | undefined): [typeOnly: boolean, values: string[]] {
  if (!clause) return [false, ['*']];
  if (clause.isTypeOnly) return [true, []];
  const bindings = clause.namedBindings;
  const values = clause.name ? ['default'] : [];
  if (bindings && ts.isNamespaceImport(bindings)) values.push('*');
  if (bindings && ts.isNamedImports(bindings))
    for (const element of bindings.elements)
      if (!element.isTypeOnly) values.push((element.propertyName ?? element.name).text);
  return [values.length === 0, values];
}

function describe(syntax: ts.SourceFile, specifier: ts.Expression, typeOnly: boolean, values: string[]): Import {
  const text = ts.isStringLiteralLike(specifier) ? specifier.text : '(computed)';
  const isPackage = !text.startsWith('.');
  const target = isPackage ? text : relative(ROOT, resolve(ROOT, dirname(syntax.fileName), text));
  return { target, isPackage, typeOnly, values };
}
