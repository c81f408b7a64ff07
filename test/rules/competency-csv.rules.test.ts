import { checkCompetencyRow } from '../../shared/framework/competency-csv.rules';

const ROW = { code: 'COM-1', name: 'Communication' };

describe('decisions 5: competency import', () => {
  test('a row with every column; the description keeps its lines', () => {
    const cells = {
      code: ' COM-1 ',
      name: 'Clear\n communication',
      description: ' One.\r\nTwo.\rThree. ',
      category: ' People ',
    };
    expect(checkCompetencyRow(cells)).toEqual({
      ok: true,
      value: { code: 'COM-1', name: 'Clear communication', description: 'One.\nTwo.\nThree.', category: 'People' },
    });
  });

  test.each([
    ['absent', {}],
    ['blank', { description: ' \n', category: ' ' }],
  ])('optional columns %s', (_name, optional) => {
    expect(checkCompetencyRow({ ...ROW, ...optional })).toEqual({
      ok: true,
      value: { ...ROW, description: null, category: null },
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['no code', { code: ' ' }, 'code is missing'],
    ['no name', { name: '' }, 'name is missing'],
    ['neither', { code: '', name: '' }, 'code is missing; name is missing'],
    ['code of 51', { code: 'x'.repeat(51) }, 'code is longer than 50 characters'],
    ['name of 201', { name: 'x'.repeat(201) }, 'name is longer than 200 characters'],
    ['description of 2001', { description: 'x'.repeat(2001) }, 'description is longer than 2000 characters'],
  ])('%s', (_name, cells, message) => {
    expect(checkCompetencyRow({ ...ROW, ...cells })).toEqual({ ok: false, message });
  });
});
