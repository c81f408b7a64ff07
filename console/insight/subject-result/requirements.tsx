import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { MIN_RADAR_AXES } from '../../../shared/insight/radar.rules';
import { Badge } from '../../ui/badge';
import { Radar } from '../radar/radar';
import { FigureSection } from './figure-section';
import { Score } from './score';
import type { SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

/** The requirements of the job profile against the levels that the answers show: a radar, and the same in figures. */
export function Requirements({ requirements }: Pick<SubjectResult, 'requirements'>): ReactNode {
  if (requirements.length < MIN_RADAR_AXES) return <RequirementTable requirements={requirements} />;
  return (
    <div className={styles.resultRequirements}>
      <RequirementTable requirements={requirements} />
      <div className="card">
        <Radar
          requirements={requirements.map(({ requirement, requiredLevel, currentLevel, isCritical }) => {
            return { requirement, required: requiredLevel, current: currentLevel, isCritical };
          })}
        />
      </div>
    </div>
  );
}

function RequirementTable({ requirements }: Pick<SubjectResult, 'requirements'>): ReactNode {
  const t = useTranslations('subjectResult');
  const format = useFormatter();
  return (
    <FigureSection
      title={t('requirements')}
      headings={[t('requirement'), t('required'), t('current'), t('gap')]}
      rows={requirements.map(({ requirementId, requirement, isCritical, requiredLevel, currentLevel, gapLevel }) => ({
        key: requirementId,
        name: (
          <>
            {requirement} {isCritical && <Badge tone="bad">{t('critical')}</Badge>}
          </>
        ),
        figures: [
          format.number(requiredLevel),
          <Score key="current" value={currentLevel} />,
          gapLevel === null ? <Score key="gap" value={null} /> : <Gap key="gap" level={gapLevel} />,
        ],
      }))}
    />
  );
}

function Gap({ level }: { level: number }): ReactNode {
  const t = useTranslations('subjectResult');
  if (level === 0) return <Badge tone="good">{t('noGap')}</Badge>;
  return <Badge tone={level > 1 ? 'bad' : 'warn'}>{t('gapLevel', { level })}</Badge>;
}
