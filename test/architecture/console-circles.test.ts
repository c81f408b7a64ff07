import { expectOnly } from './exceptions';
import { sourceFiles } from './source-tree';

/** What each file imports, by its path. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The files that reach themselves, each circle as one text. */
function circles(imports: Imports): string[] {
  const reached = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]));
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) === true;
  const found = [...imports.keys()]
    .filter((path) => reaches(path, path))
    .map((path) => [...imports.keys()].filter((other) => reaches(path, other) && reaches(other, path)));
  return [...new Set(found.map((circle) => circle.sort().join(', ')))];
}

function reachedFrom(path: string, imports: Imports): Set<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const target of imports.get(from) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(path);
  return reached;
}

test('a circle is found with all of its files, and with no other', () => {
  const imports = {
    page: ['table', 'http'],
    table: ['menu'],
    menu: ['page'],
    http: [],
    main: ['page'],
    list: ['row'],
    row: ['list'],
  };
  expect(circles(new Map(Object.entries(imports)))).toEqual(['menu, page, table', 'list, row']);
});

// Types and what is loaded on demand count too: who reads one file of a circle has to read all.
test('no imports of the console go in a circle', () => {
  const files = sourceFiles('console');
  expect(files.length).toBeGreaterThan(300);
  expectOnly(
    circles(
      new Map(files.map(({ path, imports }) => [path.replace(/\.tsx?$/, ''), imports.map(({ target }) => target)])),
    ),
  );
});

test('only the entry knows the pages of all areas; they are handed to the app', () => {
  const known = sourceFiles('console').flatMap(({ path, imports }) =>
    imports.filter(({ target }) => /^console\/(?!app\/)[\w-]+\/routes$/.test(target)).map(() => path),
  );
  expect([...new Set(known)]).toEqual(['console/routes.ts']);
});
