import { useTranslations } from 'use-intl';
import { useAddress } from '../app/use-address';
import { useSend } from '../http/use-send';
import { fileOf, useCheckedFile } from './checked-file';
import { type ImportOptions, useImportKind } from './import-kind';
import { startCheck } from './start-import';

/** Checks the file of a check again, as it is now; `width` is the number of its headings. */
export function useCheckAgain(jobId: string, width: number) {
  const t = useTranslations('imports');
  const kind = useImportKind();
  const address = useAddress();
  const file = useCheckedFile(jobId);
  return useSend(
    async (options: ImportOptions | undefined) => {
      if (!file) return null;
      const sent = { file: fileOf(file, width), options: options ?? file.options };
      return startCheck(kind, { ...sent, label: t('checkOf', { file: file.name }) });
    },
    {
      refreshes: [],
      // The check before has lost the file to this one: back leads past it.
      onDone: (job) => job && address.change({ check: job.id }, 'replace'),
    },
  );
}
