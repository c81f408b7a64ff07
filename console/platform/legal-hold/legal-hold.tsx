import { clsx } from 'clsx';
import { type ReactNode, Suspense, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Pending } from '../../app/ready-mark';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { lazyPart } from '../../ui/lazy-part';
import { notify } from '../../ui/notices';
import { type Hold, type LegalHoldProps, REFRESHES } from './hold';
import formStyles from '../../form/form.module.css';
import styles from './legal-hold.module.css';

// The code of a form comes when its dialog opens.
const HoldDialog = lazyPart(() => import('./hold-dialog'));

/** The legal hold of a person: who set it, when and why, and the steps that set, change and lift it. */
export function LegalHold({ employeeId, person, hold }: LegalHoldProps): ReactNode {
  const t = useTranslations('legalHold');
  const [asked, setAsked] = useState<'set' | 'lift' | null>(null);
  const close = (): void => setAsked(null);
  return (
    <section className={clsx('card', 'stack', styles.legalHold)} aria-labelledby="legal-hold">
      <h2 id="legal-hold">{t('title')}</h2>
      {hold === null ? <p className="muted">{t('none')}</p> : <HoldFacts hold={hold} />}
      <div className={formStyles.formActions}>
        <Button onClick={() => setAsked('set')}>{hold === null ? t('set') : t('change')}</Button>
        {hold !== null && <Button onClick={() => setAsked('lift')}>{t('lift')}</Button>}
      </div>
      {asked === 'set' && (
        <Suspense fallback={<Pending />}>
          <HoldDialog employeeId={employeeId} person={person} hold={hold} onClose={close} />
        </Suspense>
      )}
      {asked === 'lift' && <LiftDialog employeeId={employeeId} person={person} onClose={close} />}
    </section>
  );
}

function HoldFacts({ hold: { until, reason, setBy, setAt } }: { hold: Hold }): ReactNode {
  const t = useTranslations('legalHold');
  const format = useFormatter();
  const moment = useMoment();
  return (
    <Facts
      facts={[
        { name: t('until'), value: format.dateTime(new Date(until), { dateStyle: 'long', timeZone: 'UTC' }) },
        { name: t('reason'), value: reason },
        { name: t('setBy'), value: setBy ?? t('formerAccount') },
        { name: t('setAt'), value: moment(setAt) },
      ]}
    />
  );
}

function LiftDialog({
  employeeId,
  person,
  onClose,
}: Omit<LegalHoldProps, 'hold'> & { onClose: () => void }): ReactNode {
  const t = useTranslations('legalHold');
  const params = { path: { id: employeeId } };
  const lift = useSend(() => answered(api.PUT('/api/employees/{id}/legal-hold', { params, body: null })), {
    refreshes: REFRESHES,
    onDone: () => notify({ kind: 'done', text: t('isLifted', { person }) }),
  });
  return (
    <ConfirmDialog
      title={t('liftTitle', { person })}
      action={t('lift')}
      kind="danger"
      isBusy={lift.isPending}
      onConfirm={() => lift.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('liftText')}</p>
    </ConfirmDialog>
  );
}
