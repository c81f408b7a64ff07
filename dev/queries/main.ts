import { declaredIndexes } from './declared-indexes';
import { CLIENT_CONDITIONS, EXCEPTIONS, WHOLE_READERS } from './exceptions';
import { judgeQueries } from './judge';
import { profileProblems } from './profile';
import { profiledEntries, recordedQueries } from './record';
import { ROW_FACTS } from './row-facts';

/**
 * Judges what the tests before recorded, and fails when a query has no index. After a whole run (`--whole`) it also fails for an
 * exception that no query needs; after some tests it says nothing of what they did not ask.
 */
async function main(): Promise<void> {
  const queries = recordedQueries();
  const indexes = await declaredIndexes();
  const { problems, unneeded } = judgeQueries(queries, indexes, EXCEPTIONS, WHOLE_READERS, CLIENT_CONDITIONS);
  const isWhole = process.argv.includes('--whole');
  const noted = profileProblems(profiledEntries(), queries, ROW_FACTS.small, EXCEPTIONS);
  for (const problem of problems) console.error(`A query without its index: ${problem}`);
  for (const problem of noted) console.error(`A query that costs too much: ${problem}`);
  if (isWhole) for (const exception of unneeded) console.error(`No query needs this exception any more: ${exception}`);
  const failed = problems.length + noted.length + (isWhole ? unneeded.length : 0);
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} queries (${queries.size} shapes were recorded)`);
  if (failed > 0) console.error('docs/architecture.md, "What a list must do to be a list", says what an index needs.');
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
