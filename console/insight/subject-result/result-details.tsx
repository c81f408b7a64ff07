import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isOver } from '../../evaluation/cycle/cycle-state';
import { Folded } from '../../ui/folded';
import { Comments } from './comments';
import { Comparison } from './comparison';
import { Completeness } from './completeness';
import { Explanation } from './explanation';
import { Highlights } from './highlights';
import { ItemScores } from './item-scores';
import { Requirements } from './requirements';
import { Scores } from './scores';
import type { SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

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

/**
 * The results of one subject, what was heard first: score, strengths, comments, items, comparison, requirements; folded, how the score
 * came about.
 */
export function ResultDetails({ result }: { result: SubjectResult }): ReactNode {
  return (
    <>
      <Scores result={result} />
      <Highlights result={result} />
      <Comments result={result} />
      <ItemScores result={result} />
      <Comparison result={result} />
      {result.requirements.length > 0 && <Requirements requirements={result.requirements} />}
      <ScoreExplained result={result} />
    </>
  );
}

/** How the score came about; a calibrated score is a decision and has no interval. */
function ScoreExplained({ result: { explanation, calibrated, interval } }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  if (!explanation) return null;
  return (
    <Folded name={t('explanation')}>
      {calibrated === null && interval !== null && <p className="muted">{t('interval', interval)}</p>}
      <Explanation
        title={t('explanation')}
        hint={t('explanationText')}
        sumName={t('overall')}
        explanation={explanation}
      />
    </Folded>
  );
}
