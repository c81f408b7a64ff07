import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expectOnly } from './exceptions';
import { type Import, exportedValues, nodesOf, type SourceFile, sourceFiles } from './source-tree';

const product = sourceFiles('api', 'worker', 'shared');
const dev = sourceFiles('dev');

/** From the lowest to the highest: an area may use the areas before it (architecture 2). */
const AREAS = ['platform', 'comms', 'framework', 'people', 'evaluation', 'insight', 'growth', 'privacy', 'operations'];
/** Folders that all areas may use, each with those that it may use. */
const FOUNDATION: Record<string, string[]> = {
  kernel: ['kernel'],
  db: ['kernel', 'db'],
  infra: ['kernel', 'db', 'infra'],
  jobs: ['kernel', 'db', 'jobs'],
  migrations: ['kernel', 'db', 'migrations'],
};

type Rule = (imported: Import, file: SourceFile) => boolean;

/** Imports that break a rule, as `file -> target`. */
function forbidden(files: readonly SourceFile[], isForbidden: Rule): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => isForbidden(imported, file))
      .map((imported) => `${file.path.replace(/\.ts$/, '')} -> ${imported.target}`),
  );
}

/** The rules and policies, and the vocabulary that they use: files of plain names. */
function pure(): SourceFile[] {
  const vocabulary = new Map(
    product
      .filter(({ suffix, area }) => suffix === null && AREAS.includes(area ?? ''))
      .map((file) => [file.path.replace(/\.ts$/, ''), file]),
  );
  const files = new Set(product.filter(({ suffix }) => suffix === 'rules' || suffix === 'policy'));
  // A set is iterated in the order of insertion, so that what is added here is looked at too.
  for (const { imports } of files)
    for (const { target, typeOnly } of imports) {
      const used = vocabulary.get(target);
      if (used && !typeOnly) files.add(used);
    }
  return [...files];
}
const ofSuffix = (suffix: string): SourceFile[] => product.filter((file) => file.suffix === suffix);
const suffixOf = (target: string): string | null => /\.(\w+)$/.exec(target)?.[1] ?? null;

test('there is something to check', () => {
  expect(product.length).toBeGreaterThan(100);
  expect(product.flatMap((file) => file.imports).length).toBeGreaterThan(300);
});

describe('processes (architecture 1)', () => {
  test.each([
    ['worker', ['api/', 'dev/', 'test/']],
    ['api', ['worker/', 'dev/', 'test/']],
    ['shared', ['api/', 'worker/', 'dev/', 'test/']],
    ['console', ['api/', 'worker/', 'dev/', 'test/']],
  ])('%s imports nothing of %j', (folder, others) => {
    expectOnly(
      forbidden(
        sourceFiles(folder),
        ({ target, isPackage }) => !isPackage && others.some((other) => target.startsWith(other)),
      ),
    );
  });

  test('shared holds what two of them use, themselves or by what they import', () => {
    const reached = ['api', 'worker', 'console'].map(reachedFrom);
    expect(reached.map((paths) => paths.size > 100)).toEqual([true, true, true]);
    expectOnly(
      product
        .map(({ path }) => path)
        .filter((path) => path.startsWith('shared/') && reached.filter((paths) => paths.has(path)).length < 2),
    );
  });

  function reachedFrom(folder: string): Set<string> {
    const importsOf = new Map([...product, ...sourceFiles('console')].map(({ path, imports }) => [path, imports]));
    const reached = new Set([...importsOf.keys()].filter((path) => path.startsWith(`${folder}/`)));
    // A set is iterated in the order of insertion, so that what is added here is looked at too.
    for (const path of reached) {
      for (const { target } of importsOf.get(path) ?? [])
        for (const file of [`${target}.ts`, `${target}.tsx`]) if (importsOf.has(file)) reached.add(file);
      if (path === 'shared/privacy/personal-data.ts') for (const model of ofSuffix('model')) reached.add(model.path);
    }
    return reached;
  }
});

