import { readFileSync } from 'node:fs';
import { CYCLE_STATUSES, cycleStatusNumber } from '../../shared/evaluation/cycles/cycle-status';
import { DEFAULT_WEIGHTS, EVALUATOR_TYPES } from '../../shared/framework/evaluator-type';
import { BOX_LABELS } from '../../shared/insight/nine-box.rules';
import { loadConfig } from '../../shared/kernel/config';
import { CODES_WITHOUT_BODY, ERROR_STATUS, type ErrorCode } from '../../shared/kernel/errors';
import { EMPLOYEE_CSV_COLUMNS } from '../../shared/people/employee-csv.rules';

// Values that docs/specification.md promises are those that the code has.

/** One line, so that a line break of the text is no difference. */
const text = readFileSync('docs/specification.md', 'utf8').replace(/\s+/g, ' ');

test('each error code with its status', () => {
  const documented = [...text.matchAll(/\| (\d{3}) \| ((?:`[A-Z_]+`(?:, )?)+) \|/g)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => [code, Number(status)]),
  );
  const sent = Object.entries(ERROR_STATUS).filter(([code]) => !CODES_WITHOUT_BODY.has(code as ErrorCode));
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(sent));
});

test.each([
  [
    'limits',
    () => {
      const { RATE_LIMIT_AUTH, RATE_LIMIT_GLOBAL, RATE_LIMIT_KEY, JOB_WAIT_SECONDS } = loadConfig({ NODE_ENV: 'test' });
      return [
        `${RATE_LIMIT_AUTH} per minute and IP address`,
        `${RATE_LIMIT_GLOBAL} per minute and IP address`,
        `${RATE_LIMIT_KEY} per minute and key`,
        `${JOB_WAIT_SECONDS} seconds`,
      ];
    },
  ],
  ['states of a cycle', () => [CYCLE_STATUSES.map((status) => `${status} (${cycleStatusNumber(status)})`).join(', ')]],
  ['weights', () => [EVALUATOR_TYPES.map((type) => `${type} ${DEFAULT_WEIGHTS[type].toFixed(2)}`).join(', ')]],
  ['labels of the nine-box', () => [BOX_LABELS.join(', ')]],
  ['columns of the import', () => EMPLOYEE_CSV_COLUMNS.accepted.map((column) => `\`${column}\``)],
])('%s', (_what, values) => {
  expect(values().filter((value) => !text.includes(value))).toEqual([]);
});
