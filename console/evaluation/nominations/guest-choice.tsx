import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Form } from '../../form/form';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { GuestFields, type TypedGuest } from '../guests/guest-form';
import type { NamedGuest } from './nomination';
import styles from './nominations.module.css';

interface GuestListProps {
  guests: readonly NamedGuest[];
  isBusy?: boolean;
  /** Omitted: the choice is fixed. */
  onChange?: (guests: readonly NamedGuest[]) => void;
}

/** The named guests, each with a button that takes them out. */
export function GuestList({ guests, isBusy = false, onChange }: GuestListProps): ReactNode {
  const t = useTranslations('nominations');
  if (guests.length === 0) return null;
  return (
    <ul className={styles.people} aria-label={t('guests')}>
      {guests.map(({ name, email }) => (
        <li key={email}>
          <span>
            {name}
            <span className="muted"> · {email}</span>
          </span>
          {onChange && (
            <Button
              kind="quiet"
              isBusy={isBusy}
              aria-label={t('removeName', { name })}
              onClick={() => onChange(guests.filter((guest) => guest.email !== email))}
            >
              {t('remove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface GuestChoiceProps extends Required<GuestListProps> {
  cycleId: string;
  /** Stores the guests with another one. */
  save: (guests: readonly NamedGuest[]) => Promise<unknown>;
}

/** The guests of a nomination, and a dialog that names another. */
export function GuestChoice({ cycleId, guests, isBusy, onChange, save }: GuestChoiceProps): ReactNode {
  const t = useTranslations('nominations');
  const [isAdding, setAdding] = useState(false);
  const close = (): void => setAdding(false);
  return (
    <>
      <h3 className={styles.chosen}>{t('guests')}</h3>
      <p className="muted">{t('guestsHint')}</p>
      <GuestList guests={guests} isBusy={isBusy} onChange={onChange} />
      <div>
        <Button onClick={() => setAdding(true)}>{t('nameGuest')}</Button>
      </div>
      {isAdding && (
        <Dialog title={t('nameGuest')} onClose={close}>
          <Form<TypedGuest>
            name={`nominated guest ${cycleId}`}
            label={t('nameGuest')}
            values={{ guest: { name: '', email: '', locale: '' } }}
            submit={({ guest }) => save([...guests, { ...guest, locale: guest.locale || null }])}
            onSaved={close}
            action={t('add')}
            secondary={<CancelButton />}
          >
            <GuestFields />
          </Form>
        </Dialog>
      )}
    </>
  );
}
