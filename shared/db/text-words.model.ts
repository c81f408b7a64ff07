import type { TenantRow } from './rows';
import { tenantModel } from './tenant-model';
import { TEXT_WORDS } from './text-words';

/** Words of texts of one row (docs/adr/0033): all words that the texts have, and maybe some that they had before. */
export interface TextWords extends TenantRow {
  /** The model of the row. */
  source: string;
  /** Empty for a text that many rows share. */
  rowId: string;
  /** Numbers of the words; `ANY_WORD` alone for a text with too many of them. */
  wordNumbers: number[];
  /** Written by a change: a periodic task makes one entry of it and the older ones. */
  isLater: boolean;
}

export const TextWordsModel = tenantModel<TextWords>(
  'TextWords',
  {
    source: { type: String, required: true },
    rowId: { type: String, default: '' },
    wordNumbers: { type: [Number], required: true },
    isLater: { type: Boolean, required: true },
  },
  {
    collection: TEXT_WORDS,
    indexes: [
      { keys: { wordNumbers: 1 } },
      { keys: { rowId: 1 } },
      { keys: { isLater: 1 }, whereTrue: ['isLater'], acrossTenants: true },
    ],
  },
);
