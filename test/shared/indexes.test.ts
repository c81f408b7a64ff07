import { ensureIndexes } from '../../shared/db/indexes';
import { serverProblem } from '../../shared/db/server-facts';
import { EmployeeModel } from '../../shared/people/employee.model';
import { commandsOf, commandsSent } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();

const CODE = 'tenantId_1_employeeCode_1';
const NAME = 'tenantId_1_isDeleted_1_searchText_1';
const RETIRED = 'tenantId_1_lastName_1_firstName_1__id_1';
const employees = () => EmployeeModel.collection;

async function indexes(): Promise<Map<string, { partialFilterExpression?: object; unique?: boolean }>> {
  return new Map((await employees().listIndexes().toArray()).map((index) => [String(index.name), index]));
}

describe('indexes of a database that an older version made', () => {
  test('changed ones are replaced, superfluous, retired and missing ones put right, and others stay', async () => {
    await employees().dropIndexes();
    await employees().createIndexes([
      {
        key: { tenantId: 1, employeeCode: 1 },
        name: CODE,
        unique: true,
        partialFilterExpression: { isDeleted: false, employeeCode: { $type: 'string' } },
      },
      { key: { tenantId: 1, isDeleted: 1, searchText: 1 }, name: NAME },
      { key: { tenantId: 1, lastName: 1, firstName: 1, _id: 1 }, name: RETIRED },
      { key: { tenantId: 1, hireDate: 1 }, name: 'made_by_an_operator' },
    ]);
    await ensureIndexes();

    const after = await indexes();
    expect(after.get(CODE)).toMatchObject({
      unique: true,
      partialFilterExpression: { isDeleted: false, employeeCode: { $gte: '' } },
    });
    expect([after.has(NAME), after.has(`${NAME}__id_1`), after.has(RETIRED)]).toEqual([false, true, false]);
    expect(after.has('made_by_an_operator')).toBe(true);
    expect(after.has('tenantId_1_email_1')).toBe(true);
    await employees().dropIndex('made_by_an_operator');
  });

  test('two processes that start at once on an old database both succeed', async () => {
    await employees().dropIndex(CODE);
    await employees().createIndex({ tenantId: 1, employeeCode: 1 }, { name: CODE, unique: false });
    await Promise.all([ensureIndexes(), ensureIndexes()]);
    expect((await indexes()).get(CODE)).toMatchObject({ unique: true });
  });

  test('a collection that only an older release used is dropped', async () => {
    const { db } = EmployeeModel;
    await db.collection('textwords').insertOne({ tenantId: 'any', wordNumbers: [1] });
    await ensureIndexes();
    expect((await db.listCollections()).map(({ name }) => name)).not.toContain('textwords');
  });

  test('answers of surveys are stored in the order of their ids, where the server can do that', async () => {
    const { db } = EmployeeModel;
    await db.collection('surveycomments').drop();
    const sent = await commandsSent(ensureIndexes);
    const created = sent.filter(({ commandName }) => commandName === 'create').map(({ command }) => command);
    const clustered = { create: 'surveycomments', clusteredIndex: { key: { _id: 1 }, unique: true } };
    expect(created[0]).toMatchObject(clustered);
    const listed = (await db.listCollections()).find(({ name }) => name === 'surveycomments') as { options?: object };
    if (process.env.TESTS_ON_MONGOD) expect(listed.options).toMatchObject({ clusteredIndex: { key: { _id: 1 } } });
    else expect([created.length, listed.options]).toEqual([2, {}]); // the embedded engine refuses the first
    expect(await commandsOf(ensureIndexes)).not.toContain('create surveycomments');
  });

  test('where nothing has changed nothing is made or dropped', async () => {
    await ensureIndexes();
    const commands = await commandsOf(ensureIndexes);
    expect(commands.filter((command) => !/^list(Collections|Indexes) /.test(command))).toEqual([]);
    expect(commands.length).toBeGreaterThan(20);
  });

  test('texts are unique among live rows, and rows without one are not compared', async () => {
    const row = (employeeCode: string | null, isDeleted = false) => ({
      _id: `${Math.random()}` as never,
      tenantId: 'unique',
      email: `${Math.random()}@x.example`,
      employeeCode,
      isDeleted,
    });
    await employees().insertMany([row(null), row(null), row('A'), row('A', true)]);
    await expect(employees().insertOne(row('A'))).rejects.toMatchObject({ code: 11000 });
    await employees().deleteMany({ tenantId: 'unique' });
  });
});

describe('the check of the server at the start', () => {
  test.each([
    ['a replica set of 7.0', { version: '7.0.0', replicaSet: 'rs0', isSharded: false }, null],
    ['a sharded cluster', { version: '8.0.4', replicaSet: null, isSharded: true }, null],
    ['an older server', { version: '6.0.19', replicaSet: 'rs0', isSharded: false }, /6\.0\.19 is too old: upgrade/],
    ['a server that tells no version', { version: '', replicaSet: 'rs0', isSharded: false }, /too old/],
    ['a standalone server', { version: '8.0.4', replicaSet: null, isSharded: false }, /standalone.*--replSet/],
  ])('%s', (_name, facts, problem) => {
    if (problem) expect(serverProblem(facts)).toMatch(problem);
    else expect(serverProblem(facts)).toBeNull();
  });
});
