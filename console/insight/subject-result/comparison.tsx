import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { type ReadResult, useRead } from '../../http/use-read';
import { BarRows } from '../../ui/charts/bar-rows';
import { Chart, type SeriesName } from '../../ui/charts/chart';
import { Loaded } from '../../ui/loaded';
import type { SubjectResult } from './subject-result';

type Compared = ReadResult<'/api/evaluation-results/{cycleId}/subjects/{subjectId}/comparison'>;
type Row = Compared['competencies'][number];

/**
 * How the subject and the others see each competency, in words and figures, and an earlier cycle next to this one; nothing where there
 * is nothing to compare.
 */
export function Comparison({ result: { cycleId, subjectId } }: { result: SubjectResult }): ReactNode {
  const read = useRead('/api/evaluation-results/{cycleId}/subjects/{subjectId}/comparison', {
    path: { cycleId, subjectId },
  });
  return (
    <Loaded read={read}>
      {(compared) => {
        const hasEarlier = compared.competencies.some(({ previous }) => previous !== null);
        const isSomething = hasEarlier || compared.competencies.some(({ difference }) => difference !== null);
        const shown = hasEarlier ? compared : { ...compared, with: null };
        return isSomething && <ComparisonCard compared={shown} subjectId={subjectId} />;
      }}
    </Loaded>
  );
}

function ComparisonCard({ compared, subjectId }: { compared: Compared; subjectId: string }): ReactNode {
  const t = useTranslations('comparison');
  const { competencies, with: earlier } = compared;
  return (
    <div className="stack tight">
      <ComparisonChart compared={compared} />
      <p className="muted">{t('text')}</p>
      <InWords competencies={competencies} subjectId={subjectId} />
      {earlier !== null && competencies.some(({ isComparable }) => !isComparable) && (
        <p className="muted">{t('notComparable', { cycle: earlier.name })}</p>
      )}
    </div>
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

function ComparisonChart({ compared: { competencies, scale, with: earlier } }: { compared: Compared }): ReactNode {
  const t = useTranslations('comparison');
  const format = useFormatter();
  const figure = (value: number | null, isSigned = false): string =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: 2, ...(isSigned ? { signDisplay: 'exceptZero' } : {}) });
  const headings = [t('competency'), t('self'), t('others'), t('difference')];
  if (earlier !== null) headings.push(t('previous', { cycle: earlier.name }), t('change'));
  const series: { name: string; series: SeriesName }[] = [
    { name: t('self'), series: 'first' },
    { name: t('others'), series: 'second' },
  ];
  if (earlier !== null) series.push({ name: t('previous', { cycle: earlier.name }), series: 'earlier' });
  return (
    <Chart
      title={t('title')}
      headings={headings}
      legend={series}
      rows={competencies.map((row) => ({
        key: row.competencyId,
        name: row.competency,
        figures: [
          figure(row.self),
          figure(row.others),
          figure(row.difference, true),
          ...(earlier === null ? [] : [figure(row.previous), figure(row.change, true)]),
        ],
      }))}
    >
      <BarRows
        range={{ from: scale.min, to: scale.max }}
        rows={competencies.map(({ competencyId, competency, self, others, previous }) => ({
          key: competencyId,
          name: competency ?? '–',
          description: t('described', { competency: competency ?? '–', self: figure(self), others: figure(others) }),
          first: self,
          second: others,
          earlier: previous,
          figures: [figure(self), figure(others)],
        }))}
      />
    </Chart>
  );
}
