import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import { Comments } from './comments';
import { Comparison } from './comparison';
import { Explanation } from './explanation';
import { ItemScores } from './item-scores';
import { Requirements } from './requirements';
import { Scores } from './scores';
import type { SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

/** Whether the results are complete, and of whom they are. */
export function ResultFacts({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const statuses = useTranslations('cycleStatus');
  const { cycleStatus, department, jobProfile, complete } = result;
  return (
    <p className={styles.resultFacts}>
      {complete ? <Badge tone="good">{t('complete')}</Badge> : <Badge tone="warn">{t('partial')}</Badge>}
      <span>{t('status', { status: statuses(cycleStatus) })}</span>
      {department !== null && <span>{department}</span>}
      {jobProfile !== null && <span>{jobProfile}</span>}
      {!complete && <span className="muted">{t('partialText')}</span>}
    </p>
  );
}

/** The results of one subject as in the report: score, groups, how it came about, requirements, items, comments. */
export function ResultDetails({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  return (
    <>
      <Scores result={result} />
      {result.explanation && (
        <Explanation
          title={t('explanation')}
          hint={t('explanationText')}
          sumName={t('overall')}
          explanation={result.explanation}
        />
      )}
      {result.requirements.length > 0 && <Requirements requirements={result.requirements} />}
      <Comparison result={result} />
      <ItemScores result={result} />
      <Comments result={result} />
    </>
  );
}
