import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isOver } from '../../evaluation/cycle/cycle-state';
import { Comments } from './comments';
import { Comparison } from './comparison';
import { Completeness } from './completeness';
import { Explanation } from './explanation';
import { ItemScores } from './item-scores';
import { Requirements } from './requirements';
import { Scores } from './scores';
import type { SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

/** Whether the results are complete, and of whom they are. */
export function ResultFacts({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const completeness = useTranslations('completeness');
  const statuses = useTranslations('cycleStatus');
  const { cycleStatus, department, jobProfile, complete } = result;
  return (
    <p className={styles.resultFacts}>
      <Completeness result={result} cycleStatus={cycleStatus} />
      <span>{t('status', { status: statuses(cycleStatus) })}</span>
      {department !== null && <span>{department}</span>}
      {jobProfile !== null && <span>{jobProfile}</span>}
      {!complete && !isOver({ status: cycleStatus }) && <span className="muted">{completeness('mayChange')}</span>}
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
