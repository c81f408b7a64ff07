import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { MIN_RADAR_AXES } from '../../../shared/insight/radar.rules';
import { Badge } from '../../ui/badge';
import { Folded } from '../../ui/folded';
import { GapLevel } from '../gap/gap-level';
import { Radar } from '../radar/radar';
import { FigureSection } from './figure-section';
import { Score } from './score';
import type { SubjectResult } from './subject-result';

/** The requirements of the job profile against the levels that the answers show: in figures, and folded as a radar. */
export function Requirements({ requirements }: Pick<SubjectResult, 'requirements'>): ReactNode {
  const t = useTranslations('subjectResult');
  return (
    <div className="stack tight">
      <RequirementTable requirements={requirements} />
      {requirements.length >= MIN_RADAR_AXES && (
        <Folded name={t('radar')}>
          <div className="card">
            <Radar
              requirements={requirements.map(({ requirement, requiredLevel, currentLevel, isCritical }) => {
                return { requirement, required: requiredLevel, current: currentLevel, isCritical };
              })}
            />
          </div>
        </Folded>
      )}
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
          gapLevel === null || currentLevel === null ? (
            <Score key="gap" value={null} />
          ) : (
            <GapLevel key="gap" level={gapLevel} required={requiredLevel} current={currentLevel} />
          ),
        ],
      }))}
    />
  );
}
