import { NotificationModel } from '../../shared/comms/notification.model';
import { bulkInsert } from '../../shared/db/bulk';
import { TextWordsModel } from '../../shared/db/text-words.model';
import { mergeTextWords, rowsWithWords } from '../../shared/db/text-words.store';
import { inTransaction } from '../../shared/db/transaction';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { type GapRow, GapModel } from '../../shared/insight/gaps/gap.model';
import { newId } from '../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsOf } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

/** Ids of the participants that the index names for a word. */
const found = async (word: string): Promise<string[]> => [
  ...((await rowsWithWords([[word]])).get(ParticipantModel.modelName) ?? []),
];

const commented = (comment: string | null) => [{ itemId: 'item', score: 4, notApplicable: false, comment }];
const participant = (comment: string | null): Partial<Participant> => ({
  _id: newId(),
  cycleId: newId(),
  subjectId: newId(),
  evaluatorId: newId(),
  evaluatorType: EvaluatorType.Peer,
  origin: ParticipantOrigin.Manual,
  answers: commented(comment),
});
const stored = async (comment: string | null = null): Promise<string> =>
  (await ParticipantModel.create(participant(comment)))._id;
const reopened = (reason: string) => ({ reason, by: newId(), at: new Date() });

const gap = (requirement: string): GapRow =>
  ({
    runId: newId(),
    cycleId: null,
    employeeId: newId(),
    departmentId: null,
    jobProfileId: null,
    requirementId: newId(),
    requirement,
    requiredLevel: 3,
    isCritical: false,
    currentLevel: 2,
    gapLevel: 1,
    priority: 1,
  }) as unknown as GapRow;

/** Each way to write a text, given a word; returns the id of the row. */
const WAYS: Record<string, (word: string) => Promise<string>> = {
  create: (word) => stored(`Ask ${word}.`),
  save: async (word) => {
    const row = await ParticipantModel.findById(await stored());
    row?.set('answers', commented(word));
    await row?.save();
    return row?._id ?? '';
  },
  'save of a part': async (word) => {
    const row = await ParticipantModel.findById(await stored('before'));
    row?.set('answers.0.comment', word);
    await row?.save();
    return row?._id ?? '';
  },
  insertMany: async (word) => (await ParticipantModel.insertMany([participant(word)]))[0]?._id ?? '',
  bulkInsert: async (word) =>
    (await bulkInsert(ParticipantModel, [participant(word) as Participant])).inserted[0]?._id ?? '',
  updateOne: async (word) => {
    const _id = await stored();
    await ParticipantModel.updateOne({ _id }, { $set: { answers: commented(word) } });
    return _id;
  },
  'updateOne of a sub path': async (word) => {
    const _id = await stored();
    await ParticipantModel.updateOne({ _id }, { $set: { 'answers.0.comment': word } });
    return _id;
  },
  'updateOne without an operator': async (word) => {
    const _id = await stored();
    await ParticipantModel.updateOne({ _id }, { answers: commented(word) });
    return _id;
  },
  updateMany: async (word) => {
    const _id = await stored();
    await ParticipantModel.updateMany({ _id: { $in: [_id] } }, { $set: { answers: commented(word) } });
    return _id;
  },
  $push: async (word) => {
    const _id = await stored();
    await ParticipantModel.updateOne({ _id }, { $push: { reopenings: reopened(word) } });
    return _id;
  },
  findOneAndUpdate: async (word) => {
    const _id = await stored();
    await ParticipantModel.findOneAndUpdate({ _id, revision: 0 }, { $set: { reopenings: [reopened(word)] } });
    return _id;
  },
  findByIdAndUpdate: async (word) => {
    const _id = await stored();
    await ParticipantModel.findByIdAndUpdate(_id, { $set: { answers: commented(word) } });
    return _id;
  },
  bulkWrite: async (word) => {
    const _id = await stored();
    await ParticipantModel.bulkWrite([
      { updateOne: { filter: { _id }, update: { $set: { answers: commented(word) } } } },
    ]);
    return _id;
  },
};

