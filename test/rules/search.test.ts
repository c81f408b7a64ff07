import { searchKey, searchFilter } from '../../shared/db/search';

const finds = (search: string, ...stored: string[]): boolean =>
  new RegExp(searchFilter(search).searchText?.$regex ?? '').test(searchKey(...stored));

test.each([
  ['lukasz', 'Łukasz Nowak'],
  ['Łukasz', 'Lukasz Nowak'],
  ['soren', 'Søren Krog'],
  ['gross', 'Jan Groß'],
  ['Groß', 'Jan Gross'],
  ['isik', 'Ayşe Işık'],
  ['IŞIK', 'Ayse Isik'],
  ['thor', 'Þór Baldursson'],
  ['aerosol', 'Ærøsol'],
  ["o'brien", 'Mary O\u2019Brien'],
  ['O\u2018Brien', "Mary O'Brien"],
  ['anne-marie', 'Anne\u2010Marie Roux'],
  ['ＡＮＡ', 'Ana Ruiz'],
  ['jose', 'JOSÉ'],
  ['Ruiz Ana', 'Ana Ruiz'],
  ['Ruiz Gil, Ana', 'Ana Ruiz Gil', 'ana@acme.es'],
  ['Gil Ana', 'Ana Gil Ruiz'],
])('%j finds %j', (search, ...stored) => {
  expect(finds(search, ...stored)).toBe(true);
});

test.each([
  ['Ruiz Eva', 'Ana Ruiz'],
  ['.*', 'Ana'],
  ['a|b', 'Ana'],
  ['(', 'Ana'],
  ['lukas', 'Luka Smit'],
])('%j does not find %j', (search, stored) => {
  expect(finds(search, stored)).toBe(false);
});

test('the folded letters of a row of an earlier program are found, too', () => {
  const pattern = new RegExp(searchFilter('Łukasz Groß').searchText?.$regex ?? '');
  expect(
    ['łukasz groß', 'lukasz gross', 'łukasz gross', 'gross\tlukasz\tgross'].map((text) => pattern.test(text)),
  ).toEqual([true, true, true, true]);
});

test('people are in order of their last names, then their first names', () => {
  const people = [
    ['Zúñiga', 'Ana'],
    ['Álvarez', 'Bea'],
    ['de la Cruz', 'Ana'],
    ['García López', 'Ana'],
    ['García', 'Zoe'],
    ['Łasz', 'Jan'],
    ['Lund', 'Ana María'],
    ['Lund', 'Ana'],
    ['Alonso', 'Bea'],
  ];
  const keys = people.map((names) => [searchKey(...names, 'x@y.z'), names.join(', ')]);
  const inOrder = keys.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(([, names]) => names);
  expect(inOrder).toEqual([
    'Alonso, Bea',
    'Álvarez, Bea',
    'de la Cruz, Ana',
    'García, Zoe',
    'García López, Ana',
    'Łasz, Jan',
    'Lund, Ana',
    'Lund, Ana María',
    'Zúñiga, Ana',
  ]);
});

test('nothing and control characters are no search', () => {
  expect([searchFilter(undefined), searchFilter(' \t\u0000')]).toEqual([{}, {}]);
});
