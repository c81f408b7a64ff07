import mongoose from 'mongoose';
import { indexedPaths } from '../../../shared/db/text-words';
import { TextWordsModel } from '../../../shared/db/text-words.model';
import { inTransaction } from '../../../shared/db/transaction';
import { GoalModel } from '../../../shared/growth/goals/goal.model';
import { saveFile } from '../../../shared/infra/files';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { FilePurpose } from '../../../shared/platform/stored-file.model';
import { modelOf } from '../../../shared/privacy/erasure.store';
import { mentionsOf, redactRow } from '../../../shared/privacy/mention-search.store';
import { Mentions, namesOf } from '../../../shared/privacy/mention.rules';
import { entriesOf, findPerson } from '../../../shared/privacy/person.store';
import { areTextsIndexed, indexOldTexts } from '../../../shared/privacy/text-index.store';
import { makeEmployee } from '../../factories/employee';
import { makeGoal } from '../../factories/goal';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
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

/** A row as an older release has stored it, with a text at one path. */
async function storeAt(source: string, path: string, text: string): Promise<void> {
  const { collection } = mongoose.model(source);
  const value = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as object;
  const ids = ['cycleId', 'goalId', 'keyResultId', 'runId', 'sessionId', 'subjectId', 'triggerId'];
  const unique = Object.fromEntries(ids.map((field) => [field, newId()]));
  const row = { ...unique, _id: newId(), tenantId: tenant.id, isDeleted: source.length % 2 === 0, revision: 0 };
  await collection.insertOne({ ...row, ...value } as never);
}

const READ_FOR_TEXTS = [
  'participants',
  'goals',
  'gaps',
  'evaluations',
  'notifications',
  'storedfiles',
  'maildeliveries',
];

describe('mentions are found by an index of words (ADR 33)', () => {
  test('texts from before the index are found before, between and after the two rounds that index them', async () => {
    await tenant.within(async () => {
      const places: string[] = [];
      for (const [source, paths] of indexedPaths())
        for (const path of paths) {
          await storeAt(source, path, `ask NUNEZ-FERREIRO (e-00123)`);
          await storeAt(source, path, 'about something else');
          places.push(`${source} ${path}`);
        }
      expect(places.length).toBeGreaterThan(15);
      expect(await placesMentioning()).toEqual(places.sort());
      expect(await indexOldTexts()).toBeGreaterThanOrEqual(2 * places.length);
      expect([await areTextsIndexed(), await placesMentioning()]).toEqual([false, places]);
      await indexOldTexts();
      expect([await areTextsIndexed(), await placesMentioning()]).toEqual([true, places]);
      expect(await indexOldTexts()).toBe(0);
    });
  });

  test('processes that index at the same moment finish one round together', async () => {
    await tenant.within(async () => {
      await makeGoal({ title: `Replace ${FULL_NAME}` });
      await Promise.all([indexOldTexts(), indexOldTexts(), indexOldTexts()]);
      expect(await areTextsIndexed()).toBe(false);
      await Promise.all([indexOldTexts(), indexOldTexts()]);
      expect([await areTextsIndexed(), await placesMentioning()]).toEqual([true, ['Goal title']]);
    });
  });

  test.each([
    ['by name in capitals without accents', 'ZORAIDA NUNEZ-FERREIRO said so', true],
    ['by name and a suffix', `${FULL_NAME}'s plan`, true],
    ['by decomposed letters', `Ask ${FULL_NAME.normalize('NFD')}.`, true],
    ['by code in brackets', '(e-00123)', true],
    ['by email in punctuation', 'to <Zoraida.NF@example.test>, please', true],
    ['not by words elsewhere in the text', 'Zoraida, Ferreiro and Núñez', false],
    ['not by a longer code', 'E-001234', false],
  ])('someone is found %s', async (_what, title, isFound) => {
    await tenant.within(async () => {
      await indexOldTexts();
      await indexOldTexts();
      await makeGoal({ title });
      expect(await placesMentioning(true)).toEqual(isFound ? ['Goal title'] : []);
    });
  });

  test('a search reads only rows that hold the words', async () => {
    await tenant.within(async () => {
      await makeGoal({ title: 'Something else' });
      await indexOldTexts();
      await indexOldTexts();
      const reads = async (): Promise<string[]> => {
        const commands = await commandsOf(() => placesMentioning());
        return READ_FOR_TEXTS.filter((collection) => commands.includes(`find ${collection}`));
      };
      expect(await reads()).toEqual([]);
      await makeGoal({ title: `Replace ${FULL_NAME}` });
      await storeAt('Gap', 'requirement', 'never indexed, as none is written past the layer');
      expect(await reads()).toEqual(['goals']);
      await modelOf('Gap').create({ ...gap, requirement: `Ask ${FULL_NAME}` } as never);
      expect(await placesMentioning()).toEqual(['Gap requirement', 'Goal title']);
    });
  });

  test('a name without a word is looked for in every text', async () => {
    await tenant.within(async () => {
      await indexOldTexts();
      await indexOldTexts();
      await EmployeeModel.updateOne({ _id: personId }, { $set: { ...names, employeeCode: '--' } });
      await storeAt('Goal', 'title', 'Ask --');
      expect(await placesMentioning()).toEqual(['Goal title']);
    });
  });

  test('evidence that is text is found by its words', async () => {
    await tenant.within(async () => {
      const file = { purpose: FilePurpose.Evidence, contentType: 'text/plain', createdBy: null };
      await saveFile(Buffer.from(`Praise of ${FULL_NAME}`), { ...file, name: 'old.txt' });
      await indexOldTexts();
      await TextWordsModel.deleteMany({ source: { $ne: 'Indexed' } });
      await indexOldTexts();
      await saveFile(Buffer.from('Nothing of interest'), { ...file, name: 'other.txt' });
      expect(await placesMentioning()).toEqual(['StoredFile content']);
    });
  });

  test('a redacted text leaves no words of the person', async () => {
    await tenant.within(async () => {
      await indexOldTexts();
      await indexOldTexts();
      const goal = await makeGoal({ title: 'Draft' });
      await GoalModel.updateOne(
        { _id: goal._id },
        { $set: { title: `Replace ${FULL_NAME}`, searchText: `replace ${FULL_NAME}` } },
      );
      const mentions = new Mentions(namesOf([names], []), { strict: true });
      const before = await TextWordsModel.find({ rowId: goal._id }).lean();
      await inTransaction(() => redactRow(modelOf('Goal'), goal._id, ['title'], mentions));
      const after = await TextWordsModel.find({ rowId: goal._id }).lean();
      expect([before.length, after.length, after[0]?.wordNumbers.length]).toEqual([2, 1, 3]); // Replace Former employee
      expect(await placesMentioning()).toEqual([]);
    });
  });
});

const gap = {
  runId: newId(),
  employeeId: newId(),
  requirementId: newId(),
  requiredLevel: 3,
  isCritical: false,
  currentLevel: 2,
  gapLevel: 1,
  priority: 1,
};
