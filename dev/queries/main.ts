import { DATABASE_RIGHTS, UNSEEN } from '../rights/database-rights';
import { judgeRights } from '../rights/judge';
import { declaredIndexes } from './declared-indexes';
import { CLIENT_CONDITIONS, EXCEPTIONS, WHOLE_READERS } from './exceptions';
import { judgeQueries } from './judge';
import { profileProblems } from './profile';
import { profiledEntries, recordedQueries, recordedRights } from './record';
import { ROW_FACTS } from './row-facts';

/**
 * Judges what the tests before recorded, and fails when a query has no index. After a whole run (`--whole`) it also fails for an
 * exception that no query needs; after some tests it says nothing of what they did not ask. So it judges the rights of the database
 * users: what a process needs and is not granted, and after a whole run what is granted and nothing needs.
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
  const rights = judgeRights(recordedRights(), DATABASE_RIGHTS, UNSEEN);
  for (const refusal of rights.refused)
    console.error(`A right is missing in dev/rights/database-rights.ts: ${refusal}`);
  if (isWhole) for (const right of rights.unneeded) console.error(`Nothing needs this right any more: ${right}`);
  const findings = isWhole ? [unneeded, rights.unneeded] : [];
  const failed = [problems, noted, rights.refused, ...findings].flat().length;
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} queries (${queries.size} shapes were recorded)`);
  if (failed > 0) console.error('docs/architecture.md, "What a list must do to be a list", says what an index needs.');
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
