import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { useSend } from '../../http/use-send';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { notify } from '../../ui/notices';
import formStyles from '../../form/form.module.css';
import styles from './legal-hold.module.css';

export type Hold = components['schemas']['LegalHoldView'];

/** What shows a hold. */
const REFRESHES = ['/api/employees', '/api/privacy-requests'];
const MAX_REASON = 1_000;

interface LegalHoldProps {
  employeeId: string;
  person: string;
  /** The hold in force. */
  hold: Hold | null;
}

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
      {asked === 'set' && <HoldDialog employeeId={employeeId} person={person} hold={hold} onClose={close} />}
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

interface Typed {
  until: string;
  reason: string;
}

function HoldDialog({ employeeId, person, hold, onClose }: LegalHoldProps & { onClose: () => void }): ReactNode {
  const t = useTranslations('legalHold');
  const submit = ({ until, reason }: Typed): Promise<unknown> =>
    answered(
      api.PUT('/api/employees/{id}/legal-hold', {
        params: { path: { id: employeeId } },
        body: { until: `${until}T23:59:59Z`, reason: reason.trim() },
      }),
    );
  return (
    <Dialog title={t('setTitle', { person })} onClose={onClose}>
      <Form<Typed>
        name={`legal-hold-${employeeId}`}
        label={t('setTitle', { person })}
        values={{ until: hold?.until.slice(0, 10) ?? '', reason: hold?.reason ?? '' }}
        submit={submit}
        onSaved={() => {
          notify({ kind: 'done', text: t('isSet', { person }) });
          onClose();
          void refresh(...REFRESHES);
        }}
        action={hold === null ? t('set') : t('change')}
        beside={<CancelButton />}
      >
        <p className="muted">{t('setText')}</p>
        <TextField name="until" type="date" required label={t('until')} hint={t('untilHint')} />
        <TextArea name="reason" required rows={2} maxLength={MAX_REASON} label={t('reason')} hint={t('reasonHint')} />
      </Form>
    </Dialog>
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
