import { checkCompetencyRow } from '../../shared/framework/competency-csv.rules';
import type { RowCheck } from '../../shared/kernel/csv-cells.rules';

const ROW = { code: 'COM-1', name: 'Communication' };

/** What is wrong with a row, as its report says it; null when nothing is. */
const problemsOf = (check: RowCheck<unknown>): string | null =>
  check.ok ? null : check.problems.map(({ message }) => message).join('; ');

describe('competency import', () => {
  test('a row with every column; the description keeps its lines', () => {
    const cells = {
      code: ' COM-1 ',
      name: 'Clear\n communication',
      description: ' One.\r\nTwo.\rThree. ',
      category: ' People ',
    };
    expect(checkCompetencyRow(cells)).toEqual({
      ok: true,
      value: {
        code: 'COM-1',
        name: 'Clear communication',
        description: 'One.\nTwo.\nThree.',
        category: 'People',
        levels: [],
      },
    });
  });

  test.each([
    ['absent', {}],
    ['blank', { description: ' \n', category: ' ' }],
  ])('optional columns %s', (_name, optional) => {
    expect(checkCompetencyRow({ ...ROW, ...optional })).toEqual({
      ok: true,
      value: { ...ROW, description: null, category: null, levels: [] },
    });
  });

  test('levels have a label and a description with a bar between them, or a description alone', () => {
    const cells = { ...ROW, level1: 'Beginning | Waits. | Asks.', level3: ' Plans. ', level5: 'Role model|' };
    expect(checkCompetencyRow(cells)).toMatchObject({
      value: {
        levels: [
          { level: 1, label: 'Beginning', descriptor: 'Waits. | Asks.' },
          { level: 3, label: '', descriptor: 'Plans.' },
          { level: 5, label: 'Role model', descriptor: '' },
        ],
      },
    });
    expect(problemsOf(checkCompetencyRow({ ...ROW, level2: `${'x'.repeat(101)}|` }))).toBe(
      'level2 is longer than 100 characters',
    );
  });

  test('a row without a code is told apart by its name', () => {
    expect(checkCompetencyRow({ code: ' ', name: 'Listening' })).toEqual({
      ok: true,
      value: { code: null, name: 'Listening', description: null, category: null, levels: [] },
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['no name', { name: '' }, 'name is missing'],
    [
      'no name and a code of 51',
      { code: 'x'.repeat(51), name: ' ' },
      'name is missing; code is longer than 50 characters',
    ],
    ['code of 51', { code: 'x'.repeat(51) }, 'code is longer than 50 characters'],
    ['name of 201', { name: 'x'.repeat(201) }, 'name is longer than 200 characters'],
    ['description of 4001', { description: 'x'.repeat(4001) }, 'description is longer than 4000 characters'],
  ])('%s', (_name, cells, message) => {
    expect(problemsOf(checkCompetencyRow({ ...ROW, ...cells }))).toBe(message);
  });
});
