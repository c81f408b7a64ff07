// cspell:ignore Łucja tlucja teva
import mongoose from 'mongoose';
import { disconnectDatabase } from '../../shared/db/connect';
import { asSystem } from '../../shared/kernel/context';
import { asciiEmailDomains } from '../../shared/migrations/ascii-email-domains';
import { searchKeys } from '../../shared/migrations/search-keys';
import { connectTestDatabase } from '../support/service';

type Db = mongoose.mongo.Db;
type Row = { _id: string } & Record<string, unknown>;

function db(): Db {
  if (!mongoose.connection.db) throw new Error('not connected');
  return mongoose.connection.db;
}
const rows = (name: string) => db().collection<Row>(name);
const keysOf = async (name: string): Promise<unknown[]> =>
  (await rows(name).find().sort({ _id: 1 }).toArray()).map(({ searchText }) => searchText);

beforeEach(async () => {
  await connectTestDatabase(true);
  await db().dropDatabase();
});
afterEach(async () => {
  await db().dropDatabase();
  await disconnectDatabase();
});

const inSystem = (work: () => Promise<void>) => () => asSystem('migrations are tested', work);

const employee = (_id: string, firstName: string, lastName: string) => ({
  _id,
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
  email: `${_id}@acme.test`,
  employeeCode: null,
  searchText: `${firstName} ${lastName} ${_id}@acme.test`.toLowerCase(),
});
const subject = ({ _id, fullName, email, searchText }: ReturnType<typeof employee>) => ({
  _id: `of ${_id}`,
  subjectId: _id,
  subject: { fullName, email, employeeCode: null },
  searchText,
});

test(
  'names get the key of lists, in batches that can be interrupted, and evaluations that of their subjects',
  inSystem(async () => {
    const people = [
      employee('1', 'Łucja', 'de la Cruz'),
      employee('2', 'Ana', 'Ruiz Gil'),
      employee('3', 'Eva', 'Old'),
    ];
    await rows('employees').insertMany(people.map((row) => ({ ...row })));
    await rows('evaluations').insertMany(people.map(subject));
    await rows('employees').updateOne({ _id: '3' }, { $set: { lastName: 'New', fullName: 'Eva New' } });
    await rows('departments').insertOne({ _id: '1', name: 'Ventas Ñ', code: 'V1', searchText: 'ventas n v1' });
    await rows('cycles').insertOne({ _id: '1', name: 'Year', searchText: 'year' });

    expect(await searchKeys.countRemaining(db())).toBe(8);
    expect([await searchKeys.changeSome(db(), 3), await searchKeys.countRemaining(db())]).toEqual([3, 5]);
    // An employee is renamed by the new program while a batch of another worker is under way.
    await rows('employees').updateOne({ _id: '3' }, { $set: { searchText: 'newer\teva\tnewer\t3@acme.test' } });
    expect([await searchKeys.changeSome(db(), 5), await searchKeys.changeSome(db(), 5)]).toEqual([4, 0]);

    expect(await keysOf('employees')).toEqual([
      'de la cruz\tlucja\tde la cruz\t1@acme.test',
      'ruiz gil\tana\truiz gil\t2@acme.test',
      'newer\teva\tnewer\t3@acme.test',
    ]);
    expect(await keysOf('evaluations')).toEqual([
      'de la cruz\tlucja\tde la cruz\t1@acme.test',
      'ruiz gil\tana\truiz gil\t2@acme.test',
      'old\teva\told\t3@acme.test',
    ]);
    expect([await keysOf('departments'), await keysOf('cycles')]).toEqual([['ventas n\tv1'], ['year\t']]);
  }),
);

test(
  'emails get the ASCII form of their domain, unless another row has it already',
  inSystem(async () => {
    await rows('users').createIndex({ email: 1 }, { unique: true });
    await rows('users').insertMany([
      { _id: '1', email: 'ana@peña.es' },
      { _id: '2', email: 'eva@peña.es' },
      { _id: '3', email: 'eva@xn--pea-8ma.es' },
      { _id: '4', email: 'josé@acme.es' },
    ]);
    expect([await asciiEmailDomains.countRemaining(db()), await asciiEmailDomains.changeSome(db(), 500)]).toEqual([
      2, 2,
    ]);
    const emails = (await rows('users').find().sort({ _id: 1 }).toArray()).map(({ email }) => email);
    expect(emails).toEqual(['ana@xn--pea-8ma.es', 'eva@peña.es', 'eva@xn--pea-8ma.es', 'josé@acme.es']);
  }),
);