describe('the words of texts are indexed with each write (ADR 33)', () => {
  test.each(Object.entries(WAYS))('%s', async (way, write) => {
    const word = `WAY${Object.keys(WAYS).indexOf(way)}`;
    await tenant.within(async () => {
      const id = await write(word.toLowerCase());
      expect(await found(word)).toEqual([id]);
      expect(await found('NOWHERE')).toEqual([]);
    });
  });

  test('a write without a text costs nothing', async () => {
    await tenant.within(async () => {
      const ids = [await stored(), await stored()];
      const commands = await commandsOf(async () => {
        await ParticipantModel.create(participant(null));
        await bulkInsert(ParticipantModel, [participant(null) as Participant]);
        await ParticipantModel.updateMany({ cycleId: newId() }, { $set: { score: 3, answers: commented(null) } });
        await ParticipantModel.findOneAndUpdate({ _id: ids[0] }, { $set: { answers: commented(null) } });
      });
      expect(commands).toEqual([
        'insert participants',
        'insert participants',
        'update participants',
        'findAndModify participants',
      ]);
    });
  });

  test('an update of texts must name its rows', async () => {
    await tenant.within(async () => {
      const update = { $set: { answers: commented('Someone') } };
      await expect(ParticipantModel.updateMany({ cycleId: newId() }, update)).rejects.toThrow('must name its rows');
      const each = { $push: { reopenings: { $each: [reopened('Someone')] } } };
      await expect(ParticipantModel.updateMany({ cycleId: newId() }, each)).rejects.toThrow('must name its rows');
      await expect(ParticipantModel.updateOne({ _id: { $gt: '' } }, update)).rejects.toThrow('must name its rows');
      const row = await ParticipantModel.findById(await stored());
      await expect(row?.deleteOne()).rejects.toThrow('with the _id');
      await expect(row?.updateOne(update)).rejects.toThrow('with the _id');
    });
  });

  test('several texts of one row in one transaction are one entry, and none is left of one that is undone', async () => {
    await tenant.within(async () => {
      const id = await stored();
      await inTransaction(async () => {
        for (const word of ['first', 'second'])
          await ParticipantModel.updateOne({ _id: id }, { $set: { answers: commented(word) } });
      });
      expect(await TextWordsModel.countDocuments({ rowId: id })).toBe(1);
      const undone = inTransaction(async () => {
        await ParticipantModel.updateOne({ _id: id }, { $set: { answers: commented('undone') } });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect([await found('SECOND'), await found('UNDONE')]).toEqual([[id], []]);
    });
  });

  test('entries go with their rows', async () => {
    await tenant.within(async () => {
      const rows = await Promise.all(['leaving', 'leaving', 'leaving', 'staying'].map(stored));
      const [first = '', second = '', third = '', staying = ''] = rows;
      await ParticipantModel.deleteOne({ _id: first });
      await ParticipantModel.deleteMany({ _id: { $in: [second] } });
      await ParticipantModel.findByIdAndDelete(third);
      expect([await found('LEAVING'), await found('STAYING')]).toEqual([[], [staying]]);
      expect(await ParticipantModel.countDocuments({ _id: { $in: rows } })).toBe(1);
    });
  });

  test('a periodic task makes one entry of those of a row, without words that are no longer there', async () => {
    await tenant.within(async () => {
      const id = await stored('a draft about Zoraida');
      for (const word of ['better', 'best'])
        await ParticipantModel.updateOne({ _id: id }, { $set: { answers: commented(word) } });
      expect(await TextWordsModel.countDocuments({ rowId: id })).toBe(3);
      expect(await mergeTextWords()).toBeGreaterThanOrEqual(2);
      expect(await TextWordsModel.find({ rowId: id }).lean()).toMatchObject([
        { isLater: false, wordNumbers: [expect.any(Number)] },
      ]);
      expect([await found('ZORAIDA'), await found('BEST')]).toEqual([[], [id]]);
      expect(await mergeTextWords()).toBe(0);
    });
  });

  test('texts that rows share are indexed once, whoever writes them', async () => {
    await tenant.within(async () => {
      const rows = Array.from({ length: 50 }, (_none, at) => gap(`Shared${at % 2}`));
      await bulkInsert(GapModel, rows);
      await inTransaction(() => bulkInsert(GapModel, [gap('Shared2')]));
      const again = await commandsOf(() => bulkInsert(GapModel, [gap('Shared0'), gap('Shared2')]));
      expect(again).toEqual(['insert gaps']);
      const shared = await rowsWithWords([['SHARED0'], ['SHARED1'], ['SHARED2']]);
      expect([...shared]).toEqual([['Gap', new Set([''])]]);
      expect(await TextWordsModel.countDocuments({ source: 'Gap' })).toBe(3);
    });
  });

  test('what a mailing tells many people is indexed once, what it tells one person by row', async () => {
    const notice = (title: string) => ({
      userId: newId(),
      type: 'cycle-opened' as const,
      title,
      body: 'B',
      link: null,
      readAt: null,
    });
    await tenant.within(async () => {
      const { inserted } = await bulkInsert(NotificationModel, [...['Everyone', 'Everyone', 'Oneself'].map(notice)]);
      expect([...((await rowsWithWords([['EVERYONE']])).get('Notification') ?? [])]).toEqual(['']);
      expect([...((await rowsWithWords([['ONESELF']])).get('Notification') ?? [])]).toEqual([inserted[2]?._id]);
    });
  });

  test('a text with too many words is among the rows of each search', async () => {
    await tenant.within(async () => {
      const id = await stored(Array.from({ length: 20_001 }, (_none, at) => `w${at}`).join(' '));
      expect(await found('NOTTHERE')).toEqual([id]);
      await ParticipantModel.deleteOne({ _id: id });
    });
  });

  test('an organization finds its own rows alone', async () => {
    const other = await makeTenant();
    await tenant.within(() => stored('Private'));
    expect(await other.within(() => found('PRIVATE'))).toEqual([]);
  });
});
