import mongoose from 'mongoose';
import { saveFile } from '../../../shared/infra/files';
import { FilePurpose } from '../../../shared/infra/stored-file.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { mentionsOf, searchedTexts } from '../../../shared/privacy/mention-search.store';
import { Mentions, namesOf } from '../../../shared/privacy/mention.rules';
import { entriesOf, findPerson } from '../../../shared/privacy/person.store';
import { makeEmployee } from '../../factories/employee';
import { makeGoal } from '../../factories/goal';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();
const FULL_NAME = 'Zoraida Núñez-Ferreiro';
const names = {
  firstName: 'Zoraida',
  lastName: 'Núñez-Ferreiro',
  fullName: FULL_NAME,
  email: 'zoraida.nf@example.test',
  employeeCode: 'E-00123',
};

let tenant: TestTenant;
let personId: string;
beforeEach(async () => {
  tenant = await makeTenant();
  await tenant.within(async () => {
    personId = (await makeEmployee())._id;
    await EmployeeModel.updateOne({ _id: personId }, { $set: names });
  });
});

/** Where the person is mentioned, as `Model path`, each once. */
async function placesMentioning(strict = false): Promise<string[]> {
  const person = await findPerson(personId);
  const mentions = new Mentions(namesOf(entriesOf(person), person.accounts), { strict });
  const places = new Set<string>();
  for await (const { source, path } of mentionsOf(person, mentions))
    places.add(`${source} ${path.replace(/\.\d+/g, '')}`);
  return [...places].sort();
}

/** A row with the same text at each path. */
async function storeAt(source: string, paths: readonly string[], text: string): Promise<void> {
  const { collection, schema } = mongoose.model(source);
  // Values that unique indexes tell apart.
  const keys = schema.indexes().flatMap(([fields]) => Object.keys(fields));
  const row: Row = Object.fromEntries(keys.filter((key) => !key.includes('.')).map((key) => [key, newId()]));
  for (const path of paths) putAt(row, path.split('.'), text);
  const common = { _id: newId(), tenantId: tenant.id, isDeleted: source.length % 2 === 0, revision: 0 };
  await collection.insertOne({ ...row, ...common } as never);
}

type Row = { [name: string]: Row | string };

function putAt(row: Row, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) row[name] = text;
  else {
    const inner = row[name];
    const below = typeof inner === 'object' ? inner : {};
    row[name] = below;
    putAt(below, rest, text);
  }
}

describe('mentions of a person are found in every text (ADR 37)', () => {
  test('wherever the map of personal data has free text', async () => {
    await tenant.within(async () => {
      const places: string[] = [];
      for (const { data, paths } of searchedTexts()) {
        await storeAt(data.model.modelName, paths, 'ask NUNEZ-FERREIRO (e-00123)');
        places.push(...paths.map((path) => `${data.model.modelName} ${path}`));
      }
      expect(places.length).toBeGreaterThan(50);
      expect(places).toEqual(expect.arrayContaining(['Participant answers.comment', 'Gap requirement', 'Goal title']));
      expect(await placesMentioning()).toEqual(places.sort());
    });
  });

  test.each([
    ['by name in capitals without accents', 'ZORAIDA NUNEZ-FERREIRO said so', true],
    ['by name and a suffix', `${FULL_NAME}'s plan`, true],
    ['by decomposed letters', `Ask ${FULL_NAME.normalize('NFD')}.`, true],
    ['by decomposed capitals', FULL_NAME.toUpperCase().normalize('NFD'), true],
    ['by accented capitals', FULL_NAME.toUpperCase(), true],
    ['by name with another hyphen', FULL_NAME.replace('-', '‑'), true],
    ['by name over two lines', FULL_NAME.replace(' ', '\n'), true],
    ['by name behind other scripts', `我和 ${FULL_NAME}`, true],
    ['by code in brackets', '(e-00123)', true],
    ['by email in punctuation', 'to <Zoraida.NF@example.test>, please', true],
    ['not by words elsewhere in the text', 'Zoraida, Ferreiro and Núñez', false],
    ['not by a longer code', 'E-001234', false],
  ])('someone is found %s', async (_what, title, isFound) => {
    await tenant.within(async () => {
      await makeGoal({ title });
      expect(await placesMentioning(true)).toEqual(isFound ? ['Goal title'] : []);
    });
  });

  test.each([
    ['in decomposed letters alone', 'About Núñez-Ferreiro'.normalize('NFD')],
    ['in accented capitals', 'About NÚÑEZ-FERREIRO'],
  ])('a last name is found %s', async (_how, title) => {
    await tenant.within(async () => {
      await makeGoal({ title });
      expect(await placesMentioning()).toEqual(['Goal title']);
    });
  });

  test('a code without a letter is found', async () => {
    await tenant.within(async () => {
      await EmployeeModel.updateOne({ _id: personId }, { $set: { ...names, employeeCode: '--' } });
      await makeGoal({ title: 'Ask --' });
      expect(await placesMentioning()).toEqual(['Goal title']);
    });
  });

  test('evidence that is text is read', async () => {
    await tenant.within(async () => {
      const file = { purpose: FilePurpose.Evidence, contentType: 'text/plain', createdBy: null };
      await saveFile(Buffer.from(`Praise of ${FULL_NAME}`), { ...file, name: 'praise.txt' });
      await saveFile(Buffer.from('Nothing of interest'), { ...file, name: 'other.txt' });
      expect(await placesMentioning()).toEqual(['StoredFile content']);
    });
  });
});
