import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { Evidence } from './evidence';
import { GapLevel } from './gap-level';
import { Priority } from './priority';
import styles from './gap.module.css';

type Gap = ReadResult<'/api/gap-analysis'>['items'][number];

interface GapDialogProps {
  cycleId: string | null;
  /** The name of a person, where the page knows it. */
  nameOf: (employeeId: string) => string | null | undefined;
  /** What else can be done with the gap. */
  actions?: (gap: Gap) => ReactNode;
}

/** The gap named in the address by `person` and `requirement`. */
export function GapDialog({ cycleId, nameOf, actions }: GapDialogProps): ReactNode {
  const t = useTranslations('gap');
  const address = useAddress();
  const employeeId = address.get('person');
  const requirementId = address.get('requirement');
  if (cycleId === null || employeeId === '' || requirementId === '') return null;
  const name = nameOf(employeeId);
  return (
    <Dialog
      title={name ?? t('gap')}
      face={name && <PersonFace id={employeeId} name={name} />}
      isWide
      onClose={() => address.close('person', 'requirement')}
    >
      <GapFacts query={{ cycleId, employeeId, requirementId }} actions={actions} />
    </Dialog>
  );
}

interface GapFactsProps {
  query: { cycleId: string; employeeId: string; requirementId: string };
  actions: GapDialogProps['actions'];
}

function GapFacts({ query, actions }: GapFactsProps): ReactNode {
  const t = useTranslations('gap');
  const gaps = useRead('/api/gap-analysis', { query });
  return (
    <Loaded read={gaps}>
      {({ items: [gap] }) => (gap ? <OneGap gap={gap} actions={actions?.(gap)} /> : <p>{t('gapGone')}</p>)}
    </Loaded>
  );
}

function OneGap({ gap, actions }: { gap: Gap; actions: ReactNode }): ReactNode {
  const t = useTranslations('gap');
  const format = useFormatter();
  const [showsEvidence, setShowsEvidence] = useState(false);
  const { cycleId, employeeId, requirementId, requirement, isCritical, requiredLevel, currentLevel } = gap;
  const cycle = cycleId ?? '';
  return (
    <div className="stack">
      <p className={styles.gapName}>
        {requirement} {isCritical && <span className={styles.critical}>{t('critical')}</span>}
      </p>
      <dl className={styles.gapFacts}>
        <dt>{t('required')}</dt>
        <dd>{format.number(requiredLevel)}</dd>
        <dt>{t('current')}</dt>
        <dd>{format.number(currentLevel, { maximumFractionDigits: 2 })}</dd>
        <dt>{t('gap')}</dt>
        <dd>
          <GapLevel level={gap.gapLevel} required={requiredLevel} current={currentLevel} />
        </dd>
        <dt>{t('priority')}</dt>
        <dd>
          <Priority priority={gap.priority} />
        </dd>
        {gap.department !== null && (
          <>
            <dt>{t('department')}</dt>
            <dd>{gap.department}</dd>
          </>
        )}
        {gap.jobProfile !== null && (
          <>
            <dt>{t('profile')}</dt>
            <dd>{gap.jobProfile}</dd>
          </>
        )}
      </dl>
      <p className={styles.gapLinks}>
        {cycleId !== null && (
          <Button aria-expanded={showsEvidence} onClick={() => setShowsEvidence(!showsEvidence)}>
            {t('evidence')}
          </Button>
        )}
        {actions}
      </p>
      {showsEvidence && <Evidence cycleId={cycle} employeeId={employeeId} requirementId={requirementId} />}
      <p className={styles.gapLinks}>
        {cycleId !== null && <Link href={`/cycles/${cycle}/results/${employeeId}`}>{t('results')}</Link>}
        <Link href={`/gaps?cycle=${cycle}&employee=${employeeId}`}>{t('allOfPerson')}</Link>
        <Link href={`/employees/${employeeId}`}>{t('person')}</Link>
      </p>
    </div>
  );
}
