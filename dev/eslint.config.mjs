import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
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

export default defineConfig(
  globalIgnores(['build/', 'coverage/', '.data/', 'api/generated/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: `${import.meta.dirname}/..` } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['api/**/*.ts', 'worker/**/*.ts', 'shared/**/*.ts'],
    ignores: ['shared/db/**'],
    rules: { 'no-restricted-syntax': ['error', ...aroundTheTenantFloor] },
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
  { files: ['dev/**'], rules: { 'no-console': 'off' } },
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
