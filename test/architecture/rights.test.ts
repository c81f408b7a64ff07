import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { DATABASE_RIGHTS, PROCESSES } from '../../dev/rights/database-rights';
import { writtenFiles } from '../../dev/rights/written';

test.each(Object.entries(writtenFiles()))('%s is what the tables say: npx tsx dev/rights/write.ts', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('the public API and the renderer change only what reading and printing leave behind', () => {
  const changing = (process: 'public-api' | 'renderer'): string[] =>
    Object.entries(DATABASE_RIGHTS[process]).flatMap(([collection, actions]) =>
      actions
        .split(' ')
        .filter((action) => !['find', 'insert'].includes(action))
        .map((action) => `${action} ${collection}`),
    );
  expect(changing('public-api')).toMatchInlineSnapshot(`
[
  "update apikeys",
  "update auditheads",
]
`);
  expect(changing('renderer')).toMatchInlineSnapshot(`
[
  "remove auditdrafts",
  "update auditheads",
  "createIndex files.chunks",
  "listIndexes files.chunks",
  "remove files.chunks",
  "createIndex files.files",
  "listIndexes files.files",
  "remove files.files",
  "update jobs",
  "remove runfences",
]
`);
});

interface Role {
  role: string;
  privileges: { resource: { db: string; collection: string }; actions: string[] }[];
}

test.each([true, false])('deploy/mongo/users.js makes a role and a user of each process (they exist: %s)', (exist) => {
  const roles: Role[] = [];
  const users: { user: string; pwd: string; roles: string[] }[] = [];
  const note =
    <T extends object>(list: T[]) =>
    (first: string | T, second?: object) =>
      void list.push(typeof first === 'string' ? ({ role: first, user: first, ...second } as never) : first);
  const database = {
    getRole: () => exist,
    getUser: () => exist,
    createRole: note(roles),
    updateRole: note(roles),
    createUser: note(users),
    updateUser: note(users),
  };
  const passwords = [...PROCESSES, 'mongo'].map((name) => [
    `${name.toUpperCase().replace('-', '_')}_PASSWORD`,
    `of ${name}`,
  ]);
  const script = readFileSync('deploy/mongo/users.js', 'utf8');
  runInNewContext(script, { db: { getSiblingDB: () => database }, process: { env: Object.fromEntries(passwords) } });
  expect(roles.map(({ role }) => role)).toEqual(PROCESSES);
  expect(users.map(({ user, pwd, roles: held }) => [user, pwd, held])).toEqual([
    ...PROCESSES.map((process) => [process, `of ${process}`, [process]]),
    ['evaluation', 'of mongo', ['readWrite']],
  ]);
  const granted = roles.find(({ role }) => role === 'renderer')?.privileges ?? [];
  expect(Object.fromEntries(granted.map(({ resource, actions }) => [resource.collection, actions.join(' ')]))).toEqual(
    DATABASE_RIGHTS.renderer,
  );
  expect(() => runInNewContext(script, { db: { getSiblingDB: () => database }, process: { env: {} } })).toThrow(
    'Set API_PASSWORD.',
  );
});