describe('areas (architecture 2)', () => {
  test('the folders are the areas, and those that belong to none', () => {
    const prefixes = new Set([...AREAS, ...Object.keys(FOUNDATION), 'http', 'policies', 'public-v1', 'render']);
    expectOnly(product.filter(({ area }) => area !== null && !prefixes.has(area)).map((file) => file.path));
  });

  test('an area uses only the areas below it', () => {
    const mayUse = (area: string): string[] => AREAS.slice(0, AREAS.indexOf(area) + 1);
    const files = product.filter(({ area }) => AREAS.includes(area ?? ''));
    expectOnly(
      forbidden(files, ({ target }, { area }) => {
        // A policy belongs to no area: who asks it uses the areas whose rows it decides about.
        const policy = product.find(({ path, suffix }) => suffix === 'policy' && path === `${target}.ts`);
        const used = policy ? policy.imports.map((its) => areaOf(its.target)) : [areaOf(target)];
        return used.some((other) => other !== null && !mayUse(area ?? '').includes(other));
      }),
      {
        'api/platform/accounts/account-employee.queries -> shared/people/employee.model':
          'an account belongs to the employee with its email address; read here alone',
        'api/platform/accounts/account-employee.queries -> shared/people/employee-status':
          'who signs in at a provider gets an account if they are an Active employee',
        'shared/people/employment.store -> shared/evaluation/participants/presence.store':
          'the evaluations about and by an employee follow a new name or status in the same transaction',
      },
    );
  });

  test('docs/architecture.md names the areas that each uses', () => {
    const named = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `(\w+)` +\|[^|]+\| ([\w, ]*?) *\|$/gm);
    const documented = Object.fromEntries([...named].map(([, area = '', uses = '']) => [area, uses]));
    const below = (area: string): string[] => AREAS.slice(0, AREAS.indexOf(area));
    const real = AREAS.map((area) => {
      const imports = product.filter((file) => file.area === area).flatMap((file) => file.imports);
      const used = new Set(imports.map(({ target }) => areaOf(target)));
      return [
        area,
        below(area)
          .filter((other) => used.has(other))
          .join(', '),
      ];
    });
    expect(documented).toMatchObject(Object.fromEntries(real));
  });

  test('an area of the console uses only the areas below it; what the areas share knows none of them', () => {
    // A declaration joins the texts of all areas.
    const files = sourceFiles('console').filter(({ area, path }) => area !== null && !path.endsWith('.d.ts'));
    expect(files.length).toBeGreaterThan(100);
    expectOnly(
      forbidden(files, ({ target }, { area }) => {
        const [folder, other = ''] = target.split('/');
        const mayUse = AREAS.slice(0, AREAS.indexOf(area ?? '') + 1);
        return folder === 'console' && AREAS.includes(other) && !mayUse.includes(other);
      }),
      {
        'console/app/sign-in-again.tsx -> console/platform/sign-in/entrance':
          'signing in over a form offers what the sign-in page of the organization offers',
        'console/app/sign-in-again.tsx -> console/platform/sign-in/sign-in.page': 'and has its form',
      },
    );
  });

  test('kernel, db, infra and jobs use no area', () => {
    const files = product.filter(({ area }) => Object.hasOwn(FOUNDATION, area ?? ''));
    expectOnly(
      forbidden(
        files,
        ({ target, isPackage }, { area }) =>
          !isPackage && !FOUNDATION[area ?? '']?.includes(target.split('/')[1] ?? ''),
      ),
      {},
    );
  });

  test('api/http uses no area: sign-in, tenant hosts and jobs live in platform', () => {
    const files = product.filter(({ path }) => path.startsWith('api/http/'));
    expectOnly(forbidden(files, ({ target, isPackage }) => !isPackage && areaOf(target) !== null));
  });

  test('a feature with more than six files in an area has a folder of its own', () => {
    const rooms = new Map<string, number>();
    for (const { path } of product) {
      const [, folder = '', feature = ''] = /^(\w+\/[\w-]+)\/(\w+?)(?:ies|y|s)?[-.][^/]+$/.exec(path) ?? [];
      if (folder !== '') rooms.set(`${folder}/${feature}`, (rooms.get(`${folder}/${feature}`) ?? 0) + 1);
    }
    expect(rooms.size).toBeGreaterThan(100);
    expectOnly(
      [...rooms].filter(([, files]) => files > 6).map(([feature]) => feature),
      {
        'api/comms/email': 'email settings and email templates are two features',
        'api/framework/competenc': 'competencies and their categories are two features',
        'api/insight/gap': 'the gap analysis and the heatmap are two features',
      },
    );
  });
});

