import { createContext, type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import type { ImportSummary } from './import-summary';

type ImportRow = components['schemas']['ImportRow'];

/** What a user chose for the whole file, such as how it writes dates. */
export type ImportOptions = Readonly<Record<string, string>>;

/** A heading that the user assigned to a column; null: to none. */
interface AssignedHeading {
  heading: string;
  column: string | null;
}

/** A check, and the way to repeat it with other options; null when this tab does not have the file. */
export interface CheckedImport {
  jobId: string;
  summary: ImportSummary;
  options: ImportOptions;
  again: ((options: ImportOptions) => void) | null;
  /** Chooses options that change nothing of the check. */
  choose: ((options: ImportOptions) => void) | null;
  /** Writes another text in all cells of a column that have this one. */
  replace: ((column: string, wrong: string, text: string) => void) | null;
}

/** What imports differ in. */
export interface ImportKind {
  /** The address of the list; the import is at `/import` below it. */
  list: string;
  /** The title of the page, and the words for what is imported. */
  texts: 'employeesImport' | 'competenciesImport' | 'jobProfilesImport' | 'skillFrameworksImport' | 'guestsImport';
  columns: {
    accepted: readonly string[];
    required: readonly string[];
    /** What a heading can be assigned to; the accepted ones when omitted. */
    assignable?: readonly string[];
  };
  /** The rows of the example file, below its headings. */
  example: string;
  /** What names a row in the table. */
  nameOf: (row: ImportRow) => string;
  options: ImportOptions;
  /** The fields `options.…` of the form. */
  optionFields?: ReactNode;
  /** Another way to import, next to the form. */
  otherWay?: ReactNode;
  /** What is left to do once rows were created. */
  afterwards?: ReactNode;
  /** What a check found that concerns the whole file, and how to go on with it. */
  findings?: (check: CheckedImport) => ReactNode;
  /** What a check or an import says of others than the rows, or of what they change. */
  details?: (check: CheckedImport) => ReactNode;
  /** How much an import with these options changes besides its rows. */
  besides?: (options: ImportOptions) => number;
  /** Has later imports read headings as these columns; without it they are renamed in the file. */
  remember?: (assigned: readonly AssignedHeading[]) => Promise<unknown>;
  /** Starts a job, which answers an import's report. */
  send: (
    file: File,
    options: ImportOptions,
    dryRun: boolean,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  /** What an import changes. */
  refreshes: readonly string[];
}

export const ImportKindContext = createContext<ImportKind | null>(null);

/** What the page imports. */
export function useImportKind(): ImportKind {
  const kind = use(ImportKindContext);
  if (!kind) throw new Error('An import is shown by <ImportPage>.');
  return kind;
}

/** The words for what the page imports; `column.…` and `columnName.…` have those of its columns. */
export const useImportWords = () => useTranslations(useImportKind().texts);
