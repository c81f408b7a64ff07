import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReadResult } from '../../http/use-read';
import { type Column, DataTable } from '../../ui/data-table';
import styles from './pulse-survey.module.css';

type Results = ReadResult<'/api/pulse-surveys/{id}/results'>;
type Segment = NonNullable<Results['segments']>[number];
type SegmentQuestion = Segment['questions'][number];

interface SegmentTableProps {
  segments: readonly Segment[];
  questions: Results['questions'];
  threshold: number;
}

/** The figures by department; groups that are too small to stay anonymous say so. */
export function SegmentTable({ segments, questions, threshold }: SegmentTableProps): ReactNode {
  const t = useTranslations('surveyResults');
  const format = useFormatter();
  const scored = questions.filter(({ type }) => type !== 'Text');
  const hidden = <span className="muted">{t('hidden')}</span>;
  const columns: Column<Segment>[] = [
    {
      name: 'department',
      heading: t('department'),
      cell: ({ departmentId, department }) => (departmentId === null ? t('noDepartment') : department),
    },
    {
      name: 'responses',
      heading: t('responses'),
      isNumber: true,
      cell: ({ responses }) => (responses === null ? hidden : format.number(responses)),
    },
    ...scored.map(({ questionId, text }) => ({
      name: questionId,
      heading: text,
      isNumber: true,
      cell: (segment: Segment) => {
        const found = segment.questions.find((question) => question.questionId === questionId);
        return found && !found.suppressed ? figureOf(found) : hidden;
      },
    })),
  ];
  /** The mean of a rating, the eNPS of an eNPS question. */
  function figureOf({ mean, eNPS }: SegmentQuestion): string {
    if (mean !== null) return format.number(mean, { minimumFractionDigits: 2 });
    return eNPS === null ? '–' : format.number(eNPS, { signDisplay: 'exceptZero' });
  }
  const isSomeHidden = segments.some(
    ({ suppressed, questions: own }) => suppressed || own.some((row) => row.suppressed),
  );
  return (
    <section className={clsx('stack', styles.surveySegments)} aria-labelledby="survey-segments">
      <h2 id="survey-segments">{t('byDepartment')}</h2>
      {isSomeHidden && <p className="muted">{t('hiddenText', { threshold })}</p>}
      <DataTable
        label={t('byDepartment')}
        columns={columns}
        rows={segments}
        rowKey={({ departmentId }) => departmentId ?? 'none'}
        empty={null}
      />
    </section>
  );
}
