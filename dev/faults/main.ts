import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Row, runSeed } from './run';
import { SCENARIOS } from './scenarios';
import { describeRow, isClean, toTable } from './table';

const DOCUMENT = 'docs/faults.md';
const BEGIN = '<!-- figures -->';
const END = '<!-- end of figures -->';

/** `npm run faults -- --seeds 5 --employees 300 --only worker,redis`: the table goes to docs/faults.md when nothing was left out. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '5' },
      from: { type: 'string', default: '1' },
      employees: { type: 'string', default: '300' },
      only: { type: 'string' },
    },
  });
  const only = values.only?.split(',');
  const scenarios = SCENARIOS.filter(({ name }) => only === undefined || only.includes(name));
  const rows: Row[] = [];
  const report = (row: Row): void => console.log(describeRow(row));
  const first = Number(values.from);
  for (let seed = first; seed < first + Number(values.seeds); seed++)
    rows.push(...(await runSeed(seed, scenarios, { employees: Number(values.employees), report })));
  const table = toTable(rows, scenarios);
  console.log(`\n${table}`);
  if (only === undefined && rows.every(isClean)) keep(table);
  process.exit(rows.every(isClean) ? 0 : 1);
}

function keep(table: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [head, rest = ''] = document.split(BEGIN);
  const tail = rest.split(END)[1] ?? '';
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n\n${table}\n\n${END}${tail}`);
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
