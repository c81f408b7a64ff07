// npm test: generated code, formatting, lint, types, build, then every test. The last line counts them.
const { readFileSync, rmSync } = require('node:fs');
const { prepareToTest, run } = require('./prepare.cjs');

prepareToTest();
const only = process.argv.slice(2);
const REPORT = 'build/jest.json';
const STEPS = [
  ['routes and internal document', 'tsoa', ['spec-and-routes']],
  ['public document', 'tsoa', ['spec', '-c', 'api/public-v1/tsoa.public.json']],
  ['completed documents', 'tsx', ['dev/openapi/complete.ts']],
  ['formatting', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'eslint', ['-c', 'dev/eslint.config.mjs', '.']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['build', 'tsc', ['-p', 'dev/tsconfig.build.json']],
];

let passed = 0;
let failed = 0;
for (const [name, program, args] of STEPS) {
  const started = Date.now();
  const ok = run(program, args);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (ok) passed++;
  else failed++;
}
rmSync(REPORT, { force: true });
const jestOk = run('jest', ['-c', 'test/jest.config.cjs', '--json', `--outputFile=${REPORT}`, ...only], {
  env: { ...process.env },
});
try {
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
} catch {
  failed++;
}
if (!jestOk && failed === 0) failed++;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
