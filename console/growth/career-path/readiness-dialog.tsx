import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import type { CareerPath } from './career-path';
import { Readiness } from './readiness';
import styles from './career-path.module.css';

type PersonReadiness = ReadResult<'/api/career-paths/{id}/readiness/{employeeId}'>;
type Step = PersonReadiness['steps'][number];

/** The dialog opened by `person` in the address: the readiness of one person for every step. */
export function ReadinessDialog({ path: { id } }: { path: CareerPath }): ReactNode {
  const t = useTranslations('careerPath');
  const address = useAddress();
  const employeeId = address.get('person');
  if (employeeId === '') return null;
  return (
    <Dialog title={t('readiness')} isWide onClose={() => address.close('person')}>
      <Steps id={id} employeeId={employeeId} />
    </Dialog>
  );
}

function Steps({ id, employeeId }: { id: string; employeeId: string }): ReactNode {
  const t = useTranslations('careerPath');
  const readiness = useRead('/api/career-paths/{id}/readiness/{employeeId}', { path: { id, employeeId } });
  return (
    <Loaded read={readiness}>
      {({ employee, cycle, cycleId, currentStep, nextStep, steps }) => (
        <div className="stack">
          <Person id={employeeId} name={employee}>
            <b>{employee}</b>{' '}
            <span className="muted">{cycle === null ? t('notMeasured') : t('measuredIn', { cycle })}</span>
          </Person>
          <ol className={styles.readinessSteps}>
            {steps.map((step) => (
              <StepReadiness
                key={step.order}
                step={step}
                isCurrent={step.order === currentStep}
                isNext={step.order === nextStep}
              />
            ))}
          </ol>
          <p className={styles.readinessLinks}>
            {cycleId !== null && <Link href={`/gaps?cycle=${cycleId}&employee=${employeeId}`}>{t('toGaps')}</Link>}
            <Link href={`/employees/${employeeId}`}>{t('toPerson')}</Link>
          </p>
        </div>
      )}
    </Loaded>
  );
}

function StepReadiness({ step, isCurrent, isNext }: { step: Step; isCurrent: boolean; isNext: boolean }): ReactNode {
  const t = useTranslations('careerPath');
  const format = useFormatter();
  const { order, jobProfile, missing } = step;
  const level = (value: number | null): string =>
    value === null ? t('noData') : format.number(value, { maximumFractionDigits: 2 });
  return (
    <li className={styles.readinessStep}>
      <p className={styles.readinessHead}>
        <b>
          {order}. {jobProfile ?? t('gone')}
        </b>
        {isCurrent && <Badge tone="info">{t('isCurrent')}</Badge>}
        {isNext && <Badge tone="good">{t('isNext')}</Badge>}
        <Readiness {...step} />
      </p>
      {missing.length > 0 && (
        <ul aria-label={t('missing')}>
          {missing.map(({ requirementId, requirement, isCritical, requiredLevel, currentLevel }) => (
            <li key={requirementId}>
              {requirement} {isCritical && <Badge tone="bad">{t('critical')}</Badge>}{' '}
              <span className="muted">
                {t('levels', { current: level(currentLevel), required: format.number(requiredLevel) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
