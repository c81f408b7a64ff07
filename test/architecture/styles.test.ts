import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expectOnly } from './exceptions';
import { nodesOf, sourceFiles, type SourceFile } from './source-tree';

// Style sheets stay loaded when a page is left, so a class of one page must not be a class of another one.

/** The sheets whose classes hold everywhere: colors, reset, and primitives of layout. */
const GLOBAL_SHEETS = ['console/styles/base.css', 'console/styles/tokens.css'];
const SHEETS = readdirSync('console', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => `console/${name}`);
const MODULES = SHEETS.filter((path) => path.endsWith('.module.css'));
const PRIMITIVES = new Set(GLOBAL_SHEETS.flatMap((path) => selectorsOf(path).flatMap(classesOf)));
const COMPONENTS = sourceFiles('console');

/** The selectors of a sheet, those of each list one by one. */
function selectorsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

const withoutGlobals = (selector: string): string => selector.replaceAll(/:global\([^)]*\)/g, '');
const asProperty = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Whether a text is given to `className` or `clsx`, and not only compared. */
function isClassName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent)) return parent.name.getText() === 'className';
  if (ts.isCallExpression(parent))
    return parent.expression.getText() === 'clsx' && parent.arguments.some((each) => each === node);
  if (ts.isJsxExpression(parent) || ts.isArrayLiteralExpression(parent)) return isClassName(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isClassName(parent);
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && isClassName(parent);
  return false;
}

/** The names that the components take from the modules, as `sheet name`; `sheet *` where a name is put together. */
function takenNames({ path, syntax }: SourceFile): string[] {
  const sheets = new Map<string, string>();
  const taken: string[] = [];
  for (const node of nodesOf(syntax)) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const name = node.importClause?.name?.text;
      const sheet = node.moduleSpecifier.text;
      if (name !== undefined && sheet.endsWith('.module.css')) sheets.set(name, relative('.', join(path, '..', sheet)));
    } else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const sheet = ts.isIdentifier(node.expression) ? sheets.get(node.expression.text) : undefined;
      if (sheet === undefined) continue;
      taken.push(`${sheet} ${ts.isPropertyAccessExpression(node) ? node.name.text : '*'}`);
    }
  }
  return taken;
}

test('only tokens, reset and primitives of layout are global sheets, and the entry alone loads them', () => {
  expect(SHEETS.filter((path) => !path.endsWith('.module.css')).sort()).toEqual(GLOBAL_SHEETS);
  const imports = COMPONENTS.flatMap(({ path, syntax }) =>
    nodesOf(syntax)
      .filter(ts.isImportDeclaration)
      .filter(({ moduleSpecifier }) => /(?<!\.module)\.css'$/.test(moduleSpecifier.getText()))
      .map(() => path),
  );
  expectOnly(imports, { 'console/main.tsx': 'the entry' });
});

test('each selector of a module is bound to a class of the module', () => {
  const loose = MODULES.flatMap((path) =>
    selectorsOf(path)
      .filter((selector) => classesOf(withoutGlobals(selector)).length === 0)
      .map((selector) => `${path}: ${selector}`),
  );
  expectOnly(loose);
});

test('modules name no global class but the primitives', () => {
  const named = MODULES.flatMap((path) =>
    selectorsOf(path).flatMap((selector) =>
      [...selector.matchAll(/:global\(([^)]*)\)/g)]
        .filter(([, inner = '']) => !PRIMITIVES.has(inner.replace(/^\./, '')))
        .map(([global]) => `${path}: ${global}`),
    ),
  );
  expectOnly(named);
});

test('components write no class as text but the primitives', () => {
  const written = COMPONENTS.flatMap(({ path, syntax }) =>
    nodesOf(syntax)
      .filter((node) => ts.isStringLiteral(node) && isClassName(node))
      .flatMap((node) => (node as ts.StringLiteral).text.split(/\s+/))
      .filter((name) => name !== '' && !PRIMITIVES.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expectOnly(written);
});

test('scripts find no element by a class that a sheet may rename', () => {
  const found = COMPONENTS.flatMap(({ path, syntax }) =>
    nodesOf(syntax)
      .filter(ts.isStringLiteral)
      .filter(
        ({ parent, text }) =>
          ts.isCallExpression(parent) &&
          /closest|querySelector/.test(parent.expression.getText()) &&
          /\.[a-z]/i.test(text),
      )
      .map(({ text }) => `${path}: ${text}`),
  );
  expectOnly(found);
});

test('components take only classes that their modules have, and modules have no others', () => {
  const taken = new Set(COMPONENTS.flatMap(takenNames));
  const defined = new Set(
    MODULES.flatMap((path) =>
      selectorsOf(path).flatMap((selector) =>
        classesOf(withoutGlobals(selector)).map((name) => `${path} ${asProperty(name)}`),
      ),
    ),
  );
  const isPutTogether = (entry: string): boolean => taken.has(`${entry.split(' ')[0] ?? ''} *`);
  expect([...taken].filter((entry) => !entry.endsWith(' *') && !defined.has(entry))).toEqual([]);
  expect([...defined].filter((entry) => !taken.has(entry) && !isPutTogether(entry))).toEqual([]);
});
