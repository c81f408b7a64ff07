// For editors that ask ESLint. `npm run lint` applies the same rules, and every other one, by oxlint: .oxlintrc.json.
import { defineConfig, globalIgnores } from 'eslint/config';
import { parser } from 'typescript-eslint';
import service from './dev/lint/syntax-rules.cjs';

export default defineConfig(
  globalIgnores(['build/', 'coverage/', '.data/', 'api/generated/']),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser },
    plugins: { service },
    rules: { 'service/limit-names': 'error', 'service/private-members': 'error', 'service/row-buttons': 'error' },
  },
  {
    files: ['test/**/*.ts', 'dev/documentdb/test/**/*.ts', 'dev/pictures/**/*.ts'],
    rules: { 'service/page-waits': 'error', 'service/swallowed-errors': 'error' },
  },
  {
    files: ['api/**/*.ts', 'worker/**/*.ts', 'shared/**/*.ts'],
    ignores: ['shared/db/**'],
    rules: { 'service/tenant-floor': 'error' },
  },
);
