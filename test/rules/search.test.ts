import { foldForSearch, searchFilter } from '../../shared/db/search';

const finds = (search: string, ...stored: string[]): boolean =>
  new RegExp(searchFilter(search).searchText?.$regex ?? '').test(foldForSearch(...stored));

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

test('nothing and control characters are no search', () => {
  expect([searchFilter(undefined), searchFilter(' \t\u0000')]).toEqual([{}, {}]);
});
