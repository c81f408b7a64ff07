import { buildNameOrCodeIndex, resolveReference, type Reference } from '../../shared/kernel/name-index.rules';
import { buildManagerIndex, type ManagerCandidate, resolveManager } from '../../worker/people/reference-lookup.rules';

/** A reference with the text of its warning. */
const withText = ({ id, warning }: Reference): { id: string | null; warning: string | null } => ({
  id,
  warning: warning?.message ?? null,
});

const person = (
  id: string,
  firstName: string,
  lastName: string,
  employeeCode: string | null = null,
): ManagerCandidate => ({
  id,
  email: `${id}@acme.es`,
  employeeCode,
  firstName,
  lastName,
});

describe('managers by email, employee code or full name', () => {
  const index = buildManagerIndex([
    person('maria', 'María', 'Núñez Gil', 'E-1'),
    person('ana1', 'Ana', 'Gil', 'E-2'),
    person('ana2', 'Ana', 'Gil', 'E-3'),
    person('code', 'E-1', ''),
    person('twin1', 'Luis', 'Sanz', 'E-9'),
    person('twin2', 'Rosa', 'Vega', 'e-9'),
    person('n1', 'Pia', 'Pons', 'Ñ-1'),
    person('n2', 'Pia', 'Pi', 'N-1'),
    person('maria', 'María', 'Núñez Gil', 'E-1'),
  ]);
  const notFound = (cell: string): string => `manager "${cell}" was not found`;
  const ambiguous = (cell: string): string => `manager "${cell}" is ambiguous: several have this name`;

  test.each<[string, string | null, string | null, string | null]>([
    ['email', 'maria@acme.es', 'maria', null],
    ['email in any case', ' Maria@ACME.es ', 'maria', null],
    ['code', 'e-2', 'ana1', null],
    ['code before full name', 'E-1', 'maria', null],
    ['code keeps its accents', 'n-1', 'n2', null],
    ['full name', 'María Núñez Gil', 'maria', null],
    ['full name without accents, case or order of spaces', '  MARIA   nunez gil', 'maria', null],
    ['full name with accents as two characters', 'Mari\u0301a Nu\u0301n\u0303ez Gil', 'maria', null],
    ['a person given twice is one', 'maria@acme.es', 'maria', null],
    ['full name of two people', 'Ana Gil', null, ambiguous('Ana Gil')],
    ['code of two people', 'E-9', null, ambiguous('E-9')],
    ['nobody', 'nobody@acme.es', null, notFound('nobody@acme.es')],
    ['part of a name', 'María', null, notFound('María')],
    ['__proto__', '__proto__', null, notFound('__proto__')],
    ['empty', '', null, null],
    ['blank', '  ', null, null],
    ['absent', null, null, null],
    ['long texts are cut in the warning', 'x'.repeat(5000), null, notFound(`${'x'.repeat(60)}…`)],
  ])('%s', (_name, cell, id, warning) => {
    expect(withText(resolveManager(index, cell, 'someone'))).toEqual({ id, warning });
  });

  test('people without a code are not found by an empty one', () => {
    expect(index.here.find(' ')).toBeUndefined();
    expect(buildManagerIndex([person('a', 'Eva', 'Mora')]).here.find('')).toBeUndefined();
  });

  test('no one is their own manager', () => {
    expect(withText(resolveManager(index, 'maria@acme.es', 'maria'))).toEqual({
      id: null,
      warning: 'an employee cannot be their own manager',
    });
  });

  test('a manager of a later row is found like one of the tenant', () => {
    const both = buildManagerIndex([person('old', 'Eva', 'Mora'), person('row-9', 'Iván', 'Ríos')]);
    expect(resolveManager(both, 'ivan rios', 'row-2')).toEqual({ id: 'row-9', warning: null });
  });
});

describe('departments and job profiles by name or code', () => {
  const index = buildNameOrCodeIndex([
    { id: 'd1', name: 'Atención al Cliente', code: 'CX' },
    { id: 'd2', name: 'IT', code: null },
    { id: 'd3', name: 'Systems', code: 'IT' },
    { id: 'd4', name: 'Sales' },
    { id: 'd5', name: 'Ventas', code: 'Ventas' },
    { id: 'd6', name: 'Región Ñ' },
  ]);
  test.each<[string, string, string | null]>([
    ['name', 'atencion al cliente', 'd1'],
    ['code', 'cx', 'd1'],
    ['name before code', 'it', 'd2'],
    ['without a code', 'Sales', 'd4'],
    ['code equal to the name', 'ventas', 'd5'],
    ['an ñ in any case and form', 'region n\u0303', 'd6'],
    ['an n is no ñ', 'Region N', null],
    ['unknown', 'Legal', null],
  ])('%s', (_name, cell, id) => {
    const warning = id === null ? `department "${cell}" was not found` : null;
    expect(withText(resolveReference(index, 'department', cell))).toEqual({ id, warning });
  });
});
