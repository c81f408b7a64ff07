import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BSON } from 'mongodb';
import { useEngine } from '../engine';
import { toUnified } from './case';
import { crudCases } from './crud.cases';
import { type UnifiedFile } from './format';
import { retryableReadCases, retryableWriteCases } from './retry.cases';
import { notForUs, runUnifiedTest } from './runner';
import { convenientCases, transactionCases } from './transaction.cases';

const engine = useEngine({ own: true });
const CASES = [...crudCases, ...retryableWriteCases, ...retryableReadCases, ...transactionCases, ...convenientCases];

describe("MongoDB's documented answers", () => {
  test.each(CASES.map((each) => [`${each.specification}: ${each.condition}`, each] as const))(
    '%s',
    async (_name, each) => {
      const file = toUnified(each);
      for (const test of file.tests) await runUnifiedTest(engine.url(), file, test);
    },
  );
});

/** A folder of files from mongodb/specifications (JSON, unified format), for whoever has them. */
const folder = process.env.MONGODB_SPECIFICATIONS;
const ORIGINALS =
  /\/(crud|transactions|transactions-convenient-api|retryable-writes|retryable-reads)\/tests\/.*\.json$/;

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

if (folder !== undefined) {
  const tests = filesBelow(folder)
    .filter((path) => ORIGINALS.test(path))
    .flatMap((path) => {
      const file = BSON.EJSON.parse(readFileSync(path, 'utf8')) as UnifiedFile;
      const mine = Array.isArray(file.tests) ? file.tests.filter((each) => notForUs(file, each) === undefined) : [];
      return mine.map((each) => [`${basename(path)}: ${each.description}`, file, each] as const);
    });
  test.each(tests)('%s', (_name, file, each) => runUnifiedTest(engine.url(), file, each));
}