describe('suffixes (architecture 2)', () => {
  test('what speaks HTTP lives in the api, jobs in the worker, policies in one folder', () => {
    const home: Record<string, RegExp> = {
      controller: /^api\//,
      dto: /^api\//,
      service: /^api\//,
      queries: /^api\//,
      policy: /^\w+\/policies\//,
      job: /^worker\//,
    };
    expectOnly(
      product
        .filter(({ path, suffix }) => suffix !== null && home[suffix]?.test(path) === false)
        .map(({ path }) => path),
    );
  });

  test('.rules and .policy use rules, the vocabulary and the pure part of the kernel; no package', () => {
    const impure = ['config', 'logger', 'context'].map((name) => `shared/kernel/${name}`);
    const clockAndChance = new Set(['now', 'inMs', 'newId', 'newToken']);
    expectOnly(
      forbidden(pure(), ({ target, isPackage, typeOnly, values }) => {
        if (isPackage || impure.includes(target) || values.some((value) => clockAndChance.has(value))) return true;
        if (target.startsWith('shared/kernel/')) return false;
        const isVocabulary = suffixOf(target) === null && areaOf(target) !== null;
        // The shape of a row is plain data; its type alone brings no database along.
        const isShape =
          typeOnly &&
          (suffixOf(target) === 'model' ||
            ['shared/jobs/contract', 'shared/jobs/import-result', 'shared/policies/viewer'].includes(target));
        return !(suffixOf(target) === 'rules' || isVocabulary || isShape);
      }),
      {
        'api/policies/file.policy -> shared/infra/stored-file.model': 'the enumeration of purposes',
        'api/platform/passwords/common-passwords -> @zxcvbn-ts/language-common': 'a list of words alone',
      },
    );
  });

  test('.rules and .policy read no clock and no chance', () => {
    expectOnly(
      pure().flatMap(({ path, syntax }) =>
        nodesOf(syntax)
          .filter(readsClockOrChance)
          .map((node) => `${path}: ${node.getText()}`),
      ),
    );
  });

  test('.controller speaks HTTP: no model, no store, no database', () => {
    expectOnly(
      forbidden(
        ofSuffix('controller'),
        ({ target, typeOnly }) =>
          target === 'mongoose' ||
          target.startsWith('shared/db/') ||
          (!typeOnly && ['model', 'store'].includes(suffixOf(target) ?? '')),
      ),
    );
  });

  test('.dto takes types, and the pure functions of its mappers', () => {
    expectOnly(
      forbidden(ofSuffix('dto'), ({ target, typeOnly }) => {
        if (typeOnly) return false;
        const isPure =
          target.startsWith('shared/kernel/') ||
          ['rules', 'dto'].includes(suffixOf(target) ?? '') ||
          (suffixOf(target) === null && target.startsWith('shared/') && areaOf(target) !== null);
        return !isPure && target !== 'api/http/resource-fields';
      }),
      { 'api/platform/jobs/jobs.dto -> shared/jobs/payload': 'pure, and of no area' },
    );
  });

  test('.service, .store and .job know nothing of HTTP', () => {
    const files = product.filter(({ suffix }) => ['service', 'store', 'job', 'queries'].includes(suffix ?? ''));
    expectOnly(forbidden(files, ({ target }) => target === 'express' || target === '@tsoa/runtime'));
    // Controllers translate: `expectedRevision(ifMatch)`, `uploadOf(file)`.
    const ofTheRequest = /\bifMatch\b|\bExpress\.|\bMulter\b/;
    expectOnly(files.filter(({ syntax }) => ofTheRequest.test(syntax.getFullText())).map(({ path }) => path));
  });

  test('.queries read: they do not write, and start no job', () => {
    const writes = new Set(
      'save create insertMany bulkWrite updateOne updateMany deleteOne deleteMany findOneAndUpdate findOneAndDelete'.split(
        ' ',
      ),
    );
    const callsWrite = (node: ts.Node): boolean =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      writes.has(node.expression.name.text);
    const starters = new Set([
      'bulkInsert',
      'inTransaction',
      'enqueue',
      'storeJob',
      'enqueueStored',
      'saveFile',
      'deleteFile',
    ]);
    const exported = new Set(sourceFiles('shared').flatMap(({ syntax }) => exportedValues(syntax)));
    expect([...starters].filter((name) => !exported.has(name))).toEqual([]);
    expectOnly([
      ...ofSuffix('queries').flatMap(({ path, syntax }) =>
        nodesOf(syntax)
          .filter(callsWrite)
          .map((node) => `${path}: ${node.getText().split('(')[0]}`),
      ),
      ...forbidden(ofSuffix('queries'), ({ values }) => values.some((value) => starters.has(value))),
    ]);
  });

  test('.model knows the shape alone: no use of a service, query, store, job or mapper', () => {
    const above = ['service', 'queries', 'store', 'job', 'controller', 'dto'];
    expectOnly(forbidden(ofSuffix('model'), ({ target }) => above.includes(suffixOf(target) ?? '')));
  });
});

