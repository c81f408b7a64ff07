import mongoose, { type Model } from 'mongoose';
import { asSystem, runInContext, tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { wordNumber } from '../kernel/words.rules';
import { anyDeletion } from './bulk';
import { pickRows } from './pick';
import type { Row } from './rows';
import { ANY_WORD, isIndexed, noteTexts, removeTexts, textsInRow } from './text-words';
import { TextWordsModel } from './text-words.model';
import { inTransaction } from './transaction';

/** Rows whose texts may hold some words, by the name of their model; an empty id stands for a text that many rows share. */
export type RowsWithWords = ReadonlyMap<string, ReadonlySet<string>>;

/** Rows of the tenant whose texts hold all words of one of the lists, and maybe others; one query for each list. */
export async function rowsWithWords(lists: readonly (readonly string[])[]): Promise<RowsWithWords> {
  const tenant = tenantId();
  const asked = [[ANY_WORD], ...shortest(lists).map((list) => list.map((word) => wordNumber(tenant, word)))];
  const rows = new Map<string, Set<string>>();
  for (const numbers of asked) {
    // With other plans engines read the whole organization where they have no statistics yet.
    const query = TextWordsModel.find({ wordNumbers: { $all: numbers } }).hint({ tenantId: 1, wordNumbers: 1 });
    for (const { source, rowId } of await pickRows(query, 'source', 'rowId'))
      rows.set(source, (rows.get(source) ?? new Set()).add(rowId));
  }
  return rows;
}

/** Without lists that contain all of another one: what they find is found by that one. */
function shortest(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const contains = (list: readonly string[], other: readonly string[]): boolean =>
    other.length < list.length && other.every((word) => list.includes(word));
  return lists.filter((list) => !lists.some((other) => contains(list, other)));
}

/**
 * Makes one entry for each of these rows from the texts that it has now; call it in a transaction. The old entries go first:
 * of a change at the same moment either the text is read or its entry stays.
 */
export async function indexRows(source: string, rowIds: readonly string[]): Promise<void> {
  await removeTexts(tenantId(), rowIds, source);
  if (!isIndexed(source)) return; // a model that is gone
  const model = mongoose.model(source) as unknown as Model<Row>;
  const rows = await model.find({ _id: { $in: rowIds }, ...anyDeletion(model) } as never).lean<Row[]>();
  noteTexts(
    source,
    rows.map((row) => ({ tenantId: tenantId(), rowId: row._id, texts: textsInRow(source, row), isLater: false })),
  );
}

const ENTRIES_AT_ONCE = 500;

/**
 * Makes one entry of those that changes of a row have added, so that words that are no longer in its texts go. Returns how many
 * entries of changes there were.
 */
export async function mergeTextWords(): Promise<number> {
  let merged = 0;
  for (;;) {
    const entries = await asSystem('entries of every tenant are merged, each with those of its own row', async () =>
      pickRows(TextWordsModel.find({ isLater: true }).limit(ENTRIES_AT_ONCE), 'tenantId', 'source', 'rowId'),
    );
    const rows = new Map<string, { tenantId: string; source: string; ids: Set<string> }>();
    for (const { tenantId: tenant, source, rowId } of entries) {
      const group = rows.get(`${tenant} ${source}`) ?? { tenantId: tenant, source, ids: new Set<string>() };
      rows.set(`${tenant} ${source}`, group);
      group.ids.add(rowId);
    }
    for (const { tenantId: tenant, source, ids } of rows.values())
      await runInContext({ requestId: newId(), tenantId: tenant, actor: null }, () =>
        inTransaction(() => indexRows(source, [...ids])),
      );
    merged += entries.length;
    if (entries.length < ENTRIES_AT_ONCE) return merged;
  }
}
