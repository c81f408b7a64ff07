import { defineConfig, globalIgnores } from 'eslint/config';
import { parser } from 'typescript-eslint';

/** The tenant floor lives in shared/db; everywhere else these would step around it. */
const aroundTheTenantFloor = [
  {
    selector: "MemberExpression[property.name='collection']",
    message: 'Model.collection bypasses the tenant floor: use shared/db.',
  },
  {
    selector: "CallExpression[callee.property.name='watch']",
    message: 'Change streams are not available on every engine.',
  },
  {
    selector: "Property[key.name='middleware'][value.value=false]",
    message: 'middleware: false bypasses the tenant floor.',
  },
  {
    selector: 'Property[key.name=/^\\$(lookup|unionWith|out|merge|where|text|graphLookup)$/]',
    message: 'Unscoped or unavailable aggregation stage: join in code, by ids.',
  },
];

/** Texts and names in plain words (docs/glossary.md); the rules of `test/architecture/language.test.ts` see the rest. */
const RETIRED_IN_TEXTS = '\\b(the own|names nothing|for ever|anew)\\b';
const unclearTexts = [
  {
    selector: `Literal[value=/${RETIRED_IN_TEXTS}/]`,
    message: 'Write plain words: docs/glossary.md.',
  },
  {
    selector: `TemplateElement[value.raw=/${RETIRED_IN_TEXTS}/]`,
    message: 'Write plain words: docs/glossary.md.',
  },
  {
    selector: 'Identifier[name=/^(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|DEEPEST)_/]',
    message: 'Name a limit MAX_ or MIN_.',
  },
];

// What only a selector can say; every other rule is in .oxlintrc.json.
export default defineConfig(
  globalIgnores(['build/', 'coverage/', '.data/', 'api/generated/']),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser },
    rules: { 'no-restricted-syntax': ['error', ...unclearTexts] },
  },
  {
    files: ['api/**/*.ts', 'worker/**/*.ts', 'shared/**/*.ts'],
    ignores: ['shared/db/**'],
    rules: { 'no-restricted-syntax': ['error', ...aroundTheTenantFloor, ...unclearTexts] },
  },
  // Lists the phrases that the rule looks for.
  { files: ['dev/language/retired-phrases.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
