import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { type ReadResult, useRead } from '../../http/use-read';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import type { SubjectResult } from './subject-result';

type Compared = ReadResult<'/api/evaluation-results/{cycleId}/subjects/{subjectId}/comparison'>;
type Row = Compared['competencies'][number];

/**
 * How the subject and the others see each competency, in words and figures, and an earlier cycle beside this one; nothing where there
 * is nothing to compare.
 */
export function Comparison({ result: { cycleId, subjectId } }: { result: SubjectResult }): ReactNode {
  const read = useRead('/api/evaluation-results/{cycleId}/subjects/{subjectId}/comparison', {
    path: { cycleId, subjectId },
  });
  return (
    <Loaded read={read}>
      {(compared) =>
        compared.competencies.some(({ difference, previous }) => difference !== null || previous !== null) && (
          <ComparisonCard compared={compared} subjectId={subjectId} />
        )
      }
    </Loaded>
  );
}

function ComparisonCard({ compared, subjectId }: { compared: Compared; subjectId: string }): ReactNode {
  const t = useTranslations('comparison');
  const { competencies, with: earlier } = compared;
  return (
    <section className="card" aria-labelledby="result-comparison">
      <h2 id="result-comparison">{t('title')}</h2>
      <p className="muted">{t('text')}</p>
      <InWords competencies={competencies} subjectId={subjectId} />
      {earlier !== null && competencies.some(({ isComparable }) => !isComparable) && (
        <p className="muted">{t('notComparable', { cycle: earlier.name })}</p>
      )}
      <ComparisonTable compared={compared} />
    </section>
  );
}

function InWords({ competencies, subjectId }: { competencies: readonly Row[]; subjectId: string }): ReactNode {
  const t = useTranslations('comparison');
  const format = useFormatter();
  const isOwn = String(useProfile().employeeId === subjectId);
  const ofKind = (kind: 'BlindSpot' | 'HiddenStrength'): string[] =>
    competencies.filter((row) => row.kind === kind).flatMap(({ competency }) => competency ?? []);
  const [higher, lower] = [ofKind('BlindSpot'), ofKind('HiddenStrength')];
  const isAgreed = higher.length + lower.length === 0 && competencies.some(({ kind }) => kind === 'Agreed');
  return (
    <>
      {higher.length > 0 && <p>{t('BlindSpot', { isOwn, names: format.list(higher) })}</p>}
      {lower.length > 0 && <p>{t('HiddenStrength', { isOwn, names: format.list(lower) })}</p>}
      {isAgreed && <p>{t('agreed', { isOwn })}</p>}
    </>
  );
}

function ComparisonTable({ compared: { competencies, with: earlier } }: { compared: Compared }): ReactNode {
  const t = useTranslations('comparison');
  const format = useFormatter();
  const figure = (value: number | null, signed = false): ReactNode =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: 2, ...(signed ? { signDisplay: 'exceptZero' } : {}) });
  const columns: Column<Row>[] = [
    { name: 'competency', heading: t('competency'), cell: ({ competency }) => competency },
    { name: 'self', heading: t('self'), isNumber: true, cell: ({ self }) => figure(self) },
    { name: 'others', heading: t('others'), isNumber: true, cell: ({ others }) => figure(others) },
    {
      name: 'difference',
      heading: t('difference'),
      isNumber: true,
      cell: ({ difference }) => figure(difference, true),
    },
  ];
  if (earlier !== null)
    columns.push(
      {
        name: 'previous',
        heading: t('previous', { cycle: earlier.name }),
        isNumber: true,
        cell: ({ previous }) => figure(previous),
      },
      { name: 'change', heading: t('change'), isNumber: true, cell: ({ change }) => figure(change, true) },
    );
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={competencies}
      rowKey={({ competencyId }) => competencyId}
      empty={null}
    />
  );
}
