import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { sourceFiles } from './source-tree';

interface Package {
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
}

const FOLDER = 'dev/documentdb';
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Package;

describe('the embedded database is a package of its own', () => {
  const { exports, peerDependencies = {}, devDependencies } = read(`${FOLDER}/package.json`);
  const own = sourceFiles(FOLDER);

  test('it imports nothing of the repository', () => {
    expect(own.length).toBeGreaterThan(40);
    const outside = own.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isPackage }) => !isPackage && !target.startsWith(`${FOLDER}/`))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(outside).toEqual([]);
  });

  test('it names the packages that it needs, those of its tests apart, in the versions of the repository', () => {
    const packagesOf = (files: typeof own) =>
      new Set(files.flatMap(({ imports }) => imports.filter((each) => each.isPackage).map(({ target }) => target)));
    const named = (packages: Set<string>) =>
      [...packages].filter((name) => !isBuiltin(name)).map((name) => name.split('/')[0]); // oxfmt-ignore
    const isTest = ({ path }: { path: string }) => path.startsWith(`${FOLDER}/test/`);
    const program = named(packagesOf(own.filter((file) => !isTest(file))));
    const tests = named(packagesOf(own.filter(isTest)));
    expect(program.filter((name = '') => peerDependencies[name] === undefined)).toEqual([]);
    expect(tests.filter((name = '') => ({ ...peerDependencies, ...devDependencies })[name] === undefined)).toEqual([]);
    const root = read('package.json');
    expect({ ...root.dependencies, ...root.devDependencies }).toMatchObject({
      ...peerDependencies,
      ...devDependencies,
    });
  });

  test('the repository imports only what the package gives out', () => {
    const given = new Set(Object.values(exports).map((file) => `${FOLDER}/${file.slice(2).replace(/\.ts$/, '')}`));
    const taken = sourceFiles('api', 'shared', 'worker', 'dev', 'test')
      .filter(({ path }) => !path.startsWith(`${FOLDER}/`))
      .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })))
      .filter(({ target }) => target.startsWith(`${FOLDER}/`));
    expect(taken.length).toBeGreaterThan(2);
    expect(taken.filter(({ target }) => !given.has(target))).toEqual([]);
  });
});
