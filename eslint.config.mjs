import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier/flat';
import tseslint from 'typescript-eslint';

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

/** Texts in plain words (docs/glossary.md); the rules of `test/architecture/language.test.ts` see the rest. */
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
];

export default defineConfig(
  globalIgnores(['build/', 'coverage/', '.data/', 'api/generated/']),
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      'id-denylist': ['error', 'one', 'said', 'known', 'told', 'well', 'wanted', 'words'],
      'id-match': ['error', '^(?!(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|DEEPEST)_)', { properties: true }],
      'no-warning-comments': [
        'error',
        { terms: ['anew', 'the own', 'meanwhile', 'somebody', 'nobody', 'todo', 'fixme'], location: 'anywhere' },
      ],
      'no-restricted-syntax': ['error', ...unclearTexts],
    },
  },
  {
    files: ['api/**/*.ts', 'worker/**/*.ts', 'shared/**/*.ts'],
    ignores: ['shared/db/**'],
    rules: { 'no-restricted-syntax': ['error', ...aroundTheTenantFloor, ...unclearTexts] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    ignores: ['console/vite.config.ts', 'console/write-addresses.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      // Tells the React Compiler, which the console does not use, what TanStack Virtual returns.
      'react-hooks/incompatible-library': 'off',
      // Handlers of forms and buttons are async; what they throw is shown by the form or by useSend.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
    },
  },
  { files: ['dev/**'], rules: { 'no-console': 'off' } },
  // Lists the phrases that the rule looks for.
  { files: ['dev/language/retired-phrases.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: {
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
  prettier,
);
