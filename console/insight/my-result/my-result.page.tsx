import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { NotFoundView } from '../../app/missing-views';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile } from '../../app/session';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import type { MyResult } from '../my-results/my-results.page';
import { DownloadPdf } from '../subject-result/download-pdf';
import { ResultDetails, ResultFacts } from '../subject-result/result-details';
import type { SubjectResult } from '../subject-result/subject-result';
import styles from './my-result.module.css';

/** /my-results/:cycleId: the user's own results of a cycle, once they are published. */
export function MyResultPage({ params: { cycleId = '' } }: PageProps): ReactNode {
  const { employeeId } = useProfile();
  return employeeId === null ? <NotFoundView /> : <OwnResult cycleId={cycleId} subjectId={employeeId} />;
}

function OwnResult({ cycleId, subjectId }: { cycleId: string; subjectId: string }): ReactNode {
  const result = useRead('/api/evaluation-results/{cycleId}/subjects/{subjectId}', {
    path: { cycleId, subjectId },
    query: { explain: true },
  });
  return <Loaded read={result}>{(found) => <ResultView result={found} />}</Loaded>;
}

function ResultView({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('myResult');
  const { cycleId, cycle } = result;
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle>{t('title', { cycle })}</PageTitle>
          <DownloadPdf result={result} />
        </div>
        <ResultFacts result={result} />
      </div>
      <ResultDetails result={result} />
      <Acknowledgement cycleId={cycleId} />
      <p>
        <Link href="/my-development">{t('toDevelopment')}</Link>
      </p>
    </div>
  );
}

/** That the user has read the results; possible once. */
function Acknowledgement({ cycleId }: { cycleId: string }): ReactNode {
  const read = useRead('/api/my-results', { query: { cycleId } });
  return <Loaded read={read}>{({ items: [own] }) => own && <AcknowledgeBar result={own} />}</Loaded>;
}

function AcknowledgeBar({ result: { selfEvaluation } }: { result: MyResult }): ReactNode {
  const t = useTranslations('myResult');
  const format = useFormatter();
  const id = selfEvaluation?.id ?? '';
  const acknowledge = useSend(
    () => answered(api.POST('/api/my-evaluations/{id}/acknowledge', { params: { path: { id } } })),
    {
      refreshes: ['/api/my-results', '/api/my-evaluations', '/api/evaluation-results'],
      onDone: () => notify({ kind: 'done', text: t('acknowledged') }),
    },
  );
  if (!selfEvaluation) return null;
  if (selfEvaluation.acknowledgedAt !== null)
    return (
      <p className="muted">
        {t('acknowledgedOn', {
          date: format.dateTime(new Date(selfEvaluation.acknowledgedAt), { dateStyle: 'medium' }),
        })}
      </p>
    );
  return (
    <div className={clsx('card', styles.acknowledgeBar)}>
      <p>{t('acknowledgeText')}</p>
      <Button isBusy={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
        {t('acknowledge')}
      </Button>
    </div>
  );
}
