import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { choicesOf } from '../../form/choices';
import { SelectField } from '../../form/fields';
import { Form } from '../../form/form';
import { readOnce } from '../../http/use-read';
import { Dialog } from '../../ui/dialog';
import type { Cycle, Query } from './results-query';
import { startReports } from './start-reports';

const VIEWS = ['Subject', 'HR'] as const;
/** Most subjects that one request names. */
const MAX_NAMED = 1_000;
const PAGE_SIZE = 200;

interface ReportsDialogProps {
  cycle: Cycle;
  /** What the list shows: their reports are made. */
  query: Query;
  count: number;
  onClose: () => void;
}

/** Asks for whom the reports are before they are printed; as many as the list has rows. */
export default function ReportsDialog({
  cycle: { id: cycleId, name },
  query,
  count,
  onClose,
}: ReportsDialogProps): ReactNode {
  const t = useTranslations('results');
  const isNamed = query.search !== undefined || query.score !== undefined;
  const download = async ({ view }: { view: (typeof VIEWS)[number] }): Promise<void> => {
    const chosen = isNamed ? { subjectIds: await idsOf(query, count, view) } : { departmentId: query.departmentId };
    await startReports({ cycleId, view, ...chosen, label: t('reportsOf', { name }) });
  };
  return (
    <Dialog title={t('downloadReports')} onClose={onClose}>
      {isNamed && count > MAX_NAMED ? (
        <p>{t('tooManyReports', { count, max: MAX_NAMED })}</p>
      ) : (
        <Form
          name="reports"
          values={{ view: 'Subject' as const }}
          submit={download}
          onSaved={onClose}
          action={t('downloadReports')}
        >
          <p>{t('reportsText', { count })}</p>
          <SelectField
            name="view"
            label={t('reportsView')}
            hint={t('reportsHint')}
            choices={choicesOf(VIEWS, (view) => t(`reportViews.${view}`))}
          />
        </Form>
      )}
    </Dialog>
  );
}

/** The subjects that a list under this filter shows; those who left read no results. */
async function idsOf(query: Query, count: number, view: string): Promise<string[]> {
  const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, at) => at + 1);
  const ids: string[] = [];
  for (const page of pages) {
    const { items } = await readOnce('/api/evaluation-results', { query: { ...query, page, pageSize: PAGE_SIZE } });
    for (const { subjectId, withdrawn } of items) if (view === 'HR' || !withdrawn) ids.push(subjectId);
  }
  return ids;
}
