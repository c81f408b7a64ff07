import type { Model } from 'mongoose';
import { rowBatches } from '../db/batches';
import { anyDeletion, bulkInsert } from '../db/bulk';
import { pickRows } from '../db/pick';
import type { TenantRow } from '../db/rows';
import { areTextsShared, indexedPaths, noteSharedTexts, noteTexts, removeTexts, textsInRow } from '../db/text-words';
import { TextWordsModel } from '../db/text-words.model';
import { indexRows } from '../db/text-words.store';
import { inTransaction } from '../db/transaction';
import { FILE_CONTENT, readFile } from '../infra/files';
import { tenantId } from '../kernel/context';
import { derivedId } from '../kernel/ids';
import { StoredFileModel, TEXT_FILES } from '../platform/stored-file.model';
import { PERSONAL_DATA } from './personal-data-map';

/** Change it when words are told apart in another way: all texts are then indexed again. */
const VERSION = 1;
/** Times that everything is indexed: an older release that was still running during the first may have written without entries. */
const ROUNDS = 2;
/** The source of the entries that say how far the index is. */
const INDEXED = 'Indexed';

/** Whether the index has the words of all texts of the organization. */
export async function areTextsIndexed(): Promise<boolean> {
  return (await TextWordsModel.exists({ _id: roundId(ROUNDS) })) !== null;
}

/** The mark of a round; another one when a model declares other texts. */
function roundId(round: number): string {
  const declared = [...indexedPaths()].map(([name, paths]) => `${name} ${paths.join(' ')}`).sort();
  return derivedId('texts-indexed', tenantId(), VERSION, ...declared, round);
}

/**
 * Indexes all texts of the organization that were written before there was an index, unless that was done as often as it takes.
 * Safe to repeat and to break off. Returns how many rows with texts it has read.
 */
export async function indexOldTexts(): Promise<number> {
  const done = await pickRows(TextWordsModel.find({ _id: { $in: [roundId(1), roundId(ROUNDS)] } }), 'rowId');
  if (done.some(({ rowId }) => rowId === String(ROUNDS))) return 0;
  let rows = await indexFiles();
  for (const { model } of PERSONAL_DATA) {
    const paths = indexedPaths().get(model.modelName);
    if (paths) rows += await indexModel(model as unknown as Model<TenantRow>, paths);
  }
  const round = done.length + 1;
  const mark = { _id: roundId(round), source: INDEXED, rowId: String(round), wordNumbers: [], isLater: false };
  await bulkInsert(TextWordsModel, [mark]); // another process may have finished the same round
  return rows;
}

async function indexModel(model: Model<TenantRow>, paths: readonly string[]): Promise<number> {
  const source = model.modelName;
  const fields = ['_id', ...new Set(paths.map((path) => path.split('.')[0] ?? path))] as '_id'[];
  let indexed = 0;
  for await (const batch of rowBatches(model, anyDeletion(model), { fields })) {
    const written = batch
      .map((row) => ({ tenantId: tenantId(), rowId: row._id, texts: textsInRow(source, row), isLater: false }))
      .filter(({ texts }) => texts.length > 0);
    indexed += written.length;
    if (areTextsShared(source)) await noteSharedTexts(source, written);
    else if (written.length > 0)
      await inTransaction(() =>
        indexRows(
          source,
          written.map(({ rowId }) => rowId),
        ),
      );
  }
  return indexed;
}

async function indexFiles(): Promise<number> {
  const files = await pickRows(StoredFileModel.find(TEXT_FILES), '_id');
  for (const { _id } of files) {
    const text = (await readFile(_id)).toString('utf8');
    await inTransaction(async () => {
      await removeTexts(tenantId(), [_id], FILE_CONTENT);
      noteTexts(FILE_CONTENT, [{ tenantId: tenantId(), rowId: _id, texts: [text], isLater: false }]);
    });
  }
  return files.length;
}
