import type { ReactNode } from 'react';
import type { ListAnswer } from '../ui/paged';
import type { BulkResult } from './run-bulk';
import type { Selectable } from './selection';

/** The fields of an action, which its preview needs. */
interface BulkFields {
  initial: Readonly<Record<string, unknown>>;
  /** Fields of a form. */
  fields: ReactNode;
  /** What the API is sent of what was typed. */
  valuesOf: (typed: Readonly<Record<string, unknown>>) => object;
}

/** Something that can be done with all selected rows. */
export interface BulkAction {
  /** Its name in the API. */
  action: string;
  text: string;
  /** What it does to so many, as its button says it: "Invite 3 people". */
  phrase: (count: number, typed: Readonly<Record<string, unknown>>) => string;
  /** What it has done: "3 invitations sent"; absent: that it is done. */
  donePhrase?: (count: number) => string;
  /** What it does to those it is done for, where its name does not say it. */
  effect?: string;
  isDanger?: boolean;
  asks?: BulkFields;
}

/** What is sent for at most 200 rows. */
export interface BulkRequest {
  action: string;
  ids: string[];
  values?: object;
  dryRun: boolean;
}

/** How rows of a list are selected and changed together. */
export interface Bulk<T> extends Selectable<T> {
  idOf: (row: T) => string;
  /** Rows of the list under its present filter. */
  totalCount: number;
  /** A page of the list under its present filter, for "Select all". */
  readPage: (page: number, pageSize: number) => Promise<ListAnswer<T>>;
  actions: readonly BulkAction[];
  send: (request: BulkRequest) => Promise<BulkResult>;
  /** API paths whose rows the actions change. */
  refreshes: readonly string[];
}
