import { readFileSync, writeFileSync } from 'node:fs';
import { type ScaleColumn, scaleColumn } from './scale.bench';

const DOCUMENT = 'docs/scale.md';
const SIZES = [1_000, 10_000, 100_000];
const [BEGIN, END] = ['<!-- table -->', '<!-- end of table -->'];

/** npm run bench -- scale [sizes]: measures organizations of these sizes and writes the table into docs/scale.md. */
export async function writeScale(sizes: readonly number[]): Promise<void> {
  const columns: { size: number; column: ScaleColumn }[] = [];
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    const column = await scaleColumn(size);
    columns.push({ size, column });
    console.log(`${size.toLocaleString('en')} employees`);
    for (const [name, value] of column) console.log(`  ${name}: ${round(value)}`);
  }
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${toTable(columns)}\n\n${END}${after}`);
}

/** Ratios compare the last column with the one before it. */
function toTable(columns: readonly { size: number; column: ScaleColumn }[]): string {
  const [before, last] = columns.slice(-2);
  const cells = (list: readonly string[]): string => `| ${list.join(' | ')} |`;
  const heads = columns.map(({ size }) => size.toLocaleString('en'));
  const ratio = (name: string): string[] => {
    const [small, large] = [before?.column.get(name), last?.column.get(name)];
    return columns.length < 2 ? [] : [small && large ? `${(large / small).toFixed(1)}x` : ''];
  };
  return [
    cells(['ms', ...heads, ...(columns.length < 2 ? [] : ['ratio of the last two'])]),
    cells(['---', ...columns.map(() => '--:'), ...(columns.length < 2 ? [] : ['--:'])]),
    ...[...(columns[0]?.column.keys() ?? [])].map((name) =>
      cells([name, ...columns.map(({ column }) => round(column.get(name))), ...ratio(name)]),
    ),
  ].join('\n');
}

function round(value: number | undefined): string {
  if (value === undefined) return '';
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
