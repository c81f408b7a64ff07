import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useProfile, visitorOf } from '../../app/session';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { DownloadPdf } from './download-pdf';
import { awaitsRelease, PrepareTalk } from './prepare-talk';
import { Raters } from './raters';
import { ResultDetails, ResultFacts } from './result-details';
import type { SubjectResult } from './subject-result';
import buttonStyles from '../../ui/button.module.css';

/** /cycles/:id/results/:subjectId: the results of one subject as in the report, how the score came about, and who rated. */
export function SubjectResultPage({ params: { id = '', subjectId = '' } }: PageProps): ReactNode {
  const result = useRead('/api/evaluation-results/{cycleId}/subjects/{subjectId}', {
    path: { cycleId: id, subjectId },
    query: { explain: true },
  });
  return <Loaded read={result}>{(found) => <ResultView result={found} />}</Loaded>;
}

function ResultView({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const { cycleId, cycle, subjectId, subject } = result;
  // Managers read the results of their direct reports here too.
  const profile = useProfile();
  const isHr = mayPass(visitorOf(profile).roles, 'results:read-all');
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle face={<PersonFace id={subjectId} name={subject} />}>{t('title', { cycle, subject })}</PageTitle>
          {isHr && (
            <Link className={buttonStyles.button} href={`/cycles/${cycleId}/results`}>
              {t('toResults')}
            </Link>
          )}
          <DownloadPdf result={result} isPrimary={!awaitsRelease(result)} />
        </div>
        <ResultFacts result={result} />
      </div>
      <PrepareTalk result={result} isManager={!isHr && profile.employeeId !== subjectId} />
      <ResultDetails result={result} />
      {isHr && <Raters cycleId={cycleId} subjectId={subjectId} />}
    </div>
  );
}
