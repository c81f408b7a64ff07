import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '../form/form';
import type { Job } from '../jobs/job-watch';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/cancel-button';
import { Dialog } from '../ui/dialog';
import { type CheckedFile, fileOf } from './checked-file';
import { HeadingFields } from './heading-fields';
import { type AssignedColumns, type ImportHeading, isAssignable, withColumns } from './headings';
import { useImportKind } from './import-kind';
import { startCheck } from './start-import';
import formStyles from '../form/form.module.css';

interface IgnoredHeadingsProps {
  headings: readonly ImportHeading[];
  /** null when this tab no longer has it. */
  file: CheckedFile | null;
  onChecked: (check: Job) => void;
}

interface Typed {
  columns: AssignedColumns;
}

/** The headings of a checked file that named no column, and the form that assigns columns to them. */
export function IgnoredHeadings({ headings, file, onChecked }: IgnoredHeadingsProps): ReactNode {
  const t = useTranslations('imports');
  const kind = useImportKind();
  const [isOpen, setOpen] = useState(false);
  const ignored = headings.filter((heading) => heading.column === null && isAssignable(heading));
  const isOpenFor = file !== null && headings.some(isAssignable);
  if (ignored.length === 0 && !isOpenFor) return null;
  const submit = async ({ columns }: Typed): Promise<Job | undefined> => {
    if (!file) return undefined;
    const { options, name } = file;
    const sent = await withColumns(kind, fileOf(file, headings.length), headings, columns);
    return startCheck(kind, { file: sent, options, label: t('checkOf', { file: name }) });
  };
  return (
    <div className={formStyles.formActions}>
      {ignored.length > 0 && (
        <p>
          {t('ignoredHeadings', {
            count: ignored.length,
            headings: ignored.map(({ heading }) => `“${heading}”`).join(', '),
          })}
        </p>
      )}
      {isOpenFor && <Button onClick={() => setOpen(true)}>{t('assign')}</Button>}
      {isOpen && (
        <Dialog title={t('assign')} onClose={() => setOpen(false)}>
          <Form<Typed, Job | undefined>
            name="headings"
            label={t('assign')}
            values={{ columns: {} }}
            submit={submit}
            onSaved={(_typed, check) => {
              setOpen(false);
              if (check) onChecked(check);
            }}
            action={t('checkAgain')}
            secondary={<CancelButton />}
          >
            <HeadingFields headings={headings} text={file?.text ?? ''} />
          </Form>
        </Dialog>
      )}
    </div>
  );
}
