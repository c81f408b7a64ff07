import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import { Loaded } from '../../ui/loaded';
import styles from './tenants.module.css';

/** What an organization uses of its plan. */
export function PlanUsage({ tenantId }: { tenantId: string }): ReactNode {
  const t = useTranslations('organizations');
  const usage = useRead('/api/plans/usage/{tenantId}', { path: { tenantId } });
  return (
    <Loaded read={usage}>
      {({ employees, cycles }) => (
        <dl className={styles.planUsage}>
          <Used name={t('employees')} {...employees} />
          <Used name={t('cyclesOf', { year: String(cycles.year) })} {...cycles} />
        </dl>
      )}
    </Loaded>
  );
}

function Used({ name, current, max }: { name: string; current: number; max: number | null }): ReactNode {
  const t = useTranslations('organizations');
  const format = useFormatter();
  const figures = { current: format.number(current), max: format.number(max ?? 0) };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {max === null ? t('usedUnlimited', figures) : t('used', figures)}
        {max !== null && <Bar share={max === 0 ? 1 : current / max} />}
      </dd>
    </div>
  );
}
