import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { ConfirmDialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Gap } from './gaps.page';
import formStyles from '../../form/form.module.css';
import styles from './gaps.module.css';

/** Gaps of one plan: what the API accepts. */
const MAX_GAPS = 5;

interface PlanDialogProps {
  gaps: readonly Gap[];
  /** After each plan: the gaps that it holds. */
  onMade: (gaps: readonly Gap[]) => void;
  onClose: () => void;
}

/** Makes one Draft plan for each person whose gaps were chosen, after showing what each will hold. */
export function PlanDialog({ gaps, onMade, onClose }: PlanDialogProps): ReactNode {
  const t = useTranslations('gaps');
  const groups = byPerson(gaps);
  const tooMany = groups.filter((group) => group.length > MAX_GAPS);
  const make = useSend(
    async () => {
      for (const group of groups) {
        const [{ employeeId, cycleId }] = group;
        const requirementIds = group.map(({ requirementId }) => requirementId);
        const body = { employeeId, cycleId: cycleId ?? undefined, requirementIds };
        await answered(api.POST('/api/development-plans/from-gaps', { body }));
        onMade(group);
      }
    },
    {
      refreshes: ['/api/development-plans'],
      onDone: () =>
        notify({
          kind: 'done',
          text: t('made', { count: groups.length }),
          link: { href: '/development-plans', text: t('toPlans') },
        }),
    },
  );
  return (
    <ConfirmDialog
      title={t('planTitle', { count: groups.length })}
      action={t('plan')}
      isBusy={make.isPending || tooMany.length > 0}
      onConfirm={() => make.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('planText')}</p>
      <ul className={styles.gapPlans}>
        {groups.map((group) => (
          <li key={group[0].employeeId}>
            <b>{nameOf(group)}</b>
            <span>{group.map(({ requirement }) => requirement).join(', ')}</span>
          </li>
        ))}
      </ul>
      {tooMany.length > 0 && (
        <p className={formStyles.fieldError} role="alert">
          {t('tooMany', { max: MAX_GAPS, names: tooMany.map(nameOf).join(', ') })}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The gaps of one person. */
type Group = readonly [Gap, ...Gap[]];

function byPerson(gaps: readonly Gap[]): Group[] {
  const groups = new Map<string, [Gap, ...Gap[]]>();
  for (const gap of gaps) {
    const group = groups.get(gap.employeeId);
    if (group) group.push(gap);
    else groups.set(gap.employeeId, [gap]);
  }
  return [...groups.values()];
}

function nameOf([{ employee }]: Group): string {
  return employee ?? '–';
}