describe('style (architecture 6)', () => {
  test('no barrels: no index.ts, no file that only re-exports', () => {
    const barrels = [...product, ...dev].filter(
      ({ path, syntax }) =>
        /(^|\/)index\.ts$/.test(path) ||
        (syntax.statements.length > 0 &&
          syntax.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier)),
    );
    expectOnly(barrels.map(({ path }) => path));
  });

  test('no drawer: nothing is named utils, helpers, common or misc', () => {
    const drawer = /(^|\/)(common|misc)(\/|\.)|(^|[/.-])(utils?|helpers?)(\/|\.)/;
    const drawers = [...product, ...dev, ...sourceFiles('test')].filter(({ path }) => drawer.test(path));
    expectOnly(drawers.map(({ path }) => path));
  });

  test('named exports only', () => {
    expectOnly(
      product
        .filter(({ syntax }) => syntax.statements.some((statement) => ts.isExportAssignment(statement)))
        .map(({ path }) => path),
    );
  });

  test('nothing is exported for tests alone', () => {
    const used = new Set(
      [...product, ...dev, ...sourceFiles('console')].flatMap(({ imports }) =>
        imports.flatMap(({ target, values }) => values.map((value) => `${target} ${value}`)),
      ),
    );
    const unused = product
      // The generated routes use controllers, load-jobs uses jobs, and each step of a rule has a table of its own.
      .filter(({ suffix }) => suffix !== 'controller' && suffix !== 'rules' && suffix !== 'job')
      .flatMap(({ path, syntax }) => exportedValues(syntax).map((name) => ({ place: path.replace(/\.ts$/, ''), name })))
      .filter(({ place, name }) => !used.has(`${place} ${name}`) && !used.has(`${place} *`));
    expectOnly(
      unused.map(({ place, name }) => `${place} ${name}`),
      {
        'shared/db/server-facts serverProblem': 'no server at hand is too old',
        'shared/evaluation/cycles/sums.store mergeAccount': 'kept figures are compared with figures made without it',
        'shared/evaluation/cycles/cycle-sums.store cycleAccount':
          'kept figures are compared with figures made without it',
        'shared/db/tenant-model globalModels': 'tests go through all models',
        'shared/kernel/permissions PERMISSIONS': 'tests go through all permissions',
        'shared/privacy/mention-search.store searchedTexts': 'tests go through all texts',
        'shared/evaluation/cycles/cycle-status cycleStatusNumber': 'the vocabulary has both directions',
        'api/platform/jobs/watch hasEnded': 'the vocabulary of a job’s state',
      },
    );
  });

  test('no console: lines go to the logger', () => {
    expectOnly(
      product
        .filter(({ syntax }) => nodesOf(syntax).some((node) => ts.isIdentifier(node) && node.text === 'console'))
        .map(({ path }) => path),
    );
  });

  test('a file has one reason: at most 350 lines', () => {
    expectOnly([...product, ...dev].filter(({ lines }) => lines > 350).map(({ path }) => path));
  });

  test('the wall clock is read in one place', () => {
    expectOnly(
      product
        .filter(({ path }) => path !== 'shared/kernel/clock.ts')
        .flatMap(({ path, syntax }) =>
          nodesOf(syntax)
            .filter((node) => readsClockOrChance(node) && !node.getText().startsWith('performance'))
            .map((node) => `${path}: ${node.getText()}`),
        ),
    );
  });
});

/** The area of an import's target; null where it is of none. */
function areaOf(target: string): string | null {
  const [, area = ''] = target.split('/');
  return AREAS.includes(area) ? area : null;
}

/** `new Date()`, `Date.now()`, `performance.now()`, `Math.random()`. */
function readsClockOrChance(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
  if (!ts.isCallExpression(node)) return false;
  return ['Date.now', 'performance.now', 'Math.random'].includes(node.expression.getText());
}
