import type { Row } from './run';
import type { Scenario } from './scenarios';

const COLUMNS = ['lost', 'doubled', 'ghost', 'leak'] as const;

/** Whether a run lost, doubled, invented or misplaced nothing, and everything was answered. */
export function isClean(row: Row): boolean {
  return row.failure === undefined && COLUMNS.every((column) => row[column].length === 0);
}

/** One line about a run, and up to three effects of each kind that went wrong. */
export function describeRow(row: Row): string {
  const counts = COLUMNS.map((column) => `${column.toUpperCase()} ${row[column].length}`).join('  ');
  const line = `seed ${row.seed}  ${row.scenario.padEnd(9)} ${counts}  of ${row.acknowledged} (unknown ${row.unknown}, mails repeated ${row.repeatedMails}) in ${row.seconds} s`;
  const wrong = COLUMNS.flatMap((column) => row[column].slice(0, 3).map((key) => `    ${column}: ${key}`));
  return [line, ...wrong, ...(row.failure === undefined ? [] : [`    ${row.failure}`])].join('\n');
}

/** The table of all seeds, in Markdown: a line for each scenario. */
export function toTable(rows: readonly Row[], scenarios: readonly Scenario[]): string {
  const sum = (list: readonly Row[], value: (row: Row) => number): number =>
    list.reduce((total, row) => total + value(row), 0);
  const lines = scenarios.map(({ name, what }) => {
    const mine = rows.filter(({ scenario }) => scenario === name);
    const cells = [
      what,
      mine.length,
      sum(mine, ({ acknowledged }) => acknowledged),
      ...COLUMNS.map((column) => sum(mine, (row) => row[column].length)),
      sum(mine, ({ unknown }) => unknown),
      sum(mine, ({ repeatedMails }) => repeatedMails),
      mine.filter(({ failure }) => failure !== undefined).length,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = [
    'Fault',
    'Seeds',
    'Acknowledged',
    'LOST',
    'DOUBLED',
    'GHOST',
    'LEAK',
    'Unknown',
    'Mails repeated',
    'Unanswered',
  ];
  return [`| ${head.join(' | ')} |`, `| --- |${' ---: |'.repeat(head.length - 1)}`, ...lines].join('\n');
}
