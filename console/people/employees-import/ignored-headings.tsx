import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '../../form/form';
import type { Job } from '../../jobs/job-watch';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { type AssignedColumns, HeadingFields } from './heading-fields';
import { type ImportHeading, isAssignable, rememberHeadings } from './headings';
import formStyles from '../../form/form.module.css';

interface IgnoredHeadingsProps {
  headings: readonly ImportHeading[];
  /** Checks the file again; null when this page no longer has it. */
  checkAgain: (() => Promise<Job>) | null;
  onChecked: (check: Job) => void;
}

interface Typed {
  columns: AssignedColumns;
}

/** The headings of a checked file that named no column, and the way to say what they stand for. */
export function IgnoredHeadings({ headings, checkAgain, onChecked }: IgnoredHeadingsProps): ReactNode {
  const t = useTranslations('employeesImport');
  const [isOpen, setOpen] = useState(false);
  const ignored = headings.filter((heading) => heading.column === null && isAssignable(heading));
  if (ignored.length === 0) return null;
  const submit = async ({ columns }: Typed): Promise<Job | undefined> => {
    await rememberHeadings(headings, columns);
    return checkAgain?.();
  };
  return (
    <div className={formStyles.formActions}>
      <p>
        {t('ignoredHeadings', {
          count: ignored.length,
          headings: ignored.map(({ heading }) => `“${heading}”`).join(', '),
        })}
      </p>
      {checkAgain && <Button onClick={() => setOpen(true)}>{t('assign')}</Button>}
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
            beside={<CancelButton />}
          >
            <HeadingFields headings={headings} />
          </Form>
        </Dialog>
      )}
    </div>
  );
}
